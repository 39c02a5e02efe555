import { createClient, paginate, SitewatchError } from '@sitewatch/sdk'
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'

const app = await startApp()
const clientOf = (key: string) => createClient({ base_url: app.base, key })

async function failure(call: Promise<unknown>): Promise<SitewatchError> {
  try {
    await call
  } catch (error) {
    if (error instanceof SitewatchError) return error
    throw error
  }
  throw new Error('the call succeeded')
}

describe('the SDK client', () => {
  it('creates, shows, lists and removes records', async () => {
    const { key, key_id } = await app.makeUser()
    const client = clientOf(key)
    const made = await client.keys.create({ name: 'ci', scopes: ['monitors:read'], expires_at: undefined })
    expect(made).toMatchObject({ object: 'api_key', name: 'ci', minted_by: key_id })
    await expect(clientOf(made.key).keys.show(made.id)).resolves.toMatchObject({ id: made.id, name: 'ci' })
    const { data, meta } = await client.keys.list()
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set([key_id, made.id]))
    expect(meta).toMatchObject({ current_page: 1, total: 2 })
    await expect(client.keys.remove(made.id)).resolves.toEqual({
      object: 'api_key',
      id: made.id,
      deleted: true,
      deleted_ids: [made.id],
    })
    expect(await failure(client.keys.show(made.id))).toMatchObject({ code: 'not_found', status: 404 })
  })

  it('gives every error the fields of the problem', async () => {
    const { key } = await app.makeUser(['monitors:read'])
    const client = clientOf(key)
    const invalid = await failure(client.keys.create({ name: '', scopes: [] }))
    expect(invalid).toMatchObject({ code: 'validation_failed', status: 422 })
    expect(invalid.errors.map(({ field }) => field)).toEqual(['name', 'scopes'])
    expect(invalid.request_id).toMatch(/^req_/)
    expect(invalid.message).toContain('validation_failed')
    expect(await failure(client.keys.create({ name: 'x', scopes: ['monitors:write'] }))).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      required_scope: 'monitors:write',
    })
    expect(await failure(clientOf('sw_nonsense').keys.list())).toMatchObject({ code: 'unauthenticated', status: 401 })
    expect(await failure(client.account.show())).toMatchObject({ code: 'insufficient_scope', status: 403 })
  })

  it('creates one record for a POST that is sent twice under one key', async () => {
    const { key } = await app.makeUser()
    const client = clientOf(key)
    const input = { name: 'once', scopes: ['monitors:read' as const] }
    const [first, second] = [
      await client.keys.create(input, { idempotency_key: 'abc' }),
      await client.keys.create(input, { idempotency_key: 'abc' }),
    ]
    expect(second).toEqual(first)
    expect((await client.keys.list()).meta.total).toBe(2)
  })

  it('creates one record when the answer to the first try is lost', async () => {
    const { key } = await app.makeUser()
    let tries = 0
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      tries++
      if (tries > 1) return response
      await response.text()
      throw new TypeError('fetch failed')
    }
    const client = createClient({ base_url: app.base, key, fetch: losing })
    await expect(client.keys.create({ name: 'once', scopes: ['monitors:read'] })).resolves.toMatchObject({
      name: 'once',
    })
    expect(tries).toBe(2)
    expect((await clientOf(key).keys.list()).meta.total).toBe(2)
  })

  it('iterates over more records than a page holds, each once', async () => {
    const user = await app.makeUser()
    const made = await Promise.all(Array.from({ length: 60 }, () => app.makeKey(user.id, ['stats:read'])))
    const client = clientOf(user.key)
    const listed: number[] = []
    for await (const { id } of paginate(client.keys.list, { pageSize: 7 })) listed.push(id)
    const expected = [user.key_id, ...made.map(({ key_id }) => key_id)]
    expect(listed.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
    expect((await client.keys.list({ page: 9, pageSize: 7 })).data).toHaveLength(5)
    expect((await client.keys.list({ page: 10, pageSize: 7 })).data).toEqual([])
  })

  it('iterates over websites while others are created and deleted, without repeating or missing one', async () => {
    const { key } = await app.makeUser()
    const client = clientOf(key)
    const made = await Promise.all(
      Array.from({ length: 45 }, (_, index) => client.websites.create({ domain: `site-${index}.example.com` })),
    )
    const ids = made.map(({ id }) => id).toSorted((a, b) => b - a)
    const listed: number[] = []
    const deleted = new Set<number>()
    for await (const { id } of paginate(client.websites.list, { per_page: 10 })) {
      listed.push(id)
      if (listed.length % 10 !== 5) continue
      await client.websites.create({ domain: `late-${listed.length}.example.com` })
      const passed = ids.find((one) => one > id && !deleted.has(one)) ?? id
      await client.websites.remove(passed)
      deleted.add(passed)
    }
    expect(listed).toEqual(ids)
    expect(deleted.size).toBeGreaterThan(3)
  })

  it('does not overwrite what changed since it was read', async () => {
    const { key } = await app.makeUser()
    const client = clientOf(key)
    const { id } = await client.websites.create({ domain: 'example.com' })
    const read = await client.websites.show(id)
    const changed = await client.websites.update(id, { favorite: true }, { if_match: read })
    expect(changed.favorite).toBe(true)
    expect(await failure(client.websites.update(id, { favorite: false }, { if_match: read }))).toMatchObject({
      code: 'precondition_failed',
      status: 412,
    })
    await expect(client.websites.update(id, { favorite: false }, { if_match: changed })).resolves.toMatchObject({
      favorite: false,
    })
  })

  it('removes a provider from a monitor, although proxies may drop a DELETE body', async () => {
    const { key } = await app.makeUser()
    const client = clientOf(key)
    const monitor = await client.monitors.create({ friendly_name: 'A', url: 'https://a.example.com/' })
    const provider = await client.providers.create({ provider_type: 'email', recipient_email: 'a@example.com' })
    await client.monitors.assign(monitor.id, { provider_id: provider.id })
    expect((await client.monitors.notifications(monitor.id)).data).toHaveLength(1)
    await client.monitors.unassign(monitor.id, { provider_id: provider.id })
    expect((await client.monitors.notifications(monitor.id)).data).toEqual([])
  })

  it('works with a session as a page of the service does: a cookie and no key', async () => {
    const user = await app.makeUser()
    const jar = new Map<string, string>()
    const browser: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers)
      if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
      headers.set('sec-fetch-site', 'same-origin')
      const response = await fetch(input, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        jar.set(name, value)
      }
      return response
    }
    const client = createClient({ base_url: app.base, fetch: browser })
    expect((await failure(client.account.show())).code).toBe('unauthenticated')
    const session = await client.session.create({ email: user.email, password: user.password })
    expect(session.user.email).toBe(user.email)
    await expect(client.account.show()).resolves.toMatchObject({ object: 'user', id: user.id })
    await expect(client.keys.create({ name: 'by hand', scopes: ['stats:read'] })).resolves.toMatchObject({
      minted_by: null,
    })
    expect((await client.sessions.list()).data).toHaveLength(1)
    await expect(client.session.remove()).resolves.toMatchObject({ deleted: true })
    expect((await failure(client.account.show())).code).toBe('unauthenticated')
  })
})
