import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildModel } from '../../../src/insights/expected-traffic/index.ts'
import { measureDueIncidents } from '../../../src/insights/impact/measure.ts'
import { ClickHouseUnavailable } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { insertSparse, makeFolder } from '../../analytics/stats/context.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { postgres, clickhouse } = app.parts

const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)
const measureAt = (now_ms: number, reader: Pick<typeof clickhouse, 'read'> = clickhouse): Promise<number> =>
  measureDueIncidents({
    postgres,
    clickhouse: reader,
    clock: { now: () => new Date(now_ms) },
    log: createLog('silent'),
  })

interface World {
  user: TestUser
  website_id: number
  monitor_id: number
  incident_id: number
  started_ms: number
}

/** A full hour, but not midnight UTC, which ends visits. */
const LAST_HOUR_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const STARTED_MS = LAST_HOUR_MS % (24 * HOUR_MS) === 0 ? LAST_HOUR_MS - HOUR_MS : LAST_HOUR_MS

/** An incident that began one to three hours ago, and `an_hour` visitors in every hour of the weeks before. */
async function makeWorld({ weeks = 4, an_hour = 120, linked = true } = {}): Promise<World> {
  const user = await app.makeUser()
  const form = { domain: `i${user.id}.example.com` }
  const website_id = (await app.call('POST', '/api/v1/websites', { key: user.key, form })).body.data.id as number
  const json = { friendly_name: 'm', url: 'https://example.com/', is_active: false, ...(linked && { website_id }) }
  const monitor_id = (await app.call('POST', '/api/monitors', { key: user.key, json })).body.data.id as number
  const incident_id = await insertIncident(app, monitor_id, { from: STARTED_MS })
  await admin('update incidents set impact_due_at = started_at where id = $1', [incident_id])
  const history = Array.from({ length: weeks * 168 }, (_, index) => ({
    hour_ms: STARTED_MS - (index + 1) * HOUR_MS,
    visits: Math.round(an_hour * (1 + 0.1 * Math.sin(index * 1.7))),
  }))
  const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
  await admin(
    'insert into traffic_models (team_id, website_id, model, built_at, due_at) values ($1, $2, $3, now(), now())',
    [user.id, website_id, model && JSON.stringify(model)],
  )
  return { user, website_id, monitor_id, incident_id, started_ms: STARTED_MS }
}

const visit = ({ website_id, started_ms }: World, minutes: readonly number[], kind = 'pageview'): Promise<void> =>
  insertSparse(
    clickhouse,
    website_id,
    minutes.map((minute, index) => ({
      time: new Date(started_ms + minute * MINUTE_MS).toISOString(),
      visitor: 9e8 + index,
      kind,
    })),
  )

async function read({ user, incident_id }: World) {
  const answer = await app.call('GET', `/api/incidents/${incident_id}`, { key: user.key })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as { impact: Record<string, unknown> | null; updated_at: string }
}

const resolve = ({ incident_id, started_ms }: World, minutes: number) =>
  admin(`update incidents set resolved_at = $2, resolution = 'recovered' where id = $1`, [
    incident_id,
    new Date(started_ms + minutes * MINUTE_MS),
  ])

const dueOf = async ({ incident_id }: World): Promise<number | null> => {
  const { rows } = await admin('select impact_due_at from incidents where id = $1', [incident_id])
  return (rows[0] as { impact_due_at: Date | null }).impact_due_at?.getTime() ?? null
}

const around = (value: number, away = 3): unknown => ({
  asymmetricMatch: (other: number) => Math.abs(other - value) <= away,
  toString: () => `about ${value}`,
})

