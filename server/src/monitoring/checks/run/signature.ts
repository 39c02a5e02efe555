import type { IncomingHttpHeaders } from 'node:http'
import { deriveKey, isSame, sign } from '../../../platform/secrets.ts'
import { VERSION } from '../../../version.ts'
import { PROBE_HEADER, type ProbeHeaders } from './check-type.ts'

/** Maximum clock skew, or maximum age of a signature. */
const VALID_SECONDS = 600
const SIGNATURE_CHARACTERS = 32

const makeKey = (secret: string): Buffer => deriveKey(secret, 'probe signature')

const computeSignature = (key: Buffer, time: string): string =>
  sign(key, `probe ${time}`).toString('hex').slice(0, SIGNATURE_CHARACTERS)

/**
 * Headers that identify Sitewatch checks. The signature covers the time, not the target: its only use is to exclude a
 * request from statistics. Computed once per second, not once per check.
 */
export function createProbeHeaders(config: { SITEWATCH_SECRET: string; BASE_URL: string }): () => ProbeHeaders {
  const key = makeKey(config.SITEWATCH_SECRET)
  const agent = `Sitewatch/${VERSION} (+${config.BASE_URL})`
  let current: { second: number; headers: ProbeHeaders } | undefined
  return () => {
    const second = Math.floor(Date.now() / 1000)
    if (current?.second !== second) {
      const time = String(second)
      const value = `t=${time},v1=${computeSignature(key, time)}`
      current = { second, headers: { 'X-Sitewatch-Probe': value, 'User-Agent': agent } }
    }
    return current.headers
  }
}

/** Detects requests signed by a Sitewatch check. They are never counted as visits. */
export function createProbeDetector(config: {
  SITEWATCH_SECRET: string
  SITEWATCH_SECRET_PREVIOUS?: string | undefined
}): (headers: IncomingHttpHeaders, now_ms?: number) => boolean {
  const secrets = [config.SITEWATCH_SECRET, config.SITEWATCH_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const keys = secrets.map(makeKey)
  return function isOwnProbe(headers, now_ms = Date.now()) {
    const value = headers[PROBE_HEADER]
    if (typeof value !== 'string') return false
    const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{32})$/.exec(value) ?? []
    if (time === '' || Math.abs(now_ms / 1000 - Number(time)) > VALID_SECONDS) return false
    const given = Buffer.from(signature)
    return keys.some((key) => isSame(Buffer.from(computeSignature(key, time)), given))
  }
}
