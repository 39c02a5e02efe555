import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Keys are derived from the operator's secret, one for each purpose, so that none is valid for another purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'sitewatch', purpose, 32))
}

export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer')

export const sign = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. `binding` (table, row, column) is authenticated: a value that is moved to another row or column cannot be opened. */
export function seal(key: Buffer, plain: Buffer | string, binding: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(binding))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** The plain value, or null if the key, the binding or the bytes do not match. */
export function open(key: Buffer, sealed: Buffer, binding: string): Buffer | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(binding))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
