import { Objective } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { evaluateObjectives } from '../../../src/insights/objectives/evaluate.ts'
import { startAlerting } from '../../alerting/notifications/alerting.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { addMember, makeTeam } from '../../support/teams.ts'
import { insertIncident } from '../../support/incidents.ts'
import { makeClock, type SteppedClock } from '../../team/uptime-reports/reporting.ts'
import type { TestUser } from '../../support/app.ts'

const { app, makeSlack, makeMonitor, titles, deliver, sink } = await startAlerting()
const { admin } = app.database

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

const create = (key: string, json: object) => app.call('POST', '/api/objectives', { key, json })
const show = async (key: string, id: number) => (await app.call('GET', `/api/objectives/${id}`, { key })).body.data

/** A monitor that was observed for a year, with a provider. */
async function makeWatched(user?: TestUser) {
  const owner = user ?? (await app.makeUser())
  const provider = await makeSlack(owner)
  const monitor = await makeMonitor(owner, provider.id)
  await admin.query(`update monitors set created_at = now() - interval '1 year' where id = $1`, [monitor])
  return { user: owner, key: owner.key, provider, monitor }
}

const evaluate = (clock: SteppedClock) => evaluateObjectives({ ...app.parts, clock })

describe('/api/objectives', () => {
  it('shows the error budget of a rolling window by time', async () => {
    const { key, monitor } = await makeWatched()
    await insertIncident(app, monitor, { from: ago(10 * DAY_MS), to: ago(10 * DAY_MS - 12 * MINUTE_MS) })
    await insertIncident(app, monitor, { from: ago(40 * DAY_MS), to: ago(39 * DAY_MS) })
    const { status, body } = await create(key, { name: 'Shop', monitor_id: monitor })
    expect(status).toBe(201)
    expect(Objective.parse(body.data)).toMatchObject({
      name: 'Shop',
      monitor_id: monitor,
      website_id: null,
      target: 99.9,
      window_days: 30,
      measure: 'clock',
      status: 'met',
      current_percent: 99.972,
      budget_total: 2592,
      budget_left: 1872,
      budget_left_percent: 72.22,
      burn_rate_fast: 0,
      burn_rate_slow: 0,
      burning_fast_since: null,
    })
    expect(await show(key, body.data.id)).toEqual(body.data)
    const { body: listed } = await app.call('GET', `/api/objectives?monitor_id=${monitor}`, { key })
    expect(listed.data).toEqual([body.data])
  })

  it('is at risk with less than a quarter of the budget, missed without any, and has no data for a new monitor', async () => {
    const { key, user, monitor } = await makeWatched()
    const { id } = (await create(key, { name: 'a', monitor_id: monitor })).body.data
    await insertIncident(app, monitor, { from: ago(10 * DAY_MS), to: ago(10 * DAY_MS - 35 * MINUTE_MS) })
    expect(await show(key, id)).toMatchObject({ status: 'at_risk', budget_left: 492 })
    await insertIncident(app, monitor, { from: ago(5 * DAY_MS), to: ago(5 * DAY_MS - 35 * MINUTE_MS) })
    expect(await show(key, id)).toMatchObject({ status: 'missed', budget_left: -1608, budget_left_percent: -62.04 })
    const { provider } = await makeWatched(user)
    const fresh = await makeMonitor(user, provider.id)
    await admin.query(`update monitors set created_at = now() + interval '1 minute' where id = $1`, [fresh])
    expect((await create(key, { name: 'b', monitor_id: fresh })).body.data).toMatchObject({
      status: 'no_data',
      current_percent: null,
      budget_left_percent: null,
      burn_rate_fast: null,
    })
  })

  it('combines the monitors of a website, and excludes maintenance', async () => {
    const { key, user, monitor } = await makeWatched()
    const other = (await makeWatched(user)).monitor
    const website_id = (await app.call('POST', '/api/v1/websites', { key, json: { domain: 'shop.example' } })).body.data
      .id as number
    for (const id of [monitor, other]) await app.call('PATCH', `/api/monitors/${id}`, { key, json: { website_id } })
    // Two outages that overlap: 15 minutes together, 5 of them in maintenance.
    const at = 3 * DAY_MS
    await insertIncident(app, monitor, { from: ago(at), to: ago(at - 10 * MINUTE_MS) })
    await insertIncident(app, other, { from: ago(at - 5 * MINUTE_MS), to: ago(at - 15 * MINUTE_MS) })
    await app.call('POST', '/api/maintenance-windows', {
      key,
      json: { name: 'w', starts_at: ago(at - 10 * MINUTE_MS), ends_at: ago(at - 15 * MINUTE_MS), monitor_ids: [other] },
    })
    const { data } = (await create(key, { name: 'Site', website_id, target: 99.5, window_days: 7 })).body
    expect(data).toMatchObject({ monitor_id: null, website_id, budget_total: 3024, budget_left: 2424, status: 'met' })
    await app.call('DELETE', `/api/v1/websites/${website_id}`, { key })
    expect((await app.call('GET', `/api/objectives/${data.id}`, { key })).status).toBe(404)
  })

  it('changes only the fields that are sent, and deletes an objective with its monitor', async () => {
    const { key, monitor } = await makeWatched()
    const { id } = (await create(key, { name: 'a', monitor_id: monitor })).body.data
    const { body } = await app.call('PATCH', `/api/objectives/${id}`, { key, json: { target: 99.5, window_days: 90 } })
    expect(body.data).toMatchObject({
      name: 'a',
      target: 99.5,
      window_days: 90,
      monitor_id: monitor,
      budget_total: 38880,
    })
    await app.call('DELETE', `/api/monitors/${monitor}`, { key })
    expect((await app.call('GET', `/api/objectives/${id}`, { key })).status).toBe(404)
  })

  it('refuses invalid objectives', async () => {
    const { key, monitor } = await makeWatched()
    const stranger = await makeWatched()
    expectProblem(await create(key, { name: 'a', monitor_id: stranger.monitor }), 'not_found')
    for (const json of [
      { name: 'a' },
      { name: 'a', monitor_id: monitor, target: 100 },
      { name: 'a', monitor_id: monitor, window_days: 14 },
      { name: 'a', monitor_id: monitor, measure: 'visitors' },
    ])
      expect((await create(key, json)).status).toBe(422)
  })

  it('can be read by viewers and written by editors', async () => {
    const owner = await makeTeam(app)
    const { monitor } = await makeWatched(owner)
    const viewer = await addMember(app, owner.team_id, 'viewer')
    const { id } = (await create(owner.key, { name: 'a', monitor_id: monitor })).body.data
    expect((await app.call('GET', `/api/objectives/${id}`, { key: viewer.key })).status).toBe(200)
    expect((await app.call('DELETE', `/api/objectives/${id}`, { key: viewer.key })).status).toBe(403)
  })

  it('is limited to 200 objectives per team', async () => {
    const { key, user, monitor } = await makeWatched()
    await admin.query(
      `insert into objectives (team_id, name, monitor_id, target, window_days, measure)
       select $1, 'a', $2, 99, 7, 'clock' from generate_series(1, 199)`,
      [user.id, monitor],
    )
    expect((await create(key, { name: 'a', monitor_id: monitor })).status).toBe(201)
    expect((await create(key, { name: 'a', monitor_id: monitor })).body.type).toContain('limit_reached')
  })
})

