import type { Resource } from './resource.ts'

export const assignmentResource: Resource = {
  name: 'assignment',
  summary: 'Which providers each monitor alerts',
  columns: ['id', 'name=friendly_name', 'provider_ids=assignments.provider_id', 'alerts_nobody', 'active=is_active'],
  commands: { list: { operation: 'assignments.list' } },
}

export const assignmentRuleResource: Resource = {
  name: 'assignment-rule',
  summary: 'Rules that assign providers to monitors',
  columns: ['id', 'name', 'applies_to', 'tag', 'website=website_domain', 'monitors=monitor_count', 'provider_ids'],
  commands: {
    list: { operation: 'assignmentRules.list' },
    show: { operation: 'assignmentRules.show' },
    add: { operation: 'assignmentRules.create', arguments: ['applies_to'] },
    set: { operation: 'assignmentRules.update', needsFlag: true },
    remove: { operation: 'assignmentRules.remove' },
  },
}
