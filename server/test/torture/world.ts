import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { TEST_SECRET } from '../support/secret.ts'
import type { Mode } from './target-process.ts'

export const ROOT = path.resolve(import.meta.dirname, '../../..')

export const say = (text: string): void => void process.stderr.write(`${text}\n`)
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface World {
  folder: string
  clusterFolder: string
  url: string
  admin: pg.Pool
  team_id: number
  close(): Promise<void>
}

export async function makeAccount(admin: pg.Pool): Promise<number> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into users (email, password_hash, data_key) values ('torture@example.com', '-', '') returning id`,
  )
  return Number(rows[0]?.id)
}

/** A real Postgres with a migrated database and one account. */
export async function openWorld(name: string, { fast = false } = {}): Promise<World> {
  const folder = path.join(ROOT, `.local/torture-${name}-${process.pid}`)
  const clusterFolder = path.join(folder, 'postgres')
  mkdirSync(folder, { recursive: true })
  const cluster = await startCluster(clusterFolder, { fast })
  const first = new pg.Client({ connectionString: cluster.url('postgres') })
  await first.connect()
  await first.query('create database sitewatch')
  await first.end()
  const url = cluster.url('sitewatch')
  await prepareDatabase(readConfig({ DATABASE_URL: url, SITEWATCH_SECRET: TEST_SECRET }), createLog('silent'))
  const admin = new pg.Pool({ connectionString: url, max: 3, options: '-c search_path=sitewatch' })
  admin.on('error', () => undefined)
  return {
    folder,
    clusterFolder,
    url,
    admin,
    team_id: await makeAccount(admin),
    async close() {
      await admin.end()
      stopCluster(clusterFolder, 'immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Monitors like those of the API, in order; returns their ids. */
export async function makeMonitors(
  { admin, team_id }: World,
  urls: readonly string[],
  { interval_seconds, timeout_seconds }: { interval_seconds: number; timeout_seconds: number },
): Promise<number[]> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
     select $1, url, url, 'http', $2, true, $3, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}'
     from unnest($4::text[]) with ordinality as u (url, n) order by n returning id`,
    [team_id, interval_seconds, timeout_seconds, urls],
  )
  const interval_ms = interval_seconds * 1000
  await admin.query(
    `insert into monitor_state (team_id, monitor_id, type, status, unobserved_since, interval_ms, phase_ms, next_due_at)
     select team_id, id, type, 'pending', clock_ms(), $2, phase, clock_ms() + phase % 2000
     from (select *, ((((((id & 2147483647) * 2654435761) & 4294967295) >> 8) * $2) >> 24)::int as phase from monitors
       where id = any($1)) m`,
    [rows.map((row) => row.id), interval_ms],
  )
  return rows.map((row) => Number(row.id))
}

export interface Target {
  port: number
  /** Sets the behaviour of a path; returns the time of the change by the wall clock, and the number of requests before it. */
  set(path: string, mode: Mode): Promise<{ at: number; hits: number }>
  count(path: string): Promise<number>
  close(): void
}

interface Reply {
  id?: number
  port?: number
  at: number
  hits: number
}

export async function startTarget(address = '127.0.0.1', namespace?: string): Promise<Target> {
  const file = path.join(import.meta.dirname, 'target-process.ts')
  const child = namespace
    ? spawn('ip', ['netns', 'exec', namespace, process.execPath, file, address], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
    : fork(file, [address])
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  const ready = once(child, 'message') as Promise<[Reply]>
  child.on('message', (reply: Reply) => {
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  const send = (request: { path: string; mode?: Mode }): Promise<Reply> =>
    new Promise((resolve) => {
      const id = ++last
      waiting.set(id, (reply) => {
        waiting.delete(id)
        resolve(reply)
      })
      child.send({ id, ...request })
    })
  const [{ port = 0 }] = await ready
  return {
    port,
    set: (where, mode) => send({ path: where, mode }),
    count: async (where) => (await send({ path: where })).hits,
    close: () => void child.kill('SIGKILL'),
  }
}

export interface Program {
  readonly roles: readonly string[]
  readonly pid: number
  readonly isRunning: boolean
  /** Its log lines at level warn or above. */
  readonly warnings: string[]
  kill(signal: NodeJS.Signals): void
  ended: Promise<unknown>
}

/** Starts the real program, and waits until it reports that it runs. */
export async function startProgram(
  world: Pick<World, 'url' | 'folder'>,
  roles: readonly string[],
  env: Record<string, string> = {},
): Promise<Program> {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(ROOT, 'server/launch/sitewatch.cjs'), 'start', ...roles],
    {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        // Half of the start time, 0.8 s of 1.7, is reading the sources again; here a process starts again after each kill.
        NODE_COMPILE_CACHE: path.join(ROOT, '.local/compile-cache'),
        DATABASE_URL: world.url,
        SITEWATCH_DRAIN_SECONDS: '0',
        SITEWATCH_SECRET: TEST_SECRET,
        SITEWATCH_DATA_DIR: path.join(world.folder, 'clickhouse'),
        SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
        SITEWATCH_ANCHORS: 'none',
        SITEWATCH_MIN_INTERVAL_SECONDS: '1',
        HOST: '127.0.0.1',
        PORT: '0',
        // A single address and browser send everything here.
        SITEWATCH_MAX_EVENTS_PER_VISITOR: '1000000000',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const warnings: string[] = []
  const ended = once(child, 'exit')
  const running = new Promise<void>((resolve, reject) => {
    createInterface(child.stderr as NodeJS.ReadableStream).on('line', (line) => {
      if (line.includes('Sitewatch is running')) resolve()
      if (/"level":"(warn|error)"/.test(line) || !line.startsWith('{')) warnings.push(line)
    })
    void ended.then(() => reject(new Error(`the program ended: ${warnings.join('\n')}`)))
  })
  const program = {
    roles,
    pid: child.pid ?? 0,
    warnings,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null
    },
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended,
  }
  await running
  return program
}
