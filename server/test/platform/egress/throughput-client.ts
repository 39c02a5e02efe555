// Compares our requests with plain Node's, in turns, without the test runner: its module wrapping alone costs a third of a request.
import { once } from 'node:events'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { createSecureContext } from 'node:tls'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { median } from '../../support/samples.ts'

export interface ThroughputOrder {
  readonly ca: string
  readonly http_port: number
  readonly https_port: number
}

/** Ours ÷ plain Node: requests by CPU time of this process, and by the clock. */
export interface ThroughputRatio {
  readonly by_cpu: number
  readonly by_clock: number
  readonly ours_per_second: number
}

const concurrency = 50
const rounds = 5

type Send = () => Promise<void>

function getPlain(url: string, get: typeof getHttps, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(void Buffer.concat(chunks)))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

async function measure(send: Send, requests: number): Promise<{ cpu_ms: number; clock_ms: number }> {
  let remaining = requests
  const cpu = process.cpuUsage()
  const started_at_ms = performance.now()
  const visit = async (): Promise<void> => {
    while (remaining-- > 0) await send()
  }
  await Promise.all(Array.from({ length: concurrency }, visit))
  const used = process.cpuUsage(cpu)
  return { cpu_ms: (used.user + used.system) / 1000, clock_ms: performance.now() - started_at_ms }
}

async function compare(bare: Send, ours: Send, requests: number): Promise<ThroughputRatio> {
  await measure(bare, requests)
  await measure(ours, requests)
  const pairs = []
  for (let i = 0; i < rounds; i++) {
    const early = i % 2 === 0 ? await measure(ours, requests) : null
    const reference = await measure(bare, requests)
    pairs.push({ reference, own: early ?? (await measure(ours, requests)) })
  }
  return {
    by_cpu: median(pairs.map(({ reference, own }) => reference.cpu_ms / own.cpu_ms)),
    by_clock: median(pairs.map(({ reference, own }) => reference.clock_ms / own.clock_ms)),
    ours_per_second: median(pairs.map(({ own }) => (requests / own.clock_ms) * 1000)),
  }
}

const [order] = (await once(process, 'message')) as [ThroughputOrder]
const egress = createEgress({ allowPrivate: ['127.0.0.0/8'], ca: [order.ca] })
const secureContext = createSecureContext({ ca: order.ca })

async function send(url: string): Promise<void> {
  const result = await egress.request({ url, timeout_ms: 30_000, follow_redirects: 5 })
  if (!result.ok) throw new Error(result.message)
}

const http = `http://127.0.0.1:${order.http_port}/`
const https = `https://127.0.0.1:${order.https_port}/`
const ratios: ThroughputRatio[] = [
  await compare(
    () => getPlain(http, getHttp, {}),
    () => send(http),
    800,
  ),
  await compare(
    () => getPlain(https, getHttps, { secureContext }),
    () => send(https),
    150,
  ),
]
process.send?.(ratios, () => process.exit())
