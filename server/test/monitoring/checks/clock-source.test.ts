import { afterAll, beforeEach, expect, it } from 'vitest'
import { createLocalSource } from '../../../src/monitoring/checks/schedule/source.ts'
import { EMPTY_PROBE_FIELDS, NO_TIMINGS } from '../../../src/monitoring/checks/run/result.ts'
import { connectPostgres } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { setClock } from './set-clock.ts'

const app = await startApp()
const { postgres } = app.parts
const { admin } = app.database
const { key } = await app.makeUser()
const json = { friendly_name: 'm', url: 'http://site.example/', interval: 30 }
await app.call('POST', '/api/monitors', { key, json })

/** With one connection, so that a test can block the recording of results. */
const recording = connectPostgres({ connectionString: app.database.url, size: 1, onError: () => undefined })
afterAll(() => recording.close())
const steps: number[] = []
const source = createLocalSource(postgres, {
  name: 'test',
  location: '',
  locations: [''],
  record: { postgres: recording, onIncidentChange: () => Promise.resolve(), isHistoryFull: () => false },
  onPoison: (error) => expect.unreachable(String(error)),
  onClockStep: (step_ms) => steps.push(step_ms),
})

const claim = () => source.claim([{ location: '', type: 'http', limit: 10 }], [])

async function claimDue() {
  await admin.query('update monitor_state set next_due_at = clock_ms() - 5, claimed_by = 0')
  const { held } = await claim()
  expect(held).toHaveLength(1)
  return held
}

const countAhead = async (): Promise<number> =>
  (await admin.query('select from monitor_state where next_due_at > clock_ms() + 2 * interval_ms')).rows.length

beforeEach(async () => {
  await setClock(app.database, '0')
  await source.beat()
  steps.length = 0
})

it('a prober reschedules checks whose results were judged before the clock was set back and recorded after', async () => {
  const held = await claimDue()
  const started_ms = performance.now()
  const probe = { ...EMPTY_PROBE_FIELDS, timings: NO_TIMINGS, outcome: { kind: 'success' } } as const
  const gate = Promise.withResolvers<void>()
  const holding = recording.asRole('worker', () => gate.promise)
  const reported = source.report(held.map((one) => ({ ...one, probe, anchors: 'not_asked', started_ms })))
  await setClock(app.database, '-1 hour')
  await source.beat()
  expect(steps).toEqual([expect.closeTo(-3_600_000, -4)])
  gate.resolve()
  await Promise.all([holding, reported])
  expect(await countAhead()).toBe(1)
  await source.beat()
  expect(await countAhead()).toBe(0)
})

it('a prober reschedules checks later if it could not when the clock was set back, and releases its claims', async () => {
  await admin.query('update monitor_state set next_due_at = clock_ms() - 7200000, claimed_by = 0')
  await setClock(app.database, '-1 hour')
  await admin.query('revoke execute on function replan_checks from sitewatch_prober')
  // By the new clock, the prober is not alive until its next beat.
  await expect(source.beat()).rejects.toThrow('permission denied')
  await expect(claim()).rejects.toThrow('permission denied')
  await admin.query('grant execute on function replan_checks to sitewatch_prober')
  expect((await claim()).held).toHaveLength(1)
  expect(await countAhead()).toBe(0)
})
