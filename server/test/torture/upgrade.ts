import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { z } from 'zod'
import { defineQuery, integer64, openClickHouse } from '../../src/platform/clickhouse/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { startClickHouseFront } from '../support/clickhouse-front.ts'
import { freePort } from '../support/free-port.ts'
import { type Program, programEnv, startProgram } from '../support/program.ts'
import { startAlertSink } from './alert-sink.ts'
import type { Verdict } from './main.ts'
import { pause, ROOT, say } from './world.ts'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import pg from 'pg'

/**
 * A rolling upgrade under load behind nginx: the processes of the baseline are replaced one by one after `sitewatch migrate`. No
 * request may fail, no event may be lost, and the outage of a target that begins meanwhile must be alerted.
 */
export interface UpgradeSize {
  events_per_s: number
  requests_per_s: number
  /** Between two restarts. */
  settle_ms: number
}

const FULL: UpgradeSize = { events_per_s: 200, requests_per_s: 100, settle_ms: 5000 }
const SMALL: UpgradeSize = { events_per_s: 50, requests_per_s: 20, settle_ms: 1000 }

/** The last commit that changed the baseline: every migration since then is in the upgrade. */
const findBaseline = (): string =>
  execFileSync(
    'git',
    ['log', '-1', '--format=%H', '--', 'server/db/postgres/baseline', 'server/db/clickhouse/baseline'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  ).trim()

function checkOutOlder(folder: string): string {
  const root = path.join(folder, 'older')
  mkdirSync(root)
  const archive = execFileSync('git', ['archive', findBaseline()], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['--extract', '--directory', root], { input: archive })
  for (const place of ['.', 'server']) {
    const modules = path.join(root, place, 'node_modules')
    mkdirSync(modules, { recursive: true })
    for (const name of readdirSync(path.join(ROOT, place, 'node_modules'))) {
      if (name !== '@sitewatch' && !name.startsWith('.'))
        symlinkSync(path.join(ROOT, place, 'node_modules', name), path.join(modules, name))
    }
  }
  const workspaceModules = path.join(root, 'node_modules/@sitewatch')
  mkdirSync(workspaceModules)
  for (const name of ['contract', 'sdk', 'server', 'tracker'])
    symlinkSync(path.join(root, name), path.join(workspaceModules, name))
  symlinkSync(path.join(ROOT, 'dashboard/dist'), path.join(root, 'dashboard/dist'))
  return root
}

/** A version refuses settings that it does not know, so the older one is started without those that came later. */
function withoutLaterSettings(root: string): Record<string, undefined> {
  const known = readFileSync(path.join(root, 'server/src/config.ts'), 'utf8')
  const names = Object.keys(programEnv({ url: '' })).filter((name) => name.startsWith('SITEWATCH_'))
  return Object.fromEntries(names.filter((name) => !known.includes(name)).map((name) => [name, undefined]))
}

async function startNginx(folder: string, backends: readonly number[]): Promise<{ base: string; stop(): void }> {
  const port = await freePort()
  const text = readFileSync(path.join(ROOT, 'deploy/proxy/nginx.conf'), 'utf8')
    .replaceAll(/\b(?:api|collector)-([12]):8080/g, (_all, n: string) => `127.0.0.1:${backends[Number(n) - 1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, `daemon off; pid nginx.pid; error_log stderr warn; events {} http { access_log off; ${text} }`)
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', file], { stdio: 'ignore' })
  await pause(500)
  return { base: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGTERM') }
}

const agent = new http.Agent({ keepAlive: true })

/** The code of a problem: with the whole answer, whose request id is new every time, nothing could be counted. */
const readCode = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 100)

const send = (url: string, method: string, headers: Record<string, string>, body?: string): Promise<string> =>
  new Promise((resolve) => {
    const request = http.request(url, { method, agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve(`${method} ${response.statusCode}${(response.statusCode ?? 0) < 400 ? '' : ` ${readCode(text)}`}`),
      )
      response.on('error', (error) => resolve(String(error)))
    })
    request.on('error', (error) => resolve(String(error)))
    request.end(body)
  })

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

function startLoad(base: string, key: string, tracking_id: string, size: UpgradeSize) {
  const outcomes = new Map<string, number>()
  const acknowledged: string[] = []
  const pending = new Set<Promise<void>>()
  let next = 10_000_000_000
  const note = async (sent: Promise<string>, id?: string): Promise<void> => {
    const outcome = await sent
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (id !== undefined && outcome === 'POST 202') acknowledged.push(id)
  }
  const track = (done: Promise<void>): void => {
    pending.add(done)
    void done.then(() => pending.delete(done))
  }
  const timers = [
    setInterval(
      () => track(note(send(`${base}/api/monitors`, 'GET', { authorization: `Bearer ${key}` }))),
      1000 / size.requests_per_s,
    ),
    setInterval(() => {
      const i = String(next++)
      const event = { n: 'pageview', u: `https://example.com/${i}`, w: 1200, i, k: 0, r: '' }
      track(
        note(
          send(
            `${base}/t/${tracking_id}`,
            'POST',
            { 'user-agent': BROWSER, 'content-type': 'text/plain' },
            JSON.stringify(event),
          ),
          i,
        ),
      )
    }, 1000 / size.events_per_s),
  ]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(pending)
      return { outcomes, acknowledged }
    },
  }
}

