import { Goal, responseSchema, revenueRoutes, type Route, statsRoutes } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { registryOf } from '../websites/websites.ts'
import { insertSparse, makeFolder, type SparseEvent } from './context.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const owner = await app.makeUser()
const stranger = await app.makeUser()

const DAY = '2026-06-10'
const PERIOD = { period: 'custom', from: DAY, to: DAY }
const at = (clock: string): string => `${DAY}T${clock}.000Z`

async function makeSite(events: SparseEvent[], user = owner, form: Record<string, string> = {}): Promise<number> {
  const { id } = (await registryOf(app, user).make(form)) as { id: number }
  await insertSparse(app.parts.clickhouse, id, events)
  return id
}

const ask = (id: number, question: string, parameters: Record<string, string> = {}, user: TestUser = owner) =>
  app.call('GET', `/api/v1/websites/${id}/stats/${question}?${new URLSearchParams(parameters).toString()}`, {
    key: user.key,
  })

const PARAMETERS: Record<string, Record<string, string>> = {
  breakdown: { dimension: 'page' },
  funnel: { steps: '["page:/","event:signup"]' },
}

const HOSTILE = [
  `'); DROP TABLE events; --`,
  `\\'`,
  `{p0:String}`,
  `%_*`,
  `\u202Eevil`,
  `=1+1`,
  '<script>alert(1)</script>',
  'SETTINGS max_threads=1',
  'a'.repeat(1990),
]

const site = await makeSite([
  { time: at('10:18:00'), path: '/', source: 'Google', country: 'DE' },
  { time: at('10:19:00'), path: '/pricing' },
  { time: at('10:19:00'), kind: 'event', name: 'signup', path: '/pricing', props: { plan: 'pro' } },
  { time: at('10:00:00'), visitor: 2, path: '/', country: 'AT' },
])

describe('every statistics route', () => {
  const questions = Object.values({ ...statsRoutes, revenue: revenueRoutes.show }).map(
    (route: Route) => [route.path.split('/').at(-1) ?? '', route] as const,
  )

  it.each(questions)('%s answers in its schema, and its SQL does not compare teams', async (name, route) => {
    const parameters = PARAMETERS[name] ?? {}
    const answer = await ask(site, name, parameters)
    expect(answer.status, answer.text).toBe(200)
    expect(responseSchema(route).safeParse(answer.body).error).toBeUndefined()
    const foreign = await ask(site, name, parameters, stranger)
    const missing = await ask(999_999_999, name, parameters)
    expectProblem(foreign, 'not_found')
    const withoutId = (text: string): string => text.replace(/req_\w+/, '')
    expect(withoutId(foreign.text)).toBe(withoutId(missing.text))
  })

  it.each(questions)('%s requires stats:read', async (name) => {
    const { key } = await app.makeKey(owner.id, ['websites:read', 'websites:write'])
    const refused = await ask(site, name, PARAMETERS[name], { ...owner, key })
    expect(expectProblem(refused, 'insufficient_scope')).toMatchObject({ required_scope: 'stats:read' })
    const reader = await app.makeKey(owner.id, ['stats:read'])
    expect((await ask(site, name, PARAMETERS[name], { ...owner, key: reader.key })).status).toBe(200)
  })
})

