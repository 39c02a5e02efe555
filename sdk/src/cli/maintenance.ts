import type { Resource } from './resource.ts'

export const maintenanceResource: Resource = {
  name: 'maintenance',
  summary: 'Maintenance windows: no incidents open while they last',
  columns: ['id', 'name', 'starts=starts_at', 'ends=ends_at', 'repeat', 'timezone', 'monitor_ids'],
  commands: {
    list: { operation: 'maintenance.list' },
    show: { operation: 'maintenance.show' },
    add: { operation: 'maintenance.create', arguments: ['name'] },
    set: { operation: 'maintenance.update', needsFlag: true },
    remove: { operation: 'maintenance.remove' },
  },
}
