import { once } from 'node:events'
import net from 'node:net'
import { type Overview, overviewRoutes, responseSchema } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'
import { insertSparse, makeFolder } from '../../analytics/stats/context.ts'
import { expectPromised } from '../../support/expect-promised.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })

let domains = 0

async function makeWebsite(user: TestUser, on: TestApp = app): Promise<number> {
  const form = { domain: `o${(domains += 1)}.example.com` }
  const answer = await on.call('POST', '/api/v1/websites', { key: user.key, form })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id as number
}

async function makeMonitor(user: TestUser, fields: object = {}): Promise<number> {
  const json = { friendly_name: 'm', url: 'https://example.com/', is_active: false, ...fields }
  const answer = await app.call('POST', '/api/monitors', { key: user.key, json })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id as number
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)

async function read(user: TestUser, key = user.key): Promise<Overview> {
  const answer = await app.call('GET', '/api/overview', { key })
  expect(answer.status, answer.text).toBe(200)
  expect(responseSchema(overviewRoutes.show).safeParse(answer.body).error).toBeUndefined()
  return answer.body.data as Overview
}

describe('GET /api/overview', () => {
  it('is empty for a user without records', async () => {
    const { websites, monitors, open_incidents, notices } = await read(await app.makeUser())
    expect({ websites, monitors, open_incidents, notices }).toEqual({
      websites: [],
      monitors: [],
      open_incidents: [],
      notices: [],
    })
  })

  it('counts the visitors of each website: now, in 24 hours, by the hour', async () => {
    const user = await app.makeUser()
    const [busy, quiet] = [await makeWebsite(user), await makeWebsite(user)]
    await insertSparse(app.parts.clickhouse, busy, [
      { time: ago(2 * MINUTE_MS), visitor: 1 },
      { time: ago(2 * MINUTE_MS), visitor: 1, kind: 'event', name: 'signup' },
      { time: ago(3 * MINUTE_MS), visitor: 2 },
      { time: ago(90 * MINUTE_MS), visitor: 3 },
      { time: ago(1 * MINUTE_MS), visitor: 4, kind: 'engagement' },
      { time: ago(25 * HOUR_MS), visitor: 5 },
    ])
    const { websites, from, to } = await read(user)
    expect(Date.parse(to) - Date.parse(from)).toBe(DAY_MS)
    const found = websites.find(({ id }) => id === busy)
    expect(found).toMatchObject({ visitors_now: 2, visitors_24h: 3, status: null, uptime_24h: null, outages: [] })
    expect(found?.hourly?.slice(-2)).toEqual([1, 2])
    expect(found?.hourly?.slice(0, -2)).toEqual(Array.from({ length: 22 }, () => 0))
    expect(websites.find(({ id }) => id === quiet)).toMatchObject({ visitors_now: 0, visitors_24h: 0 })
  })

  it('shows the status of each website by its monitors, and lists monitors without a website', async () => {
    const user = await app.makeUser()
    const website_id = await makeWebsite(user)
    const first = await makeMonitor(user, { website_id })
    const second = await makeMonitor(user, { website_id, friendly_name: 'second' })
    const alone = await makeMonitor(user, { friendly_name: 'alone' })
    await admin(`update monitor_state set status = 'recovering', next_due_at = 1 where monitor_id = $1`, [second])
    await admin(`update monitors set created_at = now() - interval '3 days' where team_id = $1`, [user.id])
    await admin(
      `update monitor_state set unobserved_since = null, next_due_at = (extract(epoch from now()) * 1000)::bigint + 60000,
       status = case monitor_id when $2 then 'down' else 'up' end where team_id = $1`,
      [user.id, second],
    )
    const spells = [ago(40 * HOUR_MS), ago(30 * HOUR_MS), ago(12 * HOUR_MS), ago(6 * HOUR_MS), ago(1.2 * HOUR_MS)]
    await insertIncident(app, first, { from: spells[0] ?? '', to: spells[1] ?? '' })
    await insertIncident(app, first, { from: spells[2] ?? '', to: spells[3] ?? '' })
    await insertIncident(app, second, { from: spells[4] ?? '' })
    const { websites, monitors, open_incidents, recent_incidents } = await read(user)
    expect(websites[0]).toMatchObject({
      monitor_ids: [first, second],
      status: 'down',
      uptime_24h: 75,
      outages: [
        [spells[2], spells[3]],
        [spells[4], null],
      ],
    })
    expect(monitors).toEqual([
      {
        id: alone,
        friendly_name: 'alone',
        url: 'https://example.com/',
        type: 'http',
        status: 'up',
        is_active: false,
        tags: [],
        alerts_nobody: true,
        last_response_ms: null,
        uptime_24h: 100,
        outages: [],
        unobserved: [],
      },
    ])
    expect(open_incidents).toHaveLength(1)
    expect(open_incidents[0]).toMatchObject({
      object: 'incident',
      monitor_id: second,
      status: 'open',
      friendly_name: 'second',
      url: 'https://example.com/',
      website_id,
    })
    expect(recent_incidents.map(({ monitor_id, resolved_at }) => [monitor_id, resolved_at])).toEqual([
      [first, spells[3]],
      [first, spells[1]],
    ])
    expect(recent_incidents[0]).toMatchObject({ object: 'incident', status: 'resolved', website_id })
  })

  it('lists at most five incidents of the last seven days as recent', async () => {
    const user = await app.makeUser()
    const id = await makeMonitor(user)
    const ends = [1, 2, 3, 4, 5, 6].map((days) => ago(days * DAY_MS))
    for (const end of ends) await insertIncident(app, id, { from: Date.parse(end) - MINUTE_MS, to: end })
    await insertIncident(app, id, { from: ago(9 * DAY_MS), to: ago(8 * DAY_MS) })
    const { recent_incidents } = await read(user)
    expect(recent_incidents.map(({ resolved_at }) => resolved_at)).toEqual(ends.slice(0, 5))
  })

  it('warns of expiring certificates and domains of active monitors from the day of their first notice', async () => {
    const user = await app.makeUser()
    const id = await makeMonitor(user, { friendly_name: 'soon' })
    const expires_at = ago(-5 * DAY_MS)
    await admin(`update monitor_state set tls_expires_at = $2 where monitor_id = $1`, [id, expires_at])
    await admin(
      `insert into monitor_domains (team_id, monitor_id, url, domain, expires_at) select team_id, id, url, 'soon.example', $2 from monitors where id = $1`,
      [id, expires_at],
    )
    const isAboutCertificates = ({ kind }: { kind: string }): boolean => kind.endsWith('_expiring')
    expect((await read(user)).notices.filter(isAboutCertificates)).toEqual([])
    await admin(`update monitors set is_active = true where id = $1`, [id])
    expect((await read(user)).notices.filter(isAboutCertificates)).toEqual([
      { kind: 'certificates_expiring', monitors: [{ monitor_id: id, friendly_name: 'soon', expires_at }] },
      { kind: 'domains_expiring', domains: [{ domain: 'soon.example', monitor_id: id, expires_at }] },
    ])
    await app.call('PATCH', `/api/monitors/${id}`, { key: user.key, json: { expiry_notice_days: [4] } })
    expect((await read(user)).notices.filter(isAboutCertificates)).toEqual([])
  })

  it('shows favourites first', async () => {
    const user = await app.makeUser()
    const ids = [await makeWebsite(user), await makeWebsite(user), await makeWebsite(user)]
    await app.call('PATCH', `/api/v1/websites/${ids[1]}`, { key: user.key, json: { favorite: true } })
    expect((await read(user)).websites.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
  })

  it("shows only the user's own records, and requires all three scopes", async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    const website = await makeWebsite(other)
    await insertSparse(app.parts.clickhouse, website, [{ time: ago(MINUTE_MS) }])
    const monitor_id = await makeMonitor(other)
    await insertIncident(app, monitor_id, { from: ago(HOUR_MS) })
    await insertIncident(app, monitor_id, { from: ago(3 * HOUR_MS), to: ago(2 * HOUR_MS) })
    const seen = await read(user)
    expect([seen.websites, seen.monitors, seen.open_incidents, seen.recent_incidents]).toEqual([[], [], [], []])
    const { key } = await app.makeKey(user.id, ['monitors:read', 'websites:read'])
    expectProblem(await app.call('GET', '/api/overview', { key }), 'insufficient_scope')
  })
})

