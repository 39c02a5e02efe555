import type { Resource } from './resource.ts'

const incidents = [
  'id',
  'status',
  'monitor=friendly_name',
  'started=started_at',
  'duration=duration_seconds',
  'cause=cause.kind',
  'message=cause.message',
]

export const overviewResource: Resource = {
  name: 'overview',
  summary: 'Overview of all websites and monitors',
  columns: [],
  commands: {
    show: {
      operation: 'overview.show',
      tables: {
        open_incidents: incidents,
        recent_incidents: incidents,
        websites: ['id', 'domain', 'status', 'now=visitors_now', 'visitors_24h', 'uptime_24h', 'alerts_nobody', 'tags'],
        monitors: ['id', 'name=friendly_name', 'status', 'uptime_24h', 'url'],
      },
    },
  },
}
