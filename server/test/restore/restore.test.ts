import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { BackupReader, restoreBackup } from '../../src/backup/index.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { startProberRole } from '../../src/roles/prober.ts'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { CHROME } from '../analytics/collect/collecting.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ROOT } from '../support/command.ts'
import { programEnv } from '../support/program.ts'
import { startHttpSink } from '../support/sinks.ts'

const sink = await startHttpSink()
const WEBHOOK = '/services/T1/B1/restored'

function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `sitewatch-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The commands of docs/backups.md that are run: backup, restore. */
function readCommands(): string[] {
  const text = readFileSync(path.join(ROOT, 'docs/backups.md'), 'utf8')
  return Array.from(text.matchAll(/^```bash\n(.*?)^```$/gms), ([, block = '']) => block)
}

async function runBlock(block: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-s'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(block)
  const [code] = (await once(child, 'close')) as [number]
  expect(code, output).toBe(0)
  return output
}

const callerOf = (app: TestApp, key: string) => async (method: string, route: string, json?: object) => {
  const { body } = await app.call(method, route, { key, ...(json && { json }) })
  return body as { data: { id: number; tracking_id: string; visitors: number } }
}

type Call = ReturnType<typeof callerOf>

const COMPARED_ROUTES = ['/api/v1/websites', '/api/monitors', '/api/providers', '/api/keys'] as const

/** Fields that change with every use, with the sent alert, or after a while without checks. */
const CHANGING_FIELDS = new Set(['last_used_at', 'last_delivery', 'last_error'])

/** Everything that must be the same after the restore. */
async function readAnswers(call: Call, website_id: number): Promise<unknown> {
  const answers = await Promise.all(COMPARED_ROUTES.map((route) => call('GET', route)))
  const { data } = await call('GET', `/api/v1/websites/${website_id}/stats/breakdown?dimension=page&period=7d`)
  const all = [...answers.map((answer) => answer.data), data]
  return JSON.parse(JSON.stringify(all, (name, value) => (CHANGING_FIELDS.has(name) ? undefined : (value as unknown))))
}

async function sendVisit(app: TestApp, site: { tracking_id: string }): Promise<void> {
  const event = { n: 'pageview', u: 'https://example.com/pricing', w: 1200, i: '7000000001', k: 0, r: '' }
  const sent = await fetch(`${app.base}/t/${site.tracking_id}`, {
    method: 'POST',
    headers: { 'user-agent': CHROME, 'content-type': 'text/plain' },
    body: JSON.stringify(event),
  })
  expect(sent.status).toBe(202)
}

/** An alert that is due and not sent, as after a crash. */
const OPEN_INCIDENT = `set search_path = sitewatch;
insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
  select team_id, id, 'connect', 'Connection refused.', now() - interval '20 s', now() from monitors
  where friendly_name = 'Shop';
