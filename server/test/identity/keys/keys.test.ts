import { KEY_PATTERN, SCOPES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()
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
    const small = await startApp({ SITEWATCH_MAX_KEYS_PER_USER: '3' })
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
    const small = await startApp({ SITEWATCH_MAX_KEYS_PER_USER: '1' })
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
