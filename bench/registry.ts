import http from 'node:http'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { WebsiteQuery } from '@sitewatch/contract'
import pg from 'pg'
import { startCluster, stopCluster } from '../scripts/postgres.ts'
import { insertUserUnscoped } from '../server/src/identity/accounts/index.ts'
import { readConfig } from '../server/src/config.ts'
import { createAddressReader } from '../server/src/http/client-address.ts'
import { createHttpServer } from '../server/src/http/server.ts'
import { makeOwnerKey } from './owner-key.ts'
import { createLog } from '../server/src/platform/log.ts'
import { prepareDatabase } from '../server/src/platform/postgres/provision.ts'
import { startApi } from '../server/src/roles/api.ts'
import { closeParts, openParts, type ProcessParts } from '../server/src/roles/parts.ts'
import { listStatements } from '../server/src/analytics/websites/list.ts'
import type { Outcome } from './main.ts'
import { percentile } from '../server/test/support/samples.ts'

/** Lists of an owner with 100,000 websites: through the API compared with the same SQL on a bare connection. */
const WEBSITES = 100_000
const NEIGHBOURS = 200
const SAMPLES = 150
/** A case over the limit gets another set of samples, all counted together. This reduces the effect of load bursts. */
const MAX_ROUNDS = 3
const WARM_UP = 12
const LIMIT = 1.6
const FOLDER = path.resolve(import.meta.dirname, `../.local/bench-registry-${process.pid}`)

const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Owner {
  user_id: number
  key_id: number
  key: string
}

async function makeOwner({ postgres, vault }: ProcessParts): Promise<Owner> {
  const email = 'owner@example.com'
  const user = await postgres.asRole('auth', (tx) =>
    insertUserUnscoped(tx, vault, { email, password_hash: '-', is_administrator: false, is_verified: true }),
  )
  const record = await makeOwnerKey(postgres, user.id, ['websites:read'])
  return { user_id: user.id, key_id: record.id, key: record.key }
}

async function fill(url: string, user_id: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=sitewatch' })
  await client.connect()
  await client.query(
    `insert into users (email, password_hash, data_key) select 'n' || n || '@example.com', '-', '' from generate_series(1, ${NEIGHBOURS}) n`,
  )
  const insert = (owner: string, count: number): Promise<unknown> =>
    client.query(`
      with made as (insert into websites (team_id, domain, tracking_id)
      select u.id, 'site-' || lpad(((n * 7919) % 1000000)::text, 6, '0')
          || (array['.example.com', '.shop.test', '.blog.example.org', '.io'])[1 + n % 4],
        lpad(to_hex(u.id * 1000000 + n), 16, '0')
      from generate_series(1, ${count}) n, users u where ${owner} order by n returning id, team_id)
      insert into website_preferences (team_id, user_id, website_id, favorite)
      select team_id, team_id, id, true from made where id % 10 = 0`)
  await insert(`u.id = ${user_id}`, WEBSITES)
  await insert(`u.id <> ${user_id}`, WEBSITES / NEIGHBOURS)
  await client.query('checkpoint')
  await client.query('vacuum analyze websites, website_preferences')
  await client.end()
}

/** Runs the same statements in a transaction of the same user on one pipelined connection: one round trip, no API code. */
async function openBare(url: string, owner: Owner) {
  const client = new pg.Client({
    connectionString: url,
    pipeline: true,
    options: '-c search_path=sitewatch -c timezone=UTC',
  })
  await client.connect()
  const begin = `begin read only; set local role sitewatch_user; select enter(${owner.user_id},${owner.user_id},${owner.key_id},null,'owner')`
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `b${names.size}`
    names.set(text, name)
    return name
  }
  return {
    async list(query: WebsiteQuery): Promise<void> {
      const { rows, total } = listStatements(owner.user_id, query)
      const statements = total ? [rows, total] : [rows]
      await Promise.all([
        client.query(begin),
        ...statements.map(({ text, values }) => client.query({ name: nameOf(text), text, values: [...values] })),
        client.query('commit'),
      ])
    },
    end: () => client.end(),
  }
}

function openApi(port: number, key: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
  return {
    get: (search: string): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const request = http.get(
          { agent, port, host: '127.0.0.1', path: `/api/v1/websites?${search}`, headers },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
          },
        )
        request.on('error', reject)
      }),
    end: () => agent.destroy(),
  }
}

type Case = Record<string, string>

const FILTERS: Case[] = ['', 'nothing-like-it', 'site-0000', 'shop', 'SITE'].flatMap((search) =>
  ['', 'true', 'false'].map((favorite) => ({ ...(search && { search }), ...(favorite && { favorite }) })),
)
const ORDERS: Case[] = ['id', 'domain'].flatMap((sort_by) => ['desc', 'asc'].map((sort) => ({ sort_by, sort })))

