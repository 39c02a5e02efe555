import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { insertLocationUnscoped } from '../../../src/monitoring/checks/remote/locations.ts'
import { createRemoteSource } from '../../../src/monitoring/checks/remote/source.ts'
import { watchStalls } from '../../../src/monitoring/checks/run/stalls.ts'
import { createCheckMetrics } from '../../../src/monitoring/checks/schedule/metrics.ts'
import { startProber } from '../../../src/monitoring/checks/schedule/prober.ts'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { createProgress } from '../../../src/platform/progress.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startTarget } from '../../monitoring/checks/target.ts'
import { until } from '../../support/until.ts'
import { startApp } from '../../support/app.ts'
import { startClickHouseFront } from '../../support/clickhouse-front.ts'
import { cloneDatabase } from '../../support/database.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

// In production 10 s, 35 s, 15 s and 45 s.
const DEADLINES = { connect_ms: 3000, statement_ms: 3000, attempt_ms: 1000 }
const LIMIT_MS = 6000

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-frozen-'))
const front = await startClickHouseFront({ folder })
const clickhouse = await startTcpProxy(Number(new URL(front.url).port))
const database = await cloneDatabase()
const postgres = await startTcpProxy(Number(new URL(database.url).port))
const sink = await startSmtpSink()
const target = await startTarget()

