import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()
const idsOf = async ({ call }: Caller, query: string): Promise<number[]> =>
  (await call('GET', `/api/monitors?${query}`)).body.data.map((row: { id: number }) => row.id)

async function setStatus(id: number, status: string): Promise<number> {
  await app.database.admin.query(
    `update monitor_state set status = $2, next_due_at = case when $2 <> 'paused' then next_due_at end where monitor_id = $1`,
    [id, status],
  )
  return id
}

describe('GET /api/monitors', () => {
  it('pages newest first, without repeating or skipping a row, with meta, links and a Link header', async () => {
    const caller = await makeCaller(app)
    const made: number[] = []
    for (let n = 0; n < 7; n++) {
      made.push(await caller.make('/api/monitors', { friendly_name: `m${n}`, url: 'https://a.example' }))
    }
    made.reverse()
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => caller.call('GET', `/api/monitors?pageSize=3&page=${page}`)),
    )
    expect(pages.map(({ body }) => body.data.map((row: { id: number }) => row.id))).toEqual([
      made.slice(0, 3),
      made.slice(3, 6),
      made.slice(6),
      [],
    ])
    const [, second, , fourth] = pages
    const base = `${app.parts.config.BASE_URL}/api/monitors?pageSize=3`
    expect(second?.body.meta).toEqual({ current_page: 2, per_page: 3, from: 4, to: 6, last_page: 3, total: 7 })
    expect(second?.body.links).toEqual({
      first: `${base}&page=1`,
      last: `${base}&page=3`,
      prev: `${base}&page=1`,
      next: `${base}&page=3`,
    })
    expect(second?.headers.get('link')).toContain(`<${base}&page=3>; rel="next"`)
    expect([fourth?.status, fourth?.body.meta.from, fourth?.body.links.next]).toEqual([200, null, null])
  })

  it('searches name and URL as text, in any case', async () => {
    const caller = await makeCaller(app)
    const make = (friendly_name: string, url: string) => caller.make('/api/monitors', { friendly_name, url })
    const shop = await make('Große Shop 100% _new_', 'https://a.example/Path')
    const blog = await make('Blog', 'https://blog.example/')
    expect(await idsOf(caller, 'search=SHOP')).toEqual([shop])
    expect(await idsOf(caller, `search=${encodeURIComponent('GROßE')}`)).toEqual([shop])
    expect(await idsOf(caller, 'search=a.example/pAth')).toEqual([shop])
    expect(await idsOf(caller, 'search=%25')).toEqual([shop])
    expect(await idsOf(caller, 'search=_')).toEqual([shop])
    expect(await idsOf(caller, 'search=example')).toEqual([blog, shop])
    expect(await idsOf(caller, "search=x'%20or%20true--")).toEqual([])
    expect((await caller.call('GET', '/api/monitors?search=o&pageSize=1')).body.links.next).toContain('search=o')
  })

  it('combines status, type and search', async () => {
    const caller = await makeCaller(app)
    const http = await caller.make('/api/monitors', { friendly_name: 'a', url: 'https://a.example' })
    const ping = await caller.make('/api/monitors', { friendly_name: 'a', url: 'a.example', type: 'ping' })
    await app.database.admin.query(`update monitor_state set status = 'up' where monitor_id = any($1)`, [[http, ping]])
    expect(await idsOf(caller, 'status=up')).toEqual([ping, http])
    expect(await idsOf(caller, 'status=up&type=http')).toEqual([http])
    expect(await idsOf(caller, 'type=ping&search=a')).toEqual([ping])
    expect(await idsOf(caller, 'status=down&type=ping')).toEqual([])
  })

  it('filters by every status', async () => {
    const caller = await makeCaller(app)
    const make = (friendly_name: string) => caller.make('/api/monitors', { friendly_name, url: 'https://a.example' })
    const [pending, up, suspected, down, recovering, paused] = [
      await make('a'),
      await setStatus(await make('b'), 'up'),
      await setStatus(await make('c'), 'suspected'),
      await setStatus(await make('d'), 'down'),
      await setStatus(await make('e'), 'recovering'),
      await setStatus(await make('f'), 'paused'),
    ]
    expect(await idsOf(caller, 'state=pending')).toEqual([pending])
    expect(await idsOf(caller, 'state=up')).toEqual([suspected, up])
    expect(await idsOf(caller, 'state=down')).toEqual([recovering, down])
    expect(await idsOf(caller, 'state=paused')).toEqual([paused])
  })

  it('sorts by status: down first, then pending, up and paused, each by name, consistently over all pages', async () => {
    const caller = await makeCaller(app)
    const statuses = ['paused', 'up', 'pending', 'down', 'suspected', 'recovering', 'up'] as const
    const made: { id: number; name: string }[] = []
    for (const [index, status] of statuses.entries()) {
      // Two of them have the same name.
      const name = index === 6 ? 'B1' : `${index % 2 === 0 ? 'a' : 'B'}${index}`
      const id = await caller.make('/api/monitors', { friendly_name: name, url: 'https://a.example' })
      made.push({ id: await setStatus(id, status), name })
    }
    const order = ['a4', 'B1', 'B1'].map((name) => name.toLowerCase())
    const sorted = await idsOf(caller, 'sort=status')
    const nameOf = (id: number): string => made.find((each) => each.id === id)?.name.toLowerCase() ?? ''
    expect(sorted.map(nameOf)).toEqual(['b3', 'b5', 'a2', ...order, 'a0'])
    expect(sorted.slice(4, 6)).toEqual([made[1]?.id, made[6]?.id])
    const pages = await Promise.all([1, 2, 3, 4].map((page) => idsOf(caller, `sort=status&pageSize=2&page=${page}`)))
    expect(pages.flat()).toEqual(sorted)
    expect(await idsOf(caller, 'sort=newest')).toEqual(await idsOf(caller, ''))
  })

  it('names the domain of the linked website, and null without one', async () => {
    const caller = await makeCaller(app)
    const website_id = await caller.make('/api/v1/websites', { domain: 'linked.example' })
    await caller.make('/api/monitors', { friendly_name: 'linked', url: 'https://a.example', website_id })
    await caller.make('/api/monitors', { friendly_name: 'alone', url: 'https://a.example' })
    const { data } = (await caller.call('GET', '/api/monitors')).body
    expect(data.map((row: { website_domain: string | null }) => row.website_domain)).toEqual([null, 'linked.example'])
  })

  it.each([
    'status=UP',
    'status=',
    'status=paused',
    'state=unknown',
    'type=HTTP',
    'type=gopher',
    'page=1.5',
    'page=-1',
    'page=1&page=2',
    'sort=id',
    'sort=',
    `search=${'x'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    const { call } = await makeCaller(app)
    expectProblem(await call('GET', `/api/monitors?${query}`), 'validation_failed')
  })

  it.each([
    '/api/monitors/abc',
    '/api/monitors/0',
    '/api/monitors/-1',
    '/api/monitors/1.5',
    '/api/monitors/99999999999999999999',
    '/api/monitors/01',
  ])('%s is 404', async (path) => {
    const { call } = await makeCaller(app)
    expectProblem(await call('GET', path), 'not_found')
  })
})
