import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostileOrder, HostileReport } from './hostile-client.ts'
import { startHttpTarget, type Target } from './targets.ts'
import { expectPromised } from '../../support/expect-promised.ts'

const timeout_ms = 1_000
/** Where something else than the deadline ends it, so that a busy machine does not meet the deadline first. */
const long_timeout_ms = 60_000
const grace_ms = 500
const memory_max_bytes = 32 * 1024 * 1024

/** The expected outcome of each behaviour. `timeout` only where the server sends nothing that explains more. */
const outcomes: Record<string, string> = {
  silence: 'timeout',
  'drip-status': 'timeout',
  'drip-headers': 'timeout',
  'drip-body': 'timeout',
  'drip-chunks': 'timeout',
  'drip-interim': 'timeout',
  'endless-status': 'protocol',
  'endless-header': 'protocol',
  'endless-headers': 'protocol',
  'endless-100': 'protocol',
  'endless-103': 'protocol',
  'endless-body': '200 truncated',
  'endless-chunks-of-one-byte': '200 truncated',
  'endless-chunk-extension': 'protocol',
  'endless-trailers': 'protocol',
  'ten-gigabytes': '200 truncated',
  'gzip-bomb': '200 truncated',
  'brotli-bomb': '200 truncated',
  'gzip-of-nothing': '200 truncated',
  'redirect-loop': 'too_many_redirects',
  'redirect-slowly': 'timeout',
  'redirect-with-endless-body': 'too_many_redirects',
  reset: 'connect',
  'reset-in-headers': 'connect',
  'reset-in-body': 'connect',
  garbage: 'protocol',
}

let server: ChildProcess
let client: ChildProcess
let neighbour: Target
let port = 0
let behaviours: string[] = []

beforeAll(async () => {
  server = fork(new URL('hostile-server.ts', import.meta.url))
  const [ready] = (await once(server, 'message')) as [{ port: number; behaviours: string[] }]
  port = ready.port
  behaviours = ready.behaviours
  client = fork(new URL('hostile-client.ts', import.meta.url), { execArgv: ['--expose-gc'] })
  neighbour = await startHttpTarget((_, response) => response.end('fine'))
})

afterAll(async () => {
  client.kill()
  server.kill()
  await neighbour.close()
})

async function runClient(name: string): Promise<HostileReport> {
  const order: HostileOrder = {
    hostile_url: `http://127.0.0.1:${port}/${name}`,
    neighbour_url: neighbour.url,
    timeout_ms: outcomes[name] === 'timeout' ? timeout_ms : long_timeout_ms,
  }
  client.send(order)
  const [report] = (await Promise.race([once(client, 'message'), failOnExit(client)])) as [HostileReport]
  return report
}

async function failOnExit(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number]
  throw new Error(`the client left with ${code}`)
}

describe('a hostile target', () => {
  it('has a test for every behaviour of the hostile server', () => {
    expect(Object.keys(outcomes).sort()).toEqual([...behaviours].sort())
  })

  it.each(Object.keys(outcomes))('with %s ends in time, in 32 MB, and does not affect other requests', async (name) => {
    const report = await runClient(name)
    expect(report.outcome).toBe(outcomes[name])
    expectPromised(report.elapsed_ms, timeout_ms + grace_ms)
    expect(report.grown_bytes).toBeLessThanOrEqual(memory_max_bytes)
    expect(report.neighbours_ok).toBe(100)
    expectPromised(report.neighbours_slowest_ms, timeout_ms + grace_ms)
  })
})
