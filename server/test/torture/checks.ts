import type { Verdict } from './main.ts'
import { restartCluster } from '../../../scripts/postgres.ts'
import {
  makeMonitors,
  openWorld,
  pause,
  type Program,
  say,
  startProgram,
  startTarget,
  type Target,
  type World,
} from './world.ts'
import type { Mode } from './target-process.ts'
import { promisedMs } from '../support/promised.ts'

/**
 * Scripted outages against real processes and a real Postgres, while probers, workers and Postgres itself are killed at random.
 * Every outage must become exactly one incident, and there must be no other: none of a blip, which ends before a second check.
 */
export interface Size {
  monitors: number
  outages: number
  /** Each of a monitor of its own. */
  blips: number
  probers: number
  /** The average time between two kills. */
  kill_every_ms: number
  postgres_restarts: number
  /** All outages begin within this time. */
  spread_ms: number
}

const FULL: Size = {
  monitors: 500,
  outages: 1000,
  blips: 500,
  probers: 3,
  kill_every_ms: 3000,
  postgres_restarts: 20,
  spread_ms: 240_000,
}
export const SMALL: Size = {
  monitors: 40,
  outages: 40,
  blips: 40,
  probers: 2,
  kill_every_ms: 5000,
  postgres_restarts: 2,
  spread_ms: 20_000,
}

const INTERVAL_SECONDS = 2
const TIMEOUT_SECONDS = 2
/** Three failures need two intervals; a kill may delay a check by 10 s, a second kill or a restart by as long again. */
const OUTAGE_MS = 32_000
const RECOVERY_MS = 32_000
/** A claimed check of a killed prober runs elsewhere within this time. */
const FAILOVER_MS = 10_000
const FAILURES: readonly Mode[] = ['error', 'drop', 'hang', 'garbled', 'slow']
/** Shorter than an interval, so that at most one check of a slot and its repeat fail. */
const BLIP_MS = 1000
const BLIPS: readonly Mode[] = ['error', 'drop', 'garbled']

interface Outage {
  monitor_id: number
  from: number
  to: number
}

interface Incident {
  id: number
  monitor_id: number
  started_at: number
  resolved_at: number | null
}

export interface CheckFigures {
  monitors: number
  outages: number
  blips: number
  missed: number
  invented: number
  late_starts: number
  unresolved: number
  kills_and_stops: number
  postgres_restarts: number
  checks: number
  doubled: number
  worst_start_ms: number
}

/** One after another on each monitor, far enough apart that each has been resolved before the next. */
function planOutages(size: Size): { monitor: number; after_ms: number; mode: Mode }[] {
  const rounds = Math.ceil(size.outages / size.monitors)
  const round_ms = Math.max(OUTAGE_MS + RECOVERY_MS, size.spread_ms / rounds)
  return Array.from({ length: size.outages }, (_, n) => {
    const spare_ms = round_ms - OUTAGE_MS - RECOVERY_MS + (rounds === 1 ? size.spread_ms : 0)
    return {
      monitor: n % size.monitors,
      after_ms: Math.floor(n / size.monitors) * round_ms + Math.random() * spare_ms,
      mode: FAILURES[n % FAILURES.length] ?? 'error',
    }
  })
}

type Plan = ReturnType<typeof planOutages>

async function runOutages(target: Target, ids: readonly number[], plan: Plan): Promise<Outage[]> {
  return Promise.all(
    plan.map(async ({ monitor, after_ms, mode }) => {
      await pause(after_ms)
      const { at: from } = await target.set(`/m/${monitor}`, mode)
      await pause(OUTAGE_MS)
      const { at: to } = await target.set(`/m/${monitor}`, 'ok')
      return { monitor_id: ids[monitor] ?? 0, from, to }
    }),
  )
}

