import type { Config } from '../config.ts'
import { toBase62 } from './base62.ts'
import { CELL_PREFIX } from './cell.ts'
import { deriveKey, isSame, sign } from './secrets.ts'

export type LinkSecrets = Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

/** What a link vouches for: a key is derived for each purpose, so that a link for one does nothing for another. */
export interface LinkClaim {
  purpose: string
  text: string
}

const MAC_BYTES = 16
export const MAC_LENGTH = 22
/** Letters and digits at both ends: what turns text into links would leave out a dash at the end. */
const TOKEN = new RegExp(`^${CELL_PREFIX}([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)

export function signLink(secret: string, { purpose, text }: LinkClaim): string {
  const mac = sign(deriveKey(secret, purpose), text).subarray(0, MAC_BYTES)
  return toBase62(BigInt(`0x${mac.toString('hex')}`), MAC_LENGTH)
}

/** Under the previous secret too: mails live longer than a rotation. */
export function isSignedLink(secrets: LinkSecrets, mac: string, claim: LinkClaim): boolean {
  const known = [secrets.SITEWATCH_SECRET, secrets.SITEWATCH_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const given = Buffer.from(mac)
  return known.some((secret) => isSame(given, Buffer.from(signLink(secret, claim))))
}

/** Two ids and what signs them. Short, because it has to fit into an SMS with the words around it. */
export const writeLinkToken = (ids: readonly [number, number], mac: string): string =>
  `${CELL_PREFIX}${ids[0].toString(36)}-${ids[1].toString(36)}-${mac}`

/** What a token says, not yet whether we signed it; null when it is none. */
export function readLinkToken(text: string): { ids: readonly [number, number]; mac: string } | null {
  const [, first = '', second = '', mac = ''] = TOKEN.exec(text) ?? []
  const ids = [Number.parseInt(first, 36), Number.parseInt(second, 36)] as const
  return ids.every(Number.isSafeInteger) ? { ids, mac } : null
}
