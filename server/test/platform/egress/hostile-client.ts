// One hostile request and a hundred normal ones, in its own process, so that its memory can be measured.
import { createEgress, type EgressResult } from '../../../src/platform/egress/index.ts'

export interface HostileOrder {
  readonly hostile_url: string
  readonly neighbour_url: string
  readonly timeout_ms: number
}

export interface HostileReport {
  readonly outcome: string
  readonly elapsed_ms: number
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
    await new Promise((resolve) => setTimeout(resolve, (within_ms * i) / neighbours))
    return egress.request({ url, timeout_ms: 10_000 })
  })
  return Promise.all(visits)
}

async function run(order: HostileOrder): Promise<HostileReport> {
  await requestNeighbours(order.neighbour_url, 0)
  globalThis.gc?.()
  const before_bytes = process.memoryUsage.rss()
  let peak_bytes = before_bytes
  const sampler = setInterval(() => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss())), 10)
  const started_at_ms = performance.now()
  const requests = requestNeighbours(order.neighbour_url, order.timeout_ms / 2)
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
