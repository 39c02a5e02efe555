import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A browser that decrypts, and a push service that verifies the sender. Both follow the RFCs and share no code with the server. */

const expand = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

interface PushBrowser {
  p256dh: string
  auth: string
  /** Decrypts the body of a request to the push service; throws if it is not for this browser. */
  decrypt(body: Buffer): string
}

/** RFC 8291, section 3, on the side of the receiver. */
export function openPushBrowser(): PushBrowser {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: own.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body) {
      const salt = body.subarray(0, 16)
      const record_size = body.readUInt32BE(16)
      const key_length = body.readUInt8(20)
      const sender = body.subarray(21, 21 + key_length)
      const record = body.subarray(21 + key_length)
      if (record.length > record_size) throw new Error('more than one record')
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const secret = expand(own.computeSecret(sender), auth, info, 32)
      const content_key = expand(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = expand(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', content_key, nonce).setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = padded.findLastIndex((byte) => byte !== 0)
      if (padded[end] !== 2) throw new Error('the last record is not marked')
      return padded.subarray(0, end).toString('utf8')
    },
  }
}

const decodeJson = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

/** RFC 8292: null if the token is signed by the key, is for this push service and expires within a day; otherwise the reason. */
export function findVapidDefect(header: string | undefined, origin: string): string | null {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  if (key === '') return 'no vapid header'
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return 'the key is not a point of P-256'
  const x = point.toString('base64url', 1, 33)
  const y = point.toString('base64url', 33)
  const public_key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: public_key, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    return 'the signature does not match'
  const { aud, exp, sub } = decodeJson(claims)
  if (decodeJson(head)['alg'] !== 'ES256') return 'the algorithm is not ES256'
  if (aud !== origin) return `the token is for ${String(aud)}`
  const left_seconds = Number(exp) - Date.now() / 1000
  if (!(left_seconds > 0 && left_seconds <= 24 * 3600)) return 'the token has expired, or is valid for more than a day'
  return /^(https:\/\/|mailto:)/.test(String(sub)) ? null : 'the token names no contact'
}

/** What a push service refuses before it reads the token (RFC 8030, RFC 8188). */
export function findPushDefect(headers: IncomingHttpHeaders, bytes: number): string | null {
  if (headers['content-encoding'] !== 'aes128gcm') return 'the content encoding is unknown'
  if (!/^\d+$/.test(String(headers['ttl']))) return 'no TTL'
  if (!['very-low', 'low', 'normal', 'high'].includes(String(headers['urgency']))) return 'the urgency is unknown'
  const { topic } = headers
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return 'the topic is invalid'
  return bytes > 4096 ? 'the payload is too large' : null
}
