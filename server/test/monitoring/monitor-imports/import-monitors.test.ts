import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import type { MonitorImport } from '@sitewatch/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'
import { addMember } from '../../support/teams.ts'
import { KUMA_MONITORS, makeKumaBackup, writeKumaDatabase } from './kuma-database.ts'

const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '', SITEWATCH_MIN_INTERVAL_SECONDS: '30' })
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PATH = '/api/imports/monitors'
let files = 0
const newFile = (): string => path.join(folder, `${++files}.db`)

function makeDatabase(contents: Parameters<typeof writeKumaDatabase>[1] = {}): Buffer {
  const file = newFile()
  writeKumaDatabase(file, contents)
  return readFileSync(file)
}

const encode = (file: Buffer | string | object): string =>
  Buffer.from(file instanceof Buffer || typeof file === 'string' ? file : JSON.stringify(file)).toString('base64')

const send = ({ call }: Caller, source: string, file: Buffer | string | object, dry_run = false) =>
  call('POST', PATH, { source, file: encode(file), dry_run })

async function run(...given: Parameters<typeof send>): Promise<MonitorImport> {
  const { status, body, text } = await send(...given)
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.data
}

const brief = ({ rows }: MonitorImport) => rows.map(({ line, name, action, reason }) => [line, name, action, reason])
const list = async ({ call }: Caller) => (await call('GET', '/api/monitors?pageSize=100')).body
const byName = async (caller: Caller, name: string) =>
  (await list(caller)).data.find((monitor: { friendly_name: string }) => monitor.friendly_name === name)

const KUMA_ROWS = [
  [1, 'Production', 'skip', 'group'],
  [2, 'Shop', 'create', null],
  [3, 'Checkout', 'create', null],
  [4, 'Mail', 'create', null],
  [5, 'MX record', 'create', null],
  [6, 'Router', 'create', null],
  [7, 'Nightly backup', 'create', null],
  [8, 'API health', 'create', null],
  [9, 'Web container', 'skip', 'unsupported_type'],
  [10, 'Old site is gone', 'skip', 'unsupported_setting'],
  [11, 'Unfinished', 'skip', 'invalid'],
]

