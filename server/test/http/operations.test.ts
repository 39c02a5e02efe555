import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DEADLINES } from '../../src/platform/deadline.ts'
import { logOptions } from '../../src/platform/log.ts'
import { listMigrations } from '../../src/platform/postgres/migrate.ts'
import { watchClockSkew } from '../../src/platform/postgres/clock-skew.ts'
import { DatabaseNotReady, prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { createHistoryStatus } from '../../src/roles/history-status.ts'
import { createBackupMetrics } from '../../src/backup/metrics.ts'
import { createHistoryMetrics, createProcessMetrics } from '../../src/roles/metrics.ts'
import { startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { cloneDatabase, createEmptyDatabase } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'

const app = await startApp()

describe('GET /healthz', () => {
  it('answers 200 while the process runs', async () => {
    const { status, body, headers } = await app.call('GET', '/healthz')
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('GET /readyz', () => {
  it('answers 200 when the stores are reachable and migrated', async () => {
    const { status, body } = await app.call('GET', '/readyz')
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ready' } })
  })

  it('answers 503 while a migration is missing, and 200 once it has been applied', async () => {
    const behind = await startApp()
    const { rows } = await behind.database.admin.query<{ name: string }>(
      `delete from migrations where name = (select max(name) from migrations) returning name`,
    )
    const problem = expectProblem(await behind.call('GET', '/readyz'), 'unavailable')
    expect(problem.detail).toContain(rows[0]?.name)
    expect(problem.detail).toContain('sitewatch migrate')
    await behind.database.admin.query('insert into migrations (name) values ($1)', [rows[0]?.name])
    expect((await behind.call('GET', '/readyz')).status).toBe(200)
  })

  it('answers 503 with SITEWATCH_MIGRATE=0 on an empty database until it is migrated; then everything works', async () => {
    const database = await createEmptyDatabase()
    const early = await startApp({ SITEWATCH_MIGRATE: '0' }, { database })
    expect((await early.call('GET', '/healthz')).status).toBe(200)
    expect(expectProblem(await early.call('GET', '/readyz'), 'unavailable').detail).toContain('sitewatch migrate')
    const { rowCount } = await database.admin.query(`select 1 from pg_namespace where nspname = 'sitewatch'`)
    expect(rowCount).toBe(0)
    await prepareDatabase({ ...early.parts.config, DATABASE_URL: early.database.url }, early.parts.log, true)
    expect((await early.call('GET', '/readyz')).status).toBe(200)
    const user = await early.makeUser()
    expect((await early.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
  })

  it('answers 503 when Postgres is unavailable, and 200 when it is back', async () => {
    const cut = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
    await cut.database.setReachable(false)
    expectProblem(await cut.call('GET', '/readyz'), 'unavailable')
    expect((await cut.call('GET', '/healthz')).status).toBe(200)
    await cut.database.setReachable(true)
    await expect.poll(async () => (await cut.call('GET', '/readyz')).status).toBe(200)
  })
})

describe('GET /readyz, when a database is unavailable', () => {
  it('answers 200 with `degraded` when only ClickHouse is unavailable', async () => {
    const away = await startApp({ SITEWATCH_LOG_LEVEL: 'silent', CLICKHOUSE_URL: 'http://127.0.0.1:9' })
    const { status, body } = await away.call('GET', '/readyz')
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ready', degraded: ['clickhouse'] } })
  })

  it('shows no internal address to an anonymous caller, but does to the operator', async () => {
    const token = 'metrics-token-0123456789'
    const cut = await startApp({ SITEWATCH_LOG_LEVEL: 'silent', SITEWATCH_METRICS_TOKEN: token })
    await cut.database.setReachable(false)
    const readDetail = async (headers: Record<string, string>) =>
      expectProblem(await cut.call('GET', '/readyz', { headers }), 'unavailable').detail
    const stranger = { 'x-forwarded-for': '192.0.2.1' }
    expect(await readDetail(stranger)).toBe('The database cannot be reached.')
    expect(await readDetail({ ...stranger, authorization: 'Bearer wrong-wrong-wrong-wrong' })).toBe(
      'The database cannot be reached.',
    )
    const full = await readDetail({ ...stranger, authorization: `Bearer ${token}` })
    expect(full).toMatch(/^Not reachable: /)
    expect(await readDetail({})).toBe(full)
    await cut.database.setReachable(true)
  })
})

/** A proxy in front of Postgres that drops its first connections, each after a given number of answers. */
async function startCutting(url: string, after: readonly number[]) {
  const { hostname, port } = new URL(url)
  let connections = 0
  const proxy = net.createServer((near) => {
    const max_answers = after[connections++] ?? Number.POSITIVE_INFINITY
    const far = net.connect(Number(port), hostname)
    let answers = 0
    far.on('data', (chunk) => {
      if (answers++ < max_answers) near.write(chunk)
      else near.destroy()
    })
    near.pipe(far)
    near.on('close', () => far.destroy())
    for (const socket of [near, far]) socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = new URL(url)
  cut.hostname = '127.0.0.1'
  cut.port = String((proxy.address() as net.AddressInfo).port)
  return { url: cut.href, countConnections: () => connections, close: () => proxy.close() }
}

describe('prepareDatabase', () => {
  it('starts again when the connection to Postgres is lost, and migrates once', async () => {
    const database = await createEmptyDatabase()
    const proxy = await startCutting(database.url, [3, 8, 20, 0])
    const config = { ...app.parts.config, DATABASE_URL: proxy.url }
    const { migrated } = await prepareDatabase(config, app.parts.log, true)
    proxy.close()
    expect(proxy.countConnections()).toBeGreaterThan(4)
    const { rows } = await database.admin.query('select count(*)::int as n from sitewatch.migrations')
    expect(rows[0].n).toBe(listMigrations().length)
    expect(migrated).toContain('baseline')
  })
})

describe('GET /metrics', () => {
  const readMetrics = (headers: Record<string, string>, target = app) => target.call('GET', '/metrics', { headers })

  it('answers a direct loopback client, with the requests by route and status', async () => {
    await app.call('GET', '/api/keys')
    const { status, text, headers } = await readMetrics({})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text).toMatch(/sitewatch_http_request_seconds_count\{route="keys.list",status="401"\} [1-9]/)
    expect(text).toContain('process_cpu_seconds_total')
  })

  it('refuses a request that a proxy on this machine forwarded', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expectProblem(await readMetrics({ [name]: '192.0.2.1' }), 'unauthenticated')
    }
  })

  it('accepts the bearer token that the operator set, and no other', async () => {
    const token = 'metrics-token-0123456789'
    const open = await startApp({ SITEWATCH_METRICS_TOKEN: token })
    const remote = { 'x-forwarded-for': '192.0.2.1' }
    expect((await readMetrics({ ...remote, authorization: `Bearer ${token}` }, open)).status).toBe(200)
    expectProblem(await readMetrics({ ...remote, authorization: `Bearer ${token}x` }, open), 'unauthenticated')
    expectProblem(await readMetrics({ ...remote, authorization: 'Bearer ' }, open), 'unauthenticated')
    expectProblem(await readMetrics({ authorization: `Bearer ${token}` }), 'unauthenticated')
  })

  it('has the version, the use of the Postgres pool, failed deliveries, and the state of the history store', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-metrics-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const available = await startApp({ SITEWATCH_DATA_DIR: folder })
    const unavailable = await startApp({ SITEWATCH_LOG_LEVEL: 'silent', CLICKHOUSE_URL: 'http://127.0.0.1:9' })
    for (const { parts } of [available, unavailable]) {
      createProcessMetrics(parts)
      createHistoryMetrics(parts, createHistoryStatus(parts))
    }
    const { text } = await readMetrics({}, available)
    expect(text).toMatch(/^sitewatch_build_info\{version="\d+\.\d+\.\d+",node="\d+/m)
    expect(text).toMatch(/^sitewatch_postgres_pool_connections\{state="idle"\} \d+$/m)
    expect(text).toMatch(/^sitewatch_postgres_pool_connections\{state="waiting"\} 0$/m)
    expect(text).toContain('sitewatch_deliveries_failed 0')
    expect(text).toContain('sitewatch_clickhouse_up 1')
    expect(text).toMatch(/^sitewatch_clickhouse_free_bytes [1-9]\d+/m)
    expect((await readMetrics({}, unavailable)).text).toContain('sitewatch_clickhouse_up 0')
  })

  it('counts no request as waiting for Postgres while connections are free', async () => {
    const idle = await startApp()
    createBackupMetrics(idle.parts.metrics, idle.parts.postgres)
    createProcessMetrics(idle.parts)
    await readMetrics({}, idle)
    const { text } = await readMetrics({}, idle)
    expect(text).toMatch(/^sitewatch_postgres_pool_connections\{state="waiting"\} 0$/m)
  })

  it('answers before Prometheus gives up when no Postgres connection is free, and counts who waits', async () => {
    const exhausted = await startApp({}, { poolSize: 1, deadlines: { ...DEADLINES, connect_ms: 5000 } })
    const { metrics, postgres } = exhausted.parts
    createBackupMetrics(metrics, postgres)
    createProcessMetrics(exhausted.parts)
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    onTestFinished(() => release(undefined))
    const held = postgres.asRole('auth', () => released)
    const refused = postgres.asRole('auth', () => Promise.resolve()).then(String, () => 'refused')
    const scrape = readMetrics({}, exhausted)
    expect(await Promise.race([refused, scrape.then(() => 'scraped')])).toBe('scraped')
    const { text } = await scrape
    expect(Number(/^sitewatch_postgres_pool_connections\{state="waiting"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    release(undefined)
    await Promise.all([held, refused])
    expect((await readMetrics({}, exhausted)).text).toMatch(/^sitewatch_postgres_wait_seconds_count [1-9]/m)
  })

  it('contains no path or id from a caller', async () => {
    await app.call('GET', '/api/keys/424242')
    await app.call('GET', '/made-up-path')
    const { text } = await readMetrics({})
    expect(text).not.toContain('424242')
    expect(text).not.toContain('made-up-path')
  })
})

describe('a database that was migrated by a newer version', () => {
  it('is refused at start with one line that names the migration', async () => {
    const database = await cloneDatabase()
    await database.admin.query(`insert into migrations (name) values ('9999_of_the_future.sql')`)
    const refused = startApp({}, { database })
    await expect(refused).rejects.toBeInstanceOf(DatabaseNotReady)
    await expect(refused).rejects.toThrow(/newer version of Sitewatch.*9999_of_the_future\.sql[^\n]*$/)
    const { rows } = await database.admin.query<{ name: string }>('select name from migrations')
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['9999_of_the_future.sql', ...listMigrations()])
  })
})

describe('clock skew', () => {
  it('above five seconds is logged once when it begins and once when it ends', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino(logOptions('info'), { write: (line: string) => void lines.push(JSON.parse(line)) })
    let ahead_ms = 0
    const clock = { now: () => new Date(Date.now() + ahead_ms) }
    const watch = watchClockSkew({ postgres: app.parts.postgres, log, clock })
    atEnd(async () => watch.stop())
    for (const next_ms of [0, 4_000, -4_000]) {
      ahead_ms = next_ms
      await watch.check()
    }
    expect(lines).toEqual([])
    ahead_ms = 30_000
    for (let n = 0; n < 3; n++) await watch.check()
    expect(lines).toMatchObject([{ level: 'warn', skew_seconds: expect.closeTo(30, 0) }])
    expect(String(lines[0]?.['msg'])).toContain('clock skew')
    ahead_ms = 0
    await watch.check()
    expect(lines.slice(1)).toMatchObject([{ level: 'info', msg: 'clock skew resolved' }])
    ahead_ms = -30_000
    await watch.check()
    expect(lines.slice(2)).toMatchObject([{ level: 'warn', skew_seconds: expect.closeTo(-30, 0) }])
  })
})