const through = (address: string, port: number): string => {
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
const app = await startApp(
  {
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SITEWATCH_ANCHORS: 'none',
    SITEWATCH_MIN_INTERVAL_SECONDS: '1',
    SITEWATCH_LOG_LEVEL: 'silent',
    SMTP_URL: sink.url,
    CLICKHOUSE_URL: through(front.url, clickhouse.port),
  },
  {
    database: { ...database, url: through(database.url, postgres.port) },
    deadlines: DEADLINES,
    progress: createProgress({ limit_ms: LIMIT_MS }),
    collector: true,
  },
)
const { admin } = database
const roles = [await startWorkerRole(app.parts), await startProberRole(app.parts)]
afterAll(async () => {
  postgres.thaw()
  clickhouse.thaw()
  for (const role of roles) await role.stop()
  await app.stop()
  await front.kill()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => {
  postgres.thaw()
  clickhouse.thaw()
})

const user = await app.makeUser()
await app.call('POST', '/api/monitors', {
  key: user.key,
  json: { friendly_name: 'm', url: `${target.base}/local`, interval: 1 },
})
const countChecks = (where: string): number => target.requests.filter((request) => request.path === where).length
const notifications: (string | null)[] = []
await app.parts.postgres.listen('frozen', (payload) => notifications.push(payload))

/** The purpose of each kind of connection, as a check from outside. */
const work = {
  async checks() {
    const before = countChecks('/local')
    await until(() => countChecks('/local') > before + 1, 'checks are made')
  },
  async jobs() {
    const { email, id } = await app.makeUser()
    await admin.query('select add_password_reset_job($1)', [id])
    await sink.waitFor(email)
  },
  async notifications() {
    const payload_sent = `n${notifications.length}-${Date.now()}`
    const isReceived = async () => {
      await admin.query('select pg_notify($1, $2)', ['frozen', payload_sent])
      return notifications.includes(payload_sent)
    }
    await until(isReceived, 'a notification comes')
  },
  async requests() {
    const isAnswered = async () => (await app.call('GET', '/api/monitors', { key: user.key })).status === 200
    await until(isAnswered, 'a request is answered')
  },
  async loads() {
    const isLoaded = async () =>
      (await admin.query(`select 1 from inbox where created_at < clock_timestamp() - interval '11 seconds'`))
        .rowCount === 0
    await until(isLoaded, 'what is older than it may be is loaded')
  },
}
const readHealth = async () => {
  const { status, body } = await app.call('GET', '/healthz')
  return { status, detail: String(body.detail) }
}
const runAll = () => Promise.all([work.checks(), work.jobs(), work.notifications(), work.requests()])

describe('connections to Postgres that hang', () => {
  it.each([
    ['sitewatch', [work.checks, work.requests]],
    ['sitewatch jobs', [work.jobs]],
    ['sitewatch listen', [work.notifications]],
  ])('named "%s" are closed, and work continues on new ones', async (name, tasks) => {
    await runAll()
    const { rows } = await admin.query<{ client_port: number }>(
      'select client_port from pg_stat_activity where datname = current_database() and application_name = $1',
      [name],
    )
    expect(rows.length).toBeGreaterThan(0)
    postgres.freeze(rows.map((row) => row.client_port))
    await Promise.all(tasks.map((task) => task()))
    await expect.poll(readHealth).toMatchObject({ status: 200 })
    postgres.thaw()
  })

  it('release the rows that they had locked', async () => {
    await work.checks()
    const locking = app.parts.postgres.asRole('worker', async (tx) => {
      await tx.execute(sql`select from monitor_state for update`)
      const { port } = await tx.one(sql<{ port: number }>`select inet_client_port() as port`)
      postgres.freeze([port])
      await tx.execute(sql`select 1`)
    })
    await expect(locking).rejects.toThrow('did not answer')
    await work.checks()
  })

  it('make /healthz fail with every stalled loop if new ones hang too, and everything recovers afterwards', async () => {
    postgres.freeze('all')
    const loops = [
      'Postgres connections',
      'job queue',
      'inbox loader',
      'prober claims',
      'prober beat',
      'listening on frozen',
      'listening on websites',
    ]
    const areNamed = async () => {
      const { status, detail } = await readHealth()
      return status === 503 && loops.every((loop) => detail.includes(loop))
    }
    await until(areNamed, '/healthz fails')
    postgres.thaw()
    await runAll()
    await expect.poll(readHealth).toMatchObject({ status: 200 })
  })
})

describe('connections to a ClickHouse server that hang', () => {
  it('make /healthz fail with the loader only, and the backlog is loaded afterwards', async () => {
    clickhouse.freeze('all')
    const isNoticed = async () => {
      const { status, detail } = await readHealth()
      return status === 503 && detail.startsWith('No progress: inbox loader (')
    }
    await until(isNoticed, '/healthz fails')
    await runAll()
    clickhouse.thaw()
    await work.loads()
    await expect.poll(readHealth).toMatchObject({ status: 200 })
  })
})

describe('the connection of a remote prober that hangs', () => {
  it('is closed, and its checks continue on a new one', async () => {
    const token = await app.parts.postgres.asRole('admin', (tx) => insertLocationUnscoped(tx, 'island'))
    const http = await startTcpProxy(Number(new URL(app.base).port))
    const source = createRemoteSource({
      server: `http://127.0.0.1:${http.port}`,
      token: token ?? '',
      location: 'island',
      name: 'test',
      timeout_ms: DEADLINES.attempt_ms,
    })
    const stalls = watchStalls()
    const prober = startProber({
      source,
      runner: {
        egress: createEgress({ allowPrivate: ['127.0.0.0/8'] }),
        anchors: { suspect: () => undefined, judge: () => Promise.resolve('not_asked') },
        stalls,
        isMaintained: () => false,
        makeHeaders: () => source.makeHeaders(),
        openSecrets: source.openSecrets,
      },
      metrics: createCheckMetrics(createMetrics()),
      log: createLog('silent'),
    })
    await app.call('POST', '/api/monitors', {
      key: user.key,
      json: { friendly_name: 'm', url: `${target.base}/island`, interval: 1, locations: ['island'] },
    })
    const isChecked = (count: number) => () => countChecks('/island') > count
    await until(isChecked(1), 'it is checked')
    http.freeze('all')
    const wait_ms = 3 * DEADLINES.attempt_ms
    // oxlint-disable-next-line no-restricted-globals -- How long the connection hangs.
    await new Promise((resolve) => setTimeout(resolve, wait_ms))
    const before = countChecks('/island')
    http.thaw()
    expect(await until(isChecked(before + 1), 'it is checked again')).toBe(true)
    await prober.stop()
    stalls.stop()
  })
})
