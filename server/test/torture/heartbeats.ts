import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { restartCluster } from '../../../scripts/postgres.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { sha256 } from '../../src/platform/secrets.ts'
import { makeRandom } from '../../src/demo/random.ts'
import { TEST_SECRET } from '../support/secret.ts'
import {
  CronTimes,
  type Expected,
  type Job,
  JobOracle,
  makeJob,
  type Outage,
  planPings,
  STEP_MS,
} from './heartbeat-oracle.ts'
import type { Request } from './heartbeat-process.ts'
import type { Verdict } from './main.ts'
import { openWorld, say, type World } from './world.ts'

/**
 * Jobs with periods and cron expressions over both clock changes, on a clock that moves five minutes per step, while the process that
 * receives and judges is killed and Postgres is restarted. The incidents must be exactly those that a slow reference expects.
 */
export interface Size {
  jobs: number
  /** The length of each of the two spans around a clock change. */
  span_hours: number
  kills: number
  postgres_restarts: number
}

const FULL: Size = { jobs: 10_000, span_hours: 48, kills: 50, postgres_restarts: 10 }
export const SMALL: Size = { jobs: 90, span_hours: 12, kills: 4, postgres_restarts: 1 }
/** For the ordinary tier: in a database of a shared cluster, one process is killed and one is absent for a while. */
export const SMALLEST: Size = { jobs: 40, span_hours: 8, kills: 2, postgres_restarts: 0 }

export interface HeartbeatFigures {
  jobs: number
  pings: number
  expected: number
  missed: number
  invented: number
  kills: number
  postgres_restarts: number
  lost_pings: number
}

/** By the simulated clock: after this time, everything that a dead process held is free. Shorter than the retries of a client. */
const RESTART_MS = 7000
/** Summer time begins in Europe, and ends in New York a week after Europe; Lord Howe is in between. */
const CHANGES = [Date.parse('2026-03-29T00:00:00Z'), Date.parse('2026-10-25T00:00:00Z')]

const hashOf = (n: number): string => sha256(`job ${n}`).toString('hex')

async function makeJobs({ admin, team_id }: World, jobs: readonly Job[]): Promise<number[]> {
  const rows = jobs.map(({ schedule, grace_ms }, n) => ({
    n,
    hash: hashOf(n),
    settings: {
      ...('cron' in schedule ? schedule : { period_seconds: schedule.period_ms / 1000, timezone: 'UTC' }),
      grace_seconds: grace_ms / 1000,
    },
  }))
  const { rows: made } = await admin.query<{ id: string }>(
    `with made as (
       insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
       select $1, r.n, 'heartbeat', 'heartbeat', 3600, true, 10, r.settings
       from jsonb_to_recordset($2::jsonb) as r (n text, settings jsonb) returning id, friendly_name),
     state as (
       insert into monitor_state (team_id, monitor_id, type, status, unobserved_since, interval_ms, phase_ms, next_due_at)
       select $1, id, 'heartbeat', 'pending', clock_ms(), 3600000, 0, clock_ms() from made),
     hashes as (
       insert into heartbeats (team_id, monitor_id, token_hash, token_sealed, armed_at)
       select $1, m.id, decode(r.hash, 'hex'), '', clock_ms() from made m
         join jsonb_to_recordset($2::jsonb) as r (n text, hash text) on r.n = m.friendly_name)
     select id from made order by friendly_name::int`,
    [team_id, JSON.stringify(rows)],
  )
  return made.map(({ id }) => Number(id))
}

/** The process under test, which may die at any moment. */
class Process {
  readonly child: ChildProcess
  #waiting = new Map<number, (isDone: boolean) => void>()
  #last = 0

  constructor(url: string) {
    this.child = fork(path.join(import.meta.dirname, 'heartbeat-process.ts'), [url])
    this.child.on('message', ({ id, isDone }: { id: number; isDone: boolean }) => this.#settle(id, isDone))
    this.child.on('exit', () => {
      for (const id of this.#waiting.keys()) this.#settle(id, false)
    })
  }

  #settle(id: number, isDone: boolean): void {
    this.#waiting.get(id)?.(isDone)
    this.#waiting.delete(id)
  }

  /** Resolves to whether the request was acknowledged. */
  ask(request: Omit<Request & { kind: 'ping' }, 'id'> | Omit<Request & { kind: 'beat' }, 'id'> | { kind: 'judge' }) {
    if (!this.child.connected) return Promise.resolve(false)
    const id = ++this.#last
    return new Promise<boolean>((resolve) => {
      this.#waiting.set(id, resolve)
      this.child.send({ id, ...request }, (error) => {
        if (error) this.#settle(id, false)
      })
    })
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
  }
}

type Ping = { n: number; isSuccess: boolean }
type Fault = 'kill' | 'outage' | 'postgres'

class Torture {
  readonly outages: Outage[] = []
  pings = 0
  kills = 0
  restarts = 0
  #world: World
  #url: string
  #process: Process | undefined
  #starting: Promise<Process> | undefined
  #now = 0
  #seen = 0
  #random: () => number

