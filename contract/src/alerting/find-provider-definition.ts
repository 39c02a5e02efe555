import type { ProviderDefinition } from './provider-types/definition.ts'
import * as definitions from './provider-types/index.ts'

const DEFINITIONS: Readonly<Record<string, ProviderDefinition>> = definitions

/** A newer release may have stored providers of a type that is unknown here. Its settings are kept, but not shown and not changed. */
const UNKNOWN: ProviderDefinition = { provider_type: '', label: '', description: '', destination: '', fields: {} }

export const findProviderDefinition = (type: string): ProviderDefinition =>
  Object.hasOwn(DEFINITIONS, type) ? (DEFINITIONS[type] ?? UNKNOWN) : UNKNOWN
