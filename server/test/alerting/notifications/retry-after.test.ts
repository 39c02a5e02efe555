import { describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import type { SinkAnswer } from '../../support/sinks.ts'
import { makeClock, startAlerting } from './alerting.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, titles, deliver } = await startAlerting()
const { admin } = app.database

const busy = (seconds: number): SinkAnswer => ({
  status: 429,
  body: 'slow down',
  headers: { 'retry-after': String(seconds) },
})

/** A provider that has just answered 429 with Retry-After. */
async function makeBusy(clock: ReturnType<typeof makeClock>, seconds: number) {
  const user = await app.makeUser()
  const provider = await makeSlack(user)
  sink.on(provider.path, () => busy(seconds))
  await openIncident(await makeMonitor(user, provider.id, 'One'))
  const at = await deliver(provider.id, clock)
  expect(at).toBeGreaterThanOrEqual(clock.at + seconds * 1000)
  sink.on(provider.path, () => ({ status: 200, body: 'ok' }))
  return { user, provider }
}

describe('Retry-After of a provider', () => {
  it('delays all its deliveries, which are then sent together', async () => {
    const clock = makeClock()
    const { user, provider } = await makeBusy(clock, 120)
    const until = clock.at + 120_000
    await openIncident(await makeMonitor(user, provider.id, 'Two'))
    for (const passed of [0, 1000, 119_999]) {
      clock.at = until - 120_000 + passed
      expect(await deliver(provider.id, clock)).toBe(until)
    }
    expect(titles(provider.path)).toEqual(['Down: One'])
    clock.at = until
    expect(await deliver(provider.id, clock)).toBeNull()
    expect(titles(provider.path)).toEqual(['Down: One', '2 delayed notifications'])
    await openIncident(await makeMonitor(user, provider.id, 'Three'))
    expect(await deliver(provider.id, clock)).toBeNull()
    expect(titles(provider.path)).toHaveLength(3)
  })

  it('does not delay deliveries to a new destination of the provider', async () => {
    const clock = makeClock()
    const { user, provider } = await makeBusy(clock, 120)
    const elsewhere = `${provider.path}-elsewhere`
    const json = { webhook_url: sink.url + elsewhere }
    expect((await app.call('PATCH', `/api/providers/${provider.id}`, { key: user.key, json })).status).toBe(200)
    expect(await deliver(provider.id, clock)).toBeNull()
    expect(titles(elsewhere)).toEqual(['Down: One'])
  })

  it('does not keep a delivery alive beyond 24 hours', async () => {
    const clock = makeClock()
    const { provider } = await makeBusy(clock, 86_400)
    clock.at += 86_460_000
    await admin.query(`update providers set retry_at = now() + interval '3 days' where id = $1`, [provider.id])
    expect(await deliver(provider.id, clock)).toBeNull()
    const { rows } = await admin.query('select status from deliveries where provider_id = $1', [provider.id])
    expect(rows).toEqual([{ status: 'failed' }])
  })

  it('is honoured by the running service even while new incidents open', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const calls: number[] = []
    sink.on(provider.path, () => {
      calls.push(performance.now())
      return calls.length === 1 ? busy(7) : { status: 200, body: 'ok' }
    })
    const worker = await startWorkerRole(app.parts)
    await openIncident(await makeMonitor(user, provider.id, 'One'))
    await expect.poll(() => calls.length).toBe(1)
    for (const name of ['Two', 'Three']) await openIncident(await makeMonitor(user, provider.id, name))
    await expect.poll(() => calls.length, { interval: 50 }).toBe(2)
    expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeGreaterThanOrEqual(6990)
    expect(titles(provider.path)[1]).toBe('3 delayed notifications')
    await worker.stop()
  })
})

const jobsOf = async (provider_id: number) =>
  (
    await admin.query<{ key: string | null; waits: boolean }>(
      `select key, run_at > now() + interval '1 minute' as waits from graphile_worker._private_jobs
       where (payload->>'provider_id')::bigint = $1 order by id`,
      [provider_id],
    )
  ).rows

describe('a postponed delivery job', () => {
  it('does not postpone a delivery that arrived while it ran', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const monitor = await makeMonitor(user, provider.id)
    await openIncident(monitor)
    // A delivery that arrived meanwhile already has its job when the running job is postponed.
    await admin.query(`select add_deliver_job($1, now() + interval '15 minutes')`, [provider.id])
    expect(await jobsOf(provider.id)).toEqual([{ key: `deliver ${provider.id}`, waits: false }])
  })

  it('waits when no new delivery arrived', async () => {
    const provider = await makeSlack(await app.makeUser())
    await admin.query(`select add_deliver_job($1, now() + interval '15 minutes')`, [provider.id])
    expect(await jobsOf(provider.id)).toEqual([{ key: `deliver ${provider.id}`, waits: true }])
    await admin.query(`select add_deliver_job($1)`, [provider.id])
    expect(await jobsOf(provider.id)).toEqual([{ key: `deliver ${provider.id}`, waits: false }])
  })
})

describe('a delivery job that was superseded while it ran', () => {
  it('is removed after its worker was killed, and no delivery is lost', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    await openIncident(await makeMonitor(user, provider.id, 'One'))
    const lock = `locked_by = 'pool-dead', locked_at = now() - interval '5 seconds'`
    await admin.query(`update graphile_worker._private_jobs set ${lock}, attempts = attempts + 1 where key = $1`, [
      `deliver ${provider.id}`,
    ])
    await admin.query(`update graphile_worker._private_job_queues set ${lock} where queue_name = $1`, [
      `provider ${provider.id}`,
    ])
    await openIncident(await makeMonitor(user, provider.id, 'Two'))
    expect((await jobsOf(provider.id)).map((job) => job.key)).toEqual([null, `deliver ${provider.id}`])
    // A job that still runs is not removed.
    await admin.query('select purge_superseded_jobs()')
    expect(await jobsOf(provider.id)).toHaveLength(2)
    const worker = await startWorkerRole(app.parts)
    await expect.poll(() => titles(provider.path)).toEqual(['Down: One', 'Down: Two'])
    await admin.query(`set role sitewatch_jobs; select graphile_worker.add_job('requeue_deliveries', '{}'); reset role`)
    await expect.poll(() => jobsOf(provider.id)).toEqual([])
    await worker.stop()
  })
})
