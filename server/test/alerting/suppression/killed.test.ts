import path from 'node:path'
import { expect, it } from 'vitest'
import { releaseAlerts } from '../../../src/alerting/suppression/release.ts'
import { announceIncidents, notifyAudiences } from '../../../src/roles/announce.ts'
import { startApp } from '../../support/app.ts'
import { runKilledScript } from '../../support/killed-script.ts'
import { makeCaller } from '../../support/callers.ts'
import { sized } from '../../support/size.ts'
import { watchCalls } from '../notifications/kill-points.ts'

const app = await startApp()
const { admin } = app.database
const SCRIPT = path.resolve(import.meta.dirname, 'killed-release.ts')

const releaseInProcess = (at: number, kill_at: number) => runKilledScript(app.database, SCRIPT, [at, kill_at])
const release = (at: number, postgres: typeof app.parts.postgres) =>
  releaseAlerts({ postgres, announce: notifyAudiences }, at)

/** A child that is down behind a router that was down before, with its alert held. Returns the incident of the child. */
async function makeHeld(): Promise<number> {
  const caller = await makeCaller(app)
  const provider = await caller.make('/api/providers', { provider_type: 'email', recipient_email: 'a@example.com' })
  const make = (friendly_name: string, depends_on: number[] = []) =>
    caller.make('/api/monitors', { friendly_name, url: 'https://a.example', depends_on, provider_ids: [provider] })
  const router = await make('router')
  const child = await make('child', [router])
  await admin.query(
    `update monitor_state set status = 'down', last_checked_at = clock_ms(), next_due_at = null where monitor_id = any($1)`,
    [[router, child]],
  )
  const { rows } = await admin.query<{ id: string }>(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
     values ($1, $2, 'connect', 'Connection refused.', now() - interval '20 s', now()) returning id`,
    [caller.user.id, child],
  )
  const incident_id = Number(rows[0]?.id)
  const change = { team_id: caller.user.id, monitor_id: child, status: 'down', kind: 'opened', alert: 'send' } as const
  await app.parts.postgres.asRole('worker', (tx) => announceIncidents(tx, [{ ...change, incident_id }]))
  await admin.query(`update monitor_state set status = 'up' where monitor_id = $1`, [router])
  return incident_id
}

const count = async (table: 'deliveries' | 'held_alerts', incident_id: number): Promise<number | null> =>
  (await admin.query(`select 1 from ${table} where incident_id = $1`, [incident_id])).rowCount

it('a worker killed at any await while it releases held alerts loses none and sends none twice', async () => {
  const later = Date.now() + 3_600_000
  const complete = await makeHeld()
  expect([await count('deliveries', complete), await count('held_alerts', complete)]).toEqual([0, 1])
  const { passed, watch } = watchCalls(0)
  await release(later, watch('postgres', app.parts.postgres))
  expect([await count('deliveries', complete), await count('held_alerts', complete)]).toEqual([1, 0])
  expect(passed.filter((name) => name === 'after postgres.asRole').length).toBeGreaterThanOrEqual(2)
  const points = passed.map((_, index) => index + 1)
  for (const n of sized(
    points.filter((point) => point % 6 === 0),
    points,
  )) {
    const incident_id = await makeHeld()
    const { signal } = await releaseInProcess(later, n)
    expect(signal, passed[n - 1]).toBe('SIGKILL')
    expect(await count('deliveries', incident_id), passed[n - 1]).toBe(
      (await count('held_alerts', incident_id)) === 0 ? 1 : 0,
    )
    // In a process: while it starts, Postgres notices that the other one has gone, and releases the rows that it had locked.
    await releaseInProcess(later, 0)
    expect([await count('deliveries', incident_id), await count('held_alerts', incident_id)]).toEqual([1, 0])
  }
})
