import { describe, expect, it } from 'vitest'
import { DeliveryRun } from '../../../src/alerting/notifications/delivery-run.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp } from '../../support/app.ts'
import type { SinkAnswer } from '../../support/sinks.ts'
import { startAlerting } from './alerting.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, titles, deliver } = await startAlerting()

const { admin } = app.database
const other = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' }, { database: app.database })

/** Runs of the job that ended with an error, by both workers. */
async function failedRuns(): Promise<number> {
  const texts = await Promise.all([app, other].map((each) => each.call('GET', '/metrics')))
  const counts = texts.map(({ text }) =>
    /^sitewatch_job_seconds_count\{task="deliver",outcome="failed"\} (\d+)$/m.exec(text),
  )
  return counts.reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0)
}

/** Each request waits until the test answers it. */
function holdRequests(path: string) {
  const waiting: ((answer: SinkAnswer) => void)[] = []
  sink.on(path, () => new Promise<SinkAnswer>((resolve) => void waiting.push(resolve)))
  return {
    async arrived(count: number): Promise<void> {
      await expect.poll(() => waiting.length).toBe(count)
    },
    answer: (index: number, status: number) => waiting[index]?.({ status, body: 'ok' }),
  }
}

async function makeOutage() {
  const user = await app.makeUser()
  const provider = await makeSlack(user)
  await openIncident(await makeMonitor(user, provider.id))
  const read = async () => {
    const { data } = (await app.call('GET', '/api/deliveries', { key: user.key })).body
    const shown = (await app.call('GET', `/api/providers/${provider.id}`, { key: user.key })).body.data
    return { delivery: data[0], last_delivery: shown.last_delivery }
  }
  return { provider, read, held: holdRequests(provider.path) }
}

describe('a worker that is stopped while it sends, and continues after another has taken over', () => {
  it.each([
    ['fails', 500],
    ['is sent', 200],
    ['is refused', 404],
  ])('records nothing when its own attempt %s', async (_, status) => {
    const { provider, read, held } = await makeOutage()
    const stopped = deliver(provider.id)
    await held.arrived(1)
    const successor = deliver(provider.id)
    await held.arrived(2)
    held.answer(1, 200)
    await successor
    const before = await read()
    expect(before.delivery).toMatchObject({ status: 'sent', attempts: 2, possible_repeat: true })
    held.answer(0, status)
    await expect(stopped).rejects.toThrow('a later run')
    expect(await read()).toEqual(before)
    expect(titles(provider.path)).toHaveLength(2)
  })

  it('begins no run if it is stopped before that, also when the confirmation of its job is from before', async () => {
    const { provider, read, held } = await makeOutage()
    const stopped = await DeliveryRun.open(app.parts.postgres, provider.id)
    const successor = deliver(provider.id)
    await held.arrived(1)
    await expect(deliver(provider.id, undefined, stopped)).rejects.toThrow('a later run')
    held.answer(0, 200)
    await successor
    expect((await read()).delivery).toMatchObject({ status: 'sent', attempts: 1 })
    expect(titles(provider.path)).toHaveLength(1)
  })

  it('does not repeat the message that the other worker is sending', async () => {
    const { provider, read, held } = await makeOutage()
    const stopped = deliver(provider.id)
    await held.arrived(1)
    const successor = deliver(provider.id)
    await held.arrived(2)
    held.answer(0, 500)
    await expect(stopped).rejects.toThrow('a later run')
    held.answer(1, 200)
    await successor
    expect((await read()).delivery).toMatchObject({ status: 'sent', attempts: 2 })
    expect(titles(provider.path)).toHaveLength(2)
  })

  it('records nothing over an attempt of an older release, which counts no runs', async () => {
    const { provider, read, held } = await makeOutage()
    const stopped = deliver(provider.id)
    await held.arrived(1)
    await app.parts.postgres.asRole('worker', (tx) =>
      tx.execute(sql`update deliveries set attempts = attempts + 1, status = 'sent', sent_at = now()
        where provider_id = ${provider.id}`),
    )
    held.answer(0, 500)
    await expect(stopped).rejects.toThrow('a later attempt')
    expect((await read()).delivery).toMatchObject({ status: 'sent' })
  })
})

it('the queue of a provider goes on after a stopped worker continues', async () => {
  const user = await app.makeUser()
  const provider = await makeSlack(user)
  const monitor = await makeMonitor(user, provider.id)
  const held = holdRequests(provider.path)
  const workers = [await startWorkerRole(app.parts), await startWorkerRole(other.parts)]
  await openIncident(monitor)
  await held.arrived(1)
  await admin.query('select graphile_worker.force_unlock_workers(array(select pool_id from worker_liveness))')
  await held.arrived(2)
  held.answer(0, 200)
  await expect.poll(() => failedRuns()).toBeGreaterThan(0)
  held.answer(1, 200)
  await openIncident(await makeMonitor(user, provider.id, 'Two'))
  await held.arrived(3)
  held.answer(2, 200)
  await expect.poll(() => titles(provider.path)).toEqual(['Down: Shop', 'Down: Shop', 'Down: Two'])
  await Promise.all(workers.map((worker) => worker.stop()))
})
