import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A process that simulates very patient browsers: it posts page views to any collector that answers, at a steady rate, and repeats a
 * post, byte for byte, until it is acknowledged. Its ledger lists the acknowledged events.
 */
export interface Order {
  ports: number[]
  sites: { tracking_id: string; domain: string }[]
  /** The minimum number of events; it continues until it receives "enough". */
  events: number
  events_per_s: number
}

export interface Ledger {
  /** Acknowledged events of each page view: number n means 0 to n - 1. */
  acknowledged: [pageview_id: string, events: number][]
  /** When each of them was acknowledged, by the wall clock. */
  acknowledged_at_ms: number[]
  posts: number
  repeats: number
  /** Events in repeated posts. The first post may have been stored nevertheless. */
  repeated_events: number
  seconds: number
}

const WORKERS = 64
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'
const POST_TIMEOUT_MS = 8000

function postOnce(agent: http.Agent, port: number, path: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const request = http.request(
      {
        agent,
        port,
        path,
        host: '127.0.0.1',
        method: 'POST',
        timeout: POST_TIMEOUT_MS,
        headers: { 'content-type': 'text/plain', 'user-agent': AGENT, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
    request.end(body)
  })
}

const pick = <T>(all: readonly T[], n: number): T => {
  const found = all[n % all.length]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

export async function send(order: Order, isEnough: () => boolean): Promise<Ledger> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: WORKERS })
  const acknowledged: Ledger['acknowledged'] = []
  const acknowledged_at_ms: number[] = []
  const started = performance.now()
  let next = 0
  let sent = 0
  let posts = 0
  let repeats = 0
  let repeated_events = 0

  const sendOne = async (): Promise<void> => {
    const n = next++
    const count = 1 + (n % 5)
    sent += count
    const { tracking_id, domain } = pick(order.sites, n)
    const i = String(10_000_000_000n + BigInt(n))
    const u = `https://${domain}/page-${n % 97}`
    const body = JSON.stringify(
      Array.from({ length: count }, (_, k) =>
        k === 0 ? { n: 'pageview', u, w: 1000, i, k, r: '' } : { n: 'event', u, w: 1000, i, k, a: 'click' },
      ),
    )
    for (let attempt = 0; ; attempt++) {
      posts++
      if (attempt > 0) {
        repeats++
        repeated_events += count
      }
      const status = await postOnce(agent, pick(order.ports, n + attempt), `/t/${tracking_id}`, body)
      if (status === 202) break
      if (status >= 400 && status < 500) throw new Error(`a collector answered ${status}`)
      await wait(100 + Math.random() * 400)
    }
    acknowledged.push([i, count])
    acknowledged_at_ms.push(Date.now())
  }
  const work = async (): Promise<void> => {
    while (sent < order.events || !isEnough()) {
      const due_ms = (sent / order.events_per_s) * 1000 - (performance.now() - started)
      if (due_ms > 0) await wait(due_ms)
      else await sendOne()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  agent.destroy()
  return {
    acknowledged,
    acknowledged_at_ms,
    posts,
    repeats,
    repeated_events,
    seconds: (performance.now() - started) / 1000,
  }
}

if (import.meta.main && process.send) {
  const reply = process.send.bind(process)
  process.on('disconnect', () => process.exit())
  let isEnough = false
  process.on('message', (message: Order | 'enough') => {
    if (message === 'enough') {
      isEnough = true
      return
    }
    send(message, () => isEnough).then(
      (ledger) => reply({ ledger }, () => process.exit()),
      (error: unknown) => reply({ error: String(error) }, () => process.exit(1)),
    )
  })
}
