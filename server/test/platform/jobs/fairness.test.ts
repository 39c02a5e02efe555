import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startAlerting } from '../../alerting/notifications/alerting.ts'
import { until } from '../../support/until.ts'
import { expectPromised, measure } from '../../support/expect-promised.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-jobs-'))
const { app, sink, makeSlack, makeMonitor, openIncident, titles } = await startAlerting(() => ({
  SITEWATCH_DATA_DIR: folder,
}))
let worker: Awaited<ReturnType<typeof startWorkerRole>>

/** Releases the hanging webhooks at the end, so that the worker can stop. */
const { promise: end, resolve: releaseWebhooks } = Promise.withResolvers<void>()
beforeAll(async () => {
  const abuser = await app.makeUser()
  for (let n = 0; n < 40; n++) {
    const slack = await makeSlack(abuser)
    sink.on(slack.path, () => end.then(() => ({ status: 200, body: 'ok' })))
    await openIncident(await makeMonitor(abuser, slack.id))
  }
  // Only now: a webhook is given up after 15 s, so they must not hang while the others are made.
  worker = await startWorkerRole(app.parts)
  await until(() => sink.requests.length >= 8, 'the webhooks hang')
})
afterAll(async () => {
  releaseWebhooks()
  await worker.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a worker while 40 webhooks of one team hang', () => {
  it("sends another team's alert immediately", async () => {
    const otherUser = await app.makeUser()
    const slack = await makeSlack(otherUser)
    const monitor_id = await makeMonitor(otherUser, slack.id)
    await openIncident(monitor_id)
    expectPromised(await measure(until(() => titles(slack.path).length === 1, 'the alert arrives')), 3000)
  })

  // Two concurrent fetches lock each other out of the queues: one finds nothing, and its slot sleeps while an alert is due.
  it('fetches one job at a time', async () => {
    const { admin } = app.database
    const counts: number[] = []
    await admin.query('begin')
    await admin.query('lock table graphile_worker._private_job_queues in access exclusive mode')
    const countFetches = async (): Promise<number> => {
      const { rows } = await admin.query<{ fetches: number }>(
        `select count(*)::int as fetches from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'with j as%'`,
      )
      return rows[0]?.fetches ?? 0
    }
    const since = performance.now()
    // Within a second every idle slot polls.
    const isOver = (): boolean => performance.now() - since > 1100
    await until(async () => counts.push(await countFetches()) > 0 && isOver(), 'every idle slot has polled')
    const seconds = (performance.now() - since) / 1000
    await admin.query('commit')
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(1)
    // One more for each second that the fetch before has waited; polling takes longer on a busy machine.
    expect(Math.max(...counts)).toBeLessThanOrEqual(1 + Math.floor(seconds))
  })

  it('gives the team at most two thirds of the slots for alerts', () => {
    expect(sink.requests.length).toBeGreaterThanOrEqual(8)
    expect(sink.requests.length).toBeLessThanOrEqual(12)
  })

  it('runs other jobs immediately', async () => {
    const { admin } = app.database
    await admin.query(`update canary set seen_at = null`)
    await admin.query('select add_canary_job()')
    const isSeen = async (): Promise<boolean> =>
      (await admin.query('select 1 from canary where seen_at is not null')).rowCount === 1
    expectPromised(await measure(until(isSeen, 'the canary is seen')), 5000)
  })

  it('delivers everything once the webhooks answer', async () => {
    releaseWebhooks()
    await until(() => sink.requests.length >= 41, 'every alert was sent')
    expect(sink.requests.length).toBe(41)
  })
})
