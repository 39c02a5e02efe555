import path from 'node:path'
import { z } from 'zod'
import { defineQuery, integer64, openClickHouse } from '../../server/src/platform/clickhouse/index.ts'
import { createLog } from '../../server/src/platform/log.ts'
import {
  fillMonitors,
  pause,
  readCpuMs,
  readWrittenBytes,
  say,
  type Fixture,
  startProgram,
  startScript,
} from './fixture.ts'

/** Runs all roles in one process with embedded ClickHouse, like a self-hosted installation. */

export interface RunningFigures {
  checks: number
  lateness_p50_ms: number
  lateness_p99_ms: number
  lateness_max_ms: number
  cpu_ms_per_check: number
  bytes_written_per_check: number
  memory_mib: number
}

const latenessQuery = defineQuery({
  name: 'bench.lateness',
  sql: `SELECT count() AS checks, quantileExact(0.5)(late) AS p50, quantileExact(0.99)(late) AS p99, max(late) AS worst
    FROM (SELECT toInt64(date_diff('millisecond', slot, started_at)) AS late FROM checks WHERE slot >= {from:DateTime64(3)})`,
  params: z.object({ from: z.date() }),
  row: z.object({ checks: integer64, p50: integer64, p99: integer64, worst: integer64 }),
})

/** Runs after Sitewatch has exited, because only one process can open the embedded engine. */
async function readLateness({ folder }: Fixture, from: Date) {
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: path.join(folder, 'clickhouse'), CLICKHOUSE_URL: undefined },
    createLog('warn'),
  )
  const [row] = await clickhouse.read(latenessQuery, { from })
  await clickhouse.close()
  if (!row) throw new Error('no checks were loaded')
  return row
}

async function readMemory(pid: number): Promise<number> {
  const { readFileSync } = await import('node:fs')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}

/**
 * A new cluster fills each 16 MiB WAL segment with zeros before its first use, and recycles segments later. In a run of five
 * minutes this costs 640 bytes per check, caused by the new cluster and not by the checks. So segments are created beforehand.
 */
async function recycleWal({ admin }: Fixture): Promise<void> {
  for (let n = 0; n < 8; n++) await admin.query("select pg_logical_emit_message(false, 'bench', 'x'), pg_switch_wal()")
  await admin.query('checkpoint')
}

interface Load {
  monitors: number
  interval_seconds: number
  seconds: number
}

/** Measures from the second round on. The first round after a start catches up and is measured separately. */
export async function measureRunning(
  fixture: Fixture,
  { monitors, interval_seconds, seconds }: Load,
): Promise<RunningFigures> {
  const target = await startScript('target.ts')
  await fillMonitors(fixture, { count: monitors, interval_seconds, url: `http://127.0.{n}:${target.line}/` })
  const program = await startProgram(fixture, [])
  await recycleWal(fixture)
  await pause(interval_seconds * 1000 + 5000)
  const from = new Date()
  const before = { cpu_ms: readCpuMs(fixture, [program.pid]), written_bytes: readWrittenBytes(fixture) }
  const counted = await countChecked(fixture, 0)
  await pause(seconds * 1000)
  const used = { cpu_ms: readCpuMs(fixture, [program.pid]), written_bytes: readWrittenBytes(fixture) }
  const checks = (seconds * monitors) / interval_seconds
  say(`  ${Math.round(checks)} checks were due; ${await countChecked(fixture, counted)} monitors moved on`)
  const memory_mib = await readMemory(program.pid)
  await pause(3000)
  await program.stop()
  await target.stop('SIGKILL')
  const late = await readLateness(fixture, from)
  return {
    checks: late.checks,
    lateness_p50_ms: late.p50,
    lateness_p99_ms: late.p99,
    lateness_max_ms: late.worst,
    cpu_ms_per_check: Number(((used.cpu_ms - before.cpu_ms) / checks).toFixed(3)),
    bytes_written_per_check: Math.round((used.written_bytes - before.written_bytes) / checks),
    memory_mib,
  }
}

async function countChecked({ admin }: Fixture, after: number): Promise<number> {
  const { rows } = await admin.query<{ n: string }>('select count(*) as n from monitor_state where last_slot > $1', [
    after,
  ])
  return after === 0 ? Date.now() : Number(rows[0]?.n)
}

/** Time until every monitor is checked after a start that follows ten minutes of downtime. */
export async function measureFirstRound(fixture: Fixture, monitors: number): Promise<number> {
  const target = await startScript('target.ts')
  const overdue = 'now_ms - 600000 + phase'
  await fillMonitors(fixture, {
    count: monitors,
    interval_seconds: 60,
    url: `http://127.0.{n}:${target.line}/`,
    due: overdue,
  })
  const started = performance.now()
  const program = await startProgram(fixture, [])
  for (;;) {
    const { rows } = await fixture.admin.query<{ n: number }>(
      'select count(*)::int as n from monitor_state where last_slot = 0',
    )
    if (rows[0]?.n === 0) break
    await pause(50)
  }
  const seconds = (performance.now() - started) / 1000
  await program.stop()
  await target.stop('SIGKILL')
  return Number(seconds.toFixed(1))
}
