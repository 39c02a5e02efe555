import { type Destination, findProviderDefinition, type ProviderType } from '@sitewatch/contract'
import { maskSecret } from '../../platform/mask.ts'
import type { ProviderSettings } from './channel.ts'

export const listFields = (type: ProviderType): string[] => Object.keys(findProviderDefinition(type).fields)

export const isSecretField = (type: ProviderType, field: string): boolean =>
  findProviderDefinition(type).fields[field]?.secret === true

export const listSecretFields = (type: ProviderType): string[] =>
  listFields(type).filter((field) => isSecretField(type, field))

/** Fields with a URL from a user, which must be vetted before it is stored. */
export const listUrlFields = (type: ProviderType): string[] =>
  listFields(type).filter((field) => findProviderDefinition(type).fields[field]?.input === 'url')

/** Where the secrets of a provider are sent. A type without a URL sends them to a server of the operator or of its service. */
export const readDestination = (type: ProviderType, settings: ProviderSettings): Destination => ({
  ...settings,
  urls: listUrlFields(type).map((field) => settings[field]),
})

/** The address or number of a person, who has to confirm where sign-up is open; null for all other destinations. */
export function readPerson(type: ProviderType, settings: ProviderSettings): string | null {
  const { destination, reaches_person } = findProviderDefinition(type)
  return reaches_person ? (settings[destination] ?? null) : null
}

/** For the default name: enough to tell two destinations apart, without revealing them. */
export function describeDestination(type: ProviderType, settings: ProviderSettings): string {
  const { destination, fields } = findProviderDefinition(type)
  const value = settings[destination] ?? ''
  if (fields[destination]?.secret) return maskSecret(value)
  if (fields[destination]?.input === 'email') return `${value.slice(0, 1)}…${value.slice(value.lastIndexOf('@'))}`
  return `…${value.slice(-4)}`
}
