import http from 'node:http'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { SCOPES } from '@sitewatch/contract'
import pg from 'pg'
import { startCluster, stopCluster } from '../scripts/postgres.ts'
import { insertUserUnscoped } from '../server/src/accounts/index.ts'
import { readConfig } from '../server/src/config.ts'
import { createAddressReader } from '../server/src/http/client-address.ts'
import { createHttpServer } from '../server/src/http/server.ts'
import { insertKey } from '../server/src/keys/index.ts'
import type { ClickHouse } from '../server/src/platform/clickhouse/index.ts'
import { createLog } from '../server/src/platform/log.ts'
import { startApi } from '../server/src/roles/api.ts'
import { closeParts, openParts, type Parts } from '../server/src/roles/parts.ts'
import type { Outcome } from './main.ts'

/**
 * One website with as many events over 90 days as BENCH_EVENTS says (a list): each question of a dashboard through the API and
 * its SQL bare on the same engine, taking turns; all of them together, as a dashboard asks; and two of them in plain Postgres.
 */
const SIZES = (process.env['BENCH_EVENTS'] ?? '1000000,10000000').split(',').map(Number)
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 20)
const LIMITS = { ratio: 1.25, dashboard_ms: { 1_000_000: 700, 10_000_000: 5000 } as Record<number, number> }
const FOLDER = path.resolve(import.meta.dirname, `../.local/bench-stats-${process.pid}`)
const FIRST_DAY_MS = Date.parse('2026-03-01T00:00:00Z')
const PERIOD = 'period=custom&from=2026-03-01&to=2026-05-29'

const DASHBOARD = [
  `summary?${PERIOD}&compare=none`,
  `series?${PERIOD}&interval=day`,
  ...['page', 'entry', 'source', 'country', 'device', 'browser', 'event'].map(
    (dimension) => `breakdown?${PERIOD}&dimension=${dimension}&per_page=10`,
  ),
]

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const rounded = (value: number): number => Number(value.toFixed(2))
const percentile = (samples: number[], share: number): number =>
  samples.sort((a, b) => a - b)[Math.ceil(samples.length * share) - 1] ?? 0

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The n-th event in arithmetic that both engines know: a visitor has six in a day, one of three is engagement. */
const N = { day: '(n % 90)', visitor: '(n / 540)', hash: '((n * 2654435761) % 4294967296)' }

async function fillClickHouse(clickhouse: ClickHouse, website_id: number, count: number): Promise<void> {
  await clickhouse.execute(`
    INSERT INTO events (website_id, time, visitor_id, pageview_id, number, kind, retention_days, path, channel, source,
      country, language, device, browser, system, name, engaged_ms)
    SELECT ${website_id}, fromUnixTimestamp64Milli(toInt64(${FIRST_DAY_MS} + ${N.day} * 86400000 + ${N.hash} % 80000000), 'UTC'),
      cityHash64(intDiv(n, 540), n % 90), n, 0, ['pageview', 'pageview', 'engagement'][1 + n % 3], 3650,
      concat('/page/', toString(intDiv(${N.hash}, 7) % 2000)), 'search', ['', 'Google', 'Bing', 'example.org'][1 + n % 4],
      ['DE', 'US', 'FR', 'AT'][1 + intDiv(n, 540) % 4], 'en', ['mobile', 'desktop'][1 + intDiv(n, 540) % 2],
      ['Firefox', 'Chrome', 'Safari'][1 + intDiv(n, 540) % 3], 'Linux', '', if(n % 3 = 2, 3000, 0)
    FROM (SELECT number AS n FROM numbers(${count})) SETTINGS max_insert_block_size = 1000000`)
}

async function fillPostgres(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    create table bench_events as
    select to_timestamp((${FIRST_DAY_MS} + ${N.day} * 86400000 + ${N.hash} % 80000000) / 1000.0) as time,
      n / 540 * 90 + n % 90 as visitor_id, n as pageview_id, (array['pageview', 'pageview', 'engagement'])[1 + n % 3] as kind,
      '/page/' || (${N.hash} / 7) % 2000 as path, case when n % 3 = 2 then 3000 else 0 end as engaged_ms
    from generate_series(0::bigint, ${count - 1}) n`)
  await client.query('create index on bench_events (time) include (visitor_id, kind, path, engaged_ms)')
  await client.query('vacuum analyze bench_events')
}

/** Summary and pages, as somebody would write them there. */
const POSTGRES = [
  `with marked as (
     select *, case when time - lag(time) over w < interval '30 minutes' then 0 else 1 end as begins
     from bench_events window w as (partition by visitor_id order by time)),
   numbered as (select *, sum(begins) over (partition by visitor_id order by time) as visit from marked),
   visits as (
     select visitor_id, count(*) filter (where kind = 'pageview') as views, max(time) - min(time) as duration, sum(engaged_ms) as engaged
     from numbered group by visitor_id, visit)
   select count(distinct visitor_id), count(*), sum(views), count(*) filter (where views = 1), avg(duration), sum(engaged) from visits`,
  `select path, count(distinct visitor_id), count(*) from bench_events where kind = 'pageview'
   group by path order by 2 desc limit 10`,
]

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

/** Remembers what the API asked, so that the same can be asked without it. */
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
    insertUserUnscoped(tx, vault, { email: 'owner@example.com', password_hash: '-', is_administrator: false }),
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
  times_postgres: number
  questions: object[]
}

async function measure(
  api: ReturnType<typeof openApi>,
  take: () => Read[],
  postgres: pg.Client,
  events: number,
): Promise<Measured> {
  const questions: { question: string; ratio: number; api_p95_ms: number; bare_p95_ms: number }[] = []
  for (const question of DASHBOARD) {
    take()
    await api.get(question)
    const reads = take()
    const times = { api: [] as number[], bare: [] as number[] }
    const works = { api: () => api.get(question), bare: () => Promise.all(reads.map((read) => read())) }
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
  const together: number[] = []
  for (let n = 0; n < 5; n += 1) together.push(await time(() => Promise.all(DASHBOARD.map((each) => api.get(each)))))
  const ours = await time(async () => {
    for (const question of [DASHBOARD[0], DASHBOARD[2]]) await api.get(question ?? '')
  })
  const theirs = await time(async () => {
    for (const statement of POSTGRES) await postgres.query(statement)
  })
  const ratio = Math.max(...questions.map((each) => each.ratio))
  return {
    events,
    ratio,
    dashboard_ms: rounded(percentile(together, 0.5)),
    times_postgres: rounded(theirs / ours),
    questions,
  }
}

async function runSize(parts: Parts, postgres: pg.Client, events: number): Promise<Measured> {
  const { key, user_id } = await makeOwner(parts)
  const { rows } = await postgres.query<{ id: string }>(
    `insert into sitewatch.websites (user_id, domain, tracking_id) values ($1, 'example.com', '00bench000000000') returning id`,
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
    return await measure(api, take, postgres, events)
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
  const ratio = Math.max(...found.map((each) => each.ratio))
  const dashboard_ms = Object.fromEntries(found.map((each) => [`m${each.events / 1_000_000}`, each.dashboard_ms]))
  const times_postgres = Math.min(...found.map((each) => each.times_postgres))
  const isFast = found.every((each) => each.dashboard_ms <= (LIMITS.dashboard_ms[each.events] ?? Infinity))
  return { figures: { ratio, dashboard_ms, times_postgres, sizes: found }, isMet: ratio <= LIMITS.ratio && isFast }
}
