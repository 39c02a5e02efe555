import http from 'node:http'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { SCOPES } from '@sitewatch/contract'
import pg from 'pg'
import { startCluster, stopCluster } from '../scripts/postgres.ts'
import { insertUserUnscoped } from '../server/src/identity/accounts/index.ts'
import { readConfig } from '../server/src/config.ts'
import { createAddressReader } from '../server/src/http/client-address.ts'
import { createHttpServer } from '../server/src/http/server.ts'
import { insertKey } from '../server/src/identity/keys/index.ts'
import type { ClickHouse } from '../server/src/platform/clickhouse/index.ts'
import { createLog } from '../server/src/platform/log.ts'
import { startApi } from '../server/src/roles/api.ts'
import { closeParts, openParts, type Parts } from '../server/src/roles/parts.ts'
import { buildDueDays } from '../server/src/analytics/stats/index.ts'
import type { Outcome } from './main.ts'
import { fillClickHouse, fillPostgres, sameInPostgres } from './stats/data.ts'
import { DASHBOARD, FILTER, PANELS } from './stats/questions.ts'
import { readBytes } from './stats/size.ts'
import { percentile } from '../server/test/support/samples.ts'

/**
 * One website with BENCH_EVENTS events (a list of counts) over 90 days. Measures each query of the website screen through the API and as bare
 * SQL on the same engine, alternating; all queries at once, like a dashboard; and two of them in plain Postgres. The range
 * includes today, and the website's midnight differs from UTC, so a part is always computed from events. The same with a
 * filter, which reads stored visits. BENCH_EVENTS=100000000 is the large size.
 */
const SIZES = (process.env['BENCH_EVENTS'] ?? '1000000,10000000').split(',').map(Number)
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 120)
const LIMITS = {
  ratio: 1.25,
  dashboard_ms: { 1_000_000: 500, 10_000_000: 1500, 100_000_000: 5000 } as Record<number, number>,
  filtered_ms: { 1_000_000: 1000, 10_000_000: 4000, 100_000_000: 15_000 } as Record<number, number>,
  times_postgres: 10,
  question_p95_ms: { 1_000_000: 300 } as Record<number, number>,
}
const FOLDER = path.resolve(import.meta.dirname, `../.local/bench-stats-${process.pid}`)

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const rounded = (value: number): number => Number(value.toFixed(2))

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function openApi(port: number, key: string, website_id: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const options = { agent, port, host: '127.0.0.1', headers: { authorization: `Bearer ${key}` } }
  return {
    get: (question: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const target = { ...options, path: `/api/v1/websites/${website_id}/stats/${question}` }
        const request = http.get(target, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            if (answer.statusCode === 200) resolve()
            else reject(new Error(`${question} answered ${answer.statusCode}: ${Buffer.concat(chunks).toString()}`))
          })
        })
        request.on('error', reject)
      }),
    end: () => agent.destroy(),
  }
}

type Read = () => Promise<unknown>

/** Records the queries of the API, so that they can be repeated without it. */
function record(clickhouse: ClickHouse): { clickhouse: ClickHouse; take: () => Read[] } {
  let reads: Read[] = []
  const recorder: ClickHouse = Object.create(clickhouse, {
    read: {
      value: (...args: Parameters<ClickHouse['read']>) => {
        reads.push(() => clickhouse.read(...args))
        return clickhouse.read(...args)
      },
    },
  }) as ClickHouse
  return {
    clickhouse: recorder,
    take: () => {
      const taken = reads
      reads = []
      return taken
    },
  }
}

async function makeOwner({ postgres, vault }: Parts): Promise<{ user_id: number; key: string }> {
  const user = await postgres.asRole('auth', (tx) =>
    insertUserUnscoped(tx, vault, {
      email: 'owner@example.com',
      password_hash: '-',
      is_administrator: false,
      is_verified: true,
    }),
  )
  const actor = {
    user_id: user.id,
    kind: 'session',
    credential_id: 0,
    scopes: new Set(SCOPES),
    is_administrator: false,
    expires_at: null,
  } as const
  const { key } = await postgres.asUser({ user_id: user.id, system: true }, (tx) =>
    insertKey(tx, { actor, input: { name: 'bench', scopes: ['stats:read'] }, quota: undefined }),
  )
  return { user_id: user.id, key }
}

interface Measured {
  events: number
  ratio: number
  dashboard_ms: number
  filtered_ms: number
  filtered_each_ms: number[]
  times_postgres: number
  times_postgres_filtered: number
  question_p95_ms: number
  build_rows_per_s: number
  bytes_per_event: number
  questions: object[]
}

type Api = ReturnType<typeof openApi>

async function askTogether(api: Api, questions: readonly string[]): Promise<number> {
  const together: number[] = []
  for (let n = 0; n < 5; n += 1) together.push(await time(() => Promise.all(questions.map((each) => api.get(each)))))
  return rounded(percentile(together, 0.5))
}

async function askEach(api: Api, questions: readonly string[]): Promise<number[]> {
  const each: number[] = []
  for (const question of questions) each.push(Math.round(await time(() => api.get(question))))
  return each
}

/** How many times as long Postgres takes for the summary and the pages. */
async function comparePostgres(api: Api, postgres: pg.Client, filter?: string): Promise<number> {
  const ours = await time(async () => {
    for (const question of [DASHBOARD[0], DASHBOARD[2]])
      await api.get(`${question}${filter === undefined ? '' : `&${FILTER}`}`)
  })
  const theirs = await time(async () => {
    for (const statement of sameInPostgres(filter)) await postgres.query(statement)
  })
  return rounded(theirs / ours)
}

