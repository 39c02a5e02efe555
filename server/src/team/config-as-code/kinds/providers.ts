import { findProviderDefinition } from '@sitewatch/contract'
import { type Entry, hideSecrets, type Kind, pick } from '../kind.ts'

const fieldsOf = ({ provider_type }: Entry) => Object.entries(findProviderDefinition(String(provider_type)).fields)

const secretsOf = (entry: Entry): string[] =>
  fieldsOf(entry)
    .filter(([, { secret }]) => secret)
    .map(([name]) => name)

export const providers: Kind = {
  kind: 'provider',
  section: 'providers',
  group: 'providers',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('providers.list'),
  toEntry(record) {
    const names = fieldsOf(record).map(([name]) => name)
    const entry = pick(record, ['name', 'provider_type', ...names, 'is_default', 'quiet_hours'])
    return hideSecrets(entry, secretsOf(record))
  },
  complete: (entry) => ({
    ...Object.fromEntries(
      fieldsOf(entry)
        .filter(([, { optional, secret }]) => optional && !secret)
        .map(([name]) => [name, null]),
    ),
    is_default: false,
    quiet_hours: null,
    ...entry,
  }),
  deciders: ['provider_type'],
  secrets: secretsOf,
  toBody: (entry) => entry,
  fixed: ['provider_type'],
}
