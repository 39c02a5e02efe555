import type { Resource } from './resource.ts'

export const incidentResource: Resource = {
  name: 'incident',
  summary: 'Incidents of your monitors',
  columns: ['id', 'status', 'monitor_id', 'cause', 'started_at', 'resolved_at', 'duration_seconds'],
  commands: {
    list: { operation: 'incidents.list' },
    show: { operation: 'incidents.show' },
    evidence: { operation: 'incidents.evidence' },
    acknowledge: { operation: 'incidents.acknowledge' },
  },
}
