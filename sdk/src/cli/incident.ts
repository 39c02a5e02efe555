import type { Resource } from './resource.ts'

export const incidentResource: Resource = {
  name: 'incident',
  summary: 'Incidents of your monitors',
  columns: [
    'id',
    'status',
    'monitor=monitor_name',
    'started=started_at',
    'duration=duration_seconds',
    'cause=cause.kind',
    'message=cause.message',
    'visitors_lost=impact.visitors_lost',
    'website=website_domain',
    'resolved=resolved_at',
  ],
  commands: {
    list: { operation: 'incidents.list' },
    show: { operation: 'incidents.show' },
    escalation: { operation: 'incidents.escalation' },
    evidence: { operation: 'incidents.evidence' },
    deploys: {
      operation: 'incidents.deploys',
      columns: ['id', 'deployed=deployed_at', 'version', 'environment', 'commit', 'link'],
    },
    acknowledge: { operation: 'incidents.acknowledge' },
  },
}
