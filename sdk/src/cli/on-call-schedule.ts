import type { Resource } from './resource.ts'

export const onCallScheduleResource: Resource = {
  name: 'on-call-schedule',
  summary: 'Who is on call, and when',
  columns: ['id', 'name', 'timezone', 'members=members.name', 'layers=layers.name', 'overrides=overrides.member'],
  commands: {
    list: { operation: 'onCallSchedules.list' },
    show: { operation: 'onCallSchedules.show' },
    add: { operation: 'onCallSchedules.create', arguments: ['name'] },
    set: { operation: 'onCallSchedules.update', needsFlag: true },
    remove: { operation: 'onCallSchedules.remove' },
    'on-call': { operation: 'onCallSchedules.onCall' },
    'create-calendar': { operation: 'onCallSchedules.createCalendar' },
    'revoke-calendar': { operation: 'onCallSchedules.revokeCalendar' },
  },
}
