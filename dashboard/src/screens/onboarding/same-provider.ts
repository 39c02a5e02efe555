import { type Provider, PROVIDER_TYPES, type ProvidersCreateInput } from '@sitewatch/sdk'

const normalize = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '')

/** Whether a stored provider equals the input. Never true for a type with a secret, because only its mask is known. */
export function isSameProvider(provider: Provider, input: ProvidersCreateInput): boolean {
  if (PROVIDER_TYPES[input.provider_type].fields.some(({ secret }) => secret)) return false
  const stored = provider as unknown as Record<string, unknown>
  return Object.entries(input).every(([name, value]) => normalize(stored[name]) === normalize(value))
}
