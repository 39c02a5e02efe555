import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { sized } from '../../support/size.ts'
import { fillWebsites, settle } from './fill.ts'
import { PATH } from './websites.ts'

const app = await startApp()
const ROWS = sized(3000, 10_000)

interface Row {
  id: number
  domain: string
  favorite: boolean
}

async function readAll(team_id: number): Promise<Row[]> {
  const { rows } = await app.database.admin.query<Omit<Row, 'id'> & { id: string }>(
    `select w.id, w.domain, coalesce(p.favorite, false) as favorite from websites w
       left join website_preferences p on p.team_id = w.team_id and p.website_id = w.id where w.team_id = $1`,
    [team_id],
  )
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Between two pages: deletes one listed and one unlisted row, and creates two, one before and one after the page. */
async function disturb(user: TestUser, before: readonly Row[], seen: readonly Row[], step: number): Promise<void> {
  const { admin } = app.database
  const shown = new Set(seen.map((row) => row.id))
  const unseen = before.filter((row) => !shown.has(row.id))
  const victims = [seen[(step * 37) % seen.length]?.id, unseen[(step * 53) % unseen.length]?.id]
  await admin.query('delete from websites where team_id = $1 and id = any($2)', [user.id, victims])
  await admin.query(
    `insert into websites (team_id, domain, tracking_id) select $1::bigint, d, substr(md5(d || $1::bigint::text), 1, 16)
     from unnest(array['aaa-' || $2::text || '.example.com', 'zzz-' || $2::text || '.example.com']) d`,
    [user.id, step],
  )
}

describe(`paging through ${ROWS} websites by the next links while others are created and deleted`, () => {
  it.each([
    ['sort_by=id&sort=desc', 'per_page=100'],
    ['sort_by=id&sort=asc', 'per_page=100'],
    ['sort_by=domain&sort=asc', 'per_page=100'],
    ['sort_by=domain&sort=desc', 'per_page=100'],
    ['sort_by=domain&sort=asc&search=site', 'per_page=100'],
    ['sort_by=id&sort=desc&favorite=false', 'per_page=100'],
  ])('%s: returns no row twice and misses none that stayed', async (order, size) => {
    const user = await app.makeUser()
    await fillWebsites(app.database, user.id, ROWS)
    await settle(app.database)
    const before = await readAll(user.id)
    const seen: Row[] = []
    let path: string | null = `${PATH}?${order}&${size}`
    for (let step = 0; path !== null; step += 1) {
      const answer = await app.call('GET', path, { key: user.key })
      expect(answer.status).toBe(200)
      seen.push(...(answer.body.data as Row[]))
      const { next } = answer.body.links
      path = next === null ? null : next.slice(app.parts.config.BASE_URL.length)
      await disturb(user, before, seen, step)
    }
    const ids = seen.map((row) => row.id)
    expect(new Set(ids).size).toBe(ids.length)
    const after = new Set((await readAll(user.id)).map((row) => row.id))
    const hidden = order.includes('favorite=false')
    const stayed = before.filter((row) => after.has(row.id) && !(hidden && row.favorite))
    expect(stayed.length).toBeGreaterThan(0.8 * ROWS)
    const shown = new Set(ids)
    expect(stayed.filter((row) => !shown.has(row.id))).toEqual([])
    const byDomain = order.includes('sort_by=domain')
    const keys = seen.map((row) => (byDomain ? row.domain : row.id))
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1))
    expect(keys).toEqual(order.includes('sort=desc') ? sorted.toReversed() : sorted)
  })
})

describe('paging by number when nothing changes', () => {
  it('returns each row once, in every sort order', async () => {
    const user = await app.makeUser()
    await fillWebsites(app.database, user.id, 1234)
    for (const order of ['', 'sort_by=domain&', 'search=site&sort=asc&']) {
      const ids = new Set<number>()
      for (let page = 1; page <= 13; page += 1) {
        const { data, meta } = (await app.call('GET', `${PATH}?${order}per_page=100&page=${page}`, { key: user.key }))
          .body
        expect(meta).toMatchObject({ total: 1234, last_page: 13, current_page: page })
        for (const row of data as Row[]) ids.add(row.id)
      }
      expect(ids.size).toBe(1234)
    }
  })
})
