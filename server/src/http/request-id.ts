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

/** Ids as proxies and programs make them (UUIDs, hex, ours). Nothing that could break a log line or a header. */
const FOREIGN_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** The id that the caller or a proxy gave the request, so that its log lines can be found here; otherwise a new one. */
export function chooseRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && FOREIGN_ID.test(given) ? given : makeRequestId()
}

/** W3C Trace Context, version 00. Neither id may be all zeros. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace that a request is part of; undefined if it is part of none. */
export function readTraceId(traceparent: string | string[] | undefined): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined
}
