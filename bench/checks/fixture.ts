import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { stopCluster } from '../../scripts/postgres.ts'
import { type BenchDatabase, openDatabase } from '../database.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
export const SECRET = 'a secret for measurements on this machine only'

export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** A dedicated, durable Postgres in a folder, with a migrated database and a team for the monitors. */
export interface Fixture extends BenchDatabase {
  folder: string
  close(): Promise<void>
}

export async function openFixture(name: string): Promise<Fixture> {
  const folder = path.join(ROOT, `.local/bench-${name}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const database = await openDatabase(folder, SECRET)
  return {
    ...database,
    folder,
    async close() {
      await database.admin.end()
      stopCluster(path.join(folder, 'postgres'), 'immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Fill {
  count: number
  interval_seconds: number
  url: string
  hosts?: number
  /** SQL for the first due time, with `now_ms` and `phase` in scope. Default: the next slot. */
  due?: string
}

/** Neither number is a multiple of the other, so that every team has monitors on many hosts. */
const TEAMS = 499
const HOSTS = 1000

/**
 * Inserts monitors that are up directly into the tables. They use many teams and hosts, because the fair-share limits of one
 * team or a few hosts would distort the result. `{n}` in the URL is the last part of a local address.
 */
export async function fillMonitors(
  { admin, team_id }: Fixture,
  { count, interval_seconds, url, due, hosts = HOSTS }: Fill,
): Promise<void> {
  const interval_ms = interval_seconds * 1000
  const nextSlot = `now_ms + mod(mod(phase - now_ms, ${interval_ms}) + ${interval_ms}, ${interval_ms})`
  await admin.query('delete from monitors')
  await admin.query(
    `insert into users (id, email, password_hash, data_key) overriding system value
     select $1 + n, 'bench' || n || '@example.com', '-', '' from generate_series(1, $2::int - 1) n on conflict do nothing`,
    [team_id, TEAMS],
  )
  await admin.query(
    `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
     select $1 + n % $5::int, 'm' || n, replace($2, '{n}', n % $6::int / 250 || '.' || 1 + n % $6::int % 250), 'http', $3, true, 10, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}'
     from generate_series(1, $4::int) n`,
    [team_id, url, interval_seconds, count, TEAMS, hosts],
  )
  await admin.query(
    `insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, next_due_at, last_slot)
     select team_id, id, 'http', 'up', ${interval_ms}, phase, ${due ?? nextSlot}, 0
     from (select team_id, id, ((((((id & 2147483647) * 2654435761) & 4294967295) >> 8) * ${interval_ms}) >> 24)::int as phase,
       (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms from monitors) m`,
  )
  await admin.query('vacuum analyze monitors, monitor_state')
  await admin.query('checkpoint')
}

export interface Running {
  child: ChildProcess
  pid: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** The script is ready when it prints its first line. */
export async function startScript(
  script: string,
  args: readonly string[] = [],
): Promise<Running & { line: string; readLine(): Promise<string> }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const readLine = async (): Promise<string> => ((await once(lines, 'line')) as [string])[0]
  return { ...asRunning(child), line: await readLine(), readLine }
}

export async function runScript(script: string, args: readonly string[]): Promise<unknown> {
  const { line } = await startScript(script, args)
  return JSON.parse(line)
}

function asRunning(child: ChildProcess): Running {
  const ended = once(child, 'exit')
  return {
    child,
    pid: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** Starts Sitewatch in the given roles and waits until it is running. */
export async function startProgram(
  fixture: Fixture,
  roles: readonly string[],
  env: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [path.join(ROOT, 'server/launch/sitewatch.cjs'), 'start', ...roles], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: fixture.url,
      SITEWATCH_DRAIN_SECONDS: '0',
      SITEWATCH_SECRET: SECRET,
      SITEWATCH_DATA_DIR: path.join(fixture.folder, 'clickhouse'),
      SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
      SITEWATCH_ANCHORS: 'none',
      HOST: '127.0.0.1',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const running = asRunning(child)
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface(child.stderr as NodeJS.ReadableStream)
    lines.on('line', (line) => {
      if (line.includes('Sitewatch is running')) resolve()
      else if (/"level":"(warn|error)"/.test(line) || !line.startsWith('{')) say(`  program: ${line.slice(0, 300)}`)
    })
    child.once('exit', () => reject(new Error('the program ended')))
  })
  return running
}

const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

/** Lists the Postgres processes: the postmaster and its children. */
function listPostgres({ folder }: Fixture): string[] {
  const [postmaster = ''] = readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return statOf(pid)[1] === postmaster
    } catch {
      return false
    }
  })
  return [postmaster, ...children]
}

/** Returns the CPU time of Postgres and the given processes. The parent accounts for exited children. */
export function readCpuMs(fixture: Fixture, pids: readonly number[]): number {
  let ticks = 0
  const postgres = listPostgres(fixture)
  for (const pid of [...pids.map(String), ...postgres]) {
    const fields = statOf(pid)
    ticks += Number(fields[11]) + Number(fields[12])
    if (pid === postgres[0]) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks * 10
}

const SECTOR_BYTES = 512
/** Linux `st_dev` format: the 12-bit major number lies between two parts of the minor number. */
const majorOf = (dev: number): number => (dev >> 8) & 0xfff
const minorOf = (dev: number): number => (dev & 0xff) | ((dev >> 12) & 0xfff00)

/**
 * Returns the bytes written to the disk of the folder by any process, so run it alone. `write_bytes` of the processes is wrong: a
 * kernel that caches files in chunks of up to 1 MiB counts the whole chunk for each 8 kB of WAL that is written and synced
 * (measured: 1,048,576 counted, 8,274 written).
 */
export function readWrittenBytes({ folder }: Fixture): number {
  execFileSync('sync', ['-f', folder])
  const { dev } = statSync(folder)
  const fields = readFileSync(`/sys/dev/block/${majorOf(dev)}:${minorOf(dev)}/stat`, 'utf8')
    .trim()
    .split(/\s+/)
  return Number(fields[6]) * SECTOR_BYTES
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