describe('POST /api/imports/monitors with a database of Uptime Kuma', () => {
  it('reports in a dry run what happens to each line and why, and creates nothing', async () => {
    const caller = await makeCaller(app)
    const report = await run(caller, 'kuma', makeDatabase(), true)
    expect(brief(report)).toEqual(KUMA_ROWS)
    expect(report).toMatchObject({ dry_run: true, created_count: 7, skipped_count: 4 })
    const notes = report.rows.map((row) => row.notes.join(' '))
    expect(notes[2]).toBe('The interval was raised from 20 to 30 seconds.')
    expect(notes[6]).toContain('ping URL is a new one')
    expect(notes[8]).toBe('Type "docker" is not supported.')
    expect(notes[10]).toBe('The URL is missing.')
    expect(report.rows.every(({ monitor_id }) => monitor_id === null)).toBe(true)
    expect((await list(caller)).meta.total).toBe(0)
  })

  it('creates the monitors with their settings, and nothing the second time', async () => {
    const caller = await makeCaller(app)
    const database = makeDatabase()
    const report = await run(caller, 'kuma', database)
    expect(brief(report)).toEqual(KUMA_ROWS)
    expect(await byName(caller, 'Shop')).toMatchObject({
      type: 'http',
      url: 'https://shop.example.com/',
      interval: 60,
      timeout_seconds: 48,
      expected_status: ['200-299'],
      tags: ['customer: harbour coffee', 'production'],
    })
    expect(await byName(caller, 'Checkout')).toMatchObject({
      interval: 30,
      keyword: 'Pay now',
      keyword_mode: 'present',
      expected_status: ['200-299', '401'],
      follow_redirects: false,
      verify_tls: false,
      auth_method: 'basic',
      auth_username: 'kim',
      request_headers: { 'X-Api-Key': expect.stringContaining('…') },
    })
    expect(await byName(caller, 'Mail')).toMatchObject({ type: 'tcp', url: 'mail.example.com:25' })
    expect(await byName(caller, 'MX record')).toMatchObject({ type: 'dns', record_type: 'MX', interval: 300 })
    expect(await byName(caller, 'Router')).toMatchObject({ type: 'ping', is_active: false, status: 'paused' })
    expect(await byName(caller, 'Nightly backup')).toMatchObject({ type: 'heartbeat', period_seconds: 86_400 })
    expect(await byName(caller, 'API health')).toMatchObject({
      assertions: [{ source: 'json', path: '$.status', operator: 'equals', value: 'ok' }],
      expiry_notice_days: [],
    })
    const again = await run(caller, 'kuma', database)
    expect(again).toMatchObject({ created_count: 0, skipped_count: 11 })
    expect(again.rows.filter(({ reason }) => reason === 'exists').map(({ monitor_id }) => monitor_id)).toEqual(
      report.rows.flatMap(({ monitor_id }) => monitor_id ?? []),
    )
    expect((await list(caller)).meta.total).toBe(7)
  })

  it('lists notifications without their secrets, which are in no answer', async () => {
    const caller = await makeCaller(app)
    const { text, body } = await send(caller, 'kuma', makeDatabase())
    expect(body.data.providers).toMatchObject([
      { name: 'Operations', source_type: 'telegram', provider_type: 'telegram', monitor_count: 2 },
      { name: 'Phone', source_type: 'gotify', provider_type: null, monitor_count: 0 },
    ])
    expect(text).not.toMatch(/telegram-secret|header-secret|basic-secret|push-secret|hash-of/)
    expect((await caller.call('GET', '/api/providers')).body.meta.total).toBe(0)
  })

  it('leaves an entry in the audit log for each monitor, and none for a dry run', async () => {
    const caller = await makeCaller(app)
    await run(caller, 'kuma', makeDatabase(), true)
    const { rows } = await run(caller, 'kuma', makeDatabase())
    const { data } = (await caller.call('GET', '/api/audit-log?pageSize=100&record_type=monitor')).body
    const created = rows.flatMap(({ monitor_id }) => monitor_id ?? [])
    expect(data.map(({ action, record_id }: { action: string; record_id: number }) => [action, record_id])).toEqual(
      created.toReversed().map((id) => ['monitor.created', id]),
    )
  })

  it('creates each monitor once when two imports run at the same time', async () => {
    const caller = await makeCaller(app)
    const database = makeDatabase()
    const reports = await Promise.all([1, 2, 3].map(() => run(caller, 'kuma', database)))
    expect(reports.map(({ created_count }) => created_count).sort()).toEqual([0, 0, 7])
    expect((await list(caller)).meta.total).toBe(7)
  })

  it('reads the JSON backup like the database', async () => {
    const [first, second] = [await makeCaller(app), await makeCaller(app)]
    const fromDatabase = await run(first, 'kuma', makeDatabase())
    const fromBackup = await run(second, 'kuma', makeKumaBackup())
    const withoutIds = ({ rows, providers }: MonitorImport) => ({
      providers,
      rows: rows.map((row) => ({ ...row, monitor_id: null })),
    })
    expect(withoutIds(fromBackup)).toEqual(withoutIds(fromDatabase))
    const volatile = ['id', 'created_at', 'updated_at', 'url', 'ping_url', 'request_headers']
    const settings = async (caller: Caller) =>
      (await list(caller)).data.map((monitor: object) =>
        Object.fromEntries(Object.entries(monitor).filter(([name]) => !volatile.includes(name))),
      )
    expect(await settings(second)).toEqual(await settings(first))
  })

  it('imports the valid monitors when 1 % are broken', async () => {
    const caller = await makeCaller(app)
    const count = sized(300, 1000)
    const monitors = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: `m${index}`,
      type: index % 200 === 7 ? 'nonsense' : 'http',
      url: index % 200 === 50 ? 'not a url' : `https://m${index}.example/`,
      interval: 60,
    }))
    const broken = monitors.filter(({ type, url }) => type !== 'http' || !url.startsWith('https')).length
    expect(broken / count).toBeGreaterThanOrEqual(0.01)
    const started = performance.now()
    const report = await run(caller, 'kuma', makeDatabase({ monitors }))
    reportFigure(`import of ${count} Kuma monitors: ${Math.round(performance.now() - started)} ms`)
    expect(report).toMatchObject({ created_count: count - broken, skipped_count: broken })
    expect(report.rows[7]).toMatchObject({ reason: 'unsupported_type' })
    expect(report.rows[50]).toMatchObject({ reason: 'invalid', notes: [expect.stringContaining('url must be')] })
    expect((await list(caller)).meta.total).toBe(count - broken)
  })
})

