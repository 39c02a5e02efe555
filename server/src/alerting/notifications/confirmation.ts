import type { ProviderType } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { isSignedLink, type LinkClaim, readLinkToken, signLink, writeLinkToken } from '../../platform/signed-link.ts'
import type { ProviderSettings } from './channel.ts'
import { readPerson } from './fields.ts'

/**
 * Where sign-up is open, anybody could send alerts to a stranger. So an address or number other than the account's own verified one
 * gets only tests until its owner confirms. `confirmed_at` is null until then, and set at once where no confirmation is needed;
 * a new address has to confirm again.
 */
export type ConfirmationConfig = Pick<
  Config,
  'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS' | 'SITEWATCH_SIGNUP'
>

export interface AccountAddress {
  email: string
  is_verified: boolean
}

export function needsConfirmation(
  { SITEWATCH_SIGNUP }: Pick<Config, 'SITEWATCH_SIGNUP'>,
  { type, settings, account }: { type: ProviderType; settings: ProviderSettings; account: AccountAddress },
): boolean {
  const person = readPerson(type, settings)
  if (SITEWATCH_SIGNUP !== 'open' || person === null) return false
  return !account.is_verified || person.toLowerCase() !== account.email.toLowerCase()
}

export const hasOtherPerson = (type: ProviderType, before: ProviderSettings, after: ProviderSettings): boolean =>
  readPerson(type, before)?.toLowerCase() !== readPerson(type, after)?.toLowerCase()

/** What a link confirms. The address is signed but not part of the link, so a new address of the provider invalidates the link. */
export interface ConfirmationSubject {
  team_id: number
  provider_id: number
  person: string
}

const claimOf = ({ team_id, provider_id, person }: ConfirmationSubject): LinkClaim => ({
  purpose: 'confirmation links',
  text: `${team_id}/${provider_id}/${person.toLowerCase()}`,
})

/** The link is not stored. */
export function makeConfirmUrl(
  { BASE_URL, SITEWATCH_SECRET }: ConfirmationConfig,
  subject: ConfirmationSubject,
): string {
  const token = writeLinkToken([subject.team_id, subject.provider_id], signLink(SITEWATCH_SECRET, claimOf(subject)))
  return `${new URL(BASE_URL).href.replace(/\/+$/, '')}/confirm/${token}`
}

export interface ConfirmToken {
  team_id: number
  provider_id: number
  mac: string
}

export function readConfirmToken(text: string): ConfirmToken | null {
  const token = readLinkToken(text)
  if (!token) return null
  const [team_id, provider_id] = token.ids
  return { team_id, provider_id, mac: token.mac }
}

export const isGenuine = (config: ConfirmationConfig, { mac, ...ids }: ConfirmToken, person: string): boolean =>
  isSignedLink(config, mac, claimOf({ ...ids, person }))
