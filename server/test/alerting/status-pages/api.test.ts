import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { CALLER_KINDS, makeCaller, withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { makeMonitor } from './showing.ts'

const app = await startApp({ BASE_URL: 'https://watch.example.com/base' })

describe.each(CALLER_KINDS)('/api/status-pages by %s', (kind) => {
  it('creates a page with defaults, shows, changes, lists and deletes it', async () => {
    const { call } = await makeCaller(app, kind)
    const made = await call('POST', '/api/status-pages', { name: ' Größe & Söhne ' })
    expect(made.status).toBe(201)
    const { id, slug } = made.body.data
    expect(Object.keys(made.body.data).join(' ')).toBe(
      'object id name slug domain domain_verified_at domain_record url description monitors website_ids websites visibility has_password is_public accent_color logo show_response_times subscriber_count created_at updated_at',
    )
    expect(made.body.data).toMatchObject({
      object: 'status_page',
      name: 'Größe & Söhne',
      domain: null,
      description: null,
      monitors: [],
      website_ids: [],
      websites: [],
      visibility: 'public',
      has_password: false,
      is_public: true,
      accent_color: null,
      logo: null,
      show_response_times: true,
      subscriber_count: 0,
    })
    expect(slug).toMatch(/^gro-e-sohne-[a-z0-9]{6}$/)
    expect(made.body.data.url).toBe(`https://watch.example.com/base/s/${slug}`)
    const path = `/api/status-pages/${id}`
    expect(made.headers.get('location')).toBe(`https://watch.example.com/base${path}`)
    const changed = await call('PATCH', path, { domain: 'https://Status.Example.com/x', description: 'Hello' })
    expect(changed.body.data).toMatchObject({
      slug,
      domain: 'status.example.com',
      domain_verified_at: null,
      domain_record: {
        type: 'TXT',
        name: '_sitewatch.status.example.com',
        value: expect.stringMatching(/^sitewatch-status-page=[0-9a-f-]{36}$/),
      },
      url: `https://watch.example.com/base/s/${slug}`,
      description: 'Hello',
    })
    expect((await call('PUT', path, { is_public: false })).body.data).toMatchObject({ is_public: false, slug })
    expect((await call('PUT', path, { domain: null })).body.data).toMatchObject({ domain: null, domain_record: null })
    expect((await call('GET', '/api/status-pages')).body).toMatchObject({ meta: { total: 1 }, data: [{ id }] })
    expect((await call('DELETE', path)).body.data).toEqual({ object: 'status_page', id, deleted: true })
    expectProblem(await call('GET', path), 'not_found')
  })
})

describe('the components of a status page', () => {
  it('keep their order, and deleted ones are dropped', async () => {
    const { user, call } = await makeCaller(app)
    const [one, two] = [await makeMonitor(app, user), await makeMonitor(app, user)]
    const website = await call('POST', '/api/v1/websites', { domain: 'shop.example.com' })
    const made = await call('POST', '/api/status-pages', {
      name: 'a',
      monitors: [{ monitor_id: two, label: 'API' }, { monitor_id: one }],
      website_ids: [website.body.data.id],
    })
    const shown = [
      { monitor_id: two, label: 'API', group: null },
      { monitor_id: one, label: null, group: null },
    ]
    expect(made.body.data).toMatchObject({ monitors: shown, website_ids: [website.body.data.id] })
    const path = `/api/status-pages/${made.body.data.id}`
    await call('DELETE', `/api/monitors/${two}`)
    await call('DELETE', `/api/v1/websites/${website.body.data.id}`)
    expect((await call('GET', path)).body.data).toMatchObject({ monitors: [shown[1]], website_ids: [] })
  })

  it("cannot be another team's monitor or website, which answers 404 like a missing one", async () => {
    const [one, two] = [await makeCaller(app), await makeCaller(app)]
    const foreign = {
      monitor: await makeMonitor(app, two.user),
      website: (await two.call('POST', '/api/v1/websites', { domain: 'two.example.com' })).body.data.id as number,
    }
    const page = (await one.call('POST', '/api/status-pages', { name: 'a' })).body.data.id as number
    const ask = (method: string, path: string, json: object) => one.call(method, path, json).then(withoutRequestId)
    const places: [string, string, object][] = [
      ['POST', '/api/status-pages', { name: 'a' }],
      ['PUT', `/api/status-pages/${page}`, {}],
    ]
    for (const [method, path, rest] of places) {
      const missing = await ask(method, path, { ...rest, monitors: [{ monitor_id: 999_999_999 }] })
      expect(missing.status).toBe(404)
      expect(await ask(method, path, { ...rest, monitors: [{ monitor_id: foreign.monitor }] })).toEqual(missing)
      expect(await ask(method, path, { ...rest, website_ids: [foreign.website] })).toEqual(missing)
      expect(await ask(method, path, { ...rest, website_ids: [999_999_999] })).toEqual(missing)
    }
    expect((await one.call('GET', '/api/status-pages')).body.meta.total).toBe(1)
  })
})

describe('an invalid request to /api/status-pages', () => {
  it.each([
    ['name', { name: '' }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'x'.repeat(121) }],
    ['slug', { slug: 'ab' }],
    ['slug', { slug: 'Not Good' }],
    ['slug', { slug: 'x'.repeat(61) }],
    ['domain', { domain: 'not a domain' }],
    ['domain', { domain: '192.0.2.1' }],
    ['domain', { domain: 'watch.example.com' }],
    ['domain', { domain: 'WWW.watch.example.com.' }],
    ['monitors', { monitors: [{ monitor_id: 1 }, { monitor_id: 1 }] }],
    ['monitors.0.label', { monitors: [{ monitor_id: 1, label: '' }] }],
    ['website_ids', { website_ids: [1, 1] }],
    ['url', { url: 'https://x.example' }],
    ['subscriber_count', { subscriber_count: 3 }],
    ['domain_verified_at', { domain_verified_at: '2026-01-01T00:00:00Z' }],
    ['colour', { colour: 'red' }],
    ['accent_color', { accent_color: 'red' }],
    ['visibility', { visibility: 'secret' }],
    ['password', { visibility: 'password' }],
    ['password', { visibility: 'password', password: 'abc' }],
    ['has_password', { has_password: true }],
    ['logo', { logo: null }],
    ['websites', { websites: [{ website_id: 1 }, { website_id: 1 }] }],
    ['monitors.0.group', { monitors: [{ monitor_id: 1, group: '' }] }],
  ])('with an invalid %s is refused: %j', async (field, json) => {
    const { call } = await makeCaller(app)
    const { errors } = expectProblem(
      await call('POST', '/api/status-pages', { name: 'a', ...json }),
      'validation_failed',
    )
    expect(errors?.[0]?.field).toBe(field)
  })

  it('with a path of any other page or a domain of another page of the same user is refused', async () => {
    const [one, two] = [await makeCaller(app), await makeCaller(app)]
    const json = { name: 'a', slug: 'taken-slug', domain: 'taken.example.com' }
    await one.call('POST', '/api/status-pages', json)
    await two.call('POST', '/api/status-pages', { ...json, slug: 'other-slug' })
    for (const [field, json] of [
      ['slug', { slug: 'taken-slug' }],
      ['domain', { domain: 'taken.example.com' }],
    ] as const) {
      const refused = await two.call('POST', '/api/status-pages', { name: 'b', ...json })
      expect(expectProblem(refused, 'already_exists').errors?.[0]?.field).toBe(field)
      const { id } = (await two.call('POST', '/api/status-pages', { name: 'b' })).body.data
      const changed = await two.call('PATCH', `/api/status-pages/${id}`, json)
      expect(expectProblem(changed, 'already_exists').errors?.[0]?.field).toBe(field)
    }
  })

  it('with an outdated If-Match version is refused', async () => {
    const { call } = await makeCaller(app)
    const { id } = (await call('POST', '/api/status-pages', { name: 'a' })).body.data
    const path = `/api/status-pages/${id}`
    const etag = (await call('GET', path)).headers.get('etag') ?? ''
    expect((await call('PATCH', path, { name: 'b' }, { 'if-match': etag })).status).toBe(200)
    expectProblem(await call('PATCH', path, { name: 'c' }, { 'if-match': etag }), 'precondition_failed')
  })

  it('with a key without the scope is refused', async () => {
    const { call } = await makeCaller(app, 'key', ['monitors:read'])
    expectProblem(await call('POST', '/api/status-pages', { name: 'a' }), 'insufficient_scope')
    expect((await call('GET', '/api/status-pages')).status).toBe(200)
  })
})
