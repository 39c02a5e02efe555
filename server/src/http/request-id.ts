import { randomBytes } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const pool = { bytes: Buffer.alloc(0), next: 0 }

function randomByte(): number {
  if (pool.next >= pool.bytes.length) {
    pool.bytes = randomBytes(4096)
    pool.next = 0
  }
  return pool.bytes[pool.next++] ?? 0
}

/** `req_` and 26 digits that sort by time: 10 of milliseconds, 16 random. */
export function makeRequestId(now = Date.now()): string {
  let time = ''
  for (let rest = now, n = 0; n < 10; n++, rest = Math.floor(rest / 32)) time = DIGITS.charAt(rest % 32) + time
  let random = ''
  for (let n = 0; n < 16; n++) random += DIGITS.charAt(randomByte() & 31)
  return `req_${time}${random}`
}
