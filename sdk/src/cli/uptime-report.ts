import type { Resource } from './resource.ts'

export const uptimeReportResource: Resource = {
  name: 'uptime-report',
  summary: 'Uptime against a target, on demand and monthly by e-mail',
  columns: ['id', 'name', 'monitor_id', 'tag', 'status_page_id', 'target', 'timezone', 'next_send_at'],
  commands: {
    figures: { operation: 'uptimeReports.figures' },
    list: { operation: 'uptimeReports.list' },
    show: { operation: 'uptimeReports.show' },
    add: { operation: 'uptimeReports.create', arguments: ['name'] },
    set: { operation: 'uptimeReports.update', needsFlag: true },
    remove: { operation: 'uptimeReports.remove' },
    preview: { operation: 'uptimeReports.preview' },
    send: { operation: 'uptimeReports.send' },
    sends: { operation: 'uptimeReports.sends', columns: ['id', 'month', 'recipient', 'status', 'reason'] },
  },
}
