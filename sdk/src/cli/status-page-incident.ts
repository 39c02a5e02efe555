import type { Resource } from './resource.ts'

export const statusPageIncidentResource: Resource = {
  name: 'status-page-incident',
  summary: 'Incidents and maintenance that you write on a status page, with their updates',
  columns: ['id', 'title', 'status', 'impact', 'published=published_at', 'resolved=resolved_at', 'kind'],
  commands: {
    list: { operation: 'statusPageIncidents.list' },
    show: { operation: 'statusPageIncidents.show' },
    add: { operation: 'statusPageIncidents.create', arguments: ['id', 'title'] },
    set: { operation: 'statusPageIncidents.update', needsFlag: true },
    remove: { operation: 'statusPageIncidents.remove' },
    'add-update': { operation: 'statusPageUpdates.create', arguments: ['id', 'page_incident_id', 'body'] },
    'show-update': { operation: 'statusPageUpdates.show' },
    'set-update': { operation: 'statusPageUpdates.update', needsFlag: true },
    'remove-update': { operation: 'statusPageUpdates.remove' },
  },
}
