import { KEY_PATTERN, SCOPES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp({ SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8' })
const READ = ['monitors:read'] as const

describe('POST /api/keys', () => {
  it('answers 201 with the record, the key once, and Location', async () => {
    const user = await app.makeUser()
    const made = await app.call('POST', '/api/keys', { key: user.key, json: { name: 'ci', scopes: READ } })
    expect(made.status).toBe(201)
    const { data } = made.body
    expect(data).toMatchObject({
      object: 'api_key',
      name: 'ci',
      scopes: READ,
      minted_by: user.key_id,
      expires_at: null,
      last_used_at: null,
    })
    expect(Object.keys(data)).toEqual([
      'object',
      'id',
      'name',
      'scopes',
      'prefix',
      'key',
      'minted_by',
      'expires_at',
      'allowed_addresses',
      'limited_to',
      'last_used_at',
      'created_at',
      'updated_at',
    ])
    expect(data.key).toMatch(KEY_PATTERN)
    expect(data.prefix).toBe((data.key as string).slice(0, 11))
    expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/keys/${data.id}`)
    const shown = await app.call('GET', `/api/keys/${data.id}`, { key: user.key })
    expect(shown.body.data).toEqual({ ...data, key: undefined })
    expect((await app.call('GET', '/api/keys', { key: data.key })).status).toBe(200)
  })

  it('answers 201 to a session, with minted_by null', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const made = await app.call('POST', '/api/keys', { cookie, json: { name: 'all', scopes: SCOPES } })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ scopes: SCOPES, minted_by: null })
  })

  it('answers 422 limit_reached beyond the quota, also for concurrent requests', async () => {
    const small = await startApp({ SITEWATCH_MAX_KEYS_PER_TEAM: '3' })
    const user = await small.makeUser()
    const make = () => small.call('POST', '/api/keys', { key: user.key, json: { name: 'a', scopes: READ } })
    const answers = await Promise.all(Array.from({ length: 6 }, make))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422])
    expectProblem(await make(), 'limit_reached')
    const oldest = answers.find(({ status }) => status === 201)?.body.data.id
    await small.call('DELETE', `/api/keys/${oldest}`, { key: user.key })
    expect((await make()).status).toBe(201)
  })

  it('uses the quota that the administrator set for the user before that of the operator', async () => {
    const small = await startApp({ SITEWATCH_MAX_KEYS_PER_TEAM: '1' })
    const [more, none] = [await small.makeUser(), await small.makeUser()]
    await small.database.admin.query('update teams set max_keys = 2 where id = $1', [more.id])
    const make = (key: string) => small.call('POST', '/api/keys', { key, json: { name: 'a', scopes: READ } })
    expect((await make(more.key)).status).toBe(201)
    expectProblem(await make(more.key), 'limit_reached')
    expectProblem(await make(none.key), 'limit_reached')
  })
})

describe('the expiry of a minted key', () => {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

  async function makeExpiringKey(): Promise<{ key: string; expires_at: string }> {
    const user = await app.makeUser()
    const expires_at = inDays(10)
    const made = await app.call('POST', '/api/keys', { key: user.key, json: { name: 'a', scopes: READ, expires_at } })
    return { key: made.body.data.key as string, expires_at: made.body.data.expires_at as string }
  }

  const mint = (key: string, expires_at?: string | null) =>
    app.call('POST', '/api/keys', {
      key,
      json: { name: 'b', scopes: READ, ...(expires_at !== undefined && { expires_at }) },
    })

  it.each([undefined, null])('is that of the minting key when expires_at is %s', async (asked) => {
    const { key, expires_at } = await makeExpiringKey()
    expect((await mint(key, asked)).body.data.expires_at).toBe(expires_at)
  })

  it('may be earlier, and not later', async () => {
    const { key, expires_at } = await makeExpiringKey()
    const earlier = inDays(5)
    expect((await mint(key, earlier)).body.data.expires_at).toBe(earlier)
    expect((await mint(key, expires_at)).status).toBe(201)
    const { errors } = expectProblem(await mint(key, inDays(11)), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'expires_at', code: 'too_big' }])
  })

  it('makes the key invalid at that time', async () => {
    const { key } = await makeExpiringKey()
    expect((await app.call('GET', '/api/keys', { key })).status).toBe(200)
    await app.database.admin.query(`update api_keys set expires_at = now() - interval '1 ms' where prefix = $1`, [
      key.slice(0, 11),
    ])
    expectProblem(await app.call('GET', '/api/keys', { key }), 'unauthenticated')
    expectProblem(await mint(key), 'unauthenticated')
  })
})

describe('a key with allowed_addresses', () => {
  const OFFICE = ['203.0.113.0/24', '2001:db8::/48']
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  async function makeOfficeKey(): Promise<string> {
    const user = await app.makeUser()
    const json = { name: 'office', scopes: READ, allowed_addresses: OFFICE }
    const made = await app.call('POST', '/api/keys', { key: user.key, json })
    expect(made.body.data.allowed_addresses).toEqual(OFFICE)
    return made.body.data.key as string
  }

  it('is valid from these, and from no other, also where no transaction checks it', async () => {
    const key = await makeOfficeKey()
    for (const path of ['/api/keys', '/mcp'] as const) {
      const call = (address: string) =>
        path === '/mcp'
          ? app.call('POST', path, { key, json: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, ...from(address) })
          : app.call('GET', path, { key, ...from(address) })
      for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1']) {
        expect((await call(address)).status, `${path} from ${address}`).toBe(200)
      }
      for (const address of ['203.0.114.7', '2001:db8:1::1', '127.0.0.1']) {
        const answer = await call(address)
        expect(answer.status, `${path} from ${address}`).toBe(403)
        expect(answer.text).toContain('address_not_allowed')
      }
    }
  })

  it('creates keys for the same addresses or some of them, and for no others', async () => {
    const key = await makeOfficeKey()
    const mint = (allowed_addresses?: string[]) =>
      app.call('POST', '/api/keys', {
        key,
        json: { name: 'a', scopes: READ, ...(allowed_addresses && { allowed_addresses }) },
        ...from('203.0.113.7'),
      })
    expect((await mint()).body.data.allowed_addresses).toEqual(OFFICE)
    expect((await mint(['203.0.113.7', '2001:db8:0:1::/64'])).status).toBe(201)
    for (const wider of [['203.0.112.0/23'], ['203.0.113.7', '198.51.100.1'], ['0.0.0.0/0'], ['::/0'], []]) {
      const { errors } = expectProblem(await mint(wider), 'validation_failed')
      expect(errors, wider.join()).toMatchObject([{ field: 'allowed_addresses' }])
    }
  })

  it.each(['203.0.113', 'example.com', '203.0.113.0/33', '010.0.0.1'])('cannot have %s', async (text) => {
    const user = await app.makeUser()
    const json = { name: 'a', scopes: READ, allowed_addresses: [text] }
    const { errors } = expectProblem(await app.call('POST', '/api/keys', { key: user.key, json }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'allowed_addresses', code: 'invalid_format' }])
  })
})

describe('POST /api/keys/:id/rotate', () => {
  const isValid = async (key: string): Promise<boolean> => (await app.call('GET', '/api/keys', { key })).status === 200

  async function makeKeys() {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const json = { name: 'ci', scopes: READ, expires_at: new Date(Date.now() + 10 * 86_400_000).toISOString() }
    const old = (await app.call('POST', '/api/keys', { cookie, json })).body.data
    const child = (await app.call('POST', '/api/keys', { key: old.key, json: { name: 'child', scopes: READ } })).body
      .data
    const rotate = (body: object, options: { key?: string; cookie?: string } = { cookie }, id = old.id as number) =>
      app.call('POST', `/api/keys/${id}/rotate`, { ...options, json: body })
    return { user, cookie, old, child, rotate }
  }

  it('answers with a new key with the same rights and lifetime; both work until the overlap ends', async () => {
    const { cookie, old, child, rotate } = await makeKeys()
    const { status, body } = await rotate({ overlap_hours: 2 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'ci', scopes: READ, minted_by: null, allowed_addresses: [] })
    const lifetime = (key: { expires_at: string; created_at: string }): number =>
      Date.parse(key.expires_at) - Date.parse(key.created_at)
    expect(Math.abs(lifetime(body.data) - lifetime(old))).toBeLessThan(60_000)
    expect([await isValid(old.key), await isValid(body.data.key), await isValid(child.key)]).toEqual([true, true, true])
    const { data } = (await app.call('GET', `/api/keys/${old.id}`, { cookie })).body
    expect(Math.abs(Date.parse(data.expires_at) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000)
    // What the old key created belongs to the new one, and ends with it.
    await app.call('DELETE', `/api/keys/${old.id}`, { cookie })
    expect([await isValid(old.key), await isValid(child.key)]).toEqual([false, true])
    await app.call('DELETE', `/api/keys/${body.data.id}`, { cookie })
    expect([await isValid(body.data.key), await isValid(child.key)]).toEqual([false, false])
  })

  it('ends the old key at once without an overlap', async () => {
    const { old, rotate } = await makeKeys()
    expect(await isValid(old.key)).toBe(true)
    expect((await rotate({ overlap_hours: 0 })).status).toBe(201)
    expect(await isValid(old.key)).toBe(false)
  })

  it('is for a key only with keys that it created, since its own replacement would outlive it', async () => {
    const { user, cookie, old, child, rotate } = await makeKeys()
    expectProblem(await rotate({}, { key: old.key }), 'not_possible')
    const rotated = await rotate({}, { key: old.key }, child.id)
    expect(rotated.body.data).toMatchObject({ name: 'child', minted_by: old.id })
    await app.call('DELETE', `/api/keys/${old.id}`, { cookie })
    expect(await isValid(rotated.body.data.key)).toBe(false)
    const stranger = await app.makeUser()
    expectProblem(await rotate({}, { key: stranger.key }, user.key_id), 'not_found')
  })
})

describe('DELETE /api/keys/:id', () => {
  it('answers with every key that was deleted with it, and 404 the second time', async () => {
    const user = await app.makeUser()
    const mint = async (key: string): Promise<{ id: number; key: string }> =>
      (await app.call('POST', '/api/keys', { key, json: { name: 'a', scopes: READ } })).body.data
    const parent = await mint(user.key)
    const [child, other] = [await mint(parent.key), await mint(parent.key)]
    const grandchild = await mint(child.key)
    const bystander = await mint(user.key)
    const deleted = await app.call('DELETE', `/api/keys/${parent.id}`, { key: user.key })
    expect(deleted.status).toBe(200)
    expect(deleted.body).toEqual({
      data: {
        object: 'api_key',
        id: parent.id,
        deleted: true,
        deleted_ids: [parent.id, child.id, other.id, grandchild.id],
      },
    })
    for (const { key } of [parent, child, other, grandchild]) {
      expectProblem(await app.call('GET', '/api/keys', { key }), 'unauthenticated')
    }
    expect((await app.call('GET', '/api/keys', { key: bystander.key })).status).toBe(200)
    expectProblem(await app.call('DELETE', `/api/keys/${parent.id}`, { key: user.key }), 'not_found')
  })

  it('lets a key delete itself', async () => {
    const user = await app.makeUser(READ)
    expect((await app.call('DELETE', `/api/keys/${user.key_id}`, { key: user.key })).status).toBe(200)
    expectProblem(await app.call('GET', '/api/keys', { key: user.key }), 'unauthenticated')
  })
})

describe('revoking a key', () => {
  it('takes effect on the very next request, in every process, also with a warm cache', async () => {
    const twin = await startApp({}, { database: app.database })
    for (let n = 0; n < 25; n++) {
      const user = await app.makeUser()
      const minted = await app.call('POST', '/api/keys', { key: user.key, json: { name: 'a', scopes: READ } })
      const { id, key } = minted.body.data as { id: number; key: string }
      const child = await twin.call('POST', '/api/keys', { key, json: { name: 'b', scopes: READ } })
      const childKey = child.body.data.key as string
      for (const each of [key, childKey]) {
        for (const process of [app, twin])
          expect((await process.call('GET', '/api/keys', { key: each })).status).toBe(200)
      }
      expect((await app.call('DELETE', `/api/keys/${id}`, { key: user.key })).status).toBe(200)
      for (const each of [key, childKey]) {
        for (const process of [twin, app]) {
          expectProblem(await process.call('GET', '/api/keys', { key: each }), 'unauthenticated')
          expectProblem(
            await process.call('POST', '/api/keys', { key: each, json: { name: 'c', scopes: READ } }),
            'unauthenticated',
          )
        }
      }
    }
  })

  it('leaves no key that was minted concurrently', async () => {
    for (let n = 0; n < 20; n++) {
      const user = await app.makeUser()
      const { key, key_id } = await app.makeKey(user.id, READ)
      const mint = () => app.call('POST', '/api/keys', { key, json: { name: 'a', scopes: READ } })
      const before = [mint(), mint(), mint()]
      const revoked = app.call('DELETE', `/api/keys/${key_id}`, { key: user.key })
      const answers = await Promise.all([...before, mint(), mint(), mint()])
      expect((await revoked).status).toBe(200)
      for (const answer of answers) {
        expect([201, 401]).toContain(answer.status)
        if (answer.status === 201) {
          expectProblem(await app.call('GET', '/api/keys', { key: answer.body.data.key }), 'unauthenticated')
        }
      }
    }
  })

  it('also happens when the user is suspended or deleted', async () => {
    for (const statement of ['update users set is_suspended = true where id = $1', 'delete from users where id = $1']) {
      const user = await app.makeUser()
      expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
      await app.database.admin.query(statement, [user.id])
      expectProblem(await app.call('GET', '/api/keys', { key: user.key }), 'unauthenticated')
    }
  })
})

describe('GET /api/keys', () => {
  it('shows when a key was last used', async () => {
    const user = await app.makeUser()
    const before = await app.call('GET', `/api/keys/${user.key_id}`, { key: user.key })
    expect(before.body.data.last_used_at).toBeNull()
    const closing = await startApp({}, { database: app.database })
    await closing.call('GET', '/api/keys', { key: user.key })
    await closing.stop()
    const after = await app.call('GET', `/api/keys/${user.key_id}`, { key: user.key })
    expect(Date.now() - Date.parse(after.body.data.last_used_at as string)).toBeLessThan(60_000)
  })
})
