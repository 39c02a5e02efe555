import { type Entry, type Kind, pick, sorted, translate } from '../kind.ts'
import type { Fields } from '../operations.ts'

interface Member {
  name: string
  user?: string | null
  providers?: string[]
}

const completeMember = ({ name, user = null, providers = [] }: Member) => ({ name, user, providers: sorted(providers) })

/** Overrides are made day by day by the people on call, and are not in the file. */
export const onCallSchedules: Kind = {
  kind: 'on_call_schedule',
  section: 'on_call_schedules',
  group: 'onCallSchedules',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('onCallSchedules.list'),
  toEntry: (record, registry) => ({
    ...pick(record, ['name', 'timezone']),
    members: (record['members'] as Fields[]).map(({ name, user_id, provider_ids }) => ({
      name,
      user: user_id === null ? null : registry.nameOf('user', user_id),
      providers: registry.namesOf('provider', provider_ids),
    })),
    layers: record['layers'],
  }),
  complete: ({ members = [], layers = [], ...entry }) => ({
    timezone: 'UTC',
    ...entry,
    members: (members as Member[]).map(completeMember),
    layers: (layers as Entry[]).map((layer, index) => ({ name: `Layer ${index + 1}`, ...layer })),
  }),
  secrets: () => [],
  toBody: (entry, registry) =>
    translate(entry, {
      members: (members) => ({
        members: (members as Member[]).map(({ name, user = null, providers = [] }) => ({
          name,
          user_id: user === null ? null : registry.idOf('user', user, 'members'),
          provider_ids: registry.idsOf('provider', providers, 'members'),
        })),
      }),
    }),
}
