import { UptimeFigures } from '@sitewatch/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sized } from '../../support/size.ts'
import { addMember, makeTeam } from '../../support/teams.ts'
import { insertIncident } from '../../support/incidents.ts'
import { makeMonitor } from './reporting.ts'

const app = await startApp({ SITEWATCH_INCIDENT_RETENTION_DAYS: '3650' })
const { admin } = app.database

const read = (key: string, query: Record<string, string | number>) =>
  app.call('GET', `/api/uptime-report?${new URLSearchParams(query as Record<string, string>).toString()}`, { key })

/** In Berlin, March has an hour less and October one more; July has neither. */
const YEAR = new Date().getUTCFullYear() - 1
const MONTHS = [`${YEAR}-03`, `${YEAR}-10`, `${YEAR}-07`]
const ZONE = 'Europe/Berlin'

/** The minutes of the month that are in a maintenance window, by the function that the probers use. */
const MAINTAINED = `
  select at::int from generate_series(0, $3::int - 1) at, maintenance_windows w
  where w.team_id = $1 and maintenance_until(w, $2::timestamptz + at * interval '1 minute') is not null`

/** The start and end of the month according to Postgres. */
const SPAN = `
  select extract(epoch from $1::date::timestamp at time zone $2) / 60 as first,
    extract(epoch from ($1::date + interval '1 month') at time zone $2) / 60 as end`

type Minutes = readonly (readonly [from: number, to: number])[]

interface MonthInput {
  month: string
  team_id: number
  born: number
  outages: Minutes
  gaps: Minutes
}

/** Classifies every minute of the month one by one. Minutes are counted since 1970. */
async function classifyMinutes({ month, team_id, born, outages, gaps }: MonthInput) {
  const span = await admin.query<{ first: string; end: string }>(SPAN, [`${month}-01`, ZONE])
  const [first, end] = [Number(span.rows[0]?.first), Number(span.rows[0]?.end)]
  const from = new Date(first * 60_000)
  const { rows } = await admin.query<{ at: number }>(MAINTAINED, [team_id, from, end - first])
  const maintained = new Set(rows.map(({ at }) => first + at))
  const covers = (spans: Minutes, at: number): boolean => spans.some(([start, to]) => start <= at && at < to)
  const counts = { up: 0, down: 0, maintenance: 0, unobserved: 0 }
  for (let at = first; at < end; at++) {
    if (at < born) counts.unobserved++
    else if (maintained.has(at)) counts.maintenance++
    else if (covers(gaps, at)) counts.unobserved++
    else counts[covers(outages, at) ? 'down' : 'up']++
  }
  return counts
}

/** One after another, because the database refuses overlapping incidents of a monitor. */
function separate(spans: readonly (readonly [from: number, length: number])[]): [from: number, to: number][] {
  let end = -Infinity
  return spans
    .toSorted(([a], [b]) => a - b)
    .map(([from, length]) => {
      const start = Math.max(from, end)
      end = start + length
      return [start, end]
    })
}

