import { Logger, type LogLevel, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'
import type { z } from 'zod'
import type { Log } from '../log.ts'
import type { Postgres } from '../postgres/index.ts'
import { type TaskName } from './tasks.ts'

export type { TaskName } from './tasks.ts'

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
  /** What graphile-worker writes into locked_by: the id of its pool, not those of the workers in it. */
  poolId: string
  log: Log
}

/**
 * graphile-worker keeps the jobs of a killed worker locked for four hours. So each pool beats every 2 s, and whoever
 * beats frees what a pool silent for 6 s had locked. Forgetting the silent one and freeing its jobs is one statement:
 * killed between the two, nobody would free them any more.
 */
async function beat({ pool, poolId, log }: Heart): Promise<void> {
  await pool.query(
    `insert into worker_heartbeats (pool_id, worker_ids, seen_at) values ($1, array[$1], clock_timestamp())
     on conflict (pool_id) do update set seen_at = excluded.seen_at`,
    [poolId],
  )
  const { rows } = await pool.query<{ pool_id: string }>(
    `with silent as (
       select pool_id from worker_heartbeats where seen_at < clock_timestamp() - $1 * interval '1 millisecond'
       for update skip locked),
     gone as (
       delete from worker_heartbeats h using silent where h.pool_id = silent.pool_id returning h.pool_id, h.worker_ids)
     select pool_id, graphile_worker.force_unlock_workers(worker_ids) from gone`,
    [SILENT_MS],
  )
  for (const dead of rows) log.warn({ pool: dead.pool_id }, 'freed the jobs of a silent worker')
}

/** Runs `signOn` before the pool asks for its first job: a job locked by a pool that never beat would stay locked. */
function beforeFirstJob(signOn: (poolId: string) => Promise<void>): GraphileConfig.Plugin {
  let signedOn: Promise<void> | undefined
  return {
    name: 'sitewatch-heartbeat',
    version: '1',
    worker: { hooks: { startWorker: (_context, { worker }) => (signedOn ??= signOn(worker.workerPool.id)) } },
  }
}

const LOG_LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const satisfies Record<
  `${LogLevel}`,
  string
>

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
  let heart: Heart | undefined
  const signOn = (poolId: string): Promise<void> => {
    heart = { pool, poolId, log }
    log.info({ pool: poolId }, 'a worker has signed on')
    return beat(heart)
  }
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
    preset: { plugins: [beforeFirstJob(signOn)] },
    logger: bindLogger(log),
  })
  const timer = setInterval(() => {
    if (heart) beat(heart).catch((error: unknown) => log.warn({ err: error }, 'the worker could not beat'))
  }, BEAT_MS)
  return {
    async stop() {
      clearInterval(timer)
      await runner.stop()
      await pool.query('delete from worker_heartbeats where pool_id = $1', [heart?.poolId]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not sign off; another worker will clean up')
      })
    },
  }
}
