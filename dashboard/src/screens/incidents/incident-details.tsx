import type { Incident } from '@sitewatch/sdk'
import { DeploysBefore } from '../../parts/deploys/deploys-before.tsx'
import { EvidencePart } from './evidence.tsx'

/** Below the timeline. */
export function IncidentDetails({ incident }: { incident: Incident }) {
  return (
    <>
      <DeploysBefore incident={incident} />
      {incident.kind === 'check' && <EvidencePart id={incident.id} />}
    </>
  )
}
