import type { Resource } from './resource.ts'

export const assignmentResource: Resource = {
  name: 'assignment',
  summary: 'Which providers each monitor alerts',
  columns: ['id', 'friendly_name', 'is_active', 'alerts_nobody', 'assignments'],
  commands: { list: { operation: 'assignments.list' } },
}

export const assignmentRuleResource: Resource = {
  name: 'assignment-rule',
  summary: 'Rules that assign providers to monitors',
  columns: ['id', 'name', 'applies_to', 'tag', 'website_domain', 'provider_ids', 'monitor_count'],
  commands: {
    list: { operation: 'assignmentRules.list' },
    show: { operation: 'assignmentRules.show' },
    add: { operation: 'assignmentRules.create', arguments: ['applies_to'] },
    set: { operation: 'assignmentRules.update', needsFlag: true },
    remove: { operation: 'assignmentRules.remove' },
  },
}
