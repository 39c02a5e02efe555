import type { ChildProcess } from 'node:child_process'
import type { LoadOptions } from './load-generator.ts'
import {
  pin,
  rate,
  rounded,
  say,
  type Fixture,
  type Size,
  sendLoad,
  sendLoadCounted,
  startBare,
  startLoadGenerator,
  startCollector,
} from './fixture.ts'
import type { Server } from '../server.ts'
import { median } from '../../server/test/support/samples.ts'

const CONNECTIONS = 512

/** JIT compilation of the hot paths takes about ten thousand requests. Until then, each costs twice as much. */
const WARM_REQUESTS = 60_000
const MAX_WARM_UPS = 20

async function warmUp(
  generator: ChildProcess,
  { port }: Server,
  options: Omit<LoadOptions, 'port' | 'seconds'>,
): Promise<void> {
  let sent = 0
  for (let n = 0; n < MAX_WARM_UPS && sent < WARM_REQUESTS; n++) {
    sent += (await sendLoad(generator, { ...options, port, seconds: 2 })).accepted
  }
}

/** Alternates between both, so that other load on the machine affects both. */
export async function measureAccept({ url, sites, admin }: Fixture, size: Size) {
  const durable = await startCollector(url, undefined, ['collector'])
  const bare = await startBare()
  const generator = startLoadGenerator()
  pin(durable.child.pid, 0)
  pin(bare.child.pid, 0)
  pin(generator.pid, 1)
  const options = { sites: sites.slice(0, 1), connections: CONNECTIONS, per_s: 0 }
  const found: { durable: number; bare: number; cpu_us: number; bare_cpu_us: number }[] = []
  try {
    for (const server of [durable, bare]) await warmUp(generator, server, options)
    for (let round = 0; round < size.rounds; round++) {
      const stored = await sendLoadCounted(generator, durable, { ...options, seconds: size.load_seconds })
      const dropped = await sendLoadCounted(generator, bare, { ...options, seconds: size.load_seconds })
      found.push({ durable: rate(stored), bare: rate(dropped), cpu_us: stored.cpu_us, bare_cpu_us: dropped.cpu_us })
      say(
        `accept: ${rate(stored).toFixed(0)}/s durable (${stored.cpu_us.toFixed(0)} µs of processor each, p99 ${stored.p99_ms} ms), ` +
          `${rate(dropped).toFixed(0)}/s that store nothing (${dropped.cpu_us.toFixed(0)} µs)`,
      )
      await admin.query('truncate inbox, inbox_loads')
    }
  } finally {
    for (const { child } of [durable, bare]) child.kill('SIGKILL')
    generator.kill('SIGKILL')
  }
  return {
    ratio: rounded(median(found.map((each) => each.durable / each.bare))),
    durable_per_s: Math.round(median(found.map((each) => each.durable))),
    bare_per_s: Math.round(median(found.map((each) => each.bare))),
    cpu_us: Math.round(median(found.map((each) => each.cpu_us))),
    bare_cpu_us: Math.round(median(found.map((each) => each.bare_cpu_us))),
  }
}