describe('the impact of an incident', () => {
  it('is measured two minutes after its end: expected, seen and lost visitors; the record keeps its version', async () => {
    const world = await makeWorld()
    await visit(world, [1, 2, 20, 31])
    await visit(world, [3, 4, 5], 'engagement')
    await resolve(world, 30)
    const due = await dueOf(world)
    expect((due ?? 0) - Date.now()).toBeGreaterThan(110_000)
    const before = await read(world)
    expect(before.impact).toBeNull()
    await measureAt(Date.now() + MINUTE_MS)
    expect((await read(world)).impact).toBeNull()
    await measureAt(Date.now() + 3 * MINUTE_MS)
    const after = await read(world)
    expect(after).toEqual({
      ...before,
      impact: {
        visitors_expected: around(60),
        visitors_seen: 3,
        visitors_lost: around(57),
        visitors_lost_low: around(41, 8),
        visitors_lost_high: around(73, 8),
        basis: '4 weeks',
        traffic_check: { visitors_last_5_min: 2, usual: around(10, 1), verdict: 'traffic_gone' },
        // The weeks before are only known from the model.
        goals: null,
        revenue: null,
        affected: null,
      },
    })
    expect(await dueOf(world)).toBeNull()
  })

  it('grows while the incident is open, and its traffic check stays', async () => {
    const world = await makeWorld()
    await visit(world, [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4])
    await measureAt(world.started_ms + 6 * MINUTE_MS)
    const first = (await read(world)).impact
    expect(first).toMatchObject({
      visitors_expected: around(11, 1),
      visitors_seen: 8,
      traffic_check: { visitors_last_5_min: 8, verdict: 'traffic_normal' },
    })
    expect(await dueOf(world)).toBe(world.started_ms + 9 * MINUTE_MS)
    await measureAt(world.started_ms + 31 * MINUTE_MS)
    expect((await read(world)).impact).toMatchObject({
      visitors_expected: around(61),
      visitors_lost: around(53),
      traffic_check: first?.['traffic_check'],
    })
  })

  it('is null without a traffic model, and is then not measured again before the incident ends', async () => {
    const world = await makeWorld({ weeks: 1 })
    await measureAt(world.started_ms + 20 * MINUTE_MS)
    expect((await read(world)).impact).toBeNull()
    expect(await dueOf(world)).toBeNull()
    const enough = await makeWorld({ weeks: 2, an_hour: 30 })
    await resolve(enough, 30)
    await measureAt(Date.now() + 3 * MINUTE_MS)
    expect((await read(enough)).impact).toMatchObject({
      visitors_expected: around(15),
      basis: '2 weeks',
      traffic_check: { verdict: 'inconclusive' },
    })
  })

  it('counts a visit at its start, and ignores a page that stays open', async () => {
    const world = await makeWorld()
    const page = (minute: number, kind = 'pageview') => ({
      time: new Date(world.started_ms + minute * MINUTE_MS).toISOString(),
      visitor: 7,
      kind,
    })
    await insertSparse(clickhouse, world.website_id, [page(-2), page(3), page(10, 'engagement'), page(50)])
    await resolve(world, 30)
    await measureAt(Date.now() + 3 * MINUTE_MS)
    expect((await read(world)).impact).toMatchObject({ visitors_seen: 0 })
  })

  it('is null for a monitor without a website', async () => {
    const world = await makeWorld({ linked: false })
    await measureAt(world.started_ms + 20 * MINUTE_MS)
    expect((await read(world)).impact).toBeNull()
    expect(await dueOf(world)).toBeNull()
  })

  it('is not measured while ClickHouse is unavailable, or while events wait to be loaded', async () => {
    const world = await makeWorld()
    await resolve(world, 30)
    const now_ms = Date.now() + 3 * MINUTE_MS
    await measureAt(now_ms, { read: () => Promise.reject(new ClickHouseUnavailable('away', 'away')) })
    await admin(`insert into inbox (kind, row_count, raw_bytes, body, created_at) values ('events', 1, 2, '{}', $1)`, [
      new Date(world.started_ms),
    ])
    await measureAt(now_ms)
    expect((await read(world)).impact).toBeNull()
    await admin('delete from inbox', [])
    await measureAt(now_ms)
    expect((await read(world)).impact).toMatchObject({ visitors_seen: 0, visitors_lost: around(60) })
  })

  it('is measured although the queries of another website take too long', async () => {
    const [slow, world] = [await makeWorld(), await makeWorld()]
    for (const each of [slow, world]) await resolve(each, 30)
    let isFirst = true
    await measureAt(Date.now() + 3 * MINUTE_MS, {
      read: (query, params) => {
        if (!isFirst) return clickhouse.read(query, params)
        isFirst = false
        return Promise.reject(new ClickHouseUnavailable('timeout', 'too slow'))
      },
    })
    const impacts = [(await read(slow)).impact, (await read(world)).impact]
    expect(impacts.filter((impact) => impact !== null).length).toBeGreaterThan(0)
  })

  it('is measured once more when the incident ended during a measurement', async () => {
    const world = await makeWorld()
    let ended = false
    await measureAt(world.started_ms + 20 * MINUTE_MS, {
      read: async (query, params) => {
        if (!ended) await resolve(world, 30)
        ended = true
        return clickhouse.read(query, params)
      },
    })
    expect((await read(world)).impact).toBeNull()
    expect(await dueOf(world)).toBeGreaterThan(Date.now())
  })

  it('is not measured for a suspended team, and delays no other team', async () => {
    const [suspended, other] = [await makeWorld(), await makeWorld()]
    await admin('update users set is_suspended = true where id = $1', [suspended.user.id])
    await measureAt(other.started_ms + 10 * MINUTE_MS)
    expect((await read(other)).impact).not.toBeNull()
    expect(await dueOf(suspended)).toBeNull()
  })
})
