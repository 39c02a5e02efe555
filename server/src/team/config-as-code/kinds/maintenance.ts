import { type Kind, pick, sorted, translate } from '../kind.ts'

const toInstant = (text: unknown): string => new Date(String(text)).toISOString()

/** Windows that repeat. A one-time window is not part of the configuration. */
export const maintenanceWindows: Kind = {
  kind: 'maintenance_window',
  section: 'maintenance_windows',
  group: 'maintenance',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('maintenance.list'),
  toEntry(record, registry) {
    const { repeat, all_monitors, monitor_ids } = record
    // A window without monitors does nothing, and could not be created.
    if (repeat === 'none' || (all_monitors === false && (monitor_ids as number[]).length === 0)) return null
    return {
      ...pick(record, ['name', 'repeat', 'starts_at', 'ends_at', 'timezone', 'all_monitors']),
      monitors: registry.namesOf('monitor', monitor_ids),
    }
  },
  complete: ({ starts_at, ends_at, monitors = [], ...entry }) => ({
    timezone: 'UTC',
    all_monitors: false,
    ...entry,
    ...(starts_at !== undefined && { starts_at: toInstant(starts_at) }),
    ...(ends_at !== undefined && { ends_at: toInstant(ends_at) }),
    monitors: sorted(monitors),
  }),
  secrets: () => [],
  toBody: (entry, registry) =>
    translate(entry, {
      monitors: (names) => ({ monitor_ids: registry.idsOf('monitor', names, 'monitors') }),
    }),
  isDeletedFirst: true,
}
