import type { Incident } from '@sitewatch/sdk'
import { lazyPart } from '../../platform/lazy.tsx'
import { Skeleton } from '../../ui/index.ts'

// Loaded before the first paint, so that the layout does not shift.
export const IncidentDetails = lazyPart(
  async () => (await import('./incident-details.tsx')).IncidentDetails,
  () => <Skeleton rows={3} />,
)
export const IncidentCost = lazyPart(
  async () => (await import('./incident-cost.tsx')).IncidentCost,
  () => <Skeleton rows={3} />,
)
export const TrafficDrop = lazyPart(
  async () => (await import('../../parts/silent-outages/traffic-drop.tsx')).TrafficDrop,
  () => <Skeleton rows={6} />,
)

/** Parts that few incidents have. */
export const loadOtherParts = ({ impact, kind }: Incident) =>
  Promise.all([impact && IncidentCost.preload(), kind === 'traffic' && TrafficDrop.preload()])
