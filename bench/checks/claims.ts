import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { median } from '../../server/test/support/samples.ts'
import { countRecorded, measureRecorded } from './rate.ts'
import { fillMonitors, openFixture, pause, say, type Fixture, startScript } from './fixture.ts'

/**
 * Measures claims and reports per second through the prober with no-op targets, compared with the same SQL in pgbench. Both run
 * at the same time, each on its own Postgres.
 */

const ROUNDS = 3
const SECONDS = 8
const CLIENTS = 2
/** Batch size of the prober pool. BODY_BYTES is the compressed history of that many checks. */
const BATCH = 300
const BODY_BYTES = 4000

export interface ClaimRate {
  ratio: number
  ours_per_second: number
  pgbench_per_second: number
}

const SCRIPT = `\\set prober :base + :client_id
begin; set local role sitewatch_prober;
select monitor_ids as ids, last_slots as seen, array_fill(clock_ms() + 1000, array[cardinality(monitor_ids)]) as due,
  array_fill(clock_ms(), array[cardinality(monitor_ids)]) as checked, array_fill(2.1, array[cardinality(monitor_ids)]) as response,
  team_ids, statuses, interval_ms, phase_ms, next_due_at, incident_floor_at, tls_expires_at, unsettled, urls,
  timeout_seconds, settings, secrets
from claim_due_checks(:prober, array[''], array['http'], array[${BATCH}]) \\gset
select clock_ms(), find_next_due(array[''], array['http']);
commit;
begin; set local role sitewatch_worker;
select advance_checks(:prober, '', :ids::bigint[], :seen::bigint[], :due::bigint[], :checked::bigint[], :response::real[]);
insert into inbox (kind, row_count, raw_bytes, body) values ('checks', cardinality(:ids::bigint[]), 50000, :body::bytea);
commit;
`

async function registerProbers({ admin }: Fixture): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < CLIENTS; n++) {
    const { rows } = await admin.query<{ id: number }>(`select prober_id as id from beat_prober(0, 'pgbench', '')`)
    ids.push(rows[0]?.id ?? 0)
  }
  return ids
}

async function measurePgbench(fixture: Fixture): Promise<number> {
  const ids = await registerProbers(fixture)
  const script = path.join(fixture.folder, 'claims.sql')
  writeFileSync(script, SCRIPT)
  const heartbeat = setInterval(() => {
    void fixture.admin.query('update probers set seen_at = checks_clock() where id = any($1)', [ids])
  }, 1000)
  const body = `\\x${randomBytes(BODY_BYTES).toString('hex')}`
  const url = `${fixture.url}?options=${encodeURIComponent('-c search_path=sitewatch')}`
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '1',
    '-T',
    String(SECONDS),
    '-D',
    `base=${ids[0]}`,
    '-D',
    `body=${body}`,
  ]
  const before = { at: performance.now(), checks: await countRecorded(fixture) }
  const child = spawn(findPgbench(), [...args, '-f', script, url], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error('pgbench failed')
  const per_second = (((await countRecorded(fixture)) - before.checks) * 1000) / (performance.now() - before.at)
  clearInterval(heartbeat)
  await fixture.admin.query('delete from probers')
  await fixture.admin.query('truncate inbox')
  return per_second
}

function findPgbench(): string {
  const folder = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1'], { encoding: 'utf8' })
  return path.join(folder.trim(), 'pgbench')
}

const WARM_UP_CHECKS = 60_000
const MAX_WARM_UP_MS = 30_000

async function measurePair(ours: Fixture, bare: Fixture): Promise<{ ours: number; bare: number }> {
  const prober = await startScript('noop.ts', [ours.url])
  const until = performance.now() + MAX_WARM_UP_MS
  while ((await countRecorded(ours)) < WARM_UP_CHECKS && performance.now() < until) await pause(250)
  const [sample, rate] = await Promise.all([measureRecorded(ours, prober.pid, SECONDS), measurePgbench(bare)])
  await prober.stop()
  await ours.admin.query('truncate inbox')
  say(`  ours ${Math.round(sample.per_second)}/s, pgbench ${Math.round(rate)}/s`)
  return { ours: sample.per_second, bare: rate }
}

export async function measureClaims(): Promise<ClaimRate> {
  const fixtures = [await openFixture('claims'), await openFixture('pgbench')] as const
  try {
    const fill = { count: 50_000, interval_seconds: 1, url: 'http://127.0.{n}:1/' }
    for (const fixture of fixtures) await fillMonitors(fixture, fill)
    const pairs: { ours: number; bare: number }[] = []
    for (let n = 0; n < ROUNDS; n++) pairs.push(await measurePair(...fixtures))
    return {
      ratio: Number(median(pairs.map(({ ours, bare }) => ours / bare)).toFixed(3)),
      ours_per_second: Math.round(median(pairs.map(({ ours }) => ours))),
      pgbench_per_second: Math.round(median(pairs.map(({ bare }) => bare))),
    }
  } finally {
    for (const fixture of fixtures) await fixture.close()
  }
}
