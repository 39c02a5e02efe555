import { afterAll, describe, expect, it } from 'vitest'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startAlerting } from '../../alerting/notifications/alerting.ts'
import { startTarget } from '../../monitoring/checks/target.ts'
import { until } from '../../support/until.ts'
import type { TestUser } from '../../support/app.ts'
import { sql } from '../../../src/platform/postgres/index.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, deliver } = await startAlerting(() => ({
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
}))
const { admin } = app.database
const administrator = await app.makeAdministrator()
const target = await startTarget()
const prober = await startProberRole(app.parts)
afterAll(() => prober.stop())

async function setSuspended(user: TestUser, is_suspended: boolean): Promise<void> {
  const path = `/api/users/${user.id}`
  const { status, text } = await app.call('PATCH', path, { cookie: administrator.cookie, json: { is_suspended } })
  expect([status, text]).toEqual([200, text])
}

async function watch(user: TestUser, path: string, json: object = {}): Promise<number> {
  const settings = { friendly_name: 'm', url: `${target.base}${path}`, interval: 1, timeout_seconds: 5, ...json }
  const { status, body, text } = await app.call('POST', '/api/monitors', { key: user.key, json: settings })
  expect([status, text]).toEqual([201, text])
  return body.data.id
}

const countChecks = (path: string): number => target.requests.filter((request) => request.path === path).length
const readRows = async (monitor_id: number) =>
  (await admin.query('select * from monitor_state where monitor_id = $1 order by location', [monitor_id])).rows
/** The checks of another account serve as a clock: after `count` of them, ours would have run as often. */
async function waitForChecks(path: string, count: number): Promise<void> {
  const before = countChecks(path)
  await until(() => countChecks(path) >= before + count, `${count} checks of ${path}`)
}

describe('a suspended account', () => {
  it('is not checked, discards running checks, and is checked again once the suspension is lifted', async () => {
    const [user, otherUser] = [await app.makeUser(), await app.makeUser()]
    const id = await watch(user, '/suspended')
    const paused = await watch(user, '/paused', { is_active: false })
    await watch(otherUser, '/neighbour')
    await until(() => countChecks('/suspended') >= 2, 'it is checked')
    target.set('/suspended', { delay_ms: 3000 })
    const before = countChecks('/suspended')
    await until(() => countChecks('/suspended') > before, 'a check is in flight')
    const suspended_at = Date.now()
    await setSuspended(user, true)
    const answered_at = Date.now()
    const [state] = await readRows(id)
    expect(state).toMatchObject({ status: 'up', next_due_at: null, claimed_by: 0 })
    expect(Number(state.unobserved_since)).toBeGreaterThanOrEqual(suspended_at)
    expect(Number(state.unobserved_since)).toBeLessThanOrEqual(answered_at)
    const checkCount = countChecks('/suspended')
    await waitForChecks('/neighbour', 4)
    expect(countChecks('/suspended')).toBe(checkCount)
    expect((await readRows(id))[0]).toMatchObject({ next_due_at: null, last_slot: state.last_slot })

    target.set('/suspended', {})
    await setSuspended(user, false)
    expect(await readRows(paused)).toMatchObject([{ status: 'paused', next_due_at: null }])
    await until(() => countChecks('/suspended') > checkCount, 'it is checked again')
    const isRecorded = async (): Promise<boolean> => (await readRows(id))[0].unobserved_since === null
    await until(isRecorded, 'the time without checks is recorded')
    const { rows } = await admin.query(
      'select extract(epoch from to_at - from_at)::float as seconds from monitor_unobserved where monitor_id = $1 order by from_at',
      [id],
    )
    // Four checks of the neighbour, of which the first may have been late.
    expect(rows.at(-1).seconds).toBeGreaterThan(2)
    expect(countChecks('/paused')).toBe(0)
  })

  it('stops the checks of its locations, and reschedules only those and not the aggregate', async () => {
    const user = await app.makeUser()
    const id = await watch(user, '/places', { locations: ['default'] })
    await until(() => countChecks('/places') >= 1, 'it is checked')
    await setSuspended(user, true)
    expect(await readRows(id)).toMatchObject([{ next_due_at: null }, { next_due_at: null }])
    await setSuspended(user, false)
    const rows = await readRows(id)
    expect(rows.map((row) => [row.location, row.next_due_at !== null])).toEqual([
      ['', false],
      ['default', true],
    ])
  })

  it('sends no alert and no reminder, and sends pending alerts once the suspension is lifted', async () => {
    const user = await app.makeUser()
    const slack = await makeSlack(user)
    const monitor_id = await makeMonitor(user, slack.id)
    await app.call('PATCH', `/api/monitors/${monitor_id}`, { key: user.key, json: { is_active: false } })
    const incident_id = await openIncident(monitor_id)
    await setSuspended(user, true)
    expect(await deliver(slack.id)).toBeNull()
    expect(sink.sentTo(slack.path)).toEqual([])

    await admin.query(`insert into notification_preferences (team_id, reminder_minutes) values ($1, 5)`, [user.id])
    await admin.query(
      `update deliveries set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour' where team_id = $1`,
      [user.id],
    )
    await admin.query(`delete from graphile_worker._private_jobs where payload->>'provider_id' = $1`, [
      String(slack.id),
    ])
    const postgres = app.parts.postgres
    await postgres.asRole('worker', (tx) => tx.query(sql`select announce_reminders()`))
    const requeued = await postgres.asRole('worker', (tx) => tx.query(sql`select * from requeue_stranded_deliveries()`))
    expect(requeued).toEqual([])
    const { rows } = await admin.query('select kind from deliveries where incident_id = $1', [incident_id])
    expect(rows).toEqual([{ kind: 'opened' }])

    await setSuspended(user, false)
    const jobs = await admin.query(`select 1 from graphile_worker._private_jobs where payload->>'provider_id' = $1`, [
      String(slack.id),
    ])
    expect(jobs.rowCount).toBe(1)
    await deliver(slack.id)
    expect(sink.sentTo(slack.path)).toHaveLength(1)
  })
})
