import type { Resource } from './resource.ts'

export const uptimeReportResource: Resource = {
  name: 'uptime-report',
  summary: 'Uptime against a target, on demand and monthly by e-mail',
  columns: ['id', 'name', 'target', 'next_send=next_send_at', 'tag', 'monitor_id', 'status_page_id', 'timezone'],
  commands: {
    figures: { operation: 'uptimeReports.figures' },
    list: { operation: 'uptimeReports.list' },
    show: { operation: 'uptimeReports.show' },
    add: { operation: 'uptimeReports.create', arguments: ['name'] },
    set: { operation: 'uptimeReports.update', needsFlag: true },
    remove: { operation: 'uptimeReports.remove' },
    preview: { operation: 'uptimeReports.preview', omits: ['html'] },
    send: { operation: 'uptimeReports.send' },
    sends: { operation: 'uptimeReports.sends', columns: ['id', 'month', 'recipient', 'status', 'reason'] },
  },
}