/** Verifies the rows and the total of every combination. */
async function checkAll(api: ReturnType<typeof openApi>): Promise<number> {
  let answered = 0
  for (const filter of FILTERS) {
    for (const order of ORDERS) {
      for (const per_page of ['10', '25', '50', '100']) {
        const fetchPage = async (page: number) => {
          const search = new URLSearchParams({ ...filter, ...order, per_page, page: String(page) }).toString()
          const { status, text } = await api.get(search)
          if (status !== 200) throw new Error(`${search} answered ${status}: ${text}`)
          answered += 1
          return JSON.parse(text) as { data: unknown[]; meta: { total: number; last_page: number } }
        }
        const { total, last_page } = (await fetchPage(1)).meta
        for (const page of new Set([2, Math.ceil(last_page / 2), last_page, last_page + 1])) {
          const { data, meta } = await fetchPage(page)
          const expected = Math.max(0, Math.min(Number(per_page), total - (page - 1) * Number(per_page)))
          if (data.length !== expected || meta.total !== total) throw new Error('a page has other rows than it must')
        }
      }
    }
  }
  return answered
}

const MEASURED: Case[] = [
  {},
  { per_page: '100' },
  { sort_by: 'domain', sort: 'asc', per_page: '25' },
  { page: '5000' },
  { page: '1000', per_page: '100', sort_by: 'domain' },
  { favorite: 'true' },
  { favorite: 'false', sort_by: 'domain', per_page: '100' },
  { search: 'nothing-like-it' },
  { search: 'site-0000', sort_by: 'domain', sort: 'asc' },
  { search: 'shop', per_page: '50', page: '3' },
  { search: 'SITE', favorite: 'true', page: '500' },
  { after: '50000', page: '5001' },
]

const numeric = ({ page, per_page, favorite, ...rest }: Case): object => ({
  ...rest,
  ...(page && { page: Number(page) }),
  ...(per_page && { per_page: Number(per_page) }),
  ...(favorite && { favorite: favorite === 'true' }),
})

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))

type Times = Record<'api' | 'bare', number[]>

async function sample(times: Times, works: Record<keyof Times, () => Promise<unknown>>, count: number): Promise<void> {
  for (let n = -WARM_UP; n < count; n += 1) {
    // The first one runs with colder caches, so the order alternates.
    for (const name of n % 2 === 0 ? (['api', 'bare'] as const) : (['bare', 'api'] as const)) {
      const taken_ms = await time(works[name])
      if (n >= 0) times[name].push(taken_ms)
    }
  }
}

async function compare(one: Case, api: ReturnType<typeof openApi>, bare: Awaited<ReturnType<typeof openBare>>) {
  const search = new URLSearchParams(one).toString()
  const query = WebsiteQuery.parse(numeric(one))
  const works = { api: () => api.get(search), bare: () => bare.list(query) }
  const times: Times = { api: [], bare: [] }
  const ratio = (): number => percentile(times.api, 0.95) / percentile(times.bare, 0.95)
  await sample(times, works, SAMPLES)
  for (let round = 1; round < MAX_ROUNDS && ratio() > LIMIT; round += 1) await sample(times, works, SAMPLES)
  const found = {
    query: search,
    ratio: rounded(ratio()),
    api_p95_ms: rounded(percentile(times.api, 0.95)),
    bare_p95_ms: rounded(percentile(times.bare, 0.95)),
    api_p50_ms: rounded(percentile(times.api, 0.5)),
    bare_p50_ms: rounded(percentile(times.bare, 0.5)),
    samples: times.api.length,
  }
  say(JSON.stringify(found))
  return found
}

export async function run(): Promise<Outcome> {
  const cluster = await startCluster(FOLDER, { fast: true })
  try {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query('create database sitewatch')
    await admin.end()
    const config = readConfig({
      DATABASE_URL: cluster.url('sitewatch'),
      SITEWATCH_SECRET: 'for this bench only, at least 32 characters',
      SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
      SITEWATCH_DATA_DIR: path.join(FOLDER, 'clickhouse'),
      SITEWATCH_LOG_LEVEL: 'error',
    })
    const log = createLog('error')
    const { servingUrl } = await prepareDatabase(config, log)
    const parts = await openParts(config, log)
    const owner = await makeOwner(parts)
    await fill(cluster.url('sitewatch'), owner.user_id)
    const web = { base_url: config.BASE_URL, log, metrics: parts.metrics, readAddress: createAddressReader([]) }
    const server = createHttpServer(web)
    const running = await startApi(parts, server, web)
    const api = openApi(await server.listen(0, '127.0.0.1'), owner.key)
    const bare = await openBare(servingUrl, owner)
    try {
      const answered = await checkAll(api)
      say(`${answered} combinations answered`)
      const cases = []
      for (const one of MEASURED) cases.push(await compare(one, api, bare))
      const ratio = Math.max(...cases.map((each) => each.ratio))
      return { figures: { ratio, limit: LIMIT, websites: WEBSITES, answered, cases }, isMet: ratio <= LIMIT }
    } finally {
      api.end()
      await bare.end()
      await server.app.close()
      await running.stop()
      await closeParts(parts)
    }
  } finally {
    stopCluster(FOLDER, 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
