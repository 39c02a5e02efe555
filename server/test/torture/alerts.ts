import { restartCluster } from '../../../scripts/postgres.ts'
import { compareAlerts, startAlertSink } from './alert-sink.ts'
import type { Verdict } from './main.ts'
import {
  changeIncident,
  endHold,
  makeOutages,
  OPEN,
  RESOLVE,
  type Size,
  startWorker,
  waitUntilDelivered,
} from './outages.ts'
import { isStoppedHeld, SMALL_STOPPED, STOPPED, tortureStopped } from './stopped-alerts.ts'
import { openWorld, pause, type Program, say, type World } from './world.ts'

/**
 * Outages that start and end while the two workers that send alerts, and Postgres, are killed at random, at least once during each.
 * The received alerts are compared with the outages: each start and each end must have arrived, and a second copy must be marked as
 * a possible repeat. Then the same without kills, where there must be no second copy at all.
 */
const FULL: Size = {
  outages: 10_000,
  providers: 100,
  kill_every_ms: 700,
  min_kills: 100,
  postgres_restarts: 20,
  spread_ms: 900_000,
  fault_share: 0.02,
}
/** Alerts of the storm are held for a minute, so it comes first, and the others are sent meanwhile. */
export const SMALL: Size = {
  outages: 120,
  providers: 20,
  kill_every_ms: 1500,
  min_kills: 6,
  postgres_restarts: 1,
  spread_ms: 6000,
  fault_share: 0.04,
  storm: { outages: 60, providers: 2, spread_ms: 2000 },
}
/** For the everyday suite: waiting is ended early, since idle workers use processor time, and there are fewer kills. */
export const SMALLEST: Size = { ...SMALL, kill_every_ms: 1000, min_kills: 4, spread_ms: 3000, ends_waits: true }
/** Two deliveries per outage, and enough providers that each gets its messages one by one: fewer than ten starts a minute. */
const WITHOUT_KILLS: Size = {
  outages: 5000,
  providers: 1000,
  kill_every_ms: null,
  min_kills: 0,
  postgres_restarts: 0,
  spread_ms: 15_000,
}
export const SMALL_WITHOUT_KILLS: Size = { ...WITHOUT_KILLS, outages: 250, providers: 50, spread_ms: 1500 }

const findSpread = ({ spread_ms, storm }: Size, outage: number): number =>
  storm && outage < storm.outages ? storm.spread_ms : spread_ms

function startKiller(world: World, programs: Program[], size: Size) {
  const { kill_every_ms, min_kills, postgres_restarts, spread_ms } = size
  let kills = 0
  let isOver = kill_every_ms === null
  const killForever = async (): Promise<void> => {
    while (!isOver) {
      await pause(Math.random() * 2 * (kill_every_ms ?? 0))
      const index = Math.floor(Math.random() * programs.length)
      const program = programs[index]
      if (isOver || !program) continue
      program.kill('SIGKILL')
      kills++
      await program.ended
      for (;;) {
        const next = await startWorker(world).catch(() => undefined)
        if (next) programs[index] = next
        if (next) break
      }
    }
  }
  const restartForever = async (): Promise<void> => {
    for (let n = 0; n < postgres_restarts && !isOver; n++) {
      await pause(spread_ms / (postgres_restarts + 1))
      if (!isOver) restartCluster(world.clusterFolder, 'immediate')
    }
  }
  const running = [killForever(), restartForever()]
  return {
    get kills() {
      return kills
    },
    /** Waits until the next kill. */
    async wait(): Promise<void> {
      for (const before = kills; kills === before && !isOver;) await pause(50)
    },
    async stop() {
      while (kills < min_kills) await pause(50)
      isOver = true
      await Promise.all(running)
    },
  }
}

export async function tortureAlerts(
  size: Size,
  open = () => openWorld('alerts', { fast: size.postgres_restarts === 0 }),
) {
  const world = await open()
  const sink = await startAlertSink(size)
  const programs: Program[] = []
  try {
    const { team_id, monitor_ids } = await makeOutages(world, sink, size)
    for (let n = 0; n < 2; n++) programs.push(await startWorker(world))
    say(`  ${size.outages} outages through ${size.providers} providers begin`)
    const began = performance.now()
    const killer = startKiller(world, programs, size)
    await Promise.all(
      monitor_ids.map(async (monitor_id, n) => {
        await pause(Math.random() * findSpread(size, n))
        await changeIncident(world, OPEN, [team_id, monitor_id])
        await Promise.all([pause(2000 + Math.random() * 5000), killer.wait()])
        await changeIncident(world, RESOLVE, [monitor_id])
      }),
    )
    if (size.ends_waits) {
      await endHold(world)
      // One of the kills comes while the held alerts are sent.
      await killer.wait()
    }
    await killer.stop()
    await waitUntilDelivered(world, Math.max(180_000, size.spread_ms), size.ends_waits)
    const by = Map.groupBy(sink.received, (each) => each.by)
    return {
      outages: size.outages,
      ...compareAlerts(size.outages, sink.received),
      kills: killer.kills,
      faults: sink.faults,
      messages: sink.received.length,
      messages_of_least_worker: Math.min(...[...by.values()].map((each) => each.length)),
      workers: by.size,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map((program) => program.ended))
    sink.close()
    await world.close()
  }
}

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const killed = await tortureAlerts(size === 'full' ? FULL : SMALL)
  const calm = await tortureAlerts(size === 'full' ? WITHOUT_KILLS : SMALL_WITHOUT_KILLS)
  const stopped = await tortureStopped(size === 'full' ? STOPPED : SMALL_STOPPED)
  const isHeld =
    killed.missed + killed.repeats_unmarked + calm.missed + calm.repeats + calm.marked === 0 && isStoppedHeld(stopped)
  return { figures: { ...killed, calm, stopped }, isHeld }
}
