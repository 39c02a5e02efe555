import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { findWindow, type WindowName } from '../../../src/monitoring/incidents/window.ts'
import { startApp } from '../../support/app.ts'
import { type Caller, CALLER_KINDS, makeCaller, withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident, STATUS_503 } from '../../support/incidents.ts'

const app = await startApp()
const { admin } = app.database
const now = Date.now()
const iso = (ms: number): string => new Date(ms).toISOString()

/** A monitor that was observed without a gap since its creation. */
async function makeMonitor(caller: Caller, { age_ms = 800 * DAY_MS } = {}): Promise<number> {
  const id = await caller.make('/api/monitors', { friendly_name: 'Shop', url: 'https://shop.example.com/' })
  await admin.query('update monitors set created_at = $2 where id = $1', [id, iso(now - age_ms)])
  await watch(id)
  return id
}

async function watch(id: number): Promise<void> {
  await admin.query(
    `update monitor_state set status = 'up', unobserved_since = null, next_due_at = extract(epoch from now()) * 1000 + 30000
     where monitor_id = $1`,
    [id],
  )
}

const insertUnobserved = (caller: Caller, monitor_id: number, from: number, to: number) =>
  admin.query(
    `insert into monitor_unobserved (team_id, monitor_id, from_at, to_at, reason) values ($1, $2, $3, $4, 'paused')`,
    [caller.user.id, monitor_id, iso(from), iso(to)],
  )

const idsOf = (body: { data: { id: number }[] }): number[] => body.data.map((row) => row.id)

describe.each(CALLER_KINDS)('incidents, by %s', (kind) => {
  it('have their fields in a fixed order', async () => {
    const caller = await makeCaller(app, kind)
    const monitor_id = await makeMonitor(caller)
    const started_at = now - 2 * HOUR_MS
    const id = await insertIncident(app, monitor_id, {
      from: started_at,
      confirmed: started_at + 20_000,
      to: now - HOUR_MS,
      cause: STATUS_503,
    })
    const { status, body } = await caller.call('GET', `/api/incidents/${id}`)
    expect(status).toBe(200)
    expect(Object.keys(body.data)).toEqual([
      'object',
      'id',
      'monitor_id',
      'monitor_name',
      'status',
      'cause',
      'resolution',
      'started_at',
      'confirmed_at',
      'acknowledged_at',
      'acknowledged_by',
      'acknowledgement_note',
      'resolved_at',
      'duration_seconds',
      'suppressed_by_id',
      'suppressed_by_name',
      'suppressed_until',
      'impact',
      'kind',
      'website_id',
      'website_domain',
      'traffic',
      'second_opinion',
      'created_at',
      'updated_at',
    ])
    expect(body.data).toMatchObject({
      object: 'incident',
      id,
      monitor_id,
      status: 'resolved',
      cause: STATUS_503,
      resolution: 'recovered',
      started_at: iso(started_at),
      confirmed_at: iso(started_at + 20_000),
      acknowledged_at: null,
      acknowledged_by: null,
      acknowledgement_note: null,
      resolved_at: iso(now - HOUR_MS),
      duration_seconds: 3600,
      impact: null,
    })
  })

  it('are acknowledged once by POST /api/incidents/:id/acknowledge while they are open', async () => {
    const caller = await makeCaller(app, kind)
    const monitor_id = await makeMonitor(caller)
    const id = await insertIncident(app, monitor_id, { from: now - HOUR_MS })
    const first = await caller.call('POST', `/api/incidents/${id}/acknowledge`)
    expect([first.status, first.body.data.status]).toEqual([200, 'acknowledged'])
    expect(first.body.data.acknowledged_at).toMatch(/Z$/)
    const second = await caller.call('POST', `/api/incidents/${id}/acknowledge`, {})
    expect([second.status, second.body.data]).toEqual([
      200,
      { ...first.body.data, duration_seconds: second.body.data.duration_seconds },
    ])
    expectProblem(await caller.call('POST', `/api/incidents/${id}/acknowledge`, { who: 'x' }), 'validation_failed')
  })

  it('record who acknowledged them, and the note', async () => {
    const caller = await makeCaller(app, kind)
    const monitor_id = await makeMonitor(caller)
    const acknowledge = async (id: number, json?: object) =>
      (await caller.call('POST', `/api/incidents/${id}/acknowledge`, json)).body.data
    const id = await insertIncident(app, monitor_id, { from: now - HOUR_MS })
    const first = await acknowledge(id, { by: ' Mina ', note: ' Restarting the proxy ' })
    expect(first).toMatchObject({ acknowledged_by: 'Mina', acknowledgement_note: 'Restarting the proxy' })
    expect(await acknowledge(id, { by: 'Somebody else', note: 'Later' })).toMatchObject({
      acknowledged_by: 'Mina',
      acknowledgement_note: 'Restarting the proxy',
    })
    const another = await insertIncident(app, await makeMonitor(caller), { from: now - HOUR_MS })
    expect(await acknowledge(another, { note: '' })).toMatchObject({
      acknowledged_by: kind === 'session' ? caller.user.email : expect.stringMatching(/^API key ./),
      acknowledgement_note: null,
    })
  })

  it.each([{ by: '' }, { by: 'x'.repeat(101) }, { note: 'x'.repeat(501) }, { by: null }])(
    'POST /api/incidents/:id/acknowledge refuses %o',
    async (json) => {
      const caller = await makeCaller(app, kind)
      const id = await insertIncident(app, await makeMonitor(caller), { from: now - HOUR_MS })
      expectProblem(await caller.call('POST', `/api/incidents/${id}/acknowledge`, json), 'validation_failed')
    },
  )
})

