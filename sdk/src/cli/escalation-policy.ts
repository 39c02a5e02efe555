import type { Resource } from './resource.ts'

export const escalationPolicyResource: Resource = {
  name: 'escalation-policy',
  summary: 'Who is alerted next if nobody acknowledges an incident',
  columns: ['id', 'name', 'default=is_default', 'after_minutes=steps.after_minutes', 'tags', 'monitor_ids'],
  commands: {
    list: { operation: 'escalationPolicies.list' },
    show: { operation: 'escalationPolicies.show' },
    add: { operation: 'escalationPolicies.create', arguments: ['name'] },
    set: { operation: 'escalationPolicies.update', needsFlag: true },
    remove: { operation: 'escalationPolicies.remove' },
  },
}
