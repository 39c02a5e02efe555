// Hostile requests, each with a hundred normal ones, in their own process, so that its memory can be measured.
import { createEgress, type EgressResult } from '../../../src/platform/egress/index.ts'

export interface HostileOrder {
  readonly hostile_url: string
  readonly neighbour_url: string
  readonly timeout_ms: number
}

export interface HostileReport {
  readonly outcome: string
  readonly elapsed_ms: number
  /** Since before the first hostile request of this process. */
  readonly grown_bytes: number
  readonly neighbours_ok: number
  readonly neighbours_slowest_ms: number
}

const neighbours = 100
const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })

function describeOutcome(result: EgressResult): string {
  return result.ok ? `${result.status}${result.truncated ? ' truncated' : ''}` : result.kind
}

async function requestNeighbours(url: string, within_ms: number): Promise<EgressResult[]> {
  const visits = Array.from({ length: neighbours }, async (_, i) => {
    // oxlint-disable-next-line no-restricted-globals -- Spread over the hostile request.
    await new Promise((resolve) => setTimeout(resolve, (within_ms * i) / neighbours))
    return egress.request({ url, timeout_ms: 60_000 })
  })
  return Promise.all(visits)
}

let first_bytes: number | undefined

/** Connections and code of normal requests are not counted. */
async function measureStart(order: HostileOrder): Promise<number> {
  await requestNeighbours(order.neighbour_url, 0)
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

async function run(order: HostileOrder): Promise<HostileReport> {
  const before_bytes = (first_bytes ??= await measureStart(order))
  globalThis.gc?.()
  let peak_bytes = process.memoryUsage.rss()
  // oxlint-disable-next-line no-restricted-globals -- Samples the memory.
  const sampler = setInterval(() => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss())), 10)
  const started_at_ms = performance.now()
  const requests = requestNeighbours(order.neighbour_url, 500)
  const result = await egress.request({ url: order.hostile_url, timeout_ms: order.timeout_ms, follow_redirects: 5 })
  const elapsed_ms = performance.now() - started_at_ms
  const answers = await requests
  clearInterval(sampler)
  return {
    outcome: describeOutcome(result),
    elapsed_ms,
    grown_bytes: Math.max(peak_bytes, process.memoryUsage.rss()) - before_bytes,
    neighbours_ok: answers.filter((answer) => answer.ok && answer.status === 200).length,
    neighbours_slowest_ms: Math.max(...answers.map((answer) => answer.timings.total_ms)),
  }
}

process.on('message', (order: HostileOrder) => {
  void run(order).then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit())
