import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { createWorkerLiveness } from '../../../src/platform/jobs/liveness.ts'
import { createLog } from '../../../src/platform/log.ts'
import { UNWATCHED } from '../../../src/platform/progress.ts'
import { cloneDatabase } from '../../support/database.ts'
import { openSimulatedDatabase } from '../../simulation/database.ts'

const database = await openSimulatedDatabase((await cloneDatabase()).url)
const { admin, jobs } = database
afterAll(() => database.close())

/** The clock of the database, which can be set, and the one of the process, which cannot. */
const clock = { wall: Date.parse('2026-03-02T00:00:00Z'), monotonic: 0 }
vi.spyOn(performance, 'now').mockImplementation(() => clock.monotonic)
afterAll(() => vi.restoreAllMocks())

async function pass(ms: number, step_ms = 0): Promise<void> {
  clock.monotonic += ms
  clock.wall += ms + step_ms
  await database.setClock(clock.wall, clock.monotonic)
}

/** A worker whose beats are sent by the test, with a job that it has locked. */
async function startWorker(name: string): Promise<() => Promise<void>> {
  let beat = (): Promise<void> => Promise.resolve()
  const liveness = createWorkerLiveness({
    pool: jobs,
    log: createLog('silent'),
    loop: UNWATCHED,
    repeat(work) {
      beat = work
      return () => undefined
    },
  })
  const { worker } = liveness.makePlugin() as unknown as {
    worker: { hooks: { startWorker: (context: object, event: object) => Promise<void> } }
  }
  await worker.hooks.startWorker({}, { worker: { workerPool: { id: name } } })
  await admin.query(`select graphile_worker.add_job('deliver', '{}')`)
  await admin.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where locked_by is null`,
    [name],
  )
  return () => beat()
}

async function listLocked(): Promise<string[]> {
  const { rows } = await admin.query<{ locked_by: string }>(
    'select locked_by from graphile_worker._private_jobs where locked_by is not null order by 1',
  )
  return rows.map(({ locked_by }) => locked_by)
}

describe('when the clock of the database is set', () => {
  afterEach(() => database.empty())

  it.each([
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ])('%s, a worker that is well keeps its jobs', async (_, step_ms) => {
    await pass(0)
    const workers = [await startWorker('one'), await startWorker('two')]
    await pass(2000)
    for (const beat of workers) await beat()
    await pass(1500, step_ms)
    for (let n = 0; n < 6; n++) {
      for (const beat of workers) await beat()
      expect(await listLocked()).toEqual(['one', 'two'])
      await pass(2000)
    }
  })

  it.each([
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ])('%s, the jobs of a dead worker are released six seconds later', async (_, step_ms) => {
    await pass(0)
    const beat = await startWorker('one')
    await startWorker('two')
    await pass(1000, step_ms)
    await beat()
    expect(await listLocked()).toEqual(['one', 'two'])
    await pass(7000)
    await beat()
    expect(await listLocked()).toEqual(['one'])
  })
})
