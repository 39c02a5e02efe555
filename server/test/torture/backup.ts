import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { type ClickHouse, defineQuery, integer64, openClickHouse } from '../../src/platform/clickhouse/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { freePort } from '../support/free-port.ts'
import { programEnv } from '../support/program.ts'
import type { Ledger } from './event-sender.ts'
import { makeSites, startSender } from './events.ts'
import type { Verdict } from './main.ts'
import { makeMonitors, openWorld, pause, ROOT, say, startProgram, startTarget, type World } from './world.ts'

/**
 * Backups under a steady load of events and checks, most of them killed. The last one is restored on another machine: everything that was
 * acknowledged before the moment that it names must be there, once.
 */
export interface BackupSize {
  events_per_s: number
  monitors: number
  interval_seconds: number
  kills: number
  /** A backup is killed at a random moment within this time. */
  kill_within_ms: number
}

const FULL: BackupSize = { events_per_s: 2000, monitors: 500, interval_seconds: 10, kills: 20, kill_within_ms: 8000 }
export const SMALL: BackupSize = {
  events_per_s: 200,
  monitors: 10,
  interval_seconds: 1,
  kills: 2,
  kill_within_ms: 2500,
}

export interface BackupFigures {
  /** Acknowledged before the moment of the backup. */
  acknowledged: number
  lost: number
  twice: number
  /** In loads that were claimed at that moment. */
  claimed_events: number
  checks: number
  checks_twice: number
  kills: number
  /** Backups with a complete name that fail verification. */
  broken: number
  backup_ms: number
  paused_ms: number
  restore_ms: number
  bytes: number
}

interface Place {
  url: string
  data: string
}

async function sitewatch(
  place: Place,
  args: readonly string[],
  kill_after_ms?: number,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [path.join(ROOT, 'server/launch/sitewatch.cjs'), ...args, '--json'], {
    cwd: ROOT,
    env: programEnv({ url: place.url }, { SITEWATCH_DATA_DIR: place.data }),
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const timer = kill_after_ms === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), kill_after_ms)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, out, err }
}

async function runCli<T>(place: Place, args: readonly string[]): Promise<T> {
  const { code, out, err } = await sitewatch(place, args)
  if (code !== 0) throw new Error(`sitewatch ${args.join(' ')}: ${err}`)
  return JSON.parse(out) as T
}

const listComplete = (folder: string): string[] => readdirSync(folder).filter((name) => !name.endsWith('.partial'))

async function killBackups(place: Place, to: string, size: BackupSize): Promise<{ kills: number; broken: number }> {
  let kills = 0
  let broken = 0
  while (kills < size.kills) {
    const { code } = await sitewatch(place, ['backup', '--to', to], Math.random() * size.kill_within_ms)
    if (code === null) kills++
    else if (code !== 0) broken++
    for (const name of listComplete(to)) {
      const { code: verified } = await sitewatch(place, ['backup', '--verify', path.join(to, name)])
      if (verified !== 0) broken++
      rmSync(path.join(to, name), { recursive: true })
    }
  }
  return { kills, broken }
}

const readViews = defineQuery({
  name: 'torture.restored_views',
  sql: 'SELECT pageview_id, uniqExact(number) AS different FROM events GROUP BY pageview_id',
  params: z.object({}),
  row: z.object({ pageview_id: z.string(), different: integer64 }),
  settings: { max_result_rows: 10_000_000 },
  timeout_seconds: 60,
})

/** The views count every inserted row, also those that a merge removes. */
const countTwice = defineQuery({
  name: 'torture.restored_twice',
  sql: `SELECT (SELECT sum(arrivals) FROM event_days) - (SELECT uniqExact(pageview_id, number) FROM events) AS twice,
    count() AS checks, toInt64(count()) - uniqExact(monitor_id, slot) AS checks_repeated,
    abs(toInt64((SELECT sum(up + down + unknown) FROM checks_hourly)) - toInt64(count())) AS checks_off
    FROM checks`,
  params: z.object({}),
  row: z.object({ twice: integer64, checks: integer64, checks_repeated: integer64, checks_off: integer64 }),
  timeout_seconds: 60,
})

/**
 * Events in loads that a loader had claimed when the backup was made. Nobody knows how much it had inserted, so these loads are
 * compared with the stored rows and their arrivals are counted once more, by design (repeat-load.ts).
 */
async function countClaimed({ url }: Place): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ events: number }>(`
    select coalesce(sum(i.row_count), 0)::int as events
    from sitewatch.inbox_loads l join sitewatch.inbox i on i.kind = l.kind and i.id = any (l.inbox_ids)
    where l.kind = 'events' and l.tries > 0`)
  await client.end()
  return rows[0]?.events ?? 0
}

interface Expected {
  ledger: Ledger
  point: string
  claimed_events: number
}

