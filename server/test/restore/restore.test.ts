import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { CHROME } from '../collect/collecting.ts'
import { PASSWORD } from '../support/app.ts'
import { ROOT, runCommand } from '../support/command.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { type Program, programEnv, startProgram } from '../support/program.ts'
import { startHttpSink } from '../support/sinks.ts'

const sink = await startHttpSink()
const WEBHOOK = '/services/T1/B1/restored'

function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `sitewatch-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The blocks of docs/operating.md that are to be run: dump, history, restore. */
function readCommands(): string[] {
  const text = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8')
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

const ASKED = ['/api/v1/websites', '/api/monitors', '/api/providers', '/api/keys'] as const

/** Changes with every use of it, and with the alert that is sent. */
const MOVING = new Set(['last_used_at', 'last_delivery'])

/** Everything that should be the same afterwards. */
async function readAnswers(call: Call, website_id: number): Promise<unknown> {
  const answers = await Promise.all(ASKED.map((route) => call('GET', route)))
  const { data } = await call('GET', `/api/v1/websites/${website_id}/stats/breakdown?dimension=page&period=7d`)
  const all = [...answers.map((answer) => answer.data), data]
  return JSON.parse(JSON.stringify(all, (name, value) => (MOVING.has(name) ? undefined : (value as unknown))))
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

/** An alert that is due and not sent: what a crash leaves. */
async function openIncident(url: string, monitor_id: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=sitewatch' })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `insert into incidents (user_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
     select user_id, id, 'connect', 'Connection refused.', now() - interval '20 s', now() from monitors where id = $1
     returning id`,
    [monitor_id],
  )
  await client.query(`select announce_incident($1, 'opened')`, [rows[0]?.id])
  await client.end()
}

async function startMachine(): Promise<{ url: string }> {
  const folder = makeFolder('machine')
  const cluster = await startCluster(folder, { fast: true })
  onTestFinished(() => stopCluster(folder, 'immediate'))
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database sitewatch')
  await client.end()
  return { url: cluster.url('sitewatch') }
}

describe('a backup, made and restored by the commands of docs/operating.md', () => {
  it('brings back the same answers on an empty machine, and the alert that was due', async () => {
    const [dump = '', history = '', restore = ''] = readCommands()
    const folder = makeFolder('backup')
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    const settings = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_LOG_LEVEL: 'info' }
    const database = await createEmptyDatabase()
    const before = { ...settings, SITEWATCH_DATA_DIR: makeFolder('before') }
    const sitewatch = (...args: string[]) =>
      runCommand(process.execPath, [path.join(ROOT, 'server/launch/sitewatch.cjs'), ...args], {
        env: programEnv(database, before),
      })
    await sitewatch('user', 'create', '--email', 'a@example.com', '--password', PASSWORD)
    const made = await sitewatch(
      'key',
      'create',
      '--email',
      'a@example.com',
      '--name',
      'k',
      '--scopes',
      'all',
      '--json',
    )
    const { key } = JSON.parse(made.stdout) as { key: string }

    const roles = ['api', 'collector', 'worker']
    const original = await startProgram(database, { roles, env: before })
    const call = callerOf(original, key)
    const site = (await call('POST', '/api/v1/websites', { domain: 'example.com' })).data
    const slack = { provider_type: 'slack', webhook_url: sink.url + WEBHOOK }
    const provider = (await call('POST', '/api/providers', slack)).data
    const target = { friendly_name: 'Shop', url: 'http://127.0.0.1:9/' }
    const monitor = (await call('POST', '/api/monitors', target)).data
    await call('POST', `/api/monitors/${monitor.id}/notifications`, { provider_id: provider.id })
    await sendVisit(original, site)
    await expect
      .poll(async () => (await call('GET', `/api/v1/websites/${site.id}/stats/summary?period=7d`)).data.visitors, {
        timeout: 20_000,
      })
      .toBe(1)
    const expected = await readAnswers(call, site.id)
    await stop(original)
    await openIncident(database.url, monitor.id)
    const envOf = (url: string, env: Record<string, string>) => programEnv({ url }, env)
    await runBlock(dump, folder, envOf(database.url, before))
    await runBlock(history, folder, envOf(database.url, before))

    const began_ms = performance.now()
    const machine = await startMachine()
    const after = { ...settings, SITEWATCH_DATA_DIR: path.join(makeFolder('after'), 'history') }
    await runBlock(restore, folder, envOf(machine.url, after))
    const restored = await startProgram(machine, { roles, env: after })
    onTestFinished(() => stop(restored))
    await expect.poll(() => sink.sentTo(WEBHOOK).length, { timeout: 20_000 }).toBe(1)
    expect(await readAnswers(callerOf(restored, key), site.id)).toEqual(expected)
    expect(performance.now() - began_ms).toBeLessThan(5 * 60_000)
  }, 180_000)
})
