import { WebsiteQuery } from '@sitewatch/contract'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Sql, sql } from '../../../src/platform/postgres/index.ts'
import { listStatements } from '../../../src/analytics/websites/list.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { filledDomain, fillWebsites, isFilledFavorite, isFilledTagged, settle } from './fill.ts'
import { PATH } from './websites.ts'

/** `npm run bench -- registry` does the same with 100,000. */
const OWNED_WEBSITES = 20_000
const OTHER_WEBSITES = 20_000
const NEIGHBOURS = 20

const app = await startApp()
let user: TestUser

beforeAll(async () => {
  user = await app.makeUser()
  // Inserted alternately, like websites that are added over the years. If each owner's rows were adjacent in the table, the planner
  // could rightly prefer the narrow index and the table to an index that holds every column.
  const part = OWNED_WEBSITES / NEIGHBOURS
  for (let turn = 0; turn < NEIGHBOURS; turn++) {
    const otherUser = await app.makeUser()
    await fillWebsites(app.database, user.id, part, turn * part + 1)
    await fillWebsites(app.database, otherUser.id, OTHER_WEBSITES / NEIGHBOURS)
  }
  await settle(app.database)
})

const SEARCHES = ['', 'nothing-like-it', 'site-0000', 'shop', 'SITE']
const FAVORITES = ['', 'true', 'false']
const SORTS = ['id', 'domain'].flatMap((sort_by) => ['asc', 'desc'].map((sort) => ({ sort_by, sort })))

const all = Array.from({ length: OWNED_WEBSITES }, (_, index) => ({
  n: index + 1,
  domain: filledDomain(index + 1),
  favorite: isFilledFavorite(index + 1),
}))

describe('an owner of many websites', () => {
  it.each(SEARCHES.flatMap((search) => FAVORITES.map((favorite) => [search, favorite])))(
    'search %j, favorite %j: returns the right rows in every order and on every page',
    async (search, favorite) => {
      const matching = all.filter(
        (site) => site.domain.includes(search.toLowerCase()) && (favorite === '' || String(site.favorite) === favorite),
      )
      const byDomain = matching.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
      for (const { sort_by, sort } of SORTS) {
        const rising = sort_by === 'domain' ? byDomain : matching
        const ordered = sort === 'asc' ? rising : rising.toReversed()
        for (const per_page of [10, 100]) {
          const last = Math.max(1, Math.ceil(ordered.length / per_page))
          for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
            const query = new URLSearchParams({ sort_by, sort, per_page: String(per_page), page: String(page) })
            if (search !== '') query.set('search', search)
            if (favorite !== '') query.set('favorite', favorite)
            const params = query.toString()
            const { status, body } = await app.call('GET', `${PATH}?${params}`, { key: user.key })
            const shown = body.data.map((row: { domain: string }) => row.domain)
            const expected = ordered.slice((page - 1) * per_page, page * per_page).map((site) => site.domain)
            expect({ params, status, total: body.meta.total, shown }).toEqual({
              params,
              status: 200,
              total: ordered.length,
              shown: expected,
            })
          }
        }
      }
    },
  )
})

describe('the list of websites filtered by tag', () => {
  it.each(['', 'shop'])('with search %j answers every page in both orders', async (search) => {
    const matching = all
      .filter((site) => isFilledTagged(site.n) && site.domain.includes(search))
      .map((site) => site.domain)
    for (const [sort_by, ordered] of [['id', matching] as const, ['domain', matching.toSorted()] as const]) {
      for (const page of [1, Math.ceil(ordered.length / 100), Math.ceil(ordered.length / 100) + 1]) {
        const path = `${PATH}?tag=PROD&search=${search}&sort_by=${sort_by}&sort=asc&per_page=100&page=${page}`
        const { body } = await app.call('GET', path, { key: user.key })
        expect(body.data.map((row: { domain: string }) => row.domain)).toEqual(
          ordered.slice((page - 1) * 100, page * 100),
        )
        expect(body.meta.total).toBe(ordered.length)
      }
    }
  })
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Heap Fetches'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }]
}

const rawSql = <Row>(text: string): Sql<Row> => ({ text, values: [] })
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]

const rowsRead = (scan: Plan): number =>
  (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']

async function explain(statement: Sql): Promise<Plan[]> {
  const rows = await app.parts.postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, async (tx) => {
    // A long-lived connection uses a generic plan.
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await tx.execute(rawSql(`prepare listing as ${statement.text}`))
    const values = statement.values.map((value) => pg.escapeLiteral(String(value))).join(', ')
    const found = await tx.query(rawSql<Explained>(`explain (analyze, format json) execute listing (${values})`))
    await tx.execute(sql`deallocate listing`)
    return found
  })
  return flatten(rows[0]?.['QUERY PLAN'][0].Plan ?? ({} as Plan)).filter((node) => node['Relation Name'] === 'websites')
}

describe('the query plan under row-level security', () => {
  const queries = [
    {},
    { page: 150, per_page: 100 },
    { sort_by: 'domain', sort: 'asc', page: 150, per_page: 100 },
    { after: '5000' },
    { search: 'nothing-like-it' },
    { search: 'site-0000', sort_by: 'domain' },
    { search: 'shop', favorite: true, page: 3 },
    { favorite: false, sort_by: 'domain', sort: 'asc' },
    { search: 'shop', sort_by: 'domain', after: 'site-2' },
    { tag: 'prod' },
    { tag: 'prod', favorite: true, sort_by: 'domain', page: 2, per_page: 100 },
    { tag: 'nothing-like-it' },
  ]
  it.each(queries)('%j reads the owner’s slice of an index, and the table only for the page', async (input) => {
    const query = WebsiteQuery.parse(input)
    const { rows, total } = listStatements(user.id, query)
    const scans = [...(await explain(rows)), ...(total ? await explain(total) : [])]
    expect(scans.length).toBeGreaterThan(1)
    const slices = scans.filter((scan) => scan['Node Type'] === 'Index Only Scan')
    const fetches = scans.filter((scan) => scan['Node Type'] === 'Index Scan')
    expect(slices.length + fetches.length).toBe(scans.length)
    for (const scan of slices) {
      expect(scan['Index Cond']).toContain('team_id = ')
      expect(scan['Heap Fetches']).toBe(0)
      expect(rowsRead(scan)).toBeLessThanOrEqual(OWNED_WEBSITES)
    }
    for (const scan of fetches) expect(rowsRead(scan)).toBeLessThanOrEqual(query.per_page + 1)
    const filtered = query.search !== undefined || query.favorite !== undefined || query.tag !== undefined
    const offset = query.after === undefined ? query.page * query.per_page : query.per_page
    const read = slices.map(rowsRead).reduce((sum, n) => sum + n, 0)
    expect(read).toBeLessThanOrEqual(filtered ? OWNED_WEBSITES : OWNED_WEBSITES + offset + 1)
  })
})