async function compare(clickhouse: ClickHouse, { ledger, point, claimed_events }: Expected) {
  const found = new Map((await clickhouse.read(readViews, {})).map((row) => [row.pageview_id, row.different]))
  const until = Date.parse(point)
  let acknowledged = 0
  let lost = 0
  ledger.acknowledged.forEach(([id, events], n) => {
    if ((ledger.acknowledged_at_ms[n] ?? Infinity) >= until) return
    acknowledged += events
    lost += Math.max(0, events - (found.get(id) ?? 0))
  })
  const [counted] = await clickhouse.read(countTwice, {})
  const { twice: arrived_twice = -1, checks = 0, checks_repeated = -1, checks_off = -1 } = counted ?? {}
  // A busy machine answers some posts too late for the sender, which repeats them: those may have arrived twice.
  const allowed = ledger.repeated_events + claimed_events
  const twice = arrived_twice < 0 ? arrived_twice : Math.max(0, arrived_twice - allowed)
  return { acknowledged, lost, twice, claimed_events, checks, checks_twice: checks_repeated + checks_off }
}

async function makeOtherMachine(folder: string): Promise<Place & { stop(): void }> {
  const cluster_folder = path.join(folder, 'other-postgres')
  const cluster = await startCluster(cluster_folder, { fast: true })
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database sitewatch')
  await client.end()
  const stop = (): void => stopCluster(cluster_folder, 'immediate')
  return { url: cluster.url('sitewatch'), data: path.join(folder, 'other-history'), stop }
}

/** Waits until the inbox has been loaded into ClickHouse. */
async function loadInbox(place: Place): Promise<void> {
  const env = { SITEWATCH_DATA_DIR: place.data }
  const program = await startProgram({ url: place.url, folder: place.data }, ['api', 'worker'], env)
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  for (const until = Date.now() + 180_000; Date.now() < until; await pause(200)) {
    if ((await client.query('select 1 from sitewatch.inbox limit 1')).rowCount === 0) break
  }
  await client.end()
  program.kill('SIGTERM')
  await program.ended
}

async function runLoad(world: World, size: BackupSize, work: (place: Place) => Promise<void>): Promise<Ledger> {
  const target = await startTarget()
  const port = await freePort()
  const urls = Array.from({ length: size.monitors }, (_, n) => `http://127.0.0.1:${target.port}/up-${n}`)
  await makeMonitors(world, urls, { interval_seconds: size.interval_seconds, timeout_seconds: 5 })
  const sites = await makeSites(world)
  const data = path.join(world.folder, 'clickhouse')
  const program = await startProgram(world, [], { PORT: String(port) })
  const sender = startSender({ ports: [port], sites, events: size.events_per_s, events_per_s: size.events_per_s })
  try {
    await pause(2000)
    await work({ url: world.url, data })
  } finally {
    sender.enough()
    await sender.ledger.catch(() => undefined)
    program.kill('SIGKILL')
    await program.ended
    target.close()
  }
  return sender.ledger
}

export async function tortureBackup(size: BackupSize): Promise<BackupFigures> {
  const world = await openWorld('backup')
  const to = path.join(world.folder, 'backups')
  mkdirSync(to)
  const other = await makeOtherMachine(world.folder)
  try {
    let killed = { kills: 0, broken: 0 }
    let made = { folder: '', point: '', duration_ms: 0, paused_ms: 0, bytes: 0 }
    say(`  ${size.events_per_s} events/s, ${size.monitors} monitors, ${size.kills} kills`)
    const ledger = await runLoad(world, size, async (place) => {
      killed = await killBackups(place, to, size)
      made = await runCli(place, ['backup', '--to', to])
      await pause(2000)
    })
    const { duration_ms: restore_ms } = await runCli<{ duration_ms: number }>(other, ['restore', '--from', made.folder])
    const claimed_events = await countClaimed(other)
    await loadInbox(other)
    const where = { SITEWATCH_DATA_DIR: other.data, CLICKHOUSE_URL: undefined }
    const clickhouse = await openClickHouse(where, createLog('silent'))
    const compared = await compare(clickhouse, { ledger, claimed_events, point: made.point })
    await clickhouse.close()
    const { duration_ms: backup_ms, paused_ms, bytes } = made
    return { ...compared, ...killed, backup_ms, paused_ms, restore_ms, bytes }
  } finally {
    other.stop()
    await world.close()
  }
}

export const isHeld = (figures: BackupFigures, size: BackupSize): boolean =>
  figures.acknowledged > 0 &&
  figures.checks > 0 &&
  figures.kills >= size.kills &&
  [figures.lost, figures.twice, figures.checks_twice, figures.broken].every((n) => n === 0)

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const chosen = size === 'full' ? FULL : SMALL
  const figures = await tortureBackup(chosen)
  return { figures, isHeld: isHeld(figures, chosen) }
}
