import type { Config } from '../config.ts'
import { toBase62 } from './base62.ts'
import { CELL_PREFIX } from './cell.ts'
import { deriveKey, isSame, sign } from './secrets.ts'

export type LinkSecrets = Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

/** What a link authorizes. A key is derived for each purpose, so that a link for one is not valid for another. */
export interface LinkClaim {
  purpose: string
  text: string
}

const MAC_BYTES = 16
export const MAC_LENGTH = 22
/** Letters and digits at both ends: programs that detect links in text would omit a dash at the end. */
const TOKEN = new RegExp(`^${CELL_PREFIX}((?:[0-9a-z]{1,11}-)+)([0-9A-Za-z]{${MAC_LENGTH}})$`)

export function signLink(secret: string, { purpose, text }: LinkClaim): string {
  const mac = sign(deriveKey(secret, purpose), text).subarray(0, MAC_BYTES)
  return toBase62(BigInt(`0x${mac.toString('hex')}`), MAC_LENGTH)
}

/** Also accepts the previous secret: links in mails must stay valid after a rotation. */
export function isSignedLink(secrets: LinkSecrets, mac: string, claim: LinkClaim): boolean {
  const known = [secrets.SITEWATCH_SECRET, secrets.SITEWATCH_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const macBytes = Buffer.from(mac)
  return known.some((secret) => isSame(macBytes, Buffer.from(signLink(secret, claim))))
}

/** IDs and their signature. Short, because it has to fit into an SMS together with the text. */
export const writeLinkToken = (ids: readonly number[], mac: string): string =>
  `${CELL_PREFIX}${ids.map((id) => `${id.toString(36)}-`).join('')}${mac}`

/** The content of a token, without verifying the signature. Null if it is malformed or has another number of IDs. */
export function readLinkIds(text: string, count: number): { ids: readonly number[]; mac: string } | null {
  const [, list = '', mac = ''] = TOKEN.exec(text) ?? []
  const ids = list
    .split('-')
    .slice(0, -1)
    .map((each) => Number.parseInt(each, 36))
  return ids.length === count && ids.every(Number.isSafeInteger) ? { ids, mac } : null
}

/** Reads a token with two IDs. */
export function readLinkToken(text: string): { ids: readonly [number, number]; mac: string } | null {
  const found = readLinkIds(text, 2)
  const [first = 0, second = 0] = found?.ids ?? []
  return found && { ids: [first, second], mac: found.mac }
}
