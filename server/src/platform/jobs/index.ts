import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Logger, type LogLevel, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'
import type { z } from 'zod'
import type { Log } from '../log.ts'
import type { Postgres } from '../postgres/index.ts'
import { type TaskName } from './tasks.ts'

export { TASK_NAMES, type TaskName } from './tasks.ts'

export interface Task<Payload = never> {
  name: TaskName
  payload: z.ZodType<Payload>
  /** Throwing means "try again later", with backoff; a task returns when there is nothing more to do. */
  run: (payload: Payload) => Promise<void>
  /** Five cron fields, UTC, when it also runs by the clock. */
  cron?: string
}

export function defineTask<Payload>(task: Task<Payload>): Task {
  return task as unknown as Task
}

const BEAT_MS = 2000
const SILENT_MS = 6000

export interface Worker {
  stop(): Promise<void>
}

interface Heart {
  pool: pg.Pool
  poolId: string
  workerIds: ReadonlySet<string>
  log: Log
}

/**
 * graphile-worker keeps the jobs of a killed worker locked for four hours. So each pool beats every 2 s, and whoever
 * beats frees what a pool silent for 6 s had locked.
 */
async function beat({ pool, poolId, workerIds, log }: Heart): Promise<void> {
  await pool.query(
    `insert into worker_heartbeats (pool_id, worker_ids, seen_at) values ($1, $2, clock_timestamp())
     on conflict (pool_id) do update set worker_ids = excluded.worker_ids, seen_at = excluded.seen_at`,
    [poolId, [...workerIds]],
  )
  const { rows } = await pool.query<{ pool_id: string; worker_ids: string[] }>(
    `with silent as (
       select pool_id from worker_heartbeats where seen_at < clock_timestamp() - $1 * interval '1 millisecond'
       for update skip locked)
     delete from worker_heartbeats h using silent where h.pool_id = silent.pool_id returning h.pool_id, h.worker_ids`,
    [SILENT_MS],
  )
  for (const dead of rows) {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead.worker_ids])
    log.warn({ pool: dead.pool_id }, 'freed the jobs of a silent worker')
  }
}

const LOG_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const satisfies Record<`${LogLevel}`, string>

function bindLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    log[LOG_LEVELS[level]]({ job: (meta as { job?: { id?: unknown } } | undefined)?.job?.id }, message)
  })
}

export async function startWorker(
  postgres: Postgres,
  tasks: readonly Task[],
  log: Log,
  concurrency = 8,
): Promise<Worker> {
  const pool = postgres.openJobsPool(concurrency + 3)
  const poolId = randomUUID()
  const workerIds = new Set<string>()
  const events = new EventEmitter()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => workerIds.add(worker.workerId))
  const heart: Heart = { pool, poolId, workerIds, log }
  await beat(heart)
  const taskList = Object.fromEntries(
    tasks.map((task) => [task.name, async (payload: unknown) => task.run(task.payload.parse(payload))]),
  )
  const cron = tasks.flatMap((task) => (task.cron ? [{ task: task.name, match: task.cron, payload: {} }] : []))
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(cron),
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    events,
    logger: bindLogger(log),
  })
  await beat(heart)
  const timer = setInterval(() => {
    beat(heart).catch((error: unknown) => log.warn({ err: error }, 'the worker could not beat'))
  }, BEAT_MS)
  return {
    async stop() {
      clearInterval(timer)
      await runner.stop()
      await pool.query('delete from worker_heartbeats where pool_id = $1', [poolId]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not sign off; another worker will clean up')
      })
    },
  }
}
