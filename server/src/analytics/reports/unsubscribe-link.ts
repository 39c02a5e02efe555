import type { Config } from '../../config.ts'
import { CELL } from '../../identity/keys/index.ts'
import { toBase62 } from '../../platform/base62.ts'
import { deriveKey, isSame, sign } from '../../platform/secrets.ts'

export type LinkConfig = Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

/** Whose reports end. It never expires: a link in an old mail must still be able to stop the next. */
export interface Subscription {
  user_id: number
  website_id: number
}

const MAC_BYTES = 16
const MAC_LENGTH = 22
const TOKEN = new RegExp(`^${CELL}([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)

function computeMac(secret: string, { user_id, website_id }: Subscription): string {
  const mac = sign(deriveKey(secret, 'unsubscribe links'), `${user_id}/${website_id}`).subarray(0, MAC_BYTES)
  return toBase62(BigInt(`0x${mac.toString('hex')}`), MAC_LENGTH)
}

export function makeUnsubscribeUrl({ BASE_URL, SITEWATCH_SECRET }: LinkConfig, subscription: Subscription): string {
  const { user_id, website_id } = subscription
  const token = `${CELL}${user_id.toString(36)}-${website_id.toString(36)}-${computeMac(SITEWATCH_SECRET, subscription)}`
  return `${new URL(BASE_URL).href.replace(/\/+$/, '')}/unsubscribe/${token}`
}

/** Null unless we signed it, with this secret or the one before. */
export function readUnsubscribeToken(config: LinkConfig, text: string): Subscription | null {
  const [, user = '', website = '', mac = ''] = TOKEN.exec(text) ?? []
  const subscription = { user_id: Number.parseInt(user, 36), website_id: Number.parseInt(website, 36) }
  if (!Number.isSafeInteger(subscription.user_id) || !Number.isSafeInteger(subscription.website_id)) return null
  const secrets = [config.SITEWATCH_SECRET, config.SITEWATCH_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const given = Buffer.from(mac)
  return secrets.some((secret) => isSame(given, Buffer.from(computeMac(secret, subscription)))) ? subscription : null
}
