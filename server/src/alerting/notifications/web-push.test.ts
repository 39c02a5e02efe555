import { createECDH, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodePublicKey } from './push-keys.ts'
import { encryptPush, MAX_PUSH_BYTES, signVapid } from './web-push.ts'

const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

describe('the encryption of a push message', () => {
  it('produces the bytes of the example in RFC 8291, Appendix A', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), BROWSER, { salt, sender })
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('fills 4,096 bytes with the longest message', () => {
    expect(encryptPush(Buffer.alloc(MAX_PUSH_BYTES), BROWSER)).toHaveLength(4096)
  })

  it('differs each time for the same message, and throws for a key that is not a point on the curve', () => {
    const plain = Buffer.from('the same')
    expect(encryptPush(plain, BROWSER).equals(encryptPush(plain, BROWSER))).toBe(false)
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
    expect(() => encryptPush(plain, { ...BROWSER, p256dh })).toThrow()
  })
})

describe('the VAPID header', () => {
  it('has a token for the push service that the public key verifies', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const public_key = encodePublicKey(privateKey)
    const now_ms = Date.parse('2026-11-16T12:00:00.000Z')
    const header = signVapid(
      { public_key, private_key: privateKey },
      { endpoint: 'https://push.example.net:8443/send/abc?x=1', contact: 'https://watch.example.com', now_ms },
    )
    const [, head = '', claims = '', signature = '', key] =
      /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? []
    expect(key).toBe(public_key)
    expect(Buffer.from(public_key, 'base64url')).toHaveLength(65)
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(read(claims)).toEqual({
      aud: 'https://push.example.net:8443',
      exp: now_ms / 1000 + 43_200,
      sub: 'https://watch.example.com',
    })
    const signed = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true)
  })
})