async function measure(
  api: Api,
  take: () => Read[],
  { clickhouse, postgres, events }: { clickhouse: ClickHouse; postgres: pg.Client; events: number },
): Promise<Measured> {
  const built_ms = await time(() => buildDueDays(clickhouse, { now_ms: Date.now(), days: 100, quiet_seconds: 0 }))
  say(`preparing its days took ${rounded(built_ms)} ms`)
  const questions: { question: string; ratio: number; api_p95_ms: number; bare_p95_ms: number }[] = []
  for (const question of [...DASHBOARD, ...PANELS]) {
    take()
    await api.get(question)
    const reads = take()
    const times = { api: [] as number[], bare: [] as number[] }
    // Serial: the second query needs the first result.
    const readAll = async (): Promise<void> => {
      for (const read of reads) await read()
    }
    const works = { api: () => api.get(question), bare: readAll }
    for (let n = -2; n < SAMPLES; n += 1) {
      for (const name of n % 2 === 0 ? (['api', 'bare'] as const) : (['bare', 'api'] as const)) {
        const taken_ms = await time(works[name])
        if (n >= 0) times[name].push(taken_ms)
      }
    }
    const [api_p95_ms, bare_p95_ms] = [percentile(times.api, 0.95), percentile(times.bare, 0.95)]
    const found = {
      question,
      ratio: rounded(api_p95_ms / bare_p95_ms),
      api_p95_ms: rounded(api_p95_ms),
      bare_p95_ms: rounded(bare_p95_ms),
    }
    say(JSON.stringify(found))
    questions.push(found)
  }
  const filtered = DASHBOARD.map((question) => `${question}&${FILTER}`)
  return {
    events,
    ratio: Math.max(...questions.map((each) => each.ratio)),
    dashboard_ms: await askTogether(api, DASHBOARD),
    filtered_ms: await askTogether(api, filtered),
    filtered_each_ms: await askEach(api, filtered),
    times_postgres: await comparePostgres(api, postgres),
    times_postgres_filtered: await comparePostgres(api, postgres, 'DE'),
    question_p95_ms: Math.max(...questions.map((each) => each.api_p95_ms)),
    build_rows_per_s: Math.round((events * 1000) / built_ms),
    bytes_per_event: rounded((await readBytes(clickhouse)) / events),
    questions,
  }
}

async function runSize(parts: Parts, postgres: pg.Client, events: number): Promise<Measured> {
  const { key, user_id } = await makeOwner(parts)
  const { rows } = await postgres.query<{ id: string }>(
    `insert into sitewatch.websites (user_id, domain, tracking_id, timezone)
     values ($1, 'example.com', '00bench000000000', 'Europe/Berlin') returning id`,
    [user_id],
  )
  const website_id = Number(rows[0]?.id)
  await fillClickHouse(parts.clickhouse, website_id, events)
  await fillPostgres(postgres, events)
  say(`${events} events are there`)
  const { clickhouse, take } = record(parts.clickhouse)
  const { config, log, metrics } = parts
  const web = { base_url: config.BASE_URL, log, metrics, readAddress: createAddressReader([]) }
  const server = createHttpServer(web)
  const running = await startApi({ ...parts, clickhouse }, server, web)
  const api = openApi(await server.listen(0, '127.0.0.1'), key, website_id)
  try {
    return await measure(api, take, { clickhouse: parts.clickhouse, postgres, events })
  } finally {
    api.end()
    await server.app.close()
    await running.stop()
  }
}

async function openSize(events: number): Promise<Measured> {
  const folder = path.join(FOLDER, String(events))
  const cluster = await startCluster(folder, { fast: true })
  try {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query('create database sitewatch')
    await admin.end()
    const config = readConfig({
      DATABASE_URL: cluster.url('sitewatch'),
      SITEWATCH_SECRET: 'for this bench only, at least 32 characters',
      SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
      SITEWATCH_DATA_DIR: path.join(folder, 'clickhouse'),
      SITEWATCH_LOG_LEVEL: 'error',
    })
    const parts = await openParts(config, createLog('error'))
    const postgres = new pg.Client({ connectionString: cluster.url('sitewatch') })
    await postgres.connect()
    try {
      return await runSize(parts, postgres, events)
    } finally {
      await postgres.end()
      await closeParts(parts)
    }
  } finally {
    stopCluster(folder, 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function run(): Promise<Outcome> {
  const found: Measured[] = []
  try {
    for (const events of SIZES) found.push(await openSize(events))
  } finally {
    rmSync(FOLDER, { recursive: true, force: true })
  }
  const bySize = (name: 'dashboard_ms' | 'filtered_ms' | 'build_rows_per_s' | 'bytes_per_event') =>
    Object.fromEntries(found.map((each) => [`m${each.events / 1_000_000}`, each[name]]))
  const figures = {
    ratio: Math.max(...found.map((each) => each.ratio)),
    dashboard_ms: bySize('dashboard_ms'),
    filtered_ms: bySize('filtered_ms'),
    times_postgres: Math.min(...found.map((each) => each.times_postgres)),
    times_postgres_filtered: Math.min(...found.map((each) => each.times_postgres_filtered)),
    build_rows_per_s: bySize('build_rows_per_s'),
    bytes_per_event: bySize('bytes_per_event'),
  }
  const isFast = found.every((each) =>
    (['dashboard_ms', 'filtered_ms', 'question_p95_ms'] as const).every(
      (name) => each[name] <= (LIMITS[name][each.events] ?? Infinity),
    ),
  )
  const isFaster = Math.min(figures.times_postgres, figures.times_postgres_filtered) >= LIMITS.times_postgres
  return { figures: { ...figures, sizes: found }, isMet: figures.ratio <= LIMITS.ratio && isFast && isFaster }
}
