import { DEFAULT_UPTIME_TARGET } from '@sitewatch/contract'
import { type Kind, pick, sorted, translate } from '../kind.ts'

export const uptimeReports: Kind = {
  kind: 'uptime_report',
  section: 'uptime_reports',
  group: 'uptimeReports',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('uptimeReports.list'),
  toEntry(record, registry) {
    const { monitor_id, status_page_id } = record
    return {
      ...pick(record, ['name', 'target', 'timezone', 'language']),
      tag: record['tag'],
      monitor: monitor_id === null ? null : registry.nameOf('monitor', monitor_id),
      status_page: status_page_id === null ? null : registry.nameOf('status_page', status_page_id),
      recipients: registry.namesOf('user', record['recipient_ids']),
    }
  },
  complete: ({ recipients, ...entry }) => ({
    target: DEFAULT_UPTIME_TARGET,
    timezone: 'UTC',
    language: null,
    tag: null,
    monitor: null,
    status_page: null,
    ...entry,
    ...(recipients !== undefined && { recipients: sorted(recipients) }),
  }),
  secrets: () => [],
  // A report is about a tag, a monitor or a status page: null values are not sent.
  toBody: (entry, registry) =>
    translate(entry, {
      tag: (tag) => (tag === null ? {} : { tag }),
      monitor: (name) => (name === null ? {} : { monitor_id: registry.idOf('monitor', name, 'monitor') }),
      status_page: (name) =>
        name === null ? {} : { status_page_id: registry.idOf('status_page', name, 'status_page') },
      recipients: (emails) => ({ recipient_ids: registry.idsOf('user', emails, 'recipients') }),
    }),
  isDeletedFirst: true,
}
