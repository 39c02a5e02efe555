import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { VapidKeys } from './push-keys.ts'

/**
 * Message encryption for Web Push (RFC 8291, with the content coding of RFC 8188) and the signature that identifies the sender
 * (VAPID, RFC 8292). docs/adr/0021-web-push-without-a-package.md says why no package is used.
 */

export interface PushSubscription {
  /** The browser's public key, in base64url. */
  p256dh: string
  /** Its authentication secret, in base64url. */
  auth: string
}

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const RECORD_BYTES = 4096
const POINT_BYTES = 65
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
const TAG_BYTES = 16
/** Marks the last record; the only one here. */
const LAST_RECORD = Buffer.of(2)

/** Every push service accepts 4,096 bytes (RFC 8030); this is the part that is left for the message. */
export const MAX_PUSH_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - LAST_RECORD.length

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

interface Randomness {
  salt: Buffer
  /** A key pair for this message only. */
  sender: ECDH
}

function makeRandomness(): Randomness {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { salt: randomBytes(SALT_BYTES), sender }
}

/** The body of the request to the push service. Throws if the browser's key is not a point of the curve. */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: PushSubscription,
  { salt, sender }: Randomness = makeRandomness(),
): Buffer {
  const browser_key = Buffer.from(p256dh, 'base64url')
  const sender_key = sender.getPublicKey()
  const shared = sender.computeSecret(browser_key)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser_key, sender_key])
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const content_key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', content_key, nonce)
  const record_size = Buffer.alloc(4)
  record_size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    salt,
    record_size,
    Buffer.of(POINT_BYTES),
    sender_key,
    cipher.update(Buffer.concat([plain, LAST_RECORD])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Push services refuse a signature that is valid for more than a day. */
const VALID_SECONDS = 12 * 3600

/** The Authorization header: a token for the push service at this endpoint, and the key that it was signed with. */
export function signVapid(
  { public_key, private_key }: VapidKeys,
  { endpoint, contact, now_ms }: { endpoint: string; contact: string; now_ms: number },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now_ms / 1000) + VALID_SECONDS,
    sub: contact,
  }
  const signed = `${encodeJson({ typ: 'JWT', alg: 'ES256' })}.${encodeJson(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: private_key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${public_key}`
}