  constructor(world: World, url: string, random: () => number) {
    this.#world = world
    this.#url = url
    this.#random = random
  }

  async setClock(at: number): Promise<void> {
    this.#now = at
    // Postgres may be restarting at the moment.
    for (;;) {
      const isSet = await this.#world.admin
        .query('update sim_clock set at = to_timestamp($1::float8 / 1000)', [at])
        .then(
          () => true,
          () => false,
        )
      if (isSet) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Retries until the request is acknowledged, by any process that runs then. */
  async #insist(ask: (process: Process) => Promise<boolean>): Promise<void> {
    while (!(await ask(await this.#ensure()))) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  #ensure(): Promise<Process> {
    if (this.#process?.child.connected) return Promise.resolve(this.#process)
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined))
    return this.#starting
  }

  async #start(): Promise<Process> {
    if (this.#process) await this.setClock(this.#now + RESTART_MS)
    const started = new Process(this.#url)
    await once(started.child, 'message')
    while (!(await started.ask({ kind: 'beat', is_first: true })))
      await new Promise((resolve) => setTimeout(resolve, 50))
    if (this.#seen !== 0 && this.#now > this.#seen) this.outages.push({ from: this.#seen, to: this.#now })
    this.#seen = this.#now
    this.#process = started
    return started
  }

  /** No process runs for some steps: the pings of that time are lost. */
  async stop(): Promise<void> {
    await this.#process?.kill()
    this.#process = undefined
  }

  #inject(fault: Fault): void {
    setTimeout(() => {
      if (fault === 'kill') {
        this.kills++
        void this.#process?.kill()
      } else if (fault === 'postgres') {
        this.restarts++
        restartCluster(this.#world.clusterFolder, 'immediate')
      }
    }, this.#random() * 60)
  }

  /** One step of the clock: pings, then the judgement. */
  async step(
    at: number,
    pings: readonly Ping[],
    oracles: readonly JobOracle[],
    fault: Fault | undefined,
  ): Promise<void> {
    await this.setClock(at)
    await this.#insist(async (process) => {
      if (this.#now > this.#seen) {
        if (!(await process.ask({ kind: 'beat', is_first: false }))) return false
        this.#seen = this.#now
      }
      return true
    })
    if (fault === 'kill' || fault === 'postgres') this.#inject(fault)
    await Promise.all(
      pings.map(({ n, isSuccess }) =>
        this.#insist(async (process) => {
          const isDone = await process.ask({ kind: 'ping', token_hash: hashOf(n), is_success: isSuccess })
          if (isDone) {
            this.pings++
            oracles[n]?.ping(this.#now, isSuccess)
          }
          return isDone
        }),
      ),
    )
    await this.#insist((process) => process.ask({ kind: 'judge' }))
    for (const oracle of oracles) oracle.judge(this.#now, this.outages)
  }
}

/** Kills and longer absences in turn, also from one span to the next. */
function planFaults(size: Size, span: number, steps: number, random: () => number): Map<number, Fault> {
  const faults = new Map<number, Fault>()
  const kinds: Fault[] = [
    ...Array.from({ length: size.kills }, (_, n): Fault => ((n + span) % 2 === 0 ? 'kill' : 'outage')),
    ...Array.from({ length: size.postgres_restarts }, (): Fault => 'postgres'),
  ]
  for (const kind of kinds) {
    let step = 0
    do step = 3 + Math.floor(random() * (steps - 20))
    while (faults.has(step))
    faults.set(step, kind)
  }
  return faults
}

interface Span {
  from: number
  to: number
  faults: Map<number, Fault>
}

async function runSpan(
  torture: Torture,
  { from, to, faults }: Span,
  jobs: readonly Job[],
  oracles: readonly JobOracle[],
  random: () => number,
): Promise<void> {
  const times = new CronTimes(from, to + 48 * HOUR_MS)
  const planned = new Map<number, Ping[]>()
  for (const [n, job] of jobs.entries()) {
    oracles[n]?.setTimes(times)
    for (const { at, isSuccess } of planPings(job, times, { from, to }, random)) {
      planned.set(at, [...(planned.get(at) ?? []), { n, isSuccess }])
    }
  }
  let absent = 0
  for (let at = from, step = 0; at < to; at += STEP_MS, step++) {
    const fault = faults.get(step)
    if (fault === 'outage') {
      await torture.stop()
      torture.kills++
      absent = 2 + Math.floor(random() * 10)
    }
    if (absent > 0) absent--
    if (absent > 0) continue
    await torture.step(at, planned.get(at) ?? [], oracles, fault)
  }
  await torture.stop()
}

async function compare({ admin }: World, ids: readonly number[], oracles: readonly JobOracle[]) {
  const { rows } = await admin.query<{ monitor_id: string; from: number; to: number | null }>(
    `select monitor_id, (extract(epoch from started_at) * 1000)::float8 as from, (extract(epoch from resolved_at) * 1000)::float8 as to
     from incidents order by started_at`,
  )
  const incidents = Map.groupBy(rows, ({ monitor_id }) => Number(monitor_id))
  const show = ({ from, to }: Expected): string =>
    `${new Date(Math.floor(from / STEP_MS) * STEP_MS).toISOString()} ${to === null ? 'open' : new Date(Math.floor(to / STEP_MS) * STEP_MS).toISOString()}`
  let [missed, invented, expected] = [0, 0, 0]
  for (const [n, id] of ids.entries()) {
    const expectedSet = new Set((oracles[n]?.incidents ?? []).map(show))
    const found = new Set((incidents.get(id) ?? []).map(show))
    expected += expectedSet.size
    const [lost, extra] = [
      [...expectedSet].filter((each) => !found.has(each)),
      [...found].filter((each) => !expectedSet.has(each)),
    ]
    missed += lost.length
    invented += extra.length
    if (lost.length + extra.length > 0) say(`  job ${n}: missed ${lost.join(', ')}; invented ${extra.join(', ')}`)
  }
  return { missed, invented, expected }
}

export async function tortureHeartbeats(
  size: Size,
  open = (): Promise<World> => openWorld('heartbeats'),
): Promise<HeartbeatFigures> {
  const random = makeRandom(21)
  const world = await open()
  try {
    await world.admin
      .query(`create table sim_clock (at timestamptz); insert into sim_clock values ('2026-01-01Z'); grant select on sim_clock to public;
      create or replace function checks_clock() returns timestamptz language sql volatile as $$ select at from sitewatch.sim_clock $$`)
    const { servingUrl } = await prepareDatabase(
      readConfig({ DATABASE_URL: world.url, SITEWATCH_SECRET: TEST_SECRET }),
      createLog('silent'),
    )
    const jobs = Array.from({ length: size.jobs }, (_, n) => makeJob(n, random))
    const oracles = jobs.map((job) => new JobOracle(job, new CronTimes(0, 0)))
    const torture = new Torture(world, servingUrl, random)
    const steps = (size.span_hours * HOUR_MS) / STEP_MS
    const spans = CHANGES.map((change, span) => ({
      from: change - (size.span_hours / 4) * HOUR_MS,
      to: change + size.span_hours * 0.75 * HOUR_MS,
      faults: planFaults(
        { ...size, kills: size.kills / 2, postgres_restarts: Math.ceil(size.postgres_restarts / 2) },
        span,
        steps,
        random,
      ),
    }))
    await torture.setClock(spans[0]?.from ?? 0)
    const ids = await makeJobs(world, jobs)
    for (const span of spans) await runSpan(torture, span, jobs, oracles, random)
    const { rows } = await world.admin.query<{ total: number }>(
      'select sum(ping_count)::float8 as total from heartbeats',
    )
    const { pings, kills, restarts } = torture
    const lost_pings = Math.max(0, pings - (rows[0]?.total ?? 0))
    const found = await compare(world, ids, oracles)
    return { jobs: size.jobs, pings, ...found, kills, postgres_restarts: restarts, lost_pings }
  } finally {
    await world.close()
  }
}

export const isHeld = ({ missed, invented, lost_pings, expected }: HeartbeatFigures): boolean =>
  missed === 0 && invented === 0 && lost_pings === 0 && expected > 0

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const figures = await tortureHeartbeats(size === 'full' ? FULL : SMALL)
  return { figures, isHeld: isHeld(figures) }
}
