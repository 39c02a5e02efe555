import { type Provider, PROVIDER_TYPES, type ProviderType, type ProviderTypeField } from '@sitewatch/sdk'
import { BASE_URL } from '../../platform/page-facts.ts'
import { findProviderType } from './find-provider-type.ts'

export const PROVIDER_TYPE_LIST = Object.keys(PROVIDER_TYPES) as ProviderType[]

const GUIDES: Partial<Record<ProviderType, string>> = {
  email: 'set-up-e-mail-alerts',
  webhook: 'receive-webhooks',
  web_push: 'push-notifications-in-your-browser',
}

/** URL of the setup guide. */
export const guideUrl = (type: ProviderType): string =>
  `${BASE_URL}/docs/guides/providers#${GUIDES[type] ?? 'where-to-get-the-credentials'}`

/** Where the provider sends to, with secrets masked by the API. Adds the channel, which says more than the webhook URL. */
export function listDestinations(provider: Provider): string[] {
  const values = provider as unknown as Record<string, unknown>
  const names = [findProviderType(provider.provider_type).destination, 'channel']
  return names.map((name) => values[name]).filter((value) => typeof value === 'string' && value !== '') as string[]
}

/** 32 random bytes in the format of a Standard Webhooks secret. */
function makeSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

export type Prefills = Readonly<Record<NonNullable<ProviderTypeField['prefill']>, string>>

/** Initial values for the fields of a new provider that define a prefill. */
export const makePrefills = (account_email: string): Prefills => ({
  account_email,
  signing_secret: makeSigningSecret(),
})

export const prefill = (field: ProviderTypeField, prefills: Prefills | undefined): string =>
  field.prefill && prefills ? prefills[field.prefill] : ''
