import type { Config } from '../../config.ts'
import { CELL } from '../../identity/keys/index.ts'
import { toBase62 } from '../../platform/base62.ts'
import { deriveKey, isSame, sign } from '../../platform/secrets.ts'
import type { Channel, ProviderSettings } from './channel.ts'

/**
 * Where anybody may sign up, anybody could have alerts sent to a stranger. So an address or a number that is not the
 * account's own verified own gets nothing but tests until whoever reads it there agrees. `confirmed_at` is null while we wait, and set
 * at once where nobody needs to be asked; another address begins anew.
 */
export type ConfirmationConfig = Pick<
  Config,
  'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS' | 'SITEWATCH_SIGNUP'
>

const readPerson = (channel: Channel, settings: ProviderSettings): string | null =>
  channel.personField === undefined ? null : (settings[channel.personField]?.toLowerCase() ?? null)

export interface AccountAddress {
  email: string
  is_verified: boolean
}

export function needsConfirmation(
  { SITEWATCH_SIGNUP }: Pick<Config, 'SITEWATCH_SIGNUP'>,
  { channel, settings, account }: { channel: Channel; settings: ProviderSettings; account: AccountAddress },
): boolean {
  const person = readPerson(channel, settings)
  if (SITEWATCH_SIGNUP !== 'open' || person === null) return false
  return !account.is_verified || person !== account.email.toLowerCase()
}

export const hasOtherPerson = (channel: Channel, before: ProviderSettings, after: ProviderSettings): boolean =>
  readPerson(channel, before) !== readPerson(channel, after)

/** Whom a link is about. The address is signed and not in it, so the link dies when the provider gets another. */
export interface Asked {
  user_id: number
  provider_id: number
  person: string
}

const MAC_BYTES = 16
const MAC_LENGTH = 22
/** Letters and digits at both ends: what turns text into links would leave out a dash at the end. */
const TOKEN = new RegExp(`^${CELL}([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)

function computeMac(secret: string, { user_id, provider_id, person }: Asked): Buffer {
  const mac = sign(deriveKey(secret, 'confirmation links'), `${user_id}/${provider_id}/${person.toLowerCase()}`)
  return mac.subarray(0, MAC_BYTES)
}

const encodeMac = (mac: Buffer): string => toBase62(BigInt(`0x${mac.toString('hex')}`), MAC_LENGTH)

/** Short, because it has to fit into an SMS with the words around it. Nothing of it is stored. */
export function makeConfirmUrl({ BASE_URL, SITEWATCH_SECRET }: ConfirmationConfig, asked: Asked): string {
  const ids = `${CELL}${asked.user_id.toString(36)}-${asked.provider_id.toString(36)}`
  const base = new URL(BASE_URL).href.replace(/\/+$/, '')
  return `${base}/confirm/${ids}-${encodeMac(computeMac(SITEWATCH_SECRET, asked))}`
}

export interface ConfirmToken {
  user_id: number
  provider_id: number
  mac: string
}

export function readConfirmToken(text: string): ConfirmToken | null {
  const [, user = '', provider = '', mac = ''] = TOKEN.exec(text) ?? []
  const user_id = Number.parseInt(user, 36)
  const provider_id = Number.parseInt(provider, 36)
  return Number.isSafeInteger(user_id) && Number.isSafeInteger(provider_id) ? { user_id, provider_id, mac } : null
}

/** Under the previous secret too, so that rotating it does not break the links already sent. */
export function isGenuine(config: ConfirmationConfig, { mac, ...ids }: ConfirmToken, person: string): boolean {
  const secrets = [config.SITEWATCH_SECRET, config.SITEWATCH_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const given = Buffer.from(mac)
  return secrets.some((secret) => isSame(given, Buffer.from(encodeMac(computeMac(secret, { ...ids, person })))))
}
