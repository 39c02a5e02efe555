import { spawn } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import tls from 'node:tls'
import { readSettings, type MonitorType } from '@sitewatch/contract'
import { findCheckType } from '../../server/src/monitoring/checks/index.ts'
import { createEgress } from '../../server/src/platform/egress/index.ts'

/**
 * Runs checks of one type for some seconds, through Sitewatch or with the bare library call, and prints { checks, cpu_ms }.
 * `loop.ts ours|bare TYPE PORT CA SECONDS`. Runs as a separate process, so that its CPU time can be measured.
 */
const [side = '', type = '', port_text = '', ca = '', seconds = '1'] = process.argv.slice(2)
const port = Number(port_text)
const CONCURRENCY = type === 'ping' ? 16 : 32
const host = '127.0.0.1'

const secureContext = tls.createSecureContext({ ca })
const resolver = new Resolver()
resolver.setServers([`${host}:${port}`])

const BARE: Record<string, () => Promise<unknown>> = {
  async tcp() {
    const socket = net.connect({ host, port, noDelay: true })
    await once(socket, 'connect')
    socket.destroy()
  },
  async tls() {
    const socket = tls.connect({ host, port, secureContext })
    await once(socket, 'secureConnect')
    socket.getPeerX509Certificate()
    socket.destroy()
  },
  dns: () => resolver.resolve4('web.test'),
  http: () =>
    new Promise((resolve, reject) => {
      const request = http.get({ host, port, agent: false }, (response) => response.resume().on('end', resolve))
      request.on('error', reject)
    }),
  async ping() {
    const flags = ['-C', '3', '-p', '100', '-t', '9000', '-4', '--', host]
    await once(spawn('fping', flags, { stdio: ['ignore', 'pipe', 'pipe'] }), 'close')
  },
}

const egress = createEgress({ allowPrivate: ['127.0.0.0/8'], ca: [ca] })
const urls: Record<string, string> = { http: `http://${host}:${port}/`, ping: host, dns: 'web.test' }
const input = type === 'dns' ? { resolver: `${host}:${port}` } : {}

async function runOurs(): Promise<void> {
  const settings = readSettings(type as MonitorType, input, {})
  const target = { url: urls[type] ?? `${host}:${port}`, timeout_ms: 10_000, settings }
  const run = findCheckType(type as MonitorType).run as (
    tools: object,
    target: object,
  ) => Promise<{ outcome: { kind: string } }>
  const { outcome } = await run({ egress, makeHeaders: () => ({}) }, target)
  if (outcome.kind !== 'success') throw new Error(JSON.stringify(outcome))
}

const check = side === 'ours' ? runOurs : BARE[type]
if (!check) throw new Error(`unknown type ${type}`)
let checks = 0
const loop = async (until_ms: number): Promise<void> => {
  for (; performance.now() < until_ms; checks++) await check()
}
const runConcurrently = (for_ms: number): Promise<unknown> =>
  Promise.all(Array.from({ length: CONCURRENCY }, () => loop(performance.now() + for_ms)))

await runConcurrently(500)
checks = 0
const before = process.cpuUsage()
await runConcurrently(Number(seconds) * 1000)
const { user, system } = process.cpuUsage(before)
process.stdout.write(`${JSON.stringify({ checks, cpu_ms: (user + system) / 1000 })}\n`)
process.exit()
