import type { Resource } from './resource.ts'

export const monitorResource: Resource = {
  name: 'monitor',
  summary: 'Monitors and their check results',
  columns: [
    'id',
    'status',
    'friendly_name',
    'url',
    'type',
    'interval',
    'uptime',
    'last_response_ms',
    'last_checked_at',
  ],
  commands: {
    list: { operation: 'monitors.list' },
    show: { operation: 'monitors.show' },
    add: { operation: 'monitors.create', arguments: ['url'] },
    set: { operation: 'monitors.update', needsFlag: true },
    remove: { operation: 'monitors.remove' },
    pause: { operation: 'monitors.update', fixed: { is_active: false }, summary: 'Pause a monitor' },
    resume: { operation: 'monitors.update', fixed: { is_active: true }, summary: 'Resume a monitor' },
    bulk: {
      operation: 'monitors.bulk',
      arguments: ['action'],
      summary: 'Create, pause, resume, tag, assign providers to or delete many monitors: all or none',
    },
    checks: {
      operation: 'monitors.checks',
      columns: ['started_at', 'status', 'http_status', 'location', 'timings', 'message'],
    },
    pings: { operation: 'monitors.pings', columns: ['received_at', 'kind', 'exit_status', 'run_id', 'run_ms'] },
    'recent-checks': { operation: 'monitors.recentChecks', columns: ['monitor_id', 'checks'] },
    'response-times': { operation: 'monitors.responseTimes' },
    uptime: { operation: 'monitors.uptime' },
    incidents: {
      operation: 'monitors.incidents',
      columns: ['id', 'status', 'cause', 'started_at', 'resolved_at', 'duration_seconds', 'resolution'],
    },
    assignments: {
      operation: 'monitors.notifications',
      columns: ['id', 'provider_id', 'enabled', 'created_at'],
    },
  },
}