select announce_incident(id, 'opened') from incidents;
`

interface Machine {
  url: string
  admin: pg.Pool
  /** Drops the database and every role of Sitewatch: another machine, as far as Postgres is concerned. */
  empty(): Promise<void>
}

/** Its service connects as a role that may create roles, owns its database and is no superuser, as in managed Postgres. */
async function startMachine(): Promise<Machine> {
  const folder = makeFolder('machine')
  const cluster = await startCluster(folder, { fast: true })
  onTestFinished(() => stopCluster(folder, 'immediate'))
  const run = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await query(cluster.url('postgres'), statement)
  }
  await run('create role keeper login createrole', 'create database sitewatch owner keeper')
  const admin = new pg.Pool({ connectionString: cluster.url('sitewatch'), max: 2, options: '-c search_path=sitewatch' })
  admin.on('error', () => undefined)
  onTestFinished(() => admin.end())
  return {
    url: cluster.url('sitewatch').replace('postgres@', 'keeper@'),
    admin,
    async empty() {
      await run('drop database sitewatch with (force)')
      const roles = await query<{ rolname: string }>(
        cluster.url('postgres'),
        `select rolname from pg_roles where rolname not like 'pg\\_%' and rolname not in ('postgres', 'keeper')`,
      )
      expect(roles.length).toBeGreaterThan(0)
      await run(...roles.map(({ rolname }) => `drop role ${rolname}`), 'create database sitewatch owner keeper')
    },
  }
}

/** The service of a machine in this process. */
const startService = ({ url, admin }: Machine, env: Record<string, string>): Promise<TestApp> => {
  const database = { url, admin, name: 'sitewatch', setReachable: unused, drop: unused }
  return startApp(env, { database, collector: true })
}

function unused(): never {
  throw new Error('not needed here')
}

/**
 * A folder to run the commands in. Its npx knows one command and starts it directly: the real one takes as long as the command itself,
 * and is tested in test/cli.
 */
function makeWorkplace(): { folder: string; path: string } {
  const folder = makeFolder('backup')
  const program = path.join(ROOT, 'server/launch/sitewatch.cjs')
  const lines = [
    '#!/bin/sh',
    '[ "$1 $2 $3" = "--no -- sitewatch" ] || exit 64',
    'shift 3',
    `exec '${process.execPath}' '${program}' "$@"`,
  ]
  writeFileSync(path.join(folder, 'npx'), lines.join('\n'), { mode: 0o755 })
  return { folder, path: `${folder}:${process.env['PATH'] ?? ''}` }
}

const SETTINGS = {
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_LOG_LEVEL: 'error',
}

/** A website with a visit, a monitor with an alert that is due, and monitors that are checked every second. */
async function useService(app: TestApp, key: string) {
  const call = callerOf(app, key)
  const site = (await call('POST', '/api/v1/websites', { domain: 'example.com' })).data
  const slack = { provider_type: 'slack', webhook_url: sink.url + WEBHOOK }
  const provider = (await call('POST', '/api/providers', slack)).data
  const target = { friendly_name: 'Shop', url: 'http://127.0.0.1:9/', is_active: false }
  const monitor = (await call('POST', '/api/monitors', target)).data
  await call('POST', `/api/monitors/${monitor.id}/notifications`, { provider_id: provider.id })
  for (let n = 0; n < CHECKED; n++) {
    await call('POST', '/api/monitors', { friendly_name: `m${n}`, url: `${sink.url}/up`, interval: 1 })
  }
  await sendVisit(app, site)
  await expect
    .poll(async () => (await call('GET', `/api/v1/websites/${site.id}/stats/summary?period=7d`)).data.visitors)
    .toBe(1)
  return { call, site }
}

const CHECKED = 5

/** The slots of all checks in the history, in order: a result that was loaded twice appears twice. */
async function readSlots(call: Call): Promise<number[]> {
  const monitors = (await call('GET', '/api/monitors?pageSize=100')).data as unknown as { id: number }[]
  const lists = await Promise.all(
    monitors.map(async ({ id }) => (await call('GET', `/api/monitors/${id}/checks?pageSize=100`)).data),
  )
  return (lists as unknown as { id: number }[][])
    .flat()
    .map((check) => check.id)
    .sort((a, b) => a - b)
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=sitewatch' })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function untilLoaded({ admin }: Machine): Promise<void> {
  await expect.poll(async () => (await admin.query('select from inbox')).rowCount, { interval: 50 }).toBe(0)
}

describe('a backup, made and restored by the commands of docs/backups.md', () => {
  it('without a superuser restores the same answers, the due alert, and every check result once', async () => {
    const [backup = '', restore = ''] = readCommands()
    const machine = await startMachine()
    const before = { ...SETTINGS, SITEWATCH_DATA_DIR: makeFolder('before') }
    const service = await startService(machine, before)
    const worker = await startWorkerRole(service.parts)
    const prober = await startProberRole(service.parts)
    const { key } = await service.makeUser()
    const { call, site } = await useService(service, key)
    await expect.poll(async () => (await readSlots(call)).length, { interval: 50 }).toBeGreaterThan(0)
    const waiting = 'select coalesce(sum(row_count), 0)::integer as n from inbox'
    const countWaiting = async () => (await machine.admin.query<{ n: number }>(waiting)).rows[0]?.n
    await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(CHECKED)
    await prober.stop()
    // From here on nothing changes, so that both can be compared; only an alert waits for its next attempt.
    let isRefusing = true
    sink.on(WEBHOOK, () => (isRefusing ? { status: 503, body: 'later' } : { status: 200, body: 'ok' }))
    await machine.admin.query(OPEN_INCIDENT)
    await expect.poll(() => sink.sentTo(WEBHOOK).length).toBeGreaterThan(0)
    const place = makeWorkplace()
    await runBlock(backup, place.folder, { ...programEnv(machine, before), PATH: place.path })
    await untilLoaded(machine)
    const slots = await readSlots(call)
    const expected = await readAnswers(call, site.id)
    await worker.stop()
    await service.stop()
    await machine.empty()

    isRefusing = false
    const refused = sink.sentTo(WEBHOOK).length
    const after = { ...SETTINGS, SITEWATCH_DATA_DIR: path.join(makeFolder('after'), 'history') }
    const env = programEnv(machine, after)
    await runBlock(restore, place.folder, { ...env, PATH: place.path })
    const reader = await BackupReader.open(path.join(place.folder, 'backups'), null)
    await expect(restoreBackup(readConfig(env), createLog('silent'), reader)).rejects.toThrow('already has accounts')
    const restored = await startService(machine, after)
    const nextWorker = await startWorkerRole(restored.parts)
    onTestFinished(() => nextWorker.stop())
    await expect.poll(() => sink.sentTo(WEBHOOK).length).toBe(refused + 1)
    const restoredCall = callerOf(restored, key)
    expect(await readAnswers(restoredCall, site.id)).toEqual(expected)
    await untilLoaded(machine)
    expect(await readSlots(restoredCall)).toEqual(slots)
  })
})