/** Of the monitors after those of the outages. */
async function runBlips(target: Target, { monitors, blips, spread_ms }: Size): Promise<void> {
  const runOne = async (n: number): Promise<void> => {
    await pause(Math.random() * spread_ms)
    await target.set(`/m/${monitors + n}`, BLIPS[n % BLIPS.length] ?? 'error')
    await pause(BLIP_MS)
    await target.set(`/m/${monitors + n}`, 'ok')
  }
  await Promise.all(Array.from({ length: blips }, (_, n) => runOne(n)))
}

interface Killer {
  /** When something was killed, stopped or restarted, and when it ran again. */
  moments: number[]
  kills_and_stops: number
  restarts: number
  stop(): Promise<void>
}

/** Kills a random process and starts it again; sometimes stops one instead, for longer than its claims last. */
function startKiller(world: World, programs: Program[], size: Size, plan: Plan): Killer {
  const moments: number[] = []
  let kills_and_stops = 0
  let restarts = 0
  let isOver = false
  const killOne = async (): Promise<void> => {
    const index = Math.floor(Math.random() * programs.length)
    const program = programs[index]
    if (!program) return
    kills_and_stops++
    moments.push(Date.now())
    if (program.isRunning && Math.random() < 0.2) {
      program.kill('SIGSTOP')
      await pause(8000)
      program.kill('SIGCONT')
    } else {
      program.kill('SIGKILL')
      await program.ended
      programs[index] = await startProgram(world, program.roles)
    }
    moments.push(Date.now())
  }
  const killForever = async (): Promise<void> => {
    while (!isOver) {
      await pause(Math.random() * 2 * size.kill_every_ms)
      if (!isOver)
        await killOne().catch((error: unknown) => say(`  restart failed, tried again: ${String(error).slice(0, 200)}`))
    }
  }
  const restartPostgres = async (): Promise<void> => {
    const duration_ms = Math.max(...plan.map(({ after_ms }) => after_ms)) + OUTAGE_MS
    const every_ms = duration_ms / (size.postgres_restarts + 1)
    const began = Date.now()
    for (let n = 0; n < size.postgres_restarts && !isOver; n++) {
      await pause(Math.max(0, began + (n + 1) * every_ms - Date.now()))
      if (isOver) break
      moments.push(Date.now())
      restartCluster(world.clusterFolder, 'immediate')
      moments.push(Date.now())
      restarts++
    }
  }
  const running = [killForever(), restartPostgres()]
  return {
    moments,
    get kills_and_stops() {
      return kills_and_stops
    },
    get restarts() {
      return restarts
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

async function readIncidents({ admin }: World): Promise<Incident[]> {
  const { rows } = await admin.query<Incident>(
    `select id::float8 as id, monitor_id::float8 as monitor_id, (extract(epoch from started_at) * 1000)::float8 as started_at,
       (extract(epoch from resolved_at) * 1000)::float8 as resolved_at from incidents order by started_at`,
  )
  return rows
}

/** An incident belongs to an outage if it began during it, or one interval before, when a check happened to fail just then. */
function compare(outages: readonly Outage[], incidents: readonly Incident[], moments: readonly number[]) {
  const remaining = new Set(incidents)
  const starts: { late_ms: number; allowed_ms: number }[] = []
  const missing: Outage[] = []
  let missed = 0
  let unresolved = 0
  for (const outage of outages) {
    const found = [...remaining].filter(
      ({ monitor_id, started_at }) =>
        monitor_id === outage.monitor_id &&
        started_at >= outage.from - INTERVAL_SECONDS * 1000 &&
        started_at <= outage.to + TIMEOUT_SECONDS * 1000,
    )
    const [incident] = found
    if (!incident) {
      missed++
      missing.push(outage)
      continue
    }
    remaining.delete(incident)
    if (incident.resolved_at === null || incident.resolved_at < outage.to - TIMEOUT_SECONDS * 1000) unresolved++
    const late_ms = incident.started_at - outage.from
    const isHit = moments.some((at) => at > outage.from - FAILOVER_MS && at < incident.started_at)
    // One second is for pacing and a loaded machine.
    starts.push({ late_ms, allowed_ms: INTERVAL_SECONDS * 1000 + promisedMs(1000) + (isHit ? 2 * FAILOVER_MS : 0) })
  }
  for (const { monitor_id, from, to } of missing) {
    const ofMonitor = incidents.filter((incident) => incident.monitor_id === monitor_id)
    const when = ofMonitor.map(({ started_at, resolved_at }) => `${started_at - from} to ${(resolved_at ?? 0) - from}`)
    say(`  missed: monitor ${monitor_id}, 0 to ${to - from}; its incidents: ${when.join(', ')}`)
  }
  return {
    missed,
    unresolved,
    invented: remaining.size,
    late_starts: starts.filter(({ late_ms, allowed_ms }) => late_ms > allowed_ms).length,
    worst_start_ms: Math.round(Math.max(0, ...starts.map(({ late_ms }) => late_ms))),
  }
}

async function waitUntilUp({ admin }: World, limit_ms = 60_000): Promise<void> {
  const until = Date.now() + limit_ms
  for (;;) {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from monitor_state where status <> 'up'`,
    )
    if (rows[0]?.n === 0) return
    if (Date.now() > until) {
      const { rows: left } = await admin.query('select status, count(*)::int as n from monitor_state group by 1')
      throw new Error(`not all monitors came up: ${JSON.stringify(left)}`)
    }
    await pause(250)
  }
}

export async function tortureChecks(size: Size): Promise<CheckFigures> {
  const world = await openWorld('checks')
  const target = await startTarget()
  const programs: Program[] = []
  try {
    const urls = Array.from({ length: size.monitors + size.blips }, (_, n) => `http://127.0.0.1:${target.port}/m/${n}`)
    const ids = await makeMonitors(world, urls, {
      interval_seconds: INTERVAL_SECONDS,
      timeout_seconds: TIMEOUT_SECONDS,
    })
    for (let n = 0; n < size.probers; n++) programs.push(await startProgram(world, ['prober']))
    programs.push(await startProgram(world, ['api', 'worker']))
    await waitUntilUp(world)
    say(`  ${ids.length} monitors are up; ${size.outages} outages and ${size.blips} blips begin`)
    const plan = planOutages(size)
    const killer = startKiller(world, programs, size, plan)
    const [outages] = await Promise.all([runOutages(target, ids, plan), runBlips(target, size)])
    await killer.stop()
    await waitUntilUp(world)
    const compared = compare(outages, await readIncidents(world), killer.moments)
    const { checks, doubled } = await countChecks(world, programs)
    return {
      monitors: ids.length,
      outages: outages.length,
      blips: size.blips,
      ...compared,
      kills_and_stops: killer.kills_and_stops,
      postgres_restarts: killer.restarts,
      checks,
      doubled,
    }
  } finally {
    for (const program of programs) program.kill('SIGKILL')
    target.close()
    await Promise.all(programs.map((program) => program.ended))
    await world.close()
  }
}

/** Every program is stopped first, because the embedded ClickHouse belongs to one process. The test loads what it has not loaded yet. */
async function countChecks(world: World, programs: readonly Program[]): Promise<{ checks: number; doubled: number }> {
  for (const program of programs) program.kill('SIGTERM')
  await Promise.all(programs.map((program) => program.ended))
  const { countLoadedChecks } = await import('./loaded-checks.ts')
  return countLoadedChecks(world)
}

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const figures = await tortureChecks(size === 'full' ? FULL : SMALL)
  return { figures, isHeld: isHeld(figures) }
}

/** At least three checks of each outage were made and loaded: without rows, "none doubled" would mean nothing. */
export function isHeld({ missed, invented, late_starts, unresolved, doubled, checks, outages }: CheckFigures): boolean {
  return missed + invented + late_starts + unresolved + doubled === 0 && checks >= outages * 3
}