describe('burn alerts', () => {
  it('send one notice when an outage burns the budget fast, and are listed in the history', async () => {
    const { key, provider, monitor } = await makeWatched()
    const { id } = (await create(key, { name: 'Shop is up', monitor_id: monitor })).body.data
    const started = Date.now() - 20 * MINUTE_MS
    const clock = makeClock(new Date(started).toISOString())
    await evaluate(clock)
    await insertIncident(app, monitor, { from: started + MINUTE_MS })
    for (let minute = 1; minute <= 10; minute++) {
      clock.set(new Date(started + minute * MINUTE_MS).toISOString())
      await evaluate(clock)
    }
    await deliver(provider.id)
    expect(titles(provider.path)).toEqual(['Error budget is burning fast: Shop is up'])
    expect(sink.sentTo(provider.path)[0]?.body).toMatch(/99.9 % of the time in 30 days.*97.7 %/s)
    expect(await show(key, id)).toMatchObject({ status: 'at_risk', burning_fast_since: expect.any(String) })
    const { data } = (await app.call('GET', `/api/objectives/${id}/history`, { key })).body
    expect(data.days).toHaveLength(30)
    expect(data.days.at(-1)).toMatchObject({ budget_left_percent: expect.any(Number), failed: expect.any(Number) })
    expect(data.alerts).toEqual([
      { burn: 'fast', burn_rate: 16.666666666666668, budget_left_percent: 97.69, happened_at: expect.any(String) },
    ])
    const { data: deliveries } = (await app.call('GET', '/api/deliveries', { key })).body
    expect(deliveries).toMatchObject([{ kind: 'burn_fast', monitor_id: monitor, incident_id: null, status: 'sent' }])
  })

  it('are not sent in maintenance, and not to disabled providers', async () => {
    const { key, monitor, provider } = await makeWatched()
    await create(key, { name: 'a', monitor_id: monitor })
    await insertIncident(app, monitor, { from: ago(10 * MINUTE_MS) })
    await app.call('POST', '/api/maintenance-windows', {
      key,
      json: { name: 'w', starts_at: ago(HOUR_MS), ends_at: ago(-HOUR_MS), monitor_ids: [monitor] },
    })
    await evaluate(makeClock(ago(0)))
    await deliver(provider.id)
    expect(titles(provider.path)).toEqual([])
  })

  it('are evaluated each minute only for monitors with an incident', async () => {
    const { key, monitor } = await makeWatched()
    await create(key, { name: 'a', monitor_id: monitor })
    const due = async (at: string) => {
      await evaluate(makeClock(at))
      const { rows } = await admin.query<{ evaluated_at: Date }>(
        `select evaluated_at from objective_states where objective_id = (select max(id) from objectives where monitor_id = $1)`,
        [monitor],
      )
      return rows[0]?.evaluated_at.toISOString() === at
    }
    const base = Date.now() + MINUTE_MS
    const at = (minutes: number): string => new Date(base + minutes * MINUTE_MS).toISOString()
    expect([await due(at(0)), await due(at(1)), await due(at(60))]).toEqual([true, false, true])
    await insertIncident(app, monitor, { from: at(61) })
    expect([await due(at(62)), await due(at(63))]).toEqual([true, true])
    const { rows } = await admin.query(`select from graphile_worker.jobs where key = 'evaluate_objectives'`)
    expect(rows).toHaveLength(1)
  })
})
