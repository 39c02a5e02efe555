import type { Config } from '../../config.ts'
import { CELL } from '../../identity/keys/index.ts'
import { toBase62 } from '../../platform/base62.ts'
import { deriveKey, isSame, sign } from '../../platform/secrets.ts'

/** What a link in a mail lets its reader do. A link for one does nothing for the other. */
export type Purpose = 'confirm' | 'unsubscribe'

export interface Subscriber {
  user_id: number
  subscriber_id: number
}

type Secrets = Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

const MAC_BYTES = 16
const MAC_LENGTH = 22
const TOKEN = new RegExp(`^${CELL}([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)

/** Of ids that are never used again, so a link can still be told from a forged one when the subscription is gone. */
function makeMac(secret: string, purpose: Purpose, { user_id, subscriber_id }: Subscriber): string {
  const mac = sign(deriveKey(secret, 'status page subscriptions'), `${purpose}/${user_id}/${subscriber_id}`)
  return toBase62(BigInt(`0x${mac.subarray(0, MAC_BYTES).toString('hex')}`), MAC_LENGTH)
}

export function makeToken({ SITEWATCH_SECRET }: Secrets, purpose: Purpose, subscriber: Subscriber): string {
  const ids = `${subscriber.user_id.toString(36)}-${subscriber.subscriber_id.toString(36)}`
  return `${CELL}${ids}-${makeMac(SITEWATCH_SECRET, purpose, subscriber)}`
}

/** Null for whatever we did not make for this purpose. Under the previous secret too: mails live longer than a rotation. */
export function readToken(secrets: Secrets, purpose: Purpose, text: string): Subscriber | null {
  const [, user = '', id = '', mac = ''] = TOKEN.exec(text) ?? []
  const subscriber = { user_id: Number.parseInt(user, 36), subscriber_id: Number.parseInt(id, 36) }
  if (!Number.isSafeInteger(subscriber.user_id) || !Number.isSafeInteger(subscriber.subscriber_id)) return null
  const known = [secrets.SITEWATCH_SECRET, secrets.SITEWATCH_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const given = Buffer.from(mac)
  return known.some((secret) => isSame(given, Buffer.from(makeMac(secret, purpose, subscriber)))) ? subscriber : null
}
