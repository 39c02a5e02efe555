import { setTimeout as delay } from 'node:timers/promises'
import { type JobHelpers, Logger, type LogLevel, parseCronItems, run, type Runner } from 'graphile-worker'
import type { z } from 'zod'
import { FairShare } from '../fair-share.ts'
import type { Log } from '../log.ts'
import type { Postgres } from '../postgres/index.ts'
import { type Loop, type Progress, UNWATCHED } from '../progress.ts'
import { createWorkerLiveness, type WorkerLiveness } from './liveness.ts'
import { ALERT_TASKS, type TaskName } from './tasks.ts'
import { followFetches, FetchTurns } from './turns.ts'

export { JobTakenOver } from './taken-over.ts'

export interface Task<Payload = never> {
  name: TaskName
  payload: z.ZodType<Payload>
  /**
   * If it throws, the job is retried with backoff. `due_at`: the time since when the job could have run. `confirmHeld` throws when
   * another worker has taken the job over, because this process was stopped.
   */
  run: (payload: Payload, due_at?: Date, confirmHeld?: () => Promise<void>) => Promise<void>
  /** Five cron fields in UTC, for a task that also runs on a schedule. */
  cron?: string
  /** Adds the same job for later, when its team already uses its share of the slots. For tasks whose jobs have a team. */
  postpone?: (payload: Payload) => Promise<void>
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

/** Alerts have separate slots, so that no other job can delay them. */
const SLOTS = { alerts: 16, others: 8 }
const CONNECTIONS = 20

/** The flag of a job that belongs to a team. */
const TEAM_FLAG = /^team \d+$/

const findTeamFlag = ({ flags }: JobHelpers['job']): string | undefined =>
  Object.keys(flags ?? {}).find((flag) => TEAM_FLAG.test(flag))

/**
 * Runs a task's jobs, with at most a fair share of the slots for one team. graphile-worker skips the jobs of teams that are at their
 * share; if slots fetch at the same moment, one may get a job too many, which is postponed immediately.
 */
function shareSlots(task: Task, share: FairShare<string>) {
  return async (payload: unknown, { job }: JobHelpers, confirmHeld: () => Promise<void>): Promise<void> => {
    const parsed = task.payload.parse(payload)
    const team = findTeamFlag(job)
    if (team === undefined) return task.run(parsed, job.run_at, confirmHeld)
    if (task.postpone && !share.mayTake(team)) return task.postpone(parsed)
    share.take(team)
    try {
      await task.run(parsed, job.run_at, confirmHeld)
    } finally {
      share.giveBack(team)
    }
  }
}

/** graphile-worker deletes a job that has ended by its id alone, also if another worker runs it by then. A job that failed, it leaves to the other. */
const confirmJobs =
  (run: ReturnType<typeof shareSlots>, liveness: WorkerLiveness) =>
  async (payload: unknown, helpers: JobHelpers): Promise<void> => {
    const since_ms = performance.now()
    const confirmHeld = (): Promise<void> => liveness.confirmHeld(helpers.job, since_ms)
    await confirmHeld()
    await run(payload, helpers, confirmHeld)
    await confirmHeld()
  }

/** What graphile-worker runs for each task. */
export const makeTaskList = (
  tasks: readonly Task[],
  { share, liveness }: { share: FairShare<string>; liveness: WorkerLiveness },
) => Object.fromEntries(tasks.map((task) => [task.name, confirmJobs(shareSlots(task, share), liveness)]))

/** The flags of jobs that may not be fetched: those of teams that are at their share. */
export const listFullTeams = (share: FairShare<string>): string[] =>
  [...share.keys].filter((team) => !share.mayTake(team))

interface RunnerParts {
  pool: ReturnType<Postgres['openJobsPool']>
  log: Log
  slots: number
  loop: Loop
  turns: FetchTurns
}

async function startRunner(tasks: readonly Task[], { pool, log, slots, loop, turns }: RunnerParts): Promise<Worker> {
  const liveness = createWorkerLiveness({ pool, log, loop })
  const fetches = followFetches(turns)
  const share = new FairShare<string>(slots)
  const taskList = makeTaskList(tasks, { share, liveness })
  const cron = tasks.flatMap((task) => (task.cron ? [{ task: task.name, match: task.cron, payload: {} }] : []))
  const start = (): Promise<Runner> =>
    run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCronItems(cron),
      concurrency: slots,
      forbiddenFlags: async () => {
        await fetches.takeTurn()
        return listFullTeams(share)
      },
      noHandleSignals: true,
      pollInterval: 1000,
      preset: { plugins: [liveness.makePlugin()] },
      logger: bindLogger(log),
      events: fetches.events,
    })
  const supervised = await keepRunning(start, (error) => {
    liveness.pause()
    log.error({ err: error }, 'worker crashed, restarting')
  })
  return {
    async stop() {
      await supervised.stop()
      await liveness.stop()
    },
  }
}

export async function startWorker(
  postgres: Postgres,
  tasks: readonly Task[],
  log: Log,
  progress?: Progress,
): Promise<Worker> {
  const watch = (name: string): Loop => progress?.watch(name, 'periodic') ?? UNWATCHED
  const pool = postgres.openJobsPool(CONNECTIONS)
  const turns = new FetchTurns()
  const [alerts, others] = [tasks.filter(isAlert), tasks.filter((task) => !isAlert(task))]
  const runners = [
    await startRunner(alerts, { pool, log, slots: SLOTS.alerts, loop: watch('job queue of alerts'), turns }),
    await startRunner(others, { pool, log, slots: SLOTS.others, loop: watch('job queue'), turns }),
  ]
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

const isAlert = ({ name }: Task): boolean => ALERT_TASKS.has(name)

const RESTART_DELAY_MS = 500

/**
 * A connection lost at the wrong moment, for example when Postgres restarts, ends graphile-worker's runner with an error that would end
 * the process. So it is restarted until it is stopped. The first start may fail.
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
      if (!stopped.signal.aborted) await delay(RESTART_DELAY_MS)
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