const minute = fc.integer({ min: -3000, max: 46_000 })
const drawn = fc.record({
  month: fc.constantFrom(...MONTHS),
  born: fc.option(fc.integer({ min: -100_000, max: 20_000 })),
  outages: fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 3000 })), { maxLength: 6 }),
  isOpen: fc.boolean(),
  gaps: fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 2000 }), fc.constantFrom('paused', 'unknown')), {
    maxLength: 4,
  }),
  windows: fc.array(
    fc.record({
      start: fc.integer({ min: -30_000, max: 40_000 }),
      length: fc.integer({ min: 1, max: 1300 }),
      repeat: fc.constantFrom('none', 'daily', 'weekly'),
      timezone: fc.constantFrom(ZONE, 'UTC', 'America/New_York'),
      all_monitors: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})

describe('GET /api/uptime-report', () => {
  it('agrees with a classification of every minute of random months, with overlapping maintenance and clock changes', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ month, born, outages, isOpen, gaps, windows }) => {
        const user = await app.makeUser()
        const start = Date.parse(`${month}-01T00:00:00Z`) / 60_000
        const write = (minutes: number): string => new Date(minutes * 60_000).toISOString()
        const at = (minutes: number): string => write(start + minutes)
        const id = await makeMonitor(app, user, {}, born === null ? '2020-01-01T00:00:00Z' : at(born))
        const spans = separate(outages).map(([from, to], index): [number, number] => [
          start + from,
          isOpen && index === outages.length - 1 ? Infinity : start + to,
        ])
        for (const [from, to] of spans)
          await insertIncident(app, id, { from: write(from), to: to === Infinity ? null : write(to) })
        for (const [from, length, reason] of gaps)
          await admin.query(
            'insert into monitor_unobserved (team_id, monitor_id, from_at, to_at, reason) values ($1, $2, $3, $4, $5)',
            [user.id, id, at(from), at(from + length), reason],
          )
        for (const { start: from, length, all_monitors, ...rest } of windows)
          await app.call('POST', '/api/maintenance-windows', {
            key: user.key,
            json: {
              name: 'w',
              starts_at: at(from),
              ends_at: at(from + length),
              all_monitors,
              ...(!all_monitors && { monitor_ids: [id] }),
              ...rest,
            },
          })
        const judged = await classifyMinutes({
          month,
          team_id: user.id,
          born: born === null ? -Infinity : start + born,
          outages: spans,
          gaps: gaps.map(([from, length]) => [start + from, start + from + length]),
        })
        const answer = await read(user.key, { monitor_id: id, month, timezone: ZONE, target: 99 })
        expect(answer.status, answer.text).toBe(200)
        const { total } = answer.body.data as UptimeFigures
        const observed = judged.up + judged.down
        expect(total).toMatchObject({
          monitored_seconds: 60 * observed,
          downtime_seconds: 60 * judged.down,
          maintenance_seconds: 60 * judged.maintenance,
          unobserved_seconds: 60 * judged.unobserved,
          is_target_met: observed === 0 ? null : judged.down * 100 <= observed,
        })
        if (observed > 0) expect(total.uptime_percent).toBeCloseTo((100 * judged.up) / observed, 2)
      }),
      { numRuns: sized(4, 400) },
    )
  })

  it('reports the monitors of a tag and of a status page, with its labels', async () => {
    const user = await app.makeUser()
    const shop = await makeMonitor(app, user, { friendly_name: 'Shop', tags: ['production'] })
    const api = await makeMonitor(app, user, { friendly_name: 'API' })
    const month = MONTHS[0] ?? ''
    const incident = await insertIncident(app, shop, {
      from: `${month}-05T10:00:00Z`,
      confirmed: `${month}-05T10:02:00Z`,
      acknowledged: `${month}-05T10:05:00Z`,
      to: `${month}-05T10:30:00Z`,
    })
    const page = await app.call('POST', '/api/status-pages', {
      key: user.key,
      json: { name: 'Public', monitors: [{ monitor_id: shop, label: 'Our shop' }, { monitor_id: api }] },
    })
    const tagged = (await read(user.key, { tag: 'production', month })).body.data as UptimeFigures
    expect(UptimeFigures.safeParse(tagged).error).toBeUndefined()
    expect(tagged).toMatchObject({
      name: 'production',
      target: 99.9,
      is_complete: true,
      from: `${month}-01T00:00:00.000Z`,
      monitors: [{ monitor_id: shop, name: 'Shop', downtime_seconds: 1800 }],
      incidents: [{ incident_id: incident, acknowledge_seconds: 180, resolve_seconds: 1800, downtime_seconds: 1800 }],
      total: { incident_count: 1, acknowledge_median_seconds: 180, resolve_mean_seconds: 1800, is_target_met: true },
    })
    const shown = (await read(user.key, { status_page_id: page.body.data.id, month })).body.data as UptimeFigures
    expect(shown.name).toBe('Public')
    expect(shown.monitors.map(({ name }) => name)).toEqual(['API', 'Our shop'])
    expect((await read(user.key, { tag: 'unused', month })).body.data).toMatchObject({ monitors: [], incidents: [] })
  })

  it('accepts a range of days in the time zone, both included', async () => {
    const user = await app.makeUser()
    const id = await makeMonitor(app, user)
    const { data } = (
      await read(user.key, { monitor_id: id, from: `${YEAR}-03-29`, to: `${YEAR}-03-30`, timezone: 'europe/berlin' })
    ).body
    expect(data).toMatchObject({
      from: `${YEAR}-03-28T23:00:00.000Z`,
      to: `${YEAR}-03-30T22:00:00.000Z`,
      timezone: ZONE,
    })
  })

  it('covers the last complete month by default, and has the budget of the whole month in the current one', async () => {
    const user = await app.makeUser()
    const id = await makeMonitor(app, user)
    const month = new Date().toISOString().slice(0, 7)
    const current = (await read(user.key, { monitor_id: id, month })).body.data as UptimeFigures
    expect(current.is_complete).toBe(false)
    const whole_s = (Date.parse(current.to) - Date.parse(current.from)) / 1000
    // The monitor is not checked in this test, so its time since creation is unobserved and counts neither way.
    expect(current.total.budget_seconds).toBeLessThanOrEqual(Math.round(whole_s / 1000))
    const last = (await read(user.key, { monitor_id: id })).body.data as UptimeFigures
    expect(last.to).toBe(current.from)
  })

  it('counts time before retention as unobserved, never as up', async () => {
    const short = await startApp({ SITEWATCH_INCIDENT_RETENTION_DAYS: '400' }, { database: app.database })
    const user = await short.makeUser()
    const id = await makeMonitor(short, user)
    const old = `${new Date().getUTCFullYear() - 2}-01`
    const { body } = await short.call('GET', `/api/uptime-report?monitor_id=${id}&month=${old}`, { key: user.key })
    expect(body.data.total).toMatchObject({
      uptime_percent: null,
      monitored_seconds: 0,
      unobserved_seconds: 31 * 86_400,
    })
    await short.stop()
  })

  it.each([
    [{}, 'monitor_id'],
    [{ monitor_id: 1, tag: 'a' }, 'monitor_id'],
    [{ tag: 'a', month: '2026-13' }, 'month'],
    [{ tag: 'a', month: '2090-01' }, 'month'],
    [{ tag: 'a', month: '2026-01', from: '2026-01-01', to: '2026-01-02' }, 'month'],
    [{ tag: 'a', from: '2026-01-01' }, 'to'],
    [{ tag: 'a', from: '2026-01-02', to: '2026-01-01' }, 'to'],
    [{ tag: 'a', from: '2024-01-01', to: '2025-06-01' }, 'to'],
    [{ tag: 'a', timezone: 'Mars/Olympus' }, 'timezone'],
    [{ tag: 'a', target: 99.99999 }, 'target'],
    [{ tag: 'a', target: 101 }, 'target'],
    [{ tag: 'a', target: 'high' }, 'target'],
  ] as const)('refuses %j', async (query, field) => {
    const { key } = await app.makeUser()
    const answer = await read(key, query)
    expectProblem(answer, 'validation_failed')
    expect(answer.body.errors[0].field).toBe(field)
  })

  it("answers 404 for another team's monitor and status page, and 403 for a guest", async () => {
    const owner = await makeTeam(app)
    const id = await makeMonitor(app, owner)
    const stranger = await app.makeUser()
    expectProblem(await read(stranger.key, { monitor_id: id }), 'not_found')
    expectProblem(await read(stranger.key, { status_page_id: 999_999 }), 'not_found')
    const guest = await addMember(app, owner.team_id, 'guest')
    expectProblem(await read(guest.key, { monitor_id: id }), 'insufficient_role')
    const viewer = await addMember(app, owner.team_id, 'viewer')
    expect((await read(viewer.key, { monitor_id: id })).status).toBe(200)
  })

  it('is a CSV file of monitors with their total, or of incidents, without formulas', async () => {
    const user = await app.makeUser()
    const month = MONTHS[2] ?? ''
    const id = await makeMonitor(app, user, { friendly_name: '=1+1;=2, "Shop"' })
    await insertIncident(app, id, { from: `${month}-05T10:00:00Z`, to: `${month}-05T10:30:00Z` })
    const file = await read(user.key, { monitor_id: id, month, format: 'csv' })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="uptime-${month}-01-monitors.csv"`)
    const [head, row, total, end] = file.text.split('\r\n')
    expect(head).toMatch(/^from,to,target,monitor_id,name,uptime_percent,is_target_met,/)
    expect(row).toContain(
      `,99.9,${id},"'=1+1;'=2, ""Shop""",99.933,true,${31 * 86_400},1800,0,0,2678,878,1,,,1800,1800`,
    )
    expect(total).toContain(',99.9,,"Total",99.933,true,')
    expect(end).toBe('')
    const incidents = await read(user.key, { monitor_id: id, month, format: 'csv', table: 'incidents' })
    expect(incidents.text.split('\r\n')).toHaveLength(3)
    expect(incidents.text).toContain(`"${month}-05T10:00:00.000Z",,"${month}-05T10:30:00.000Z",1800,,1800`)
  })
})
