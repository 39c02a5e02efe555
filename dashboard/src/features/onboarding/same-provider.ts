import { type Provider, PROVIDER_TYPES, type ProvidersCreateInput } from '@sitewatch/sdk'

const normalize = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '')

/** Whether a provider reaches what was typed. One with a secret is never taken for the same: only its mask is known. */
export function isSameProvider(provider: Provider, input: ProvidersCreateInput): boolean {
  if (PROVIDER_TYPES[input.provider_type].fields.some(({ secret }) => secret)) return false
  const stored = provider as unknown as Record<string, unknown>
  return Object.entries(input).every(([name, value]) => normalize(stored[name]) === normalize(value))
}