describe('POST /api/incidents/:id/acknowledge', () => {
  it('is refused for a resolved incident, unless it was acknowledged before', async () => {
    const caller = await makeCaller(app)
    const monitor_id = await makeMonitor(caller)
    const over = await insertIncident(app, monitor_id, { from: now - 3 * HOUR_MS, to: now - 2 * HOUR_MS })
    const seen = await insertIncident(app, monitor_id, {
      from: now - HOUR_MS,
      to: now - 60_000,
      acknowledged: now - HOUR_MS,
    })
    const { errors } = expectProblem(
      await caller.call('POST', `/api/incidents/${over}/acknowledge`),
      'validation_failed',
    )
    expect(errors).toMatchObject([{ field: 'status', code: 'already_resolved' }])
    const kept = await caller.call('POST', `/api/incidents/${seen}/acknowledge`)
    expect([kept.status, kept.body.data.status]).toEqual([200, 'resolved'])
  })

  it('answers 404 for another team, byte for byte as for a missing incident', async () => {
    const [one, two] = [await makeCaller(app), await makeCaller(app)]
    const id = await insertIncident(app, await makeMonitor(one), { from: now - HOUR_MS })
    for (const [method, tail] of [
      ['POST', '/acknowledge'],
      ['GET', ''],
    ]) {
      const foreign = await two.call(method ?? '', `/api/incidents/${id}${tail}`)
      const missing = await two.call(method ?? '', `/api/incidents/999999${tail}`)
      expectProblem(foreign, 'not_found')
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
    }
    expect((await one.call('GET', `/api/incidents/${id}`)).body.data.status).toBe('open')
    expect((await two.call('GET', `/api/incidents?monitor_id=${id}`)).body.data).toEqual([])
  })
})

