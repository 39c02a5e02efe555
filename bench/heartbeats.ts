import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { stopCluster } from '../scripts/postgres.ts'
import { sha256 } from '../server/src/platform/secrets.ts'
import { median } from '../server/test/support/samples.ts'
import { type BenchDatabase, openDatabase } from './database.ts'
import type { LoadOptions, LoadResult } from './heartbeats/load.ts'
import type { Outcome } from './main.ts'
import { type Server, startServer } from './server.ts'

/**
 * Durable pings/s of one process, with Postgres and the clients on the same cores, compared with single inserts into a bare table of
 * the same Postgres, in alternating rounds. Then the process is killed under load: every acknowledged ping must be stored.
 */
const ROUNDS = 3
const SECONDS = 4
const KILLS = 5
const KILL_AFTER_MS = 1500
const MONITORS = 2000
const CONNECTIONS = 64
const BARE_CONNECTIONS = 10
const TARGET_PER_SECOND = 2000

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, `.local/bench-heartbeats-${process.pid}`)
const SECRET = 'for this bench only, at least 32 characters'
const TOKENS = Array.from({ length: MONITORS }, (_, n) => `bench${String(n).padStart(17, '0')}`)
const say = (text: string): void => void process.stderr.write(`${text}\n`)

async function makeMonitors({ admin, team_id }: BenchDatabase): Promise<void> {
  const hashes = TOKENS.map((token) => sha256(token).toString('hex'))
  await admin.query(
    `with made as (
       insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
       select $1, n, 'heartbeat', 'heartbeat', 3600, true, 10, '{"period_seconds": 3600, "grace_seconds": 300}'
       from generate_series(1, cardinality($2::text[])) n returning id, friendly_name),
     state as (
       insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, next_due_at)
       select $1, id, 'heartbeat', 'up', 3600000, 0, clock_ms() + 3600000 from made)
     insert into heartbeats (team_id, monitor_id, token_hash, token_sealed, armed_at)
     select $1, id, decode(($2::text[])[friendly_name::int], 'hex'), '', clock_ms() from made`,
    [team_id, hashes],
  )
}

const startApi = (url: string): Promise<Server> =>
  startServer({
    url,
    secret: SECRET,
    roles: ['api'],
    env: { SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000', CLICKHOUSE_URL: 'http://127.0.0.1:9' },
  })

async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const generator = fork(path.join(import.meta.dirname, 'heartbeats/load.ts'))
  generator.send(options)
  const [result] = (await once(generator, 'message')) as [LoadResult]
  generator.disconnect()
  return result
}

/** Returns inserts/s. Each insert is a separate transaction. */
async function insertBare(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: BARE_CONNECTIONS })
  await pool.query(
    'create table if not exists public.bare (id bigint generated always as identity, n bigint, at timestamptz default now())',
  )
  const until = performance.now() + SECONDS * 1000
  let count = 0
  const insert = async (): Promise<void> => {
    while (performance.now() < until) await pool.query('insert into public.bare (n) values ($1)', [count++])
  }
  await Promise.all(Array.from({ length: BARE_CONNECTIONS }, insert))
  await pool.end()
  return count / SECONDS
}

const countStored = async ({ admin }: BenchDatabase): Promise<number> => {
  const { rows } = await admin.query<{ total: number }>('select sum(ping_count)::float8 as total from heartbeats')
  return rows[0]?.total ?? 0
}

async function measureKills(database: BenchDatabase): Promise<number> {
  let lost = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await countStored(database)
    const { port, child } = await startApi(database.url)
    const loading = sendLoad({ port, tokens: TOKENS, connections: CONNECTIONS, seconds: SECONDS })
    await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS))
    child.kill('SIGKILL')
    const { acknowledged } = await loading
    lost += Math.max(0, acknowledged - ((await countStored(database)) - before))
    say(`killed after ${acknowledged} pings`)
  }
  return lost
}

export async function run(): Promise<Outcome> {
  mkdirSync(FOLDER, { recursive: true })
  const database = await openDatabase(FOLDER, SECRET)
  try {
    await makeMonitors(database)
    const { port, child } = await startApi(database.url)
    await sendLoad({ port, tokens: TOKENS, connections: CONNECTIONS, seconds: 1 })
    const rounds: (LoadResult & { bare_per_s: number; per_s: number })[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const bare_per_s = await insertBare(database.url)
      const result = await sendLoad({ port, tokens: TOKENS, connections: CONNECTIONS, seconds: SECONDS })
      rounds.push({ ...result, bare_per_s, per_s: result.acknowledged / result.seconds })
      say(JSON.stringify(rounds.at(-1)))
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    const medianOf = (read: (round: (typeof rounds)[number]) => number): number => median(rounds.map(read))
    const figures = {
      pings_per_second: Math.round(medianOf(({ per_s }) => per_s)),
      bare_inserts_per_second: Math.round(medianOf(({ bare_per_s }) => bare_per_s)),
      ratio: Number(medianOf(({ per_s, bare_per_s }) => per_s / bare_per_s).toFixed(2)),
      p50_ms: medianOf(({ p50_ms }) => p50_ms),
      p99_ms: medianOf(({ p99_ms }) => p99_ms),
      refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
      kills: KILLS,
      lost: await measureKills(database),
    }
    const { pings_per_second, lost, refused } = figures
    return { figures, isMet: pings_per_second >= TARGET_PER_SECOND && lost === 0 && refused === 0 }
  } finally {
    await database.admin.end()
    stopCluster(path.join(FOLDER, 'postgres'), 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
