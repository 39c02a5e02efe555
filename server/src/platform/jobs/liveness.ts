import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Loop } from '../progress.ts'
import { JobTakenOver } from './taken-over.ts'
import { toDeadline } from '../postgres/frozen.ts'
import { DatabaseClock } from '../time/database-clock.ts'

const BEAT_MS = 2000
const DEAD_AFTER_MS = 6000
/** Less, because a beat counts from when Postgres executes it, and a job ends some time after it is confirmed. */
const SILENT_AFTER_MS = 5000

type Queries = Pick<pg.Pool, 'query'>

/**
 * graphile-worker keeps the jobs of a killed worker locked for four hours. So each pool sends a beat every 2 s, and each beat
 * releases the jobs of pools without one for 6 s. Returns the time of the database.
 */
async function recordBeat(pool: Queries, poolId: string): Promise<number> {
  const { rows } = await pool.query<{ seen_ms: number }>(
    `insert into worker_liveness (pool_id, worker_ids, seen_at) values ($1, array[$1], clock_timestamp())
     on conflict (pool_id) do update set seen_at = excluded.seen_at
     returning (extract(epoch from seen_at) * 1000)::float8 as seen_ms`,
    [poolId],
  )
  const [row] = rows
  if (!row) throw new Error('the beat was not recorded')
  return row.seen_ms
}

/**
 * Deleting a dead pool and releasing its jobs is one statement: if the process were killed between the two, nobody would release them any
 * more. A pool seen in the future died before the clock was set back.
 */
async function releaseSilent(pool: Queries, log: Log): Promise<void> {
  const { rows } = await pool.query<{ pool_id: string }>(
    `with silent as (
       select pool_id from worker_liveness
       where seen_at not between clock_timestamp() - $1 * interval '1 millisecond' and clock_timestamp() + $1 * interval '1 millisecond'
       for update skip locked),
     gone as (
       delete from worker_liveness h using silent where h.pool_id = silent.pool_id returning h.pool_id, h.worker_ids)
     select pool_id, graphile_worker.force_unlock_workers(worker_ids) from gone`,
    [DEAD_AFTER_MS],
  )
  const dead = [...rows, ...(await releaseOrphans(pool))]
  await releaseQueues(pool)
  for (const { pool_id } of dead)
    log.warn({ pool: pool_id }, 'released the jobs of a worker that stopped sending beats')
}

/**
 * A pool may take jobs after its row was deleted: its beat was late and it is killed before the next one, or Postgres executes the last
 * statement of a dead pool late. Seen among 10,000 outages on a machine with ten times the load it can handle.
 */
async function releaseOrphans(pool: Queries): Promise<{ pool_id: string }[]> {
  const { rows } = await pool.query<{ pool_id: string }>(
    `select locked_by as pool_id, graphile_worker.force_unlock_workers(array[locked_by]) from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_at is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_at is not null) held
     where locked_at not between clock_timestamp() - $1 * interval '1 millisecond' and clock_timestamp() + $1 * interval '1 millisecond'
       and not exists (select 1 from worker_liveness h where h.pool_id = held.locked_by)
     group by locked_by`,
    [DEAD_AFTER_MS],
  )
  return rows
}

/**
 * A job is deleted by its id alone. If that happens while another pool runs it, its queue stays locked by that pool, and nothing in it would run
 * before the pool ends.
 */
async function releaseQueues(pool: Queries): Promise<void> {
  await pool.query(`
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    where q.locked_at < clock_timestamp() - interval '1 minute' and not exists (
      select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = q.locked_by)`)
}

/**
 * When the clock is set, everybody seems to be silent who has not sent a beat since, and a worker that is well would lose its jobs. So
 * nothing is released until they all had the time to.
 */
function createBeat(pool: Queries, log: Log) {
  const clock = new DatabaseClock()
  let release_from_ms = -Infinity
  return async (id: string, sent_ms: number): Promise<void> => {
    const seen_ms = await recordBeat(pool, id)
    if (clock.sync(seen_ms, sent_ms, performance.now()) !== 0) release_from_ms = sent_ms + DEAD_AFTER_MS
    if (sent_ms >= release_from_ms) await releaseSilent(pool, log)
  }
}

export interface WorkerLiveness {
  /** Registers a pool before it fetches its first job: a job locked by a pool that never sent a beat would stay locked. */
  makePlugin(): GraphileConfig.Plugin
  /** The pool has crashed; its jobs are released like those of a dead one. */
  pause(): void
  /** Throws if the job was given to another worker, because this process sent no beat for too long, now or since that time. */
  confirmHeld(job: { id: string }, since_ms: number): Promise<void>
  stop(): Promise<void>
}

/** Calls it every so often; returns a function that ends this. A simulation has another one, whose time is not that of the machine. */
type Repeat = (work: () => Promise<void>, interval_ms: number) => () => void

const repeat: Repeat = (work, interval_ms) => {
  const timer = setInterval(() => void work(), interval_ms)
  return () => clearInterval(timer)
}

export interface LivenessParts {
  pool: Queries
  log: Log
  loop: Loop
  repeat?: Repeat
}

function makePlugin(register: (pool_id: string) => Promise<void>): GraphileConfig.Plugin {
  let registered: Promise<void> | undefined
  return {
    name: 'sitewatch-liveness',
    version: '1',
    worker: { hooks: { startWorker: (_context, { worker }) => (registered ??= register(worker.workerPool.id)) } },
  }
}

export function createWorkerLiveness(parts: LivenessParts): WorkerLiveness {
  const { pool, log, loop } = parts
  /** What graphile-worker writes into locked_by: the ID of its pool, not of a worker in it. */
  let poolId: string | undefined
  let isRunning = false
  /** When the last beat that succeeded was sent, and the first one after a silence. */
  let alive_ms = performance.now()
  let resumed_ms = -Infinity
  const beat = createBeat(pool, log)
  const send = async (id: string): Promise<void> => {
    const sent_ms = performance.now()
    await beat(id, sent_ms)
    if (sent_ms - alive_ms > SILENT_AFTER_MS) resumed_ms = performance.now()
    alive_ms = sent_ms
  }
  const runBeat = async (): Promise<void> => {
    if (poolId === undefined || isRunning) return
    isRunning = true
    loop.begin()
    try {
      await send(poolId)
      loop.end()
    } catch (error) {
      loop.end(toDeadline(error))
      log.warn({ err: error }, 'could not record that this worker is alive')
    }
    isRunning = false
  }
  const endRepeat = (parts.repeat ?? repeat)(runBeat, BEAT_MS)
  const register = (id: string): Promise<void> => {
    poolId = id
    log.info({ pool: id }, 'worker registered')
    return send(id)
  }
  return {
    makePlugin: () => makePlugin(register),
    pause: () => void (poolId = undefined),
    async confirmHeld(job, since_ms) {
      if (resumed_ms < since_ms && performance.now() - alive_ms < SILENT_AFTER_MS) return
      const { rowCount } = await pool.query(
        'select from graphile_worker._private_jobs where id = $1 and locked_by = $2',
        [job.id, poolId],
      )
      if (rowCount === 0)
        throw new JobTakenOver('another worker has this job, because this one was silent for too long')
    },
    async stop() {
      endRepeat()
      loop.stop()
      await pool.query('delete from worker_liveness where pool_id = $1', [poolId]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not unregister; another worker will release its jobs')
      })
    },
  }
}
