import { restartCluster } from '../../../scripts/postgres.ts'
import { insertUserUnscoped } from '../../src/identity/accounts/index.ts'
import { readConfig } from '../../src/config.ts'
import { insertProvider } from '../../src/alerting/notifications/store.ts'
import { createLog } from '../../src/platform/log.ts'
import { closeParts, openParts } from '../../src/roles/parts.ts'
import { TEST_SECRET } from '../support/secret.ts'
import { type AlertSink, compareAlerts, startAlertSink } from './alert-sink.ts'
import type { Verdict } from './main.ts'
import { openWorld, pause, type Program, say, startProgram, type World } from './world.ts'

/**
 * Outages that start and end while the two workers that send alerts, and Postgres, are killed at random, at least once during each.
 * The received alerts are compared with the outages: each start and each end must have arrived, and a second copy must be marked as
 * a possible repeat. Then the same without kills, where there must be no second copy at all.
 */
interface Size {
  outages: number
  providers: number
  /** On average; null: no kills. */
  kill_every_ms: number | null
  /** The minimum number of kills: killing continues until then, even if all outages have ended. */
  min_kills: number
  postgres_restarts: number
  /** All outages begin within this time. */
  spread_ms: number
  /** The first outages use few providers and begin early: beyond ten a minute their alerts are held and sent in lists. */
  storm?: { outages: number; providers: number; spread_ms: number }
}

const FULL: Size = {
  outages: 10_000,
  providers: 100,
  kill_every_ms: 700,
  min_kills: 100,
  postgres_restarts: 20,
  spread_ms: 900_000,
}
/** Alerts of the storm are held for a minute, which determines the duration: so it comes first, and the others are sent meanwhile. */
export const SMALL: Size = {
  outages: 400,
  providers: 40,
  kill_every_ms: 600,
  min_kills: 8,
  postgres_restarts: 1,
  spread_ms: 20_000,
  storm: { outages: 200, providers: 5, spread_ms: 5000 },
}
/** Two deliveries per outage, and enough providers that each gets its messages one by one: fewer than ten starts a minute. */
const WITHOUT_KILLS: Size = {
  outages: 5000,
  providers: 1000,
  kill_every_ms: null,
  min_kills: 0,
  postgres_restarts: 0,
  spread_ms: 15_000,
}
export const SMALL_WITHOUT_KILLS: Size = { ...WITHOUT_KILLS, outages: 1000, providers: 200, spread_ms: 3000 }

const SETTINGS = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_ANCHORS: 'none' }

let started = 0

/** There is no history to load here, so no server runs at CLICKHOUSE_URL. */
const startWorker = (world: World): Promise<Program> =>
  startProgram(world, ['worker'], {
    ...SETTINGS,
    BASE_URL: `http://worker-${started++}.test`,
    CLICKHOUSE_URL: 'http://127.0.0.1:9',
  })

function findProvider({ providers, storm }: Size, outage: number): number {
  if (storm && outage < storm.outages) return outage % storm.providers
  const first = storm?.providers ?? 0
  return first + (outage % (providers - first))
}

const findSpread = ({ spread_ms, storm }: Size, outage: number): number =>
  storm && outage < storm.outages ? storm.spread_ms : spread_ms

/** One monitor per outage, named by its number, with one of the providers. */
async function makeOutages(
  world: World,
  sink: AlertSink,
  size: Size,
): Promise<{ team_id: number; monitor_ids: number[] }> {
  const env = {
    DATABASE_URL: world.url,
    SITEWATCH_SECRET: TEST_SECRET,
    SITEWATCH_DATA_DIR: `${world.folder}/history`,
    ...SETTINGS,
  }
  const parts = await openParts(readConfig(env), createLog('silent'))
  try {
    const user = await parts.postgres.asRole('auth', (tx) =>
      insertUserUnscoped(tx, parts.vault, {
        email: 'alerts@example.com',
        password_hash: '-',
        is_administrator: false,
        is_verified: true,
      }),
    )
    const { config, vault, egress } = parts
    const provider_ids = await parts.postgres.asUser(
      { team_id: user.id, user_id: user.id, system: true },
      async (tx) => {
        const ids: number[] = []
        for (let n = 0; n < size.providers; n++) {
          const input = { provider_type: 'slack', webhook_url: `${sink.url}/services/T/B/${n}` } as const
          ids.push((await insertProvider(tx, { config, vault, egress, quota: undefined }, input)).id)
        }
        return ids
      },
    )
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds)
       select $1, 'o' || n, 'example.com', 'ping', 60, true, 10 from generate_series(0, $2 - 1) n order by n returning id`,
      [user.id, size.outages],
    )
    const monitor_ids = rows.map((row) => Number(row.id))
    const assigned = monitor_ids.map((_id, n) => provider_ids[findProvider(size, n)])
    await world.admin.query(
      `insert into assignments (team_id, monitor_id, provider_id)
       select $1, id, provider_id from unnest($2::bigint[], $3::bigint[]) as m (id, provider_id)`,
      [user.id, monitor_ids, assigned],
    )
    return { team_id: user.id, monitor_ids }
  } finally {
    await closeParts(parts)
  }
}

/** Like the code that records a check: the incident and its announcement in one transaction. Repeated until it succeeds. */
async function changeIncident({ admin }: World, statement: string, values: unknown[]): Promise<void> {
  for (;;) {
    try {
      await admin.query(statement, values)
      return
    } catch {
      await pause(200)
    }
  }
}

const OPEN = `with opened as (
    insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
    values ($1, $2, 'icmp', 'No answer.', now(), now()) on conflict (monitor_id) where resolved_at is null do nothing returning id)
  select announce_incident(id, 'opened') from opened`
const RESOLVE = `with closed as (
    update incidents set resolved_at = now(), resolution = 'recovered'
    where monitor_id = $1 and resolved_at is null returning id)
  select announce_incident(id, 'resolved') from closed`

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

async function waitUntilDelivered({ admin }: World, limit_ms: number): Promise<void> {
  const until = Date.now() + limit_ms
  for (let left = -1; left !== 0; await pause(250)) {
    left = await admin.query<{ n: number }>(`select count(*)::int as n from deliveries where status = 'pending'`).then(
      ({ rows }) => rows[0]?.n ?? -1,
      () => -1,
    )
    if (Date.now() > until) return
  }
}

export async function tortureAlerts(size: Size) {
  const world = await openWorld('alerts', { fast: size.postgres_restarts === 0 })
  const sink = await startAlertSink()
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
    await killer.stop()
    await waitUntilDelivered(world, Math.max(180_000, size.spread_ms))
    const by = Map.groupBy(sink.received, (each) => each.by)
    return {
      outages: size.outages,
      ...compareAlerts(size.outages, sink.received),
      kills: killer.kills,
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
  const isHeld = killed.missed + killed.repeats_unmarked + calm.missed + calm.repeats + calm.marked === 0
  return { figures: { ...killed, calm }, isHeld }
}
