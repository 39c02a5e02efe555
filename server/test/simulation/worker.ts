import { createRequire } from 'node:module'
import type pg from 'pg'
import type { Job } from 'graphile-worker'
import { escalationTasks } from '../../src/alerting/escalation/index.ts'
import { notificationTasks } from '../../src/alerting/notifications/index.ts'
import { suppressionTasks } from '../../src/alerting/suppression/index.ts'
import { createVault } from '../../src/identity/accounts/index.ts'
import type { Config } from '../../src/config.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Egress } from '../../src/platform/egress/index.ts'
import { FairShare } from '../../src/platform/fair-share.ts'
import { createWorkerLiveness, type WorkerLiveness } from '../../src/platform/jobs/liveness.ts'
import { listFullTeams, makeTaskList, type Task } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { UNWATCHED } from '../../src/platform/progress.ts'
import type { Postgres } from '../../src/platform/postgres/index.ts'
import { notifyAudiences } from '../../src/roles/announce.ts'
import { Machine, type Scheduler } from './scheduler.ts'

type WithClient = <T>(run: (client: pg.PoolClient) => Promise<T>) => Promise<T>
type Compiled = { readonly version: string }
type Taken = Job & { job_queue_id: number | null; task_identifier: string }

/** The statements of graphile-worker. Its loop is not used: it waits for real timers. */
const require = createRequire(import.meta.url)
const { processSharedOptions } = require('graphile-worker/dist/lib.js') as {
  processSharedOptions: (options: object) => Compiled
}
const { batchGetJobs } = require('graphile-worker/dist/sql/getJobs.js') as {
  batchGetJobs: (
    compiled: Compiled,
    withClient: WithClient,
    tasks: object,
    pool_id: string,
    flags: string[],
    size: number,
  ) => Promise<Taken[]>
}
const { batchCompleteJobs } = require('graphile-worker/dist/sql/completeJobs.js') as {
  batchCompleteJobs: (compiled: Compiled, withClient: WithClient, pool_id: string, jobs: Taken[]) => Promise<void>
}
const { batchFailJobs } = require('graphile-worker/dist/sql/failJobs.js') as {
  batchFailJobs: (
    compiled: Compiled,
    withClient: WithClient,
    pool_id: string,
    failed: { job: Taken; message: string }[],
  ) => Promise<void>
}

const compiled = processSharedOptions({})
/** As many as in the program. */
const SLOTS = 16
/** graphile-worker looks for jobs this often, and at once when it is notified. */
const POLL_MS = 1000

export interface WorkerParts {
  scheduler: Scheduler
  random: () => number
  config: Config
  clock: Clock
  postgres: Postgres
  jobs: pg.Pool
  /** Called before and after every transaction and statement: the machine may be stopped or die there. */
  pause: (machine: Machine) => Promise<void>
  /** Before a statement is sent to Postgres. */
  touch: () => Promise<void>
  /** After it: jobs may have been added, or may be free now. */
  onChange: () => void
  /** Whether every worker is well, so that a beat changes nothing that somebody reads. */
  isQuiet: () => boolean
  onBeat: (machine: Machine) => void
  egressOf: (machine: Machine) => Egress
  say: (text: string) => void
  /** A test plants its faults here. */
  change?: (tasks: readonly Task[]) => readonly Task[]
}

/** Every call of the machine goes through `pause`. */
function watchPostgres({ postgres, pause, touch, onChange }: WorkerParts, machine: Machine): Postgres {
  const asRole: Postgres['asRole'] = async (role, work, options) => {
    await pause(machine)
    await touch()
    try {
      return await postgres.asRole(role, work, options)
    } finally {
      onChange()
      await pause(machine)
    }
  }
  return { ...postgres, asRole }
}

/** A worker process: the real tasks and the real statements that claim and end jobs, in a loop of the simulation's. */
export class Worker {
  readonly machine: Machine
  readonly #parts: WorkerParts
  readonly #taskList: ReturnType<typeof makeTaskList>
  readonly #share = new FairShare<string>(SLOTS)
  readonly #liveness: WorkerLiveness
  #running = 0
  #wake_at = Infinity
  #isFetching = false

