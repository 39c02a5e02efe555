import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stopCluster } from '../scripts/postgres.ts'
import { measureAccept } from './collect/accept.ts'
import { measureDelay } from './collect/delay.ts'
import { measureLoad } from './collect/load.ts'
import { FOLDER, openFixture, rounded, type Size } from './collect/fixture.ts'
import type { Outcome } from './main.ts'

/**
 * accept: durable events/s of one collector on one core, compared with the same route that validates but stores nothing.
 * load: rows/s from the inbox into the engine, compared with a native insert of the same file.
 * delay: time from the request until a query sees the event, at half of the maximum load of one collector.
 * bytes_per_event: bytes on disk after merging.
 */
const FULL: Size = { rounds: 5, load_seconds: 8, load_rows: 400_000, delay_seconds: 30 }
/** BENCH_QUICK=1: a smoke test, not for figures. */
const QUICK: Size = { rounds: 2, load_seconds: 3, load_rows: 100_000, delay_seconds: 8 }
const TARGETS = { accept: 0.6, load: 0.8, delay_p99_ms: 2000 }

export async function run(): Promise<Outcome> {
  const size = process.env['BENCH_QUICK'] === '1' ? QUICK : FULL
  mkdirSync(FOLDER, { recursive: true })
  const fixture = await openFixture()
  try {
    const accept = await measureAccept(fixture, size)
    const delay = await measureDelay(fixture, size, accept.durable_per_s / 2)
    await fixture.admin.query('truncate inbox, inbox_loads')
    const { load, size: disk } = await measureLoad(fixture, size)
    const figures = {
      accept,
      load,
      delay_p99_ms: delay.p99,
      delay_p50_ms: delay.p50,
      delay_at_events_per_s: delay.at_per_s,
      events_per_s: accept.durable_per_s,
      events_per_cpu_second: rounded(1e6 / accept.cpu_us, 0),
      bytes_per_event: disk.bytes_per_event,
      bytes_of_columns: disk.columns,
    }
    const isHalfLoad = delay.at_per_s >= 0.9 * (accept.durable_per_s / 2)
    const isMet =
      accept.ratio >= TARGETS.accept && load.ratio >= TARGETS.load && delay.p99 <= TARGETS.delay_p99_ms && isHalfLoad
    return { figures, isMet }
  } finally {
    await fixture.admin.end()
    stopCluster(path.join(FOLDER, 'postgres'), 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
