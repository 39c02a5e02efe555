import type { Outcome } from './main.ts'
import { countRecorded } from './checks/rate.ts'
import { fillMonitors, openFixture, pause, readCpuMs, say, type Fixture, startScript } from './checks/fixture.ts'

/**
 * Load of one cell: 1,000,000 monitors at 60 s are 16,667 claims and reports per second for three minutes, with no-op checks.
 * Shows the cost in Postgres, the lateness, and whether the table size stays stable.
 */
const MONITORS = 1_000_000
const INTERVAL_SECONDS = 60
const SECONDS = 180
const PROBERS = 2
const PER_SECOND = MONITORS / INTERVAL_SECONDS

interface Sizes {
  table_mib: number
  primary_key_mib: number
  due_index_mib: number
  dead_rows: number
}

async function readSizes({ admin }: Fixture): Promise<Sizes> {
  const { rows } = await admin.query<Sizes>(`
    select pg_relation_size('monitor_state')::float8 / 1048576 as table_mib,
      pg_relation_size('monitor_state_pkey')::float8 / 1048576 as primary_key_mib,
      pg_relation_size('monitor_state_due')::float8 / 1048576 as due_index_mib,
      (select n_dead_tup::float8 from pg_stat_user_tables where relname = 'monitor_state') as dead_rows`)
  const [sizes] = rows
  if (!sizes) throw new Error('no sizes')
  return Object.fromEntries(Object.entries(sizes).map(([name, value]) => [name, Math.round(value)])) as unknown as Sizes
}

function findQuantile(late: ReadonlyMap<number, number>, share: number): number {
  const total = [...late.values()].reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (const [ms, count] of [...late].sort(([a], [b]) => a - b)) {
    seen += count
    if (seen >= total * share) return ms
  }
  return 0
}

async function measure(fixture: Fixture) {
  await fixture.admin.query(`alter system set max_wal_size = '4GB'`)
  await fixture.admin.query('select pg_reload_conf()')
  say(`filling ${MONITORS} monitors`)
  await fillMonitors(fixture, { count: MONITORS, interval_seconds: INTERVAL_SECONDS, url: 'http://127.0.0.{n}:1/' })
  const before = await readSizes(fixture)
  const probers: Awaited<ReturnType<typeof startScript>>[] = []
  for (let n = 0; n < PROBERS; n++) probers.push(await startScript('noop.ts', [fixture.url]))
  const readLateness = async (): Promise<Map<number, number>> => {
    const late = new Map<number, number>()
    for (const prober of probers) {
      prober.child.kill('SIGUSR2')
      const { late_ms } = JSON.parse(await prober.readLine()) as { late_ms: [number, number][] }
      for (const [ms, count] of late_ms) late.set(ms, (late.get(ms) ?? 0) + count)
    }
    return late
  }
  // The probers first catch up on checks that became due during the fill.
  await pause(20_000)
  await readLateness()
  say(`running for ${SECONDS} s`)
  const from = { at: performance.now(), checks: await countRecorded(fixture), postgres_ms: readCpuMs(fixture, []) }
  const { rows: wal } = await fixture.admin.query<{ at: string }>('select pg_current_wal_lsn() as at')
  await pause(SECONDS * 1000)
  const late = await readLateness()
  const checks = (await countRecorded(fixture)) - from.checks
  const seconds = (performance.now() - from.at) / 1000
  const used_ms = readCpuMs(fixture, []) - from.postgres_ms
  const { rows: written } = await fixture.admin.query<{ bytes: string }>(
    'select pg_current_wal_lsn() - $1::pg_lsn as bytes',
    [wal[0]?.at],
  )
  for (const prober of probers) await prober.stop()
  return {
    monitors: MONITORS,
    checks,
    per_second: Math.round(checks / seconds),
    wanted_per_second: Math.round(PER_SECOND),
    claim_cost_us: Number(((1000 * used_ms) / checks).toFixed(1)),
    postgres_cores: Number((used_ms / 1000 / seconds).toFixed(2)),
    wal_bytes_per_check: Math.round(Number(written[0]?.bytes) / checks),
    lateness_p50_ms: findQuantile(late, 0.5),
    lateness_p99_ms: findQuantile(late, 0.99),
    before,
    after: await readSizes(fixture),
  }
}

export async function run(): Promise<Outcome> {
  const fixture = await openFixture('checks-scale')
  try {
    const figures = await measure(fixture)
    const { before, after } = figures
    const isSteady = after.table_mib <= before.table_mib * 1.5 && after.due_index_mib <= before.due_index_mib * 3
    return { figures, isMet: isSteady && figures.per_second >= PER_SECOND * 0.98 }
  } finally {
    await fixture.close()
  }
}
