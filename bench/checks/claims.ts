import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { countRecorded, measureRecorded, median } from './rate.ts'
import { fillMonitors, pause, say, type Setting, startScript } from './setting.ts'

/** Claims and reports a second through the prober, with targets that cost nothing, against the same SQL by pgbench. */

const ROUNDS = 3
const SECONDS = 8
const CLIENTS = 2
/** What the prober's pool takes at once, and what the history of so many checks takes compressed. */
const BATCH = 300
const BODY_BYTES = 4000

export interface ClaimRate {
  ratio: number
  ours_per_second: number
  pgbench_per_second: number
}

const SCRIPT = `\\set prober :base + :client_id
begin; set local role sitewatch_prober;
select array_agg(monitor_id) as ids, array_agg(location) as places, array_agg(last_slot) as seen,
  array_agg(greatest(next_due_at, last_slot + 1)) as slots, array_agg(clock_ms() + 1000) as due,
  array_agg(clock_ms()) as checked, array_agg(2.1) as response
from claim_checks(:prober, array['', 'default'], array['http', 'http'], array[${BATCH}, ${BATCH}]) \\gset
select find_next_due(array['', 'default'], array['http', 'http']);
commit;
begin; set local role sitewatch_worker;
select advance_checks(:prober, :ids::bigint[], :places::text[], :seen::bigint[], :slots::bigint[], :due::bigint[],
  :checked::bigint[], :response::real[]);
insert into inbox (kind, row_count, raw_bytes, body) values ('checks', cardinality(:ids::bigint[]), 50000, :body::bytea);
commit;
`

async function signOn({ admin }: Setting): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < CLIENTS; n++) {
    const { rows } = await admin.query<{ id: number }>(`select prober_id as id from beat_prober(0, 'pgbench', '')`)
    ids.push(rows[0]?.id ?? 0)
  }
  return ids
}

async function measurePgbench(setting: Setting): Promise<number> {
  const ids = await signOn(setting)
  const script = path.join(setting.folder, 'claims.sql')
  writeFileSync(script, SCRIPT)
  const beating = setInterval(() => {
    void setting.admin.query('update probers set seen_at = checks_clock() where id = any($1)', [ids])
  }, 1000)
  const body = `\\x${randomBytes(BODY_BYTES).toString('hex')}`
  const url = `${setting.url}?options=${encodeURIComponent('-c search_path=sitewatch')}`
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
  const before = { at: performance.now(), checks: await countRecorded(setting) }
  const child = spawn(findPgbench(), [...args, '-f', script, url], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error('pgbench failed')
  const per_second = (((await countRecorded(setting)) - before.checks) * 1000) / (performance.now() - before.at)
  clearInterval(beating)
  await setting.admin.query('delete from probers')
  await setting.admin.query('truncate inbox')
  return per_second
}

function findPgbench(): string {
  const folder = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1'], { encoding: 'utf8' })
  return path.join(folder.trim(), 'pgbench')
}

async function measureOurs(setting: Setting): Promise<number> {
  const prober = await startScript('noop.ts', [setting.url])
  await pause(3000)
  const { per_second } = await measureRecorded(setting, prober.pid, SECONDS)
  await prober.stop()
  await setting.admin.query('truncate inbox')
  return per_second
}

export async function measureClaims(setting: Setting): Promise<ClaimRate> {
  await fillMonitors(setting, { count: 50_000, interval_seconds: 1, url: 'http://127.0.0.{n}:1/' })
  const ours: number[] = []
  const bare: number[] = [await measurePgbench(setting)]
  for (let n = 0; n < ROUNDS; n++) {
    ours.push(await measureOurs(setting))
    bare.push(await measurePgbench(setting))
    say(`  ours ${Math.round(ours.at(-1) ?? 0)}/s, pgbench ${Math.round(bare.at(-1) ?? 0)}/s`)
  }
  const ratios = ours.map((rate, n) => (2 * rate) / ((bare[n] ?? 0) + (bare[n + 1] ?? 0)))
  return {
    ratio: Number(median(ratios).toFixed(3)),
    ours_per_second: Math.round(median(ours)),
    pgbench_per_second: Math.round(median(bare)),
  }
}