describe('GET /api/incidents', () => {
  it('lists newest first, filtered by status and monitor, paged', async () => {
    const caller = await makeCaller(app)
    const [a, b] = [await makeMonitor(caller), await makeMonitor(caller)]
    const old = await insertIncident(app, a, { from: now - 5 * DAY_MS, to: now - 4 * DAY_MS })
    const newer = await insertIncident(app, b, { from: now - 2 * HOUR_MS, acknowledged: now - HOUR_MS })
    const newest = await insertIncident(app, a, { from: now - HOUR_MS })
    const get = async (query: string) => idsOf((await caller.call('GET', `/api/incidents?${query}`)).body)
    expect(await get('')).toEqual([newest, newer, old])
    expect(await get('status=open')).toEqual([newest])
    expect(await get('status=acknowledged')).toEqual([newer])
    expect(await get('status=resolved')).toEqual([old])
    expect(await get(`monitor_id=${a}`)).toEqual([newest, old])
    expect(await get('pageSize=1&page=2')).toEqual([newer])
    for (const query of ['status=closed', 'monitor_id=x', 'monitor_id=0', 'window=24h']) {
      expectProblem(await caller.call('GET', `/api/incidents?${query}`), 'validation_failed')
    }
  })
})

describe('GET /api/incidents with search, from and to', () => {
  it('finds incidents by the name or URL of the monitor or the domain of its website, in any case', async () => {
    const caller = await makeCaller(app)
    const website_id = await caller.make('/api/v1/websites', { domain: 'warehouse.example.com' })
    const shop = await makeMonitor(caller)
    const job = await caller.make('/api/monitors', {
      friendly_name: 'Nightly job',
      type: 'heartbeat',
      period_seconds: 3600,
      website_id,
    })
    const [ofShop, ofJob] = [
      await insertIncident(app, shop, { from: now - HOUR_MS }),
      await insertIncident(app, job, { from: now - 2 * HOUR_MS, to: now - HOUR_MS }),
    ]
    const find = async (search: string) =>
      idsOf((await caller.call('GET', `/api/incidents?search=${encodeURIComponent(search)}`)).body)
    expect(await find('SHOP.example')).toEqual([ofShop])
    expect(await find('nightly')).toEqual([ofJob])
    expect(await find('warehouse.EXAMPLE.com')).toEqual([ofJob])
    expect(await find('%')).toEqual([])
    expect(await find('')).toEqual([ofShop, ofJob])
    const stranger = await makeCaller(app)
    expect((await stranger.call('GET', '/api/incidents?search=nightly')).body.meta.total).toBe(0)
  })

  it('finds incidents that overlap a time span, open ones included', async () => {
    const caller = await makeCaller(app)
    const monitor_id = await makeMonitor(caller)
    const early = await insertIncident(app, monitor_id, { from: now - 10 * HOUR_MS, to: now - 9 * HOUR_MS })
    const late = await insertIncident(app, monitor_id, { from: now - 5 * HOUR_MS, to: now - 4 * HOUR_MS })
    const open = await insertIncident(app, monitor_id, { from: now - HOUR_MS })
    const find = async (from: number, to: number) =>
      idsOf((await caller.call('GET', `/api/incidents?from=${iso(from)}&to=${iso(to)}`)).body)
    expect(await find(now - 9.5 * HOUR_MS, now - 9.4 * HOUR_MS)).toEqual([early])
    expect(await find(now - 9.5 * HOUR_MS, now - 4.5 * HOUR_MS)).toEqual([late, early])
    expect(await find(now - 3 * HOUR_MS, now - 2 * HOUR_MS)).toEqual([])
    expect(await find(now - 4.5 * HOUR_MS, now + HOUR_MS)).toEqual([open, late])
    expectProblem(await caller.call('GET', '/api/incidents?from=yesterday'), 'validation_failed')
  })
})

