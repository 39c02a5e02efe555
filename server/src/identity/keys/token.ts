import { crc32 } from 'node:zlib'
import { KEY_PATTERN } from '@sitewatch/contract'
import { randomBase62, toBase62 } from '../../platform/base62.ts'
import { CELL_PREFIX } from '../../platform/cell.ts'

const PREFIX_LENGTH = 11

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), 6)

export function makeKeyToken(): { token: string; prefix: string } {
  const body = `sw_${CELL_PREFIX}${randomBase62(32, 43)}`
  return { token: body + checksum(body), prefix: body.slice(0, PREFIX_LENGTH) }
}

/** Pattern and checksum, so that a typo or a string that was never a key is refused without a database query. */
export function isKeyToken(token: string): boolean {
  return KEY_PATTERN.test(token) && checksum(token.slice(0, -6)) === token.slice(-6)
}