const readIds = defineQuery({
  name: 'torture.upgraded',
  sql: 'SELECT DISTINCT pageview_id FROM events',
  params: z.object({}),
  row: z.object({ pageview_id: z.string() }),
  settings: { max_result_rows: 10_000_000 },
})
const countArrivals = defineQuery({
  name: 'torture.arrivals',
  sql: 'SELECT sum(arrivals) AS arrivals FROM event_days',
  params: z.object({}),
  row: z.object({ arrivals: integer64 }),
})

async function sitewatch(root: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, 'server/launch/sitewatch.cjs'), ...args], { cwd: root, env })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`sitewatch ${args.join(' ')}: ${err}`)
  return out
}

/** A target that is up until a test takes it down. */
async function startShop(): Promise<{ url: string; break(): void; close(): void }> {
  let isUp = true
  const server = http.createServer((_request, response) => void response.writeHead(isUp ? 200 : 500).end('shop'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/`, break: () => void (isUp = false), close: () => void server.close() }
}

interface Rolled {
  outcomes: Map<string, number>
  acknowledged: string[]
  alerts: number
}

/** Replaces each process in turn; the shop fails in the middle. */
async function roll(folder: string, url: string, clickhouse_url: string, size: UpgradeSize): Promise<Rolled> {
  const older = checkOutOlder(folder)
  const ports = [await freePort(), await freePort()]
  const settings = {
    CLICKHOUSE_URL: clickhouse_url,
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8',
    SITEWATCH_MIN_INTERVAL_SECONDS: '1',
    SITEWATCH_DRAIN_SECONDS: '5',
    SITEWATCH_LOG_LEVEL: 'warn',
  }
  const env = programEnv({ url }, settings)
  const later = withoutLaterSettings(older)
  const olderEnv = { ...env, ...later }
  const account = ['--email', 'a@example.com']
  await sitewatch(older, olderEnv, 'migrate')
  await sitewatch(older, olderEnv, 'user', 'create', ...account, '--password', 'correct horse battery')
  const made = await sitewatch(older, olderEnv, 'key', 'create', ...account, '--name', 'k', '--scopes', 'all', '--json')
  const { key } = JSON.parse(made) as { key: string }
  const kinds: [string[], Record<string, string>][] = [
    ...ports.map((port): [string[], Record<string, string>] => [['api', 'collector'], { PORT: String(port) }]),
    [['worker'], {}],
    [['prober'], {}],
  ]
  const start = (root: string, n: number): Promise<Program> => {
    const [roles = [], own = {}] = kinds[n] ?? []
    return startProgram(
      { url },
      {
        root,
        roles,
        env: { ...settings, ...own, ...(root === older && later), SITEWATCH_MIGRATE: '0', SITEWATCH_LOG_LEVEL: 'info' },
      },
    )
  }
  const programs = await Promise.all(kinds.map((_kind, n) => start(older, n)))
  const proxy = await startNginx(folder, ports)
  const [shop, sink] = [await startShop(), await startAlertSink()]
  try {
    const post = async (route: string, json: object): Promise<{ id: number; tracking_id: string }> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const answer = await fetch(proxy.base + route, { method: 'POST', headers, body: JSON.stringify(json) })
      return ((await answer.json()) as { data: { id: number; tracking_id: string } }).data
    }
    const { tracking_id } = await post('/api/v1/websites', { domain: 'example.com' })
    const provider = await post('/api/providers', {
      provider_type: 'slack',
      webhook_url: `${sink.url}/services/T1/B1/x`,
    })
    const monitor = await post('/api/monitors', { friendly_name: 'Shop', url: shop.url, interval: 1 })
    await post(`/api/monitors/${monitor.id}/notifications`, { provider_id: provider.id })
    const load = startLoad(proxy.base, key, tracking_id, size)
    await pause(size.settle_ms)
    say('  migrating')
    await sitewatch(ROOT, env, 'migrate')
    await pause(size.settle_ms)
    for (const [n, program] of programs.entries()) {
      if (n === 1) shop.break()
      say(`  restarting ${kinds[n]?.[0].join(', ')}`)
      program.kill('SIGTERM')
      await program.ended
      programs[n] = await start(ROOT, n)
      await pause(size.settle_ms)
    }
    for (const until = Date.now() + 60_000; Date.now() < until && sink.received.length === 0;) await pause(200)
    const { outcomes, acknowledged } = await load.stop()
    await waitUntilLoaded(url)
    return { outcomes, acknowledged, alerts: sink.received.filter(({ text }) => text.includes('Shop')).length }
  } finally {
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map(({ ended }) => ended))
    proxy.stop()
    shop.close()
    sink.close()
  }
}

async function waitUntilLoaded(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(200)) {
    if ((await client.query(`select 1 from sitewatch.inbox where kind = 'events' limit 1`)).rowCount === 0) break
  }
  await client.end()
}

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const folder = path.join(ROOT, `.local/torture-upgrade-${process.pid}`)
  const cluster_folder = path.join(folder, 'postgres')
  mkdirSync(folder, { recursive: true })
  const cluster = await startCluster(cluster_folder, { fast: true })
  const first = new pg.Client({ connectionString: cluster.url('postgres') })
  await first.connect()
  await first.query('create database sitewatch')
  await first.end()
  const front = await startClickHouseFront({ folder: path.join(folder, 'clickhouse') })
  try {
    const rolled = await roll(folder, cluster.url('sitewatch'), front.url, size === 'full' ? FULL : SMALL)
    const clickhouse = await openClickHouse(
      { SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: front.url },
      createLog('silent'),
    )
    const stored = new Set((await clickhouse.read(readIds, {})).map(({ pageview_id }) => pageview_id))
    const arrivals = (await clickhouse.read(countArrivals, {}))[0]?.arrivals ?? 0
    await clickhouse.close()
    const lost = rolled.acknowledged.filter((id) => !stored.has(id)).length
    const failed = [...rolled.outcomes].filter(([outcome]) => outcome !== 'GET 200' && outcome !== 'POST 202')
    const figures = {
      acknowledged: rolled.acknowledged.length,
      lost,
      twice: arrivals - stored.size,
      requests: [...rolled.outcomes.values()].reduce((sum, n) => sum + n, 0),
      failed: Object.fromEntries(failed),
      alerts: rolled.alerts,
    }
    const isHeld =
      figures.acknowledged > 0 && lost === 0 && figures.twice === 0 && failed.length === 0 && rolled.alerts >= 1
    return { figures, isHeld }
  } finally {
    await front.kill()
    stopCluster(cluster_folder, 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
}
