import type { EscalationPolicy, EscalationPolicyChanges } from '@sitewatch/contract'

export type PolicySettings = Pick<
  EscalationPolicy,
  'name' | 'steps' | 'repeats' | 'repeat_minutes' | 'is_default' | 'tags'
>

export const mergeChanges = (before: PolicySettings, changes: EscalationPolicyChanges): PolicySettings => ({
  name: changes.name ?? before.name,
  steps: changes.steps ?? before.steps,
  repeats: changes.repeats ?? before.repeats,
  repeat_minutes: changes.repeat_minutes ?? before.repeat_minutes,
  is_default: changes.is_default ?? before.is_default,
  tags: changes.tags ?? before.tags,
})