describe('the notices of GET /api/overview', () => {
  async function makeDelivery(user: TestUser, provider_id: number, fields: Record<string, unknown>): Promise<number> {
    const monitor_id = await makeMonitor(user)
    await insertIncident(app, monitor_id, { from: ago(HOUR_MS), to: ago(HOUR_MS / 2) })
    const row = { status: 'pending', attempts: 0, last_error: null, sent_at: null, ...fields }
    const { rows } = await admin(
      `insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, attempts, last_error, sent_at)
       select team_id, id, monitor_id, $2, 'opened', $3, $4, $5, $6 from incidents where monitor_id = $1 returning id`,
      [monitor_id, provider_id, row.status, row.attempts, row.last_error, row.sent_at],
    )
    return Number((rows[0] as { id: string }).id)
  }

  async function makeProvider(user: TestUser): Promise<number> {
    const json = { provider_type: 'email', recipient_email: 'alert@example.com' }
    const answer = await app.call('POST', '/api/providers', { key: user.key, json })
    return answer.body.data.id as number
  }

  it('name a provider whose deliveries fail, until one succeeds', async () => {
    const user = await app.makeUser()
    const provider_id = await makeProvider(user)
    await makeDelivery(user, provider_id, { attempts: 2, last_error: 'refused' })
    expect((await read(user)).notices).toEqual([])
    const id = await makeDelivery(user, provider_id, { attempts: 3, last_error: 'no such mailbox' })
    const [notice] = (await read(user)).notices
    expect(notice).toMatchObject({ kind: 'provider_failing', provider_id, last_error: 'no such mailbox' })
    await admin(`update deliveries set status = 'sent', sent_at = now() + interval '1 second' where id = $1`, [id])
    expect((await read(user)).notices).toEqual([])
  })

  it('name a provider with a failed delivery for a week, but not to a key that may not read providers', async () => {
    const user = await app.makeUser()
    const id = await makeDelivery(user, await makeProvider(user), { status: 'failed', last_error: 'gone' })
    expect((await read(user)).notices).toHaveLength(1)
    const { key } = await app.makeKey(user.id, ['monitors:read', 'websites:read', 'stats:read'])
    expect((await read(user, key)).notices).toEqual([])
    await admin('alter table deliveries disable trigger deliveries_touch', [])
    await admin(`update deliveries set updated_at = now() - interval '8 days' where id = $1`, [id])
    await admin('alter table deliveries enable trigger deliveries_touch', [])
    expect((await read(user)).notices).toEqual([])
  })

  it('name active monitors without a provider, and mark them and their websites', async () => {
    const user = await app.makeUser()
    const provider_id = await makeProvider(user)
    const website_id = await makeWebsite(user)
    const [silent, alone] = [
      await makeMonitor(user, { is_active: true, website_id, friendly_name: 'a' }),
      await makeMonitor(user, { is_active: true, friendly_name: 'b' }),
    ]
    await makeMonitor(user, { friendly_name: 'paused' })
    const alerting = await makeMonitor(user, { is_active: true, provider_ids: [provider_id] })
    const { notices, websites, monitors } = await read(user)
    expect(notices).toEqual([{ kind: 'alerts_nobody', monitor_ids: [silent, alone] }])
    expect(websites[0]?.alerts_nobody).toBe(true)
    expect(monitors.map(({ id, alerts_nobody }) => [id, alerts_nobody])).toContainEqual([alone, true])
    expect(monitors.map(({ id, alerts_nobody }) => [id, alerts_nobody])).toContainEqual([alerting, false])
    for (const id of [silent, alone]) {
      const json = { provider_id }
      await app.call('POST', `/api/monitors/${id}/notifications`, { key: user.key, json })
    }
    const after = await read(user)
    expect([after.notices, after.websites[0]?.alerts_nobody]).toEqual([[], false])
  })

  it('name a website that had visitors every day and now has none', async () => {
    const user = await app.makeUser()
    const [silent, rare, alive] = [await makeWebsite(user), await makeWebsite(user), await makeWebsite(user)]
    const days = (count: number) => Array.from({ length: count }, (_, day) => ({ time: ago((day + 1.5) * DAY_MS) }))
    await insertSparse(app.parts.clickhouse, silent, days(6))
    await insertSparse(app.parts.clickhouse, rare, days(4))
    await insertSparse(app.parts.clickhouse, alive, [...days(6), { time: ago(HOUR_MS) }])
    await admin(`update websites set first_event_at = now() - interval '30 days' where team_id = $1`, [user.id])
    const { notices, websites } = await read(user)
    expect(notices).toEqual([
      {
        kind: 'tracking_silent',
        website_id: silent,
        domain: websites.find(({ id }) => id === silent)?.domain,
        since: expect.stringMatching(/Z$/),
      },
    ])
  })
})

