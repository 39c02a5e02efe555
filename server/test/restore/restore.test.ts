import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { CHROME } from '../analytics/collect/collecting.ts'
import { PASSWORD } from '../support/app.ts'
import { ROOT, runCommand } from '../support/command.ts'
import { type Program, programEnv, startProgram } from '../support/program.ts'
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

async function stop(program: Program): Promise<void> {
  program.kill('SIGTERM')
  await program.ended
}

const callerOf = (program: Program, key: string) => async (method: string, route: string, json?: object) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const response = await fetch(program.base + route, { method, headers, ...body })
  return (await response.json()) as { data: { id: number; tracking_id: string; visitors: number } }
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

async function sendVisit(program: Program, site: { tracking_id: string }): Promise<void> {
  const event = { n: 'pageview', u: 'https://example.com/pricing', w: 1200, i: '7000000001', k: 0, r: '' }
  const sent = await fetch(`${program.base}/t/${site.tracking_id}`, {
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
  superuser_url: string
  /** A role that may create roles, owns its database and is no superuser, as in managed Postgres. */
  owner_url: string
}

async function startMachine(): Promise<Machine> {
  const folder = makeFolder('machine')
  const cluster = await startCluster(folder, { fast: true })
  onTestFinished(() => stopCluster(folder, 'immediate'))
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query(`create role keeper login createrole`)
  await client.query('create database sitewatch owner keeper')
  await client.end()
  const superuser_url = cluster.url('sitewatch')
  return { superuser_url, owner_url: superuser_url.replace('postgres@', 'keeper@') }
}

/** A folder to run the commands in. */
function makeWorkplace(): { folder: string; path: string } {
  const folder = makeFolder('backup')
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return { folder, path: process.env['PATH'] ?? '' }
}

const SETTINGS = {
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_LOG_LEVEL: 'info',
}

async function makeAccount(env: NodeJS.ProcessEnv): Promise<string> {
  const sitewatch = (...args: string[]) =>
    runCommand(process.execPath, [path.join(ROOT, 'server/launch/sitewatch.cjs'), ...args], { env })
  const user = await sitewatch('user', 'create', '--email', 'a@example.com', '--password', PASSWORD)
  expect(user.code, user.stderr).toBe(0)
  const made = await sitewatch('key', 'create', '--email', 'a@example.com', '--name', 'k', '--scopes', 'all', '--json')
  return (JSON.parse(made.stdout) as { key: string }).key
}

/** A website with a visit, a monitor with an alert that is due, and monitors that are checked every second. */
async function useProgram(program: Program, key: string) {
  const call = callerOf(program, key)
  const site = (await call('POST', '/api/v1/websites', { domain: 'example.com' })).data
  const slack = { provider_type: 'slack', webhook_url: sink.url + WEBHOOK }
  const provider = (await call('POST', '/api/providers', slack)).data
  const target = { friendly_name: 'Shop', url: 'http://127.0.0.1:9/', is_active: false }
  const monitor = (await call('POST', '/api/monitors', target)).data
  await call('POST', `/api/monitors/${monitor.id}/notifications`, { provider_id: provider.id })
  for (let n = 0; n < CHECKED; n++) {
    await call('POST', '/api/monitors', { friendly_name: `m${n}`, url: `${sink.url}/up`, interval: 1 })
  }
  await sendVisit(program, site)
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

async function untilLoaded(url: string): Promise<void> {
  await expect.poll(() => query(url, 'select 1 from inbox')).toEqual([])
}

describe('a backup, made and restored by the commands of docs/backups.md', () => {
  it('without a superuser restores the same answers, the due alert, and every check result once', async () => {
    const [backup = '', restore = ''] = readCommands()
    const [old, empty] = await Promise.all([startMachine(), startMachine()])
    const before = { ...SETTINGS, SITEWATCH_DATA_DIR: makeFolder('before') }
    const env = programEnv({ url: old.owner_url }, before)
    const key = await makeAccount(env)
    const checking = await startProgram({ url: old.owner_url }, { roles: [], env: before })
    const { call, site } = await useProgram(checking, key)
    await expect.poll(async () => (await readSlots(call)).length).toBeGreaterThan(0)
    const waiting = 'select coalesce(sum(row_count), 0)::integer as n from inbox'
    const countWaiting = async () => (await query<{ n: number }>(old.superuser_url, waiting))[0]?.n
    await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(CHECKED)
    await stop(checking)
    // From here on nothing changes, so that both can be compared; only an alert waits for its next attempt.
    const roles = ['api', 'collector', 'worker']
    const service = await startProgram({ url: old.owner_url }, { roles, env: before })
    let isRefusing = true
    sink.on(WEBHOOK, () => (isRefusing ? { status: 503, body: 'later' } : { status: 200, body: 'ok' }))
    await query(old.superuser_url, OPEN_INCIDENT)
    await expect.poll(() => sink.sentTo(WEBHOOK).length).toBeGreaterThan(0)
    const place = makeWorkplace()
    await runBlock(backup, place.folder, { ...env, PATH: place.path })
    await untilLoaded(old.superuser_url)
    const slots = await readSlots(callerOf(service, key))
    const expected = await readAnswers(callerOf(service, key), site.id)
    await stop(service)

    isRefusing = false
    const refused = sink.sentTo(WEBHOOK).length
    const began_ms = performance.now()
    const after = { ...SETTINGS, SITEWATCH_DATA_DIR: path.join(makeFolder('after'), 'history') }
    const afterEnv = { ...programEnv({ url: empty.owner_url }, after), PATH: place.path }
    await runBlock(restore, place.folder, afterEnv)
    const again = await runBlock(
      'if npx --no -- sitewatch restore --from backups; then exit 1; fi',
      place.folder,
      afterEnv,
    )
    expect(again).toContain('already has accounts')
    const restored = await startProgram({ url: empty.owner_url }, { roles, env: after })
    onTestFinished(() => stop(restored))
    await expect.poll(() => sink.sentTo(WEBHOOK).length).toBe(refused + 1)
    expect(await readAnswers(callerOf(restored, key), site.id)).toEqual(expected)
    await untilLoaded(empty.superuser_url)
    expect(await readSlots(callerOf(restored, key))).toEqual(slots)
    expect(performance.now() - began_ms).toBeLessThan(5 * 60_000)
  })
})
