import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeKeyToken } from '../../../src/identity/keys/token.ts'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sized } from '../../support/size.ts'

const app = await startApp()
const COUNT = sized(5000, 100_000)
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The check of a secret scanner, from the published description only. */
function verifyOffline(token: string): boolean {
  if (!/^sw_[0-9A-Za-z]{51}$/.test(token)) return false
  let sum = crc32(token.slice(0, -6))
  let digits = ''
  for (let n = 0; n < 6; n++, sum = Math.floor(sum / 62)) digits = BASE62.charAt(sum % 62) + digits
  return digits === token.slice(-6)
}

describe('a token', () => {
  it('matches the published pattern and checksum, and is always unique', () => {
    const seen = new Set<string>()
    let wrong = 0
    for (let n = 0; n < COUNT; n++) {
      const { token, prefix } = makeKeyToken()
      if (!verifyOffline(token) || !token.startsWith('sw_00') || prefix !== token.slice(0, 11)) wrong++
      seen.add(token)
    }
    expect(wrong).toBe(0)
    expect(seen.size).toBe(COUNT)
  })

  it('has 32 random bytes: every digit varies, the first one as far as 32 bytes reach', () => {
    const bodies = Array.from({ length: 3000 }, () => makeKeyToken().token.slice(5, 48))
    for (let at = 1; at < 43; at++) expect(new Set(bodies.map((body) => body[at])).size).toBe(62)
    expect(new Set(bodies.map((body) => body[0])).size).toBeGreaterThan(10)
  })

  it('is not valid with one character changed', () => {
    const { token } = makeKeyToken()
    for (let at = 3; at < token.length; at++) {
      const other = token[at] === 'a' ? 'b' : 'a'
      expect(verifyOffline(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    }
  })
})

describe('the stored form of a key', () => {
  it('is a SHA-256 and the first 11 characters; neither authenticates', async () => {
    const user = await app.makeUser()
    const { rows } = await app.database.admin.query<{ token_hash: Buffer; prefix: string; row: string }>(
      'select token_hash, prefix, k::text as row from api_keys k where id = $1',
      [user.key_id],
    )
    const [row] = rows
    expect(row?.token_hash).toHaveLength(32)
    expect(row?.prefix).toBe(user.key.slice(0, 11))
    expect(row?.row).not.toContain(user.key.slice(11, 30))
    const hash = row?.token_hash ?? Buffer.alloc(0)
    for (const stolen of [
      hash.toString('hex'),
      hash.toString('base64'),
      hash.toString('base64url'),
      row?.prefix ?? '',
    ]) {
      expectProblem(await app.call('GET', '/api/keys', { key: stolen }), 'unauthenticated')
      expectProblem(await app.call('GET', '/api/account', { cookie: `sitewatch=${stolen}` }), 'unauthenticated')
    }
  })
})

describe('401 unauthenticated', () => {
  it('is answered to every token that is not exactly the key', async () => {
    const user = await app.makeUser()
    const body = user.key.slice(0, -6)
    const { token: unknown } = makeKeyToken()
    for (const token of [
      unknown,
      body,
      user.key.slice(0, -1),
      `${user.key}0`,
      user.key.toUpperCase(),
      user.key.replace('sw_', 'SW_'),
      `${body}000000`,
      'sw_',
      'null',
      'undefined',
      `${user.key},${user.key}`,
      'a'.repeat(5000),
    ]) {
      expectProblem(await app.call('GET', '/api/keys', { key: token }), 'unauthenticated')
    }
    for (const authorization of [user.key, `Token ${user.key}`, `Bearer${user.key}`, `Bearer ${user.key} x`]) {
      expectProblem(await app.call('GET', '/api/keys', { headers: { authorization } }), 'unauthenticated')
    }
  })

  it.each(['Bearer', 'bearer', 'BEARER'])(
    'is not answered when only the case of the scheme differs: %s',
    async (scheme) => {
      const user = await app.makeUser()
      const { status } = await app.call('GET', '/api/keys', { headers: { authorization: `${scheme}  ${user.key}` } })
      expect(status).toBe(200)
    },
  )

  it('is answered without a query when the token has an invalid format', async () => {
    const lone = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
    await lone.database.setReachable(false)
    expectProblem(await lone.call('GET', '/api/keys', { key: 'sw_nonsense' }), 'unauthenticated')
    expectProblem(await lone.call('GET', '/api/keys', { key: makeKeyToken().token }), 'unavailable')
  })
})