describe('the overview while ClickHouse', () => {
  it.each(['refuses', 'is silent'])('%s has null figures and everything else', async (how) => {
    const sockets = new Set<net.Socket>()
    const server = net.createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    if (how === 'refuses') server.close()
    const end = (): void => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
    atEnd(end)
    const env = { CLICKHOUSE_URL: `http://127.0.0.1:${port}`, SITEWATCH_LOG_LEVEL: 'silent' }
    const lonely = await startApp(env, { database: app.database })
    const user = await lonely.makeUser()
    await makeWebsite(user, lonely)
    const began = performance.now()
    const answer = await lonely.call('GET', '/api/overview', { key: user.key })
    expectPromised(performance.now() - began, 8000)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data.websites[0]).toMatchObject({ visitors_now: null, visitors_24h: null, hourly: null })
    end()
    await lonely.stop()
  })
})

describe('the overview of 1,000 monitors, 500 websites and 200,000 events', () => {
  it('is complete and fast enough', async () => {
    const user = await app.makeUser()
    await admin(
      `insert into websites (team_id, domain, tracking_id, first_event_at)
       select $1, 's' || n || '.example.com', lpad(n::text, 16, 'T'), now() from generate_series(1, 500) n`,
      [user.id],
    )
    await admin(
      `with made as (insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings, website_id)
         select $1, 'm' || id, 'host.example.com', 'ping', 60, true, 10, '{}', id from websites, generate_series(1, 2) where team_id = $1
         returning id, team_id),
       state as (insert into monitor_state (team_id, monitor_id, interval_ms, phase_ms, type, status)
         select team_id, id, 60000, 0, 'ping', 'up' from made)
       insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution)
       select team_id, id, 'timeout', 'no answer', now() - d * interval '7 hours', now() - d * interval '7 hours',
         now() - d * interval '7 hours' + interval '5 minutes', 'recovered' from made, generate_series(1, 10) d`,
      [user.id],
    )
    await app.parts.clickhouse.execute(
      `INSERT INTO events (website_id, time, visitor_id, pageview_id, number, kind, retention_days)
       SELECT id, now64(3) - INTERVAL rand() % 90000 SECOND, rand(1) % 5000, number, 0, 'pageview', 365
       FROM (SELECT number, {first:UInt64} + number % 500 AS id FROM numbers(200000))
       SETTINGS insert_deduplicate = 0`,
      { first: Number((await admin('select min(id) from websites where team_id = $1', [user.id])).rows[0]?.min) },
    )
    const { websites } = await read(user)
    expect(websites).toHaveLength(500)
    expect(websites[0]?.visitors_24h).toBeGreaterThan(0)
    expect(websites[0]?.outages.length).toBeGreaterThan(0)
    const times: number[] = []
    let text = ''
    for (let turn = 0; turn < 7; turn++) {
      const began = performance.now()
      text = (await app.call('GET', '/api/overview', { key: user.key })).text
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    process.stdout.write(`overview: median ${Math.round(times[3] ?? 0)} ms, ${Math.round(text.length / 1024)} KiB\n`)
    // 130 to 170 ms on two shared cores; the limit only detects quadratic growth.
    expectPromised(times[0] ?? Infinity, 3000)
  })
})