  constructor(name: string, parts: WorkerParts) {
    this.machine = new Machine(name)
    this.#parts = parts
    this.#liveness = createWorkerLiveness({
      pool: { query: this.#query } as unknown as Pick<pg.Pool, 'query'>,
      log: createLog('silent'),
      loop: UNWATCHED,
      repeat: (work, interval_ms) => this.#repeat(work, interval_ms),
    })
    this.#taskList = makeTaskList(this.#makeTasks(), { share: this.#share, liveness: this.#liveness })
  }

  #makeTasks(): readonly Task[] {
    const { config, clock, egressOf, change = (tasks) => tasks } = this.#parts
    const postgres = watchPostgres(this.#parts, this.machine)
    const vault = createVault(config)
    const egress = egressOf(this.machine)
    const gateways = { config, mailer: null, egress, push_keys: null as never }
    const log = createLog('silent')
    return change([
      ...notificationTasks({ config, postgres, vault, gateways, clock, log }),
      ...suppressionTasks({ postgres, announce: notifyAudiences }),
      ...escalationTasks({ postgres }),
    ])
  }

  /** Skips the beats that nobody would notice: with the others, a simulated hour has thousands. */
  #query = async (text: string, values?: unknown[]): Promise<unknown> => {
    const { isQuiet, touch, jobs, clock, onChange } = this.#parts
    const isSkipped = isQuiet() && !text.startsWith('select from graphile_worker._private_jobs')
    if (isSkipped) return { rows: text.startsWith('insert') ? [{ seen_ms: clock.now().getTime() }] : [] }
    await touch()
    const result = await jobs.query(text, values)
    if (result.rowCount !== 0 && !text.startsWith('insert')) onChange()
    return result
  }

  #repeat(work: () => Promise<void>, interval_ms: number): () => void {
    const { scheduler, onBeat } = this.#parts
    scheduler.start(this.machine, async () => {
      for (;;) {
        await scheduler.sleep(this.machine, interval_ms)
        await work()
        onBeat(this.machine)
      }
    })
    return () => undefined
  }

  async register(): Promise<void> {
    const { worker } = this.#liveness.makePlugin() as {
      worker: { hooks: { startWorker: (context: unknown, event: unknown) => Promise<void> } }
    }
    await worker.hooks.startWorker({}, { worker: { workerPool: { id: this.machine.name } } })
    this.#parts.onBeat(this.machine)
  }

  /** A job is due in `delay_ms`: looks for one soon after. */
  wake(delay_ms: number): void {
    const { scheduler, random } = this.#parts
    const at = scheduler.now + delay_ms + 1 + (random() < 0.8 ? random() * 5 : random() * POLL_MS)
    if (this.#wake_at <= at || this.machine.isDead || this.#running >= SLOTS) return
    this.#wake_at = at
    scheduler.start(
      this.machine,
      async () => {
        if (this.#wake_at === at) this.#wake_at = Infinity
        await this.#fetch()
      },
      at - scheduler.now,
    )
  }

  #withClient = Object.assign(
    async <T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
      await this.#parts.touch()
      const client = await this.#parts.jobs.connect()
      try {
        return await run(client)
      } finally {
        client.release()
      }
    },
    { withRetries: <T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> => this.#withClient(run) },
  )

  async #fetch(): Promise<void> {
    if (this.#isFetching) return
    this.#isFetching = true
    while (this.#running < SLOTS) {
      const flags = listFullTeams(this.#share)
      const [job] = await batchGetJobs(compiled, this.#withClient, this.#taskList, this.machine.name, flags, 1)
      if (!job) break
      this.#running++
      this.#parts.scheduler.start(this.machine, () => this.#run(job))
    }
    this.#isFetching = false
  }

  async #run(job: Taken): Promise<void> {
    const { pause, say, onChange } = this.#parts
    const { name } = this.machine
    let failure: Error | undefined
    await pause(this.machine)
    try {
      await this.#taskList[job.task_identifier]?.(job.payload, { job } as never)
    } catch (error) {
      failure = error as Error
      say(`${name} could not finish ${describeJob(job)}: ${failure.message}`)
    }
    await pause(this.machine)
    if (failure) await batchFailJobs(compiled, this.#withClient, name, [{ job, message: failure.message }])
    else await batchCompleteJobs(compiled, this.#withClient, name, [job])
    this.#running--
    onChange()
  }
}

function describeJob({ task_identifier, payload }: Taken): string {
  const { provider_id } = payload as { provider_id?: number }
  return provider_id === undefined ? task_identifier : `${task_identifier} of provider ${provider_id}`
}
