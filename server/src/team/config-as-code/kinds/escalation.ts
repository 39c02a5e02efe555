import { type Kind, pick, translate } from '../kind.ts'
import type { Fields, Operations } from '../operations.ts'

const setTags = (operations: Operations, id: number, tags: unknown) =>
  operations.run('escalationPolicies.update', { params: { id }, body: { tags } })

export const escalationPolicies: Kind = {
  kind: 'escalation_policy',
  section: 'escalation_policies',
  group: 'escalationPolicies',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('escalationPolicies.list'),
  toEntry: (record, registry) => ({
    ...pick(record, ['name', 'repeats', 'repeat_minutes', 'is_default', 'tags']),
    // A step whose last target was deleted sends nothing, and could not be created.
    steps: (record['steps'] as Fields[])
      .map(({ provider_ids, on_call_schedule_ids, ...step }) => ({
        after_minutes: step['after_minutes'],
        providers: (provider_ids as number[]).map((id) => registry.nameOf('provider', id)),
        on_call_schedules: (on_call_schedule_ids as number[]).map((id) => registry.nameOf('on_call_schedule', id)),
        repeats: step['repeats'],
        repeat_minutes: step['repeat_minutes'],
      }))
      .filter(({ providers, on_call_schedules }) => providers.length + on_call_schedules.length > 0),
  }),
  complete: (entry) => ({ repeats: 0, repeat_minutes: 30, is_default: false, tags: [], ...entry }),
  secrets: () => [],
  toBody: (entry, registry) =>
    translate(entry, {
      steps: (steps) => ({
        steps: (steps as Fields[]).map(({ providers, on_call_schedules, ...step }) => ({
          ...step,
          provider_ids: registry.idsOf('provider', providers, 'steps'),
          on_call_schedule_ids: registry.idsOf('on_call_schedule', on_call_schedules, 'steps'),
        })),
      }),
    }),
  isDeletedFirst: true,
  deferred: {
    // A tag has one policy: another policy can get it only after this one has released it.
    fields: ['tags'],
    initial: () => ({ tags: [] }),
    async release(operations, _registry, { id, before, after }) {
      const [previous, next] = [before['tags'] as string[], after['tags'] as string[]]
      const kept = previous.filter((tag) => next.includes(tag))
      if (kept.length < previous.length) await setTags(operations, id, kept)
    },
    async save(operations, _registry, { id, before, after }) {
      const [previous, next] = [before['tags'] as string[], after['tags'] as string[]]
      if (next.some((tag) => !previous.includes(tag))) await setTags(operations, id, next)
    },
  },
}