describe('statistics', () => {
  it('show visitors, sources and pages', async () => {
    const { data } = (await ask(site, 'summary', PERIOD)).body
    expect(data).toMatchObject({ visitors: 2, visits: 2, pageviews: 3, events: 1, bounce_percent: 50 })
    const now = await makeSite([{ time: new Date(Date.now() - 60_000).toISOString() }])
    expect((await ask(now, 'realtime')).body.data).toMatchObject({ visitors: 1, pageviews_30_minutes: 1 })
    expect((await ask(now, 'summary', { period: 'realtime' })).body.data).toMatchObject({ visits: 1 })
  })

  it('are paged', async () => {
    const first = await ask(site, 'breakdown', { dimension: 'page', ...PERIOD, per_page: '1' })
    expect(first.body.data).toMatchObject([{ value: '/', visitors: 2, pageviews: 2 }])
    expect(first.body.meta).toMatchObject({ total: 2, last_page: 2, dimension: 'page', timezone: 'UTC' })
    const past = await ask(site, 'breakdown', { dimension: 'page', ...PERIOD, per_page: '1', page: '3' })
    expect([past.body.data, past.body.meta.total]).toEqual([[], 2])
  })

  it('are limited to one website', async () => {
    const other = await makeSite([{ time: at('10:00:00'), path: '/secret' }], stranger)
    const { data } = (await ask(site, 'breakdown', { dimension: 'page', ...PERIOD })).body
    expect(JSON.stringify(data)).not.toContain('secret')
    expectProblem(await ask(other, 'summary'), 'not_found')
  })

  it.each([
    ['summary', { period: 'last_week' }, 'period'],
    ['summary', { compare: 'custom', compare_from: '2026-03-01' }, 'compare_to'],
    ['summary', { compare_from: '2026-03-01' }, 'compare_from'],
    ['summary', { period: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'from'],
    ['summary', { period: 'custom', from: '2026-03-01' }, 'to'],
    ['summary', { filters: '["is","page"' }, 'filters'],
    ['summary', { filters: '["is","region","x"]' }, 'filters'],
    ['summary', { filters: '["is","goal","123456"]' }, 'filters'],
    ['summary', { filter: '' }, 'filter'],
    ['series', { period: '12mo', interval: 'minute' }, 'interval'],
    ['funnel', {}, 'steps'],
    ['breakdown', { dimension: 'region' }, 'dimension'],
    ['breakdown', { dimension: 'page', property: 'x' }, 'property'],
    ['breakdown', { dimension: 'country', include: 'bounce_percent' }, 'include'],
    ['breakdown', { dimension: 'page', per_page: '101' }, 'per_page'],
    ['funnel', { steps: '["page:/"]' }, 'steps'],
    ['funnel', { steps: '["goal:123456","page:/"]' }, 'steps'],
    ['export', { format: 'xls' }, 'format'],
  ])('refuse %s %j', async (question, parameters, field) => {
    const { errors } = expectProblem(await ask(site, question, parameters), 'validation_failed')
    expect(errors?.map((error) => error.field)).toContain(field)
  })

  it('treat hostile text in every parameter as text', async () => {
    const paths = HOSTILE.map((text) => `/${text}`)
    const id = await makeSite(
      paths.map((path, n) => ({ time: at('10:00:00'), visitor: n + 1, path, props: { [path]: path } })),
    )
    for (const path of paths) {
      const filters = JSON.stringify([
        'and',
        ['is', 'page', path],
        ['contains', 'entry', path],
        ['is', `property:${path.slice(0, 100)}`, path],
      ])
      const isLong = path.length > 100
      const { data } = (await ask(id, 'summary', { ...PERIOD, filters })).body
      expect(data.visits, path).toBe(isLong ? 0 : 1)
      const found = await ask(id, 'breakdown', { ...PERIOD, dimension: 'page', search: path.slice(0, 200) })
      // Statistics count a path by its first 1,000 characters.
      expect(found.body.data.map((row: { value: string }) => row.value)).toContain(path.slice(0, 1000))
    }
  })
})

describe('the goals of a website', () => {
  const url = `/api/v1/websites/${site}/goals`
  const call = (method: string, path: string, json?: unknown) => app.call(method, path, { key: owner.key, json })

  it('are created, read, changed, counted and deleted', async () => {
    const made = await call('POST', url, { name: 'Signed up', kind: 'event', value: 'signup' })
    expect(made.status).toBe(201)
    const goal = Goal.parse(made.body.data)
    expect(made.headers.get('location')).toMatch(new RegExp(`/api/v1/goals/${goal.id}$`))
    expectProblem(await call('POST', url, { name: 'Signed up', kind: 'page', value: '/' }), 'already_exists')

    const conversions = (await ask(site, 'breakdown', { dimension: 'goal', ...PERIOD })).body.data
    expect(conversions).toMatchObject([{ value: String(goal.id), name: 'Signed up', visitors: 1, visitor_percent: 50 }])
    const filters = JSON.stringify(['is', 'goal', String(goal.id)])
    expect((await ask(site, 'summary', { ...PERIOD, filters })).body.data).toMatchObject({
      visits: 1,
      pageviews: 2,
    })

    const path = `/api/v1/goals/${goal.id}`
    const changed = await call('PATCH', path, { value: 'buy' })
    expect(changed.body.data).toMatchObject({ name: 'Signed up', value: 'buy' })
    expect(changed.headers.get('etag')).not.toBe(made.headers.get('etag'))
    expect((await call('GET', path)).body.data).toEqual(changed.body.data)
    expect((await call('GET', url)).body).toMatchObject({ data: [{ id: goal.id }], meta: { total: 1 } })
    expectProblem(await app.call('GET', path, { key: stranger.key }), 'not_found')
    expectProblem(await app.call('GET', url, { key: stranger.key }), 'not_found')
    expect((await call('DELETE', path)).body.data).toEqual({ object: 'goal', id: goal.id, deleted: true })
    expectProblem(await call('GET', path), 'not_found')
  })

  it('are an empty list when there are none', async () => {
    const id = await makeSite([])
    const { status, body } = await ask(id, 'breakdown', { dimension: 'goal' })
    expect([status, body.data, body.meta.total]).toEqual([200, [], 0])
  })

  it('are refused with a name that is taken, also in an update, and beyond 100', async () => {
    const id = await makeSite([])
    const goals = `/api/v1/websites/${id}/goals`
    await app.database.admin.query(
      `insert into sitewatch.goals (team_id, website_id, name, kind, value)
       select $1, $2, 'goal ' || n, 'page', '/' from generate_series(1, 99) n`,
      [owner.id, id],
    )
    const last = await call('POST', goals, { name: 'last', kind: 'page', value: '/' })
    expect(last.status).toBe(201)
    expectProblem(await call('PATCH', `/api/v1/goals/${last.body.data.id}`, { name: 'goal 1' }), 'already_exists')
    expectProblem(await call('POST', goals, { name: 'more', kind: 'page', value: '/' }), 'limit_reached')
    const all = await ask(id, 'breakdown', { dimension: 'goal', per_page: '100' })
    expect(all.body.meta.total).toBe(100)
  })

  it('are deleted with their website', async () => {
    const id = await makeSite([])
    const made = await call('POST', `/api/v1/websites/${id}/goals`, { name: 'a', kind: 'page', value: '/' })
    await call('DELETE', `/api/v1/websites/${id}`)
    expectProblem(await call('GET', `/api/v1/goals/${made.body.data.id}`), 'not_found')
  })
})

describe('the export of statistics', () => {
  it('contains every event once, across several pages, in both formats', async () => {
    const count = 12_001
    const events = Array.from({ length: count }, (_, n) => ({
      time: `${DAY}T00:00:00.${String(n % 1000).padStart(3, '0')}Z`,
      visitor: n % 50,
    }))
    const id = await makeSite(events)
    expect((await ask(id, 'export', PERIOD)).body.data).toMatchObject({
      object: 'stats_export',
      events: count,
    })
    const query = new URLSearchParams({ ...PERIOD, format: 'ndjson' })
    const ndjson = await fetch(`${app.base}/api/v1/websites/${id}/stats/export?${query.toString()}`, {
      headers: { authorization: `Bearer ${owner.key}` },
    })
    expect(ndjson.headers.get('x-total-events')).toBe(String(count))
    expect(ndjson.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = await ndjson.text()
    const ids = lines
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { pageview_id: string }).pageview_id)
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
    const csv = await ask(id, 'export', { ...PERIOD, format: 'csv' })
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="events-[\d-]+\.csv"$/)
    expect(csv.text.split('\r\n')).toHaveLength(count + 2)
  })

  it('contains no formula', async () => {
    const id = await makeSite([
      { time: at('10:00:00'), path: '=cmd|calc', referrer: '@x"y', source: '+1', revenue: '-2.5' },
    ])
    const { text } = await ask(id, 'export', { ...PERIOD, format: 'csv' })
    const line = text.split('\r\n')[1] ?? ''
    expect(line).toContain(`,"'=cmd|calc",`)
    expect(line).toContain(`"'@x""y"`)
    expect(line).toContain(`,"'+1",`)
    expect(line).toContain(',-2.5,')
  })
})

describe('statistics without ClickHouse', () => {
  it('are answered with 503, while goals are still available', async () => {
    const alone = await startApp({ CLICKHOUSE_URL: 'http://127.0.0.1:1' })
    const user = await alone.makeUser()
    const { id } = (await registryOf(alone, user).make()) as { id: number }
    const answer = await alone.call('GET', `/api/v1/websites/${id}/stats/summary`, { key: user.key })
    expectProblem(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await alone.call('GET', `/api/v1/websites/${id}/goals`, { key: user.key })).status).toBe(200)
  })
})
