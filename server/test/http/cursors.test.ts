import { describe, expect, it } from 'vitest'
import { createClient, paginate } from '../../../sdk/src/index.ts'
import { startApp, type TestUser } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { FIXTURES } from '../support/fixtures.ts'

const app = await startApp()

/** Lists that grow while somebody reads them, with how to add to them and a field to tell their records by. */
const GROWING = {
  '/api/incidents': FIXTURES.records['/api/incidents/:id'],
  '/api/deliveries': FIXTURES.records['/api/deliveries/:id'],
  '/api/audit-log': FIXTURES.records['/api/keys/:id'],
  '/api/deploys': FIXTURES.records['/api/deploys/:id'],
}

type Page = { data: { id: number }[]; meta: { total: number }; links: { next: string | null } }

async function readPage(user: TestUser, url: string): Promise<Page> {
  const { pathname, search } = new URL(url, app.base)
  const { status, body } = await app.call('GET', pathname + search, { key: user.key })
  expect(status).toBe(200)
  return body
}

describe.each(Object.entries(GROWING))('%s', (path, add) => {
  it('shows each record once to who follows links.next, while records are added', async () => {
    const user = await app.makeUser()
    for (let count = 0; count < 5; count++) await add?.(app, user)
    const before = (await readPage(user, path)).data.map(({ id }) => id)
    expect(before.length).toBeGreaterThanOrEqual(5)
    const seen: number[] = []
    for (let next: string | null = `${path}?pageSize=2`; next !== null;) {
      const page: Page = await readPage(user, next)
      expect(page.meta.total).toBeGreaterThanOrEqual(before.length)
      seen.push(...page.data.map(({ id }) => id))
      await add?.(app, user)
      next = page.links.next
    }
    expect(seen).toEqual(before)
    expect((await readPage(user, `${path}?pageSize=2&page=2`)).data).toHaveLength(2)
  })

  it('shows nothing of another team by its cursor', async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    await add?.(app, user)
    await add?.(app, other)
    const [mine] = (await readPage(other, path)).data
    const { body } = await app.call('GET', `${path}?after=${mine?.id}`, { key: user.key })
    const shown = ((body.data ?? []) as { id: number }[]).map(({ id }) => id)
    const own = (await readPage(user, path)).data.map(({ id }) => id)
    expect(shown.filter((id) => !own.includes(id))).toEqual([])
    expectProblem(await app.call('GET', `${path}?after=x`, { key: user.key }), 'validation_failed')
  })
})

/** Lists of one record, with its list and rows that the service would add later. Two of them share a moment. */
const OF_A_RECORD = [
  {
    record: '/api/v1/websites/:id',
    list: '/report/sends?per_page=2',
    insert: `insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, due_at, next_try_at)
      select $1, $1, $2, 'weekly', day, day, 'a@example.com', now() + n / 2 * interval '1 week', now()
      from generate_series(1, 5) n, lateral (select date '2026-01-05' + 7 * n as day) d`,
  },
  {
    record: '/api/uptime-reports/:id',
    list: '/sends?pageSize=2',
    insert: `insert into uptime_report_sends (team_id, report_id, user_id, month, recipient, due_at, next_try_at)
      select $1, $2, $1, date '2026-01-01' + n * interval '1 month', 'a@example.com', now() + n / 2 * interval '1 month', now()
      from generate_series(1, 5) n`,
  },
  {
    record: '/api/status-pages/:id',
    list: '/subscribers?pageSize=2',
    insert: `insert into status_subscribers (team_id, status_page_id, email, confirmed_at)
      select $1, $2, 'subscriber' || n || '@example.com', now() from generate_series(1, 5) n`,
  },
]

it.each(OF_A_RECORD)(
  '$record$list shows each record once to who follows links.next',
  async ({ record, list, insert }) => {
    const user = await app.makeUser()
    const id = await FIXTURES.records[record]?.(app, user)
    await app.database.admin.query(insert, [user.id, id])
    const path = record.replace(':id', String(id)) + list
    const seen: number[] = []
    for (let next: string | null = path; next !== null;) {
      const page: Page = await readPage(user, next)
      if (next !== path) expect(next).toContain('after=')
      seen.push(...page.data.map((row) => row.id))
      next = page.links.next
    }
    expect(seen).toHaveLength(5)
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one))
  },
)

it('paginate() of the SDK follows the cursors', async () => {
  const user = await app.makeUser()
  const ids = [await GROWING['/api/incidents']?.(app, user), await GROWING['/api/incidents']?.(app, user)]
  const client = createClient({ base_url: app.base, key: user.key })
  const found: number[] = []
  for await (const { id } of paginate(client.incidents.list, { pageSize: 1 })) found.push(id)
  expect(found.sort((a, b) => a - b)).toEqual(ids)
})

it('a cursor of a deleted incident is refused', async () => {
  const user = await app.makeUser()
  expectProblem(await app.call('GET', '/api/incidents?after=999999', { key: user.key }), 'validation_failed')
})