describe('GET /api/monitors/:id/incidents', () => {
  it.each(['24h', '30d', '6mo', '1y'] as WindowName[])(
    'follows the calendar for window %s, and lists every incident that overlaps it',
    async (name) => {
      const caller = await makeCaller(app)
      const id = await makeMonitor(caller)
      const { start } = findWindow(name, now)
      const before = await insertIncident(app, id, { from: start - 3 * HOUR_MS, to: start - 2 * HOUR_MS })
      const across = await insertIncident(app, id, { from: start - HOUR_MS, to: start + HOUR_MS })
      const within = await insertIncident(app, id, { from: start + 3 * HOUR_MS, to: start + 4 * HOUR_MS })
      const open = await insertIncident(app, id, { from: now - HOUR_MS })
      const { status, body } = await caller.call('GET', `/api/monitors/${id}/incidents?window=${name}`)
      expect([status, idsOf(body)]).toEqual([200, [open, within, across]])
      expect(idsOf(body)).not.toContain(before)
      const { window, window_start, window_end, total } = body.meta
      expect([window, total]).toEqual([name, 3])
      expect(Math.abs(Date.parse(window_end) - Date.now())).toBeLessThan(5000)
      expect(Date.parse(window_start)).toBe(findWindow(name, Date.parse(window_end)).start)
      // Three hours, apart from the moments since this file began.
      expect(body.meta.downtime_seconds).toBeGreaterThanOrEqual(3 * 3600 - 120)
      expect(body.meta.downtime_seconds).toBeLessThanOrEqual(3 * 3600 + 120)
    },
  )

  it('uses a window of 24h by default', async () => {
    const caller = await makeCaller(app)
    const { body } = await caller.call('GET', `/api/monitors/${await makeMonitor(caller)}/incidents`)
    expect(Object.keys(body.meta)).toEqual([
      'current_page',
      'per_page',
      'from',
      'to',
      'last_page',
      'total',
      'window',
      'window_start',
      'window_end',
      'downtime_seconds',
      'unknown_seconds',
      'uptime_percent',
    ])
    expect(body.meta).toMatchObject({ window: '24h', downtime_seconds: 0, unknown_seconds: 0, uptime_percent: 100 })
  })

  it('computes uptime by time: unobserved time is neither up nor down', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    await insertIncident(app, id, { from: now - 20 * HOUR_MS, to: now - 14 * HOUR_MS })
    await insertUnobserved(caller, id, now - 16 * HOUR_MS, now - 8 * HOUR_MS)
    const { meta } = (await caller.call('GET', `/api/monitors/${id}/incidents`)).body
    // Of 24 h, 8 were not observed; of the 6 h down, 2 lie in them: 4 of 16 down.
    expect(meta).toMatchObject({ downtime_seconds: 4 * 3600, unknown_seconds: 8 * 3600, uptime_percent: 75 })
    const { uptime } = (await caller.call('GET', `/api/monitors/${id}`)).body.data
    expect(uptime).toEqual({ '24h': 75, '30d': Math.round((1 - 4 / (30 * 24 - 8)) * 100_000) / 1000 })
    const listed = (await caller.call('GET', '/api/monitors')).body.data[0]
    expect(listed.uptime).toEqual(uptime)
  })

  it('returns the same figures as intervals, which do not overlap', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    await insertIncident(app, id, { from: now - 20 * HOUR_MS, to: now - 14 * HOUR_MS })
    await insertUnobserved(caller, id, now - 16 * HOUR_MS, now - 8 * HOUR_MS)
    const { data } = (await caller.call('GET', `/api/monitors/${id}/uptime`)).body
    const span = (from: number, to: number) => ({
      from: new Date(now - from * HOUR_MS).toISOString(),
      to: new Date(now - to * HOUR_MS).toISOString(),
    })
    expect(data).toMatchObject({ object: 'uptime', monitor_id: id, window: '24h', uptime_percent: 75 })
    expect(data.down).toEqual([span(20, 16)])
    expect(data.unobserved).toEqual([span(16, 8)])
  })

  it('shows the response of the target, if there was one', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    const silent = await insertIncident(app, id, { from: now - 3 * HOUR_MS, to: now - 2 * HOUR_MS })
    const spoke = await insertIncident(app, id, { from: now - HOUR_MS, to: now })
    await app.database.admin.query('update incidents set evidence = $2 where id = $1', [
      spoke,
      JSON.stringify({ status: 503, headers: { server: 'nginx' }, body: 'out of order' }),
    ])
    expect((await caller.call('GET', `/api/incidents/${spoke}/evidence`)).body.data).toEqual({
      object: 'evidence',
      incident_id: spoke,
      status: 503,
      headers: { server: 'nginx' },
      body: 'out of order',
    })
    expect((await caller.call('GET', `/api/incidents/${silent}/evidence`)).body.data).toMatchObject({
      status: null,
      headers: {},
      body: null,
    })
  })

  it('returns the same figures on every page', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    for (let n = 1; n <= 3; n++)
      await insertIncident(app, id, { from: now - n * 2 * HOUR_MS, to: now - n * 2 * HOUR_MS + HOUR_MS })
    const { body } = await caller.call('GET', `/api/monitors/${id}/incidents?pageSize=1&page=3`)
    expect([body.data.length, body.meta.total, body.meta.downtime_seconds]).toEqual([1, 3, 3 * 3600])
    expect(body.links.prev).toContain('pageSize=1&page=2')
  })

  it('counts the time before creation as not observed', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller, { age_ms: 6 * HOUR_MS })
    await insertIncident(app, id, { from: now - 3 * HOUR_MS, to: now })
    const { meta } = (await caller.call('GET', `/api/monitors/${id}/incidents?window=30d`)).body
    expect(meta.uptime_percent).toBeCloseTo(50, 0)
    expect(meta.downtime_seconds).toBe(3 * 3600)
    expect(Math.abs(meta.unknown_seconds - (30 * 86_400 - 6 * 3600))).toBeLessThan(60)
  })

  it('returns null, not 100, if nothing was observed', async () => {
    const caller = await makeCaller(app)
    const fresh = await caller.make('/api/monitors', { friendly_name: 'a', url: 'https://a.example' })
    const paused = await caller.make('/api/monitors', {
      friendly_name: 'a',
      url: 'https://a.example',
      is_active: false,
    })
    for (const id of [fresh, paused]) {
      const { meta } = (await caller.call('GET', `/api/monitors/${id}/incidents`)).body
      expect(meta).toMatchObject({ downtime_seconds: 0, unknown_seconds: 86_400, uptime_percent: null })
      expect((await caller.call('GET', `/api/monitors/${id}`)).body.data.uptime).toEqual({ '24h': null, '30d': null })
    }
  })

  it('does not count paused time as observed, and keeps what was observed before', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    await caller.call('PUT', `/api/monitors/${id}`, { is_active: false })
    await admin.query('update monitor_state set unobserved_since = unobserved_since - 7200000 where monitor_id = $1', [
      id,
    ])
    const hours = async () =>
      (await caller.call('GET', `/api/monitors/${id}/incidents`)).body.meta.unknown_seconds / 3600
    expect(await hours()).toBeCloseTo(2, 1)
    await caller.call('PUT', `/api/monitors/${id}`, { is_active: true })
    await watch(id)
    expect(await hours()).toBeCloseTo(2, 1)
  })

  it('counts the time after an overdue check as not observed', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    await admin.query(
      'update monitor_state set next_due_at = extract(epoch from now()) * 1000 - 3600000 where monitor_id = $1',
      [id],
    )
    const { meta } = (await caller.call('GET', `/api/monitors/${id}/incidents`)).body
    expect(Math.abs(meta.unknown_seconds - 3600)).toBeLessThan(60)
    expect(meta.uptime_percent).toBe(100)
  })

  it('does not round away a second of outage in a year', async () => {
    const caller = await makeCaller(app)
    const id = await makeMonitor(caller)
    await insertIncident(app, id, { from: now - 40 * DAY_MS, to: now - 40 * DAY_MS + 1000 })
    const { meta } = (await caller.call('GET', `/api/monitors/${id}/incidents?window=1y`)).body
    expect(meta).toMatchObject({ downtime_seconds: 1, uptime_percent: 99.999 })
  })
})