describe('POST /api/imports/monitors with a database that Uptime Kuma itself wrote', () => {
  /** Filled through the socket of Uptime Kuma itself, with one monitor of each kind; without its account, settings and heartbeats. */
  const DATABASE = gunzipSync(readFileSync(path.join(import.meta.dirname, 'uptime-kuma-2.0.0-dev.0.db.gz')))

  it('creates its monitors, and nothing the second time', async () => {
    const caller = await makeCaller(app)
    const report = await run(caller, 'kuma', DATABASE)
    expect(brief(report)).toEqual([
      [1, 'Production', 'skip', 'group'],
      [2, 'Shop', 'create', null],
      [3, 'Checkout', 'create', null],
      [4, 'Mail', 'create', null],
      [5, 'MX', 'create', null],
      [6, 'Router', 'create', null],
      [7, 'Backup', 'create', null],
      [8, 'Health', 'create', null],
      [9, 'Container', 'skip', 'unsupported_type'],
    ])
    expect(await byName(caller, 'Shop')).toMatchObject({ tags: ['customer: harbour', 'production'] })
    expect(await byName(caller, 'Checkout')).toMatchObject({ keyword: 'Pay', auth_username: 'kim', interval: 30 })
    expect(await byName(caller, 'Router')).toMatchObject({ is_active: false })
    expect(report.providers).toMatchObject([{ source_type: 'telegram', monitor_count: 9 }, { monitor_count: 0 }])
    expect(await run(caller, 'kuma', DATABASE)).toMatchObject({ created_count: 0, skipped_count: 9 })
  })
})

describe('POST /api/imports/monitors with a malicious file', () => {
  const refuse = async (caller: Caller, file: Buffer | string) => {
    const answer = await send(caller, 'kuma', file, true)
    expect(expectProblem(answer, 'validation_failed').errors).toMatchObject([{ field: 'file' }])
  }

  function makeHostile(statements: string): Buffer {
    const file = newFile()
    const database = new DatabaseSync(file)
    database.exec(statements)
    database.close()
    return readFileSync(file)
  }

  it('does not run a view that never ends', async () => {
    const endless = `create view monitor as with recursive n (i) as (select 1 union all select i + 1 from n) select i as id, 'a' as name from n`
    await refuse(await makeCaller(app), makeHostile(endless))
  })

  it('does not evaluate a generated column', async () => {
    const huge = makeHostile(`
      create table monitor (id integer primary key, type text, name text generated always as (printf('%.*c', 900000000, 'x')) virtual);
      insert into monitor (id, type) values (1, 'http')`)
    const report = await run(await makeCaller(app), 'kuma', huge, true)
    expect(report.rows).toMatchObject([{ name: '', reason: 'invalid' }])
  })

  it('answers for every damaged copy of a database in time, and keeps working', async () => {
    const caller = await makeCaller(app)
    const database = makeDatabase()
    const count = sized(8, 200)
    for (let seed = 1; seed <= count; seed++) {
      const damaged = Buffer.from(seed % 4 === 0 ? database.subarray(0, seed * 997) : database)
      for (let at = 1; at <= 40; at++)
        damaged[100 + ((seed * 7919 + at * 104_729) % (damaged.length - 100))] = (seed * at) % 256
      const { status } = await send(caller, 'kuma', damaged, true)
      expect([200, 422]).toContain(status)
    }
    expect((await list(caller)).meta.total).toBe(0)
  })

  it('refuses a file of another format, one that is too large and invalid base64', async () => {
    const caller = await makeCaller(app)
    await refuse(caller, 'SQLite format 3\0 and nothing else')
    await refuse(caller, '{"monitors": []}')
    await refuse(caller, 'nothing of it')
    await refuse(caller, makeHostile('create table other (id integer)'))
    await refuse(caller, Buffer.alloc(6 * 1024 * 1024 + 3))
    expectProblem(await caller.call('POST', PATH, { source: 'kuma', file: '%' }), 'validation_failed')
    const { detail } = expectProblem(await send(caller, 'kuma', Buffer.alloc(8 * 1024 * 1024)), 'body_too_large')
    expect(detail).toContain(String(9 * 1024 * 1024))
  })

  it('refuses targets that Sitewatch does not connect to', async () => {
    const monitors = [{ id: 1, name: 'Inside', type: 'http', url: 'http://127.0.0.1/', interval: 60 }]
    const report = await run(await makeCaller(app), 'kuma', makeDatabase({ monitors }))
    expect(report.rows).toMatchObject([
      { action: 'skip', reason: 'invalid', notes: [expect.stringContaining('does not connect')] },
    ])
  })
})

