import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fillUsers } from './alerts/fill.ts'
import type { Order, Report } from './alerts/target.ts'
import { openFixture, pause, say, type Fixture, startProgram } from './checks/fixture.ts'
import type { Outcome } from './main.ts'

/**
 * Measures the time from an outage to its alert, with all roles in one process, like a self-hosted installation.
 *
 * `detection` runs from the first check that hit the outage, as seen by the target, to the arrival of the alert. Sitewatch
 * promises this time. It includes `confirmation_ms` by design: re-checks after 10 s and after 20 s. `from_down` also
 * includes the time until that first check, at most the interval.
 */
interface Size {
  users: number
  monitors: number
  interval_seconds: number
  outages: number
  spread_ms: number
}

const FULL: Size = { users: 50, monitors: 5000, interval_seconds: 60, outages: 200, spread_ms: 120_000 }
/** BENCH_QUICK=1: a smoke test, not for figures. */
const QUICK: Size = { users: 10, monitors: 500, interval_seconds: 10, outages: 20, spread_ms: 10_000 }
const CONFIRMATION_MS = 20_000
const MAX_OVER_MS = 5000

interface Outage {
  down_at: number
  hit_at: number
  alerted_at: number[]
}

/** Outages by monitor name. */
type Ledger = Map<string, Outage>

interface Sink {
  url: string
  /** Names of monitors with a false down alert. */
  invented: string[]
  close(): void
}

async function startSink(ledger: Ledger): Promise<Sink> {
  const invented: string[] = []
  const server = createServer((request, response) => {
    const at = Date.now()
    void text(request).then((body) => {
      response.end('ok')
      // A message repeats the name of its monitor, and may cover several monitors.
      for (const name of new Set([...body.matchAll(/Down: (m\d+)/g)].map(([, named = '']) => named))) {
        const outage = ledger.get(name)
        if (outage) outage.alerted_at.push(at)
        else invented.push(name)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, invented, close: () => server.close().closeAllConnections() }
}

async function startTarget(ledger: Ledger) {
  const child = fork(path.join(import.meta.dirname, 'alerts/target.ts'))
  const port = await new Promise<number>((resolve) => {
    child.on('message', (message: Report) => {
      if ('port' in message) return resolve(message.port)
      const outage = ledger.get(`m${message.path.slice(1)}`)
      if (outage) Object.assign(outage, { down_at: message.down_at, hit_at: message.hit_at })
    })
  })
  return {
    port,
    breakDown(n: number) {
      ledger.set(`m${n}`, { down_at: Date.now(), hit_at: 0, alerted_at: [] })
      child.send({ path: `/${n}`, how: n % 2 === 0 ? 'error' : 'drop' } satisfies Order)
    },
    close: () => void child.kill('SIGKILL'),
  }
}

async function waitUntilChecked({ admin }: Fixture, limit_ms: number): Promise<void> {
  for (const until = Date.now() + limit_ms; ; await pause(250)) {
    const { rows } = await admin.query<{ n: number }>(
      'select count(*)::int as n from monitor_state where last_slot = 0',
    )
    if (rows[0]?.n === 0) return
    if (Date.now() > until) throw new Error(`${rows[0]?.n} monitors were not checked in time`)
  }
}

/** Same number per user: more than ten alerts a minute are merged by design. */
function pickMonitors({ users, monitors, outages }: Size): number[] {
  return Array.from({ length: outages }, (_, k) => {
    const round = Math.floor(k / users)
    const span = Math.floor(monitors / users / Math.ceil(outages / users))
    return (k % users) + users * (round * span + Math.floor(Math.random() * span))
  })
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0)
}

function buildOutcome(size: Size, ledger: Ledger, invented: number): Outcome {
  const alerted = [...ledger.values()].filter((outage) => outage.alerted_at.length > 0)
  const since = (from: 'hit_at' | 'down_at'): number[] =>
    alerted.map((outage) => (outage.alerted_at[0] ?? 0) - outage[from])
  const detection_p99_ms = quantile(since('hit_at'), 0.99)
  const repeats = alerted.reduce((sum, outage) => sum + outage.alerted_at.length - 1, 0)
  const missed = size.outages - alerted.length
  const over_ms = detection_p99_ms - CONFIRMATION_MS
  const figures = {
    detection_p99_ms,
    confirmation_ms: CONFIRMATION_MS,
    over_ms,
    detection_p50_ms: quantile(since('hit_at'), 0.5),
    detection_max_ms: quantile(since('hit_at'), 1),
    from_down_p50_ms: quantile(since('down_at'), 0.5),
    from_down_p99_ms: quantile(since('down_at'), 0.99),
    outages: size.outages,
    missed,
    repeats,
    invented,
    monitors: size.monitors,
    interval_seconds: size.interval_seconds,
    cores: availableParallelism(),
    limits: { over_ms: MAX_OVER_MS },
  }
  return { figures, isMet: over_ms <= MAX_OVER_MS && missed + repeats + invented === 0 }
}

async function measure(fixture: Fixture, size: Size): Promise<Outcome> {
  const ledger: Ledger = new Map()
  const sink = await startSink(ledger)
  const target = await startTarget(ledger)
  await fillUsers(fixture, { ...size, target_port: target.port, sink_url: sink.url })
  const program = await startProgram(fixture, [])
  try {
    say(`the first round of ${size.monitors} monitors`)
    const interval_ms = size.interval_seconds * 1000
    await waitUntilChecked(fixture, 2 * interval_ms + 30_000)
    say(`${size.outages} outages in ${size.spread_ms / 1000} s`)
    await Promise.all(
      pickMonitors(size).map(async (n) => {
        await pause(Math.random() * size.spread_ms)
        target.breakDown(n)
      }),
    )
    const areAllAlerted = (): boolean => [...ledger.values()].every((outage) => outage.alerted_at.length > 0)
    for (const until = Date.now() + interval_ms + CONFIRMATION_MS + 60_000; !areAllAlerted() && Date.now() < until;) {
      await pause(250)
    }
    return buildOutcome(size, ledger, sink.invented.length)
  } finally {
    await program.stop()
    target.close()
    sink.close()
  }
}

export async function run(): Promise<Outcome> {
  const fixture = await openFixture('alerts')
  try {
    return await measure(fixture, process.env['BENCH_QUICK'] === '1' ? QUICK : FULL)
  } finally {
    await fixture.close()
  }
}
