import { lazyRouteComponent } from '@tanstack/react-router'
import type { Incident } from '@sitewatch/sdk'

// Parts that not every incident has, or that are below the timeline. Loaded before the first paint, so that the layout does not shift.
export const DeploysBefore = lazyRouteComponent(() => import('../../parts/deploys/deploys-before.tsx'), 'DeploysBefore')
export const EvidencePart = lazyRouteComponent(() => import('./evidence.tsx'), 'EvidencePart')
export const IncidentCost = lazyRouteComponent(() => import('./incident-cost.tsx'), 'IncidentCost')
export const TrafficDrop = lazyRouteComponent(
  () => import('../../parts/silent-outages/traffic-drop.tsx'),
  'TrafficDrop',
)

/** Parts that every incident of a monitor has, loaded in parallel with the incident. */
export const loadUsualParts = () => Promise.all([DeploysBefore.preload?.(), EvidencePart.preload?.()])

export const loadOtherParts = ({ impact, kind }: Incident) =>
  Promise.all([impact && IncidentCost.preload?.(), kind === 'traffic' && TrafficDrop.preload?.()])
