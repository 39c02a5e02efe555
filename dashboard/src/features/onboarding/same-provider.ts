import type { Provider, ProvidersCreateInput } from '@sitewatch/sdk'

/** Masked by the API, so that what was typed cannot be compared with what is stored. */
const SECRET_FIELDS = new Set(['webhook_url', 'token', 'signing_secret', 'routing_key'])

const normalize = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '')

/** Whether a provider reaches what was typed. One with a secret is never taken for the same: only its mask is known. */
export function isSameProvider(provider: Provider, input: ProvidersCreateInput): boolean {
  const stored = provider as unknown as Record<string, unknown>
  return Object.entries(input).every(
    ([name, value]) => !SECRET_FIELDS.has(name) && normalize(stored[name]) === normalize(value),
  )
}
