import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from './certificates.ts'
import type { ThroughputOrder, ThroughputRatio } from './throughput-client.ts'

const children: ChildProcess[] = []
let ratios: ThroughputRatio[] = []

async function runChild(script: string, order: object): Promise<unknown> {
  const child = fork(new URL(script, import.meta.url))
  children.push(child)
  child.send(order)
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} left with ${String(code)}`)))
  const [answer] = (await Promise.race([once(child, 'message'), failed])) as [unknown]
  return answer
}

beforeAll(async () => {
  const authority = createAuthority()
  const [http_port, https_port] = (await runChild('throughput-server.ts', authority.issue(['IP:127.0.0.1'], 2))) as [
    number,
    number,
  ]
  const order: ThroughputOrder = { ca: authority.ca, http_port, https_port }
  ratios = (await runChild('throughput-client.ts', order)) as ThroughputRatio[]
  authority.remove()
})

afterAll(() => {
  for (const child of children) child.kill()
})

// On an idle machine: 1.05–1.1 over http, 0.94–1.0 over TLS. The limit only detects a fundamental change, such as a TLS context or
// an agent for each request, because on a busy machine CPU time itself is off by a quarter.
describe('the ratio of our requests to those of plain Node with agent: false, by CPU time,', () => {
  it.each([
    ['http', 0],
    ['TLS', 1],
  ])('is at least 0.6 over %s', (_, index) => {
    expect(ratios[index]?.by_cpu).toBeGreaterThan(0.6)
  })
})
