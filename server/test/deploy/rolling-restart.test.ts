import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- How long the proxies have no process behind them.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CHROME } from '../analytics/collect/collecting.ts'
import { startApp } from '../support/app.ts'
import { ROOT } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { type Program, startProgram } from '../support/program.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'

/** Per proxy. A tenth of the promised load in the full tier, because other tests use the same two cores. */
const REQUESTS_PER_SECOND = sized(8, 20)
const EVENTS_PER_SECOND = sized(12, 50)
/** Longer than two intervals of Caddy's health check. */
const DRAIN_SECONDS = 3
/** Two intervals of Caddy's health check of /readyz. */
const NOTICED_MS = 2000

const app = await startApp()
const user = await app.makeUser()
const made = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'example.com' } })
const { tracking_id } = made.body.data as { tracking_id: string }

const startProcess = (port: number, drain_seconds: number): Promise<Program> =>
  startProgram(app.database, {
    roles: ['api', 'collector'],
    env: {
      PORT: String(port),
      SITEWATCH_DRAIN_SECONDS: String(drain_seconds),
      SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8',
      SITEWATCH_MIGRATE: '0',
      // No history is read here.
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
    },
  })

interface Proxy {
  name: string
  file: string
  /** Replaces the addresses of the file in deploy/proxy by those of this test. */
  adapt(text: string, port: number): string
  command(file: string, folder: string): [string, string[]]
}

const PROXIES: Proxy[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    adapt: (text, port) =>
      `daemon off; pid nginx.pid; error_log stderr warn; events {} http { access_log off; ${text.replace('listen 80;', `listen 127.0.0.1:${port};`)} }`,
    command: (file, folder) => ['nginx', ['-e', 'stderr', '-p', folder, '-c', file]],
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    adapt: (text, port) => `{\n\tadmin off\n}\n${text.replace('watch.example.com {', `http://127.0.0.1:${port} {`)}`,
    command: (file) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]],
  },
]

async function startProxy(proxy: Proxy, backends: readonly number[]): Promise<{ base: string; stderr(): string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-proxy-'))
  const port = await freePort()
  const text = readFileSync(path.join(ROOT, 'deploy/proxy', proxy.file), 'utf8').replaceAll(
    /\b(?:api|collector)-([12]):8080/g,
    (_all, n: string) => `127.0.0.1:${backends[Number(n) - 1]}`,
  )
  const file = path.join(folder, proxy.file)
  writeFileSync(file, proxy.adapt(text, port))
  const [command, args] = proxy.command(file, folder)
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  onTestFinished(async () => {
    // SIGKILL would leave the worker of nginx behind.
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const base = `http://127.0.0.1:${port}`
  const requestStatus = (): Promise<number> =>
    fetch(`${base}/api/keys`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(requestStatus, { message: stderr }).toBe(401)
  return { base, stderr: () => stderr }
}

const agent = new http.Agent({ keepAlive: true })

const send = (
  base: string,
  method: string,
  route: string,
  headers: Record<string, string>,
  body?: string,
): Promise<string> =>
  new Promise((resolve) => {
    const request = http.request(base + route, { method, agent, headers }, (response) => {
      const status = response.statusCode ?? 0
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      // The answer shows which server refused the request, the proxy or a process, and why.
      const refusal = (): string => ` from ${String(response.headers.server ?? 'a process')}: ${body.slice(0, 200)}`
      response.on('end', () => resolve(`${method} ${status}${status < 400 ? '' : refusal()}`))
      response.on('error', (error) => resolve(String(error)))
    })
    request.on('error', (error) => resolve(String(error)))
    request.end(body)
  })

/** At a constant rate, regardless of response times. */
function startLoad(base: string): { stop(): Promise<Map<string, number>> } {
  const outcomes = new Map<string, number>()
  const pending = new Set<Promise<void>>()
  const note = (sent: Promise<string>): void => {
    const done = sent.then((outcome) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1))
    pending.add(done)
    void done.then(() => pending.delete(done))
  }
  const event = JSON.stringify({ n: 'pageview', u: 'https://example.com/a', w: 1200, i: '7000000001', k: 0, r: '' })
  const timers = [
    // oxlint-disable-next-line no-restricted-globals -- A constant rate, whatever the answers take.
    setInterval(
      () => note(send(base, 'GET', `/api/keys/${user.key_id}`, { authorization: `Bearer ${user.key}` })),
      1000 / REQUESTS_PER_SECOND,
    ),
    // oxlint-disable-next-line no-restricted-globals -- A constant rate, whatever the answers take.
    setInterval(
      () =>
        note(send(base, 'POST', `/t/${tracking_id}`, { 'user-agent': CHROME, 'content-type': 'text/plain' }, event)),
      1000 / EVENTS_PER_SECOND,
    ),
  ]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(pending)
      return outcomes
    },
  }
}

const countOutcomes = (outcomes: ReadonlyMap<string, number>): string =>
  [...outcomes].map(([name, n]) => `${n} × ${name}`).join(', ')

describe('a rolling restart behind the proxies with the files of deploy/proxy', () => {
  it('fails no request of the API and no event, not even while no process is ready', async () => {
    const ports = [await freePort(), await freePort()]
    const programs = await Promise.all(ports.map((port) => startProcess(port, DRAIN_SECONDS)))
    onTestFinished(() => programs.forEach((program) => program.kill('SIGKILL')))
    // Both in front of the same processes, so that these restart once.
    const proxies = await Promise.all(PROXIES.map((proxy) => startProxy(proxy, ports)))
    const loads = proxies.map(({ base }) => startLoad(base))
    for (const [n, port] of ports.entries()) {
      programs[n]?.kill('SIGTERM')
      expect(await programs[n]?.ended).toEqual({ code: 0, signal: null })
      programs[n] = await startProcess(port, 60)
    }
    for (const program of programs) program.kill('SIGTERM')
    await delay(NOTICED_MS)
    for (const [n, load] of loads.entries()) {
      const outcomes = await load.stop()
      reportFigure(`rolling restart behind ${PROXIES[n]?.name}: ${countOutcomes(outcomes)}`)
      const expected = ['GET 200', 'POST 202']
      expect([...outcomes.keys()].sort(), `${PROXIES[n]?.name}: ${proxies[n]?.stderr()}`).toEqual(expected)
    }
  })
})
