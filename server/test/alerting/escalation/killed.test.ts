import path from 'node:path'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { startApp } from '../../support/app.ts'
import { runKilledScript } from '../../support/killed-script.ts'
import { makeCaller } from '../../support/callers.ts'
import { escalate } from '../../../src/alerting/escalation/escalate.ts'
import { sized } from '../../support/size.ts'
import { watchCalls } from '../notifications/kill-points.ts'
import { openIncident } from './escalating.ts'

const app = await startApp()
const { admin } = app.database
const SCRIPT = path.resolve(import.meta.dirname, 'killed-escalate.ts')

const escalateInProcess = (minutes: number, kill_at: number) =>
  runKilledScript(app.database, SCRIPT, [Date.now() + minutes * MINUTE_MS, kill_at])

/** Counts of messages, deliveries and deliveries with a job, and the position of the next step. */
async function readProgress(incident_id: number): Promise<number[]> {
  const { rows } = await admin.query<{ counts: number[] }>(
    `select array[(select count(*) from escalation_messages m where m.incident_id = $1),
       (select count(*) from deliveries d where d.incident_id = $1),
       (select count(*) from deliveries d where d.incident_id = $1 and has_deliver_job(d.provider_id)),
       (select e.position from escalations e where e.incident_id = $1)]::int[] as counts`,
    [incident_id],
  )
  return rows[0]?.counts ?? []
}

it('a worker killed at any await while it escalates sends every step once', async () => {
  const caller = await makeCaller(app)
  const start = async (): Promise<number> => {
    const provider = await caller.make('/api/providers', { provider_type: 'email', recipient_email: 'a@example.com' })
    const steps = [1, 999].map((after_minutes) => ({ after_minutes, provider_ids: [provider] }))
    const escalation_policy_id = await caller.make('/api/escalation-policies', { name: 'a', steps })
    const url = 'https://a.example'
    return openIncident(
      app,
      caller,
      await caller.make('/api/monitors', { friendly_name: 'a', url, escalation_policy_id }),
    )
  }
  const complete = await start()
  const { passed, watch } = watchCalls(0)
  await escalate({ postgres: watch('postgres', app.parts.postgres) }, Date.now() + 2 * MINUTE_MS)
  expect(await readProgress(complete)).toEqual([1, 1, 1, 1])
  const points = passed.map((_, index) => index + 1)
  for (const n of sized(
    points.filter((point) => point % 5 === 0),
    points,
  )) {
    const incident = await start()
    const { signal } = await escalateInProcess(2, n)
    expect(signal, passed[n - 1]).toBe('SIGKILL')
    expect([0, 1], passed[n - 1]).toContain((await readProgress(incident))[0])
    // In a process: while it starts, Postgres notices that the other one has gone, and releases the rows that it had locked.
    await escalateInProcess(2, 0)
    expect(await readProgress(incident), passed[n - 1]).toEqual([1, 1, 1, 1])
  }
})
