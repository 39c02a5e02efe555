import type { Resource } from './resource.ts'

export const incidentResource: Resource = {
  name: 'incident',
  summary: 'Incidents of your monitors',
  columns: ['id', 'status', 'monitor_id', 'cause', 'started_at', 'resolved_at', 'duration_seconds'],
  commands: {
    list: { operation: 'incidents.list' },
    show: { operation: 'incidents.show' },
    escalation: { operation: 'incidents.escalation' },
    evidence: { operation: 'incidents.evidence' },
    deploys: {
      operation: 'incidents.deploys',
      columns: ['id', 'deployed_at', 'version', 'environment', 'commit', 'link'],
    },
    acknowledge: { operation: 'incidents.acknowledge' },
  },
}
