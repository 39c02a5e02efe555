import { PROVIDER_TYPES, type ProviderDefinition, type ProviderType } from '@sitewatch/contract'
import { maskSecret } from '../../platform/mask.ts'
import type { ProviderSettings } from './channel.ts'

const definitionOf = (type: ProviderType): ProviderDefinition => PROVIDER_TYPES[type]

export const listFields = (type: ProviderType): string[] => Object.keys(definitionOf(type).fields)

export const isSecretField = (type: ProviderType, field: string): boolean =>
  definitionOf(type).fields[field]?.secret === true

/** Fields with a URL from a user, which must be vetted before it is stored. */
export const listUrlFields = (type: ProviderType): string[] =>
  listFields(type).filter((field) => definitionOf(type).fields[field]?.input === 'url')

/** The address or number of a person, who has to confirm where sign-up is open; null for all other destinations. */
export function readPerson(type: ProviderType, settings: ProviderSettings): string | null {
  const { destination, reaches_person } = definitionOf(type)
  return reaches_person ? (settings[destination] ?? null) : null
}

/** For the default name: enough to tell two destinations apart, without revealing them. */
export function describeDestination(type: ProviderType, settings: ProviderSettings): string {
  const { destination, fields } = definitionOf(type)
  const value = settings[destination] ?? ''
  if (fields[destination]?.secret) return maskSecret(value)
  if (fields[destination]?.input === 'email') return `${value.slice(0, 1)}…${value.slice(value.lastIndexOf('@'))}`
  return `…${value.slice(-4)}`
}