describe('POST /api/imports/monitors with a file of UptimeRobot', () => {
  const CSV = `ID,Friendly Name,URL/IP,Type,Port,Keyword Type,Keyword Value,Interval,Status,Tags
1,Shop,https://shop.example.com/,HTTP,,,,5 min,up,"live, shop"
2,Checkout,https://shop.example.com/checkout,Keyword,,not exists,"Pay ""now""",60,up,
3,Mail,mail.example.com,Port,25,,,300,paused,
4,Router,router.example.com,Ping,,,,10,up,
5,Backup,,Heartbeat,,,,86400,up,
6,Broken,"https://broken.example.com/,HTTP,,,,300,up,
7,Nothing,,HTTP,,,,300,up,
8,Shop,https://shop.example.com/,HTTP,,,,300,up,
9,Server,server.example.com,Agent,,,,300,up,
`
  const ROWS = [
    [1, 'Shop', 'create', null],
    [2, 'Checkout', 'create', null],
    [3, 'Mail', 'create', null],
    [4, 'Router', 'create', null],
    [5, 'Backup', 'create', null],
    [6, '', 'skip', 'invalid'],
    [7, 'Nothing', 'skip', 'invalid'],
    [8, 'Shop', 'skip', 'duplicate'],
    [9, 'Server', 'skip', 'unsupported_type'],
  ]

  it('reads the CSV export line by line, twice, and creates nothing twice', async () => {
    const caller = await makeCaller(app)
    expect(brief(await run(caller, 'uptimerobot', CSV, true))).toEqual(ROWS)
    expect(brief(await run(caller, 'uptimerobot', CSV))).toEqual(ROWS)
    expect(await run(caller, 'uptimerobot', CSV)).toMatchObject({ created_count: 0 })
    expect(await byName(caller, 'Shop')).toMatchObject({ interval: 300, tags: ['live', 'shop'] })
    expect(await byName(caller, 'Checkout')).toMatchObject({ keyword: 'Pay "now"', keyword_mode: 'present' })
    expect(await byName(caller, 'Mail')).toMatchObject({ url: 'mail.example.com:25', is_active: false })
    expect(await byName(caller, 'Router')).toMatchObject({ interval: 30 })
    expect(await byName(caller, 'Backup')).toMatchObject({ type: 'heartbeat', period_seconds: 86_400 })
    expect((await list(caller)).meta.total).toBe(5)
  })

  it('reads the JSON of getMonitors, of one page and of several', async () => {
    const monitors = [
      {
        id: 777749809,
        friendly_name: 'Shop',
        url: 'https://shop.example.com/',
        type: 1,
        sub_type: '',
        keyword_type: null,
        keyword_value: '',
        http_username: 'kim',
        http_password: 'basic-secret',
        http_method: 2,
        port: '',
        interval: 900,
        timeout: 45,
        status: 2,
        custom_http_statuses: { 404: 1, 500: 0 },
        create_datetime: 1462565497,
      },
      {
        id: 2,
        friendly_name: 'No error',
        url: 'https://shop.example.com/',
        type: 2,
        keyword_type: 1,
        keyword_value: 'Error',
        interval: 300,
        status: 2,
        http_method: 1,
      },
      { id: 3, friendly_name: 'FTP', url: 'ftp.example.com', type: 4, sub_type: 3, interval: 300, status: 0 },
      'broken',
    ]
    const page = { stat: 'ok', pagination: { offset: 0, limit: 50, total: 4 }, monitors }
    const caller = await makeCaller(app)
    const report = await run(caller, 'uptimerobot', page)
    expect(report).toMatchObject({ created_count: 3, skipped_count: 1 })
    expect(await byName(caller, 'Shop')).toMatchObject({
      method: 'GET',
      auth_username: 'kim',
      timeout_seconds: 45,
      interval: 900,
      expected_status: ['200-399', '404'],
    })
    expect(await byName(caller, 'No error')).toMatchObject({ method: 'GET', keyword: 'Error', keyword_mode: 'absent' })
    expect(await byName(caller, 'FTP')).toMatchObject({ url: 'ftp.example.com:21', is_active: false })
    const other = await makeCaller(app)
    const pages = [
      page,
      {
        stat: 'ok',
        monitors: [{ friendly_name: 'More', url: 'https://more.example/', type: 1, interval: 60, status: 2 }],
      },
    ]
    expect(await run(other, 'uptimerobot', pages)).toMatchObject({ created_count: 4, skipped_count: 1 })
  })

  it('refuses a CSV without the columns that it needs, and says which', async () => {
    const answer = await send(await makeCaller(app), 'uptimerobot', 'a,b\n1,2\n')
    expect(expectProblem(answer, 'validation_failed').detail).toContain('Friendly Name, URL and Type')
  })
})

describe('permission to import monitors', () => {
  it('requires an editor and the quota of the team, and imports all or nothing', async () => {
    const caller = await makeCaller(app)
    const viewer = await addMember(app, caller.user.id, 'viewer')
    const json = { source: 'kuma', file: encode(makeDatabase()), dry_run: true }
    expectProblem(await app.call('POST', PATH, { key: viewer.key, json }), 'insufficient_role')
    await app.database.admin.query('update teams set max_monitors = 6 where id = $1', [caller.user.id])
    expectProblem(await send(caller, 'kuma', makeDatabase(), true), 'limit_reached')
    expectProblem(await send(caller, 'kuma', makeDatabase()), 'limit_reached')
    expect((await list(caller)).meta.total).toBe(0)
    expect(KUMA_MONITORS).toHaveLength(11)
  })
})
