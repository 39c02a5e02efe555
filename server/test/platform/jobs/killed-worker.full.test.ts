import { performance } from 'node:perf_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { type Program, startProgram } from '../../support/program.ts'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts'
import { promisedMs } from '../../support/promised.ts'
import { until } from '../../support/until.ts'

/** The ordinary tier has killed-worker.test.ts. */
const KILLS = sized(8, 100)
const POOL = 6
const WITHIN_MS = promisedMs(10_000)

interface Worker {
  program: Program
  sink: SmtpSink
}

interface Job {
  user_id: number
  /** Whether its first try is blocked in the middle, until its worker is killed. */
  held: boolean
  tries: { at: number; worker: Worker }[]
  /** When a worker that ran it was killed. */
  killed_at: number[]
  done: boolean
}

const app = await startApp()
const jobs = new Map<string, Job>()

/** Each worker has its own mail server, so the mail shows which worker runs the job. */
async function startWorkerProcess(): Promise<Worker> {
  const worker = {} as Worker
  worker.sink = await startSmtpSink({
    onMail: (mail) => {
      const job = jobs.get(mail.to[0] ?? '')
      if (!job) return undefined
      job.tries.push({ at: performance.now(), worker })
      job.done = !job.held || job.tries.length > 1
      return job.done ? undefined : new Promise(() => undefined)
    },
  })
  const env = { SMTP_URL: worker.sink.url, SITEWATCH_MIGRATE: '0' }
  worker.program = await startProgram(app.database, { roles: ['worker'], env })
  return worker
}

async function addJob(held: boolean): Promise<Job> {
  const user = await app.makeUser()
  const job: Job = { user_id: user.id, held, tries: [], killed_at: [], done: false }
  jobs.set(user.email, job)
  await app.parts.postgres.asRole('auth', (tx) => tx.query(sql`select add_password_reset_job(${user.id})`))
  return job
}

/** Records the jobs of a killed worker, which stay locked in its name for some seconds. */
async function recordJobs({ program }: Worker, killed_at: number): Promise<void> {
  const registrations = program.lines.filter((line) => line['msg'] === 'worker registered')
  const pools = registrations.map((line) => line['pool'])
  const { rows } = await app.database.admin.query<{ user_id: string }>(
    `select payload->>'user_id' as user_id from graphile_worker._private_jobs where locked_by = any($1)`,
    [pools],
  )
  for (const job of jobs.values()) {
    if (rows.some((row) => Number(row.user_id) === job.user_id)) job.killed_at.push(killed_at)
  }
}

const SETTLE_MS = 500

/** After half a second the server has finished every statement of the killed worker, and nobody has released its jobs yet. */
async function replaceWorker(victim: Worker): Promise<Worker> {
  const killed_at = performance.now()
  victim.program.kill('SIGKILL')
  const recorded = new Promise((resolve) => setTimeout(resolve, SETTLE_MS)).then(() => recordJobs(victim, killed_at))
  const [next] = await Promise.all([startWorkerProcess(), recorded])
  return next
}

describe('a committed job', () => {
  it(`is run by another worker within ${WITHIN_MS / 1000} s when its worker is killed at any moment, ${KILLS} times`, async () => {
    const workers = await Promise.all(Array.from({ length: POOL }, startWorkerProcess))
    const pending = new Set<Promise<void>>()
    const replace = (victim: Worker | undefined): void => {
      if (!victim) throw new Error('no such worker')
      workers.splice(workers.indexOf(victim), 1)
      const replaced = replaceWorker(victim).then((next) => {
        workers.push(next)
        pending.delete(replaced)
      })
      pending.add(replaced)
    }

    for (let n = 0; n < KILLS; n++) {
      await until(() => workers.length >= 2, 'two workers run')
      const duringJob = n % 2 === 0
      const job = await addJob(duringJob)
      if (duringJob) {
        await until(() => job.tries.length > 0, 'a worker tries the job')
        replace(job.tries[0]?.worker)
      } else {
        // At a random moment between the commit and the pick-up, or shortly after the start of the job.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 12))
        replace(workers[n % workers.length])
      }
    }
    await Promise.all(pending)
    onTestFinished(() => {
      for (const { program } of workers) program.kill('SIGKILL')
    })
    const deadline = performance.now() + 2 * WITHIN_MS
    await until(
      () => [...jobs.values()].every((job) => job.done) || performance.now() > deadline,
      'all jobs are done, or late',
    )

    const all = [...jobs.values()]
    const waits_ms = all.flatMap((job) =>
      job.killed_at.map((killed_at) => {
        const again = Math.min(...job.tries.map(({ at }) => at).filter((at) => at > killed_at))
        const next = Math.min(again, ...job.killed_at.filter((at) => at > killed_at))
        return next - killed_at
      }),
    )
    reportFigure(`${KILLS} kills hit ${waits_ms.length} jobs; slowest pick-up ${Math.max(...waits_ms).toFixed(0)} ms`)
    expect(all).toHaveLength(KILLS)
    expect(all.filter((job) => !job.done).map((job) => job.tries.length)).toEqual([])
    expect(waits_ms.length).toBeGreaterThanOrEqual(KILLS / 2)
    expect(Math.max(...waits_ms)).toBeLessThan(WITHIN_MS)
  })
})
