import { setTimeout as delay } from 'node:timers/promises'
import { type JobHelpers, Logger, type LogLevel, parseCronItems, run, type Runner } from 'graphile-worker'
import type { z } from 'zod'
import type { Log } from '../log.ts'
import type { Postgres } from '../postgres/index.ts'
import { createHeart } from './heartbeat.ts'
import { type TaskName } from './tasks.ts'

export type { TaskName } from './tasks.ts'

export interface Task<Payload = never> {
  name: TaskName
  payload: z.ZodType<Payload>
  /**
   * Throwing means "try again later", with backoff; a task returns when there is nothing more to do. `due_at`: since when it could
   * have run.
   */
  run: (payload: Payload, due_at?: Date) => Promise<void>
  /** Five cron fields, UTC, when it also runs by the clock. */
  cron?: string
}

export function defineTask<Payload>(task: Task<Payload>): Task {
  return task as unknown as Task
}

export interface Worker {
  stop(): Promise<void>
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
  const heart = createHeart(pool, log)
  const taskList = Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (payload: unknown, { job }: JobHelpers) => task.run(task.payload.parse(payload), job.run_at),
    ]),
  )
  const cron = tasks.flatMap((task) => (task.cron ? [{ task: task.name, match: task.cron, payload: {} }] : []))
  const start = (): Promise<Runner> =>
    run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCronItems(cron),
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      preset: { plugins: [heart.makePlugin()] },
      logger: bindLogger(log),
    })
  const kept = await keepRunning(start, (error) => {
    heart.pause()
    log.error({ err: error }, 'the worker ended; it begins anew')
  })
  return {
    async stop() {
      await kept.stop()
      await heart.stop()
    },
  }
}

const PAUSE_MS = 500

/**
 * A connection lost at the wrong moment, as when Postgres restarts, ends graphile-worker's runner for good, with an error
 * that would end the process. So it is begun anew until somebody stops it. The first start may fail.
 */
async function keepRunning(start: () => Promise<Runner>, onEnd: (error: unknown) => void): Promise<Worker> {
  const stopped = new AbortController()
  let runner: Runner | undefined = await start()
  const work = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        runner ??= await start()
        await runner.promise
      } catch (error) {
        onEnd(error)
      }
      runner = undefined
      if (!stopped.signal.aborted) await delay(PAUSE_MS)
    }
  }
  const ended = work()
  return {
    async stop() {
      stopped.abort()
      await runner?.stop()
      await ended
    },
  }
}
