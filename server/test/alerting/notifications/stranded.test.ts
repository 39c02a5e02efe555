import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import type { TestUser } from '../../support/app.ts'
import { startAlerting } from './alerting.ts'

const { app, makeSlack, makeMonitor, openIncident, titles } = await startAlerting()
const { admin } = app.database
const requeue = async (): Promise<number[]> => {
  const rows = await app.parts.postgres.asRole('worker', (tx) =>
    tx.query(sql<{ provider_id: number }>`select provider_id from requeue_stranded_deliveries()`),
  )
  return rows.map((row) => row.provider_id)
}

async function makePending(user: TestUser): Promise<{ id: number; path: string }> {
  const provider = await makeSlack(user)
  await openIncident(await makeMonitor(user, provider.id))
  return provider
}

const loseJob = async (provider_id: number): Promise<void> => {
  const { rowCount } = await admin.query('delete from graphile_worker._private_jobs where key = $1', [
    `deliver ${provider_id}`,
  ])
  expect(rowCount).toBe(1)
}

/** Sets the age of the pending delivery. */
async function setAge(provider_id: number, seconds: number): Promise<void> {
  await admin.query('alter table deliveries disable trigger deliveries_touch')
  await admin.query(
    `update deliveries set updated_at = now() - $2 * interval '1 second' where provider_id = $1 and status = 'pending'`,
    [provider_id, seconds],
  )
  await admin.query('alter table deliveries enable trigger deliveries_touch')
}

describe('a pending delivery without a job', () => {
  it('is re-queued after one minute, and sent once', async () => {
    const user = await app.makeUser()
    const provider = await makePending(user)
    await loseJob(provider.id)
    expect(await requeue()).toEqual([])
    await setAge(provider.id, 61)
    expect(await requeue()).toEqual([provider.id])
    expect(await requeue()).toEqual([])
    const worker = await startWorkerRole(app.parts)
    await expect.poll(() => titles(provider.path)).toEqual(['Down: Shop'])
    await worker.stop()
    expect(await requeue()).toEqual([])
  })

  it('is re-queued when its job has used up its attempts', async () => {
    const provider = await makePending(await app.makeUser())
    await admin.query(
      'update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where key = $1',
      [`deliver ${provider.id}`, 'broken'],
    )
    await setAge(provider.id, 61)
    expect(await requeue()).toEqual([provider.id])
    expect(await requeue()).toEqual([])
  })

  it('is found by the task that runs every minute', async () => {
    const provider = await makePending(await app.makeUser())
    await loseJob(provider.id)
    await setAge(provider.id, 61)
    await admin.query(`set role sitewatch_jobs; select graphile_worker.add_job('requeue_deliveries', '{}'); reset role`)
    const worker = await startWorkerRole(app.parts)
    await expect.poll(() => titles(provider.path)).toEqual(['Down: Shop'])
    await worker.stop()
  })
})

describe('a delivery job whose worker died', () => {
  it('frees its queue, and the alert is sent', async () => {
    const provider = await makePending(await app.makeUser())
    const lock = `locked_by = 'pool-forgotten', locked_at = now() - interval '5 seconds'`
    await admin.query(`update graphile_worker._private_jobs set ${lock}, attempts = attempts + 1 where key = $1`, [
      `deliver ${provider.id}`,
    ])
    await admin.query(`update graphile_worker._private_job_queues set ${lock} where queue_name = $1`, [
      `provider ${provider.id}`,
    ])
    const worker = await startWorkerRole(app.parts)
    await expect.poll(() => titles(provider.path)).toEqual(['Down: Shop'])
    await worker.stop()
  })
})

describe('a pending delivery that waits for a reason', () => {
  it('is not re-queued: its job waits or runs, or its recipient has not confirmed', async () => {
    const user = await app.makeUser()
    const [waiting, running, unconfirmed] = [await makePending(user), await makePending(user), await makePending(user)]
    await admin.query(
      `update graphile_worker._private_jobs set run_at = now() + interval '15 minutes' where key = $1`,
      [`deliver ${waiting.id}`],
    )
    await admin.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'somebody' where key = $1`,
      [`deliver ${running.id}`],
    )
    await admin.query('update providers set confirmed_at = null where id = $1', [unconfirmed.id])
    await loseJob(unconfirmed.id)
    for (const { id } of [waiting, running, unconfirmed]) await setAge(id, 3600)
    expect(await requeue()).toEqual([])
  })
})

describe('a queue that is locked without a job', () => {
  it('is released after a minute, although its worker is alive', async () => {
    const worker = await startWorkerRole(app.parts)
    const { rows } = await admin.query<{ pool_id: string }>('select pool_id from worker_liveness limit 1')
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const monitor = await makeMonitor(user, provider.id)
    await admin.query(
      `insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
       values ($1, $2, now() - interval '61 seconds')`,
      [`provider ${provider.id}`, rows[0]?.pool_id],
    )
    await openIncident(monitor)
    await expect.poll(() => titles(provider.path)).toEqual(['Down: Shop'])
    await worker.stop()
  })
})
