import { zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { startProgram } from '../../support/program.ts'
import { type Behaviour, startTarget } from './target.ts'
import { until } from '../../support/until.ts'

const MONITORS = 12
/** Every other monitor fails, in each of these ways. */
const FAILURES: Behaviour[] = [{ status: 503 }, { drop: true }, { delay_ms: 5000 }]

const env = {
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
}
const app = await startApp(env)
const { admin } = app.database
const target = await startTarget()
const { key } = await app.makeUser()
const start = () => startProgram(app.database, { roles: ['prober'], env: { ...env, SITEWATCH_MIGRATE: '0' } })
const probers = await Promise.all([start(), start()])
afterAll(() => probers.forEach((prober) => prober.kill('SIGKILL')))

interface Row {
  name: string
  status: string
  claimed_by: string | null
  incidents: number
  open: number
}

/** One row for each monitor, by name: its state, the prober that runs its check, and its incidents. */
async function readMonitors(): Promise<Row[]> {
  const { rows } = await admin.query<Row>(
    `select m.friendly_name as name, s.status, p.name as claimed_by, count(i.id)::int as incidents,
       (count(i.id) filter (where i.resolved_at is null))::int as open
     from monitors m join monitor_state s on s.monitor_id = m.id left join probers p on p.id = s.claimed_by
       left join incidents i on i.monitor_id = m.id
     group by 1, 2, 3 order by 1`,
  )
  return rows
}

const untilEach = (is: (row: Row) => boolean, what: string) =>
  until(async () => (await readMonitors()).every(is), what, readMonitors)

/** The slot of every recorded result, as the inbox of the history has it. */
async function listSlots(): Promise<string[]> {
  const { rows } = await admin.query<{ body: Buffer }>(`select body from inbox where kind = 'checks'`)
  return rows
    .flatMap(({ body }) => zstdDecompressSync(body).toString().trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { monitor_id: number; slot: string })
    .map(({ monitor_id, slot }) => `${monitor_id} ${slot}`)
}

/** With random kills, restarts of Postgres and hundreds of outages: torture.full.test.ts and `npm run torture -- checks`. */
it('each outage becomes one incident although the prober that sees it is killed and Postgres drops every connection', async () => {
  const paths = Array.from({ length: MONITORS }, (_, n) => `/m${String(n).padStart(2, '0')}`)
  for (const path of paths) {
    const json = { friendly_name: path, url: target.base + path, interval: 1, timeout_seconds: 1 }
    expect((await app.call('POST', '/api/monitors', { key, json })).status).toBe(201)
  }
  await untilEach(({ status }) => status === 'up', 'all are up')
  const failing = new Set(paths.filter((_, n) => n % 2 === 0))
  const setAll = (find: (n: number) => Behaviour): void => [...failing].forEach((path, n) => target.set(path, find(n)))

  setAll((n) => FAILURES[n % FAILURES.length] ?? {})
  const isHeldBy = (pid: number) => async () =>
    (await readMonitors()).some(({ name, claimed_by }) => failing.has(name) && claimed_by?.endsWith(`/${pid}`))
  const [victim] = probers
  await until(isHeldBy(victim?.pid ?? 0), 'a prober runs a check that will fail')
  victim?.kill('SIGKILL')
  await victim?.ended
  // Instead of waiting until its lease ends, which failover.test.ts does.
  await admin.query(`update probers set seen_at = seen_at - interval '6 seconds' where name like $1`, [
    `%/${victim?.pid}`,
  ])
  await untilEach(({ name, open }) => open === (failing.has(name) ? 1 : 0), 'each outage has an open incident')

  await app.database.setReachable(false)
  setAll(() => ({}))
  await app.database.setReachable(true)
  await untilEach(({ status, open }) => status === 'up' && open === 0, 'all are up and resolved')
  for (const { name, incidents } of await readMonitors()) expect(incidents, name).toBe(failing.has(name) ? 1 : 0)
  const slots = await listSlots()
  expect(slots.length).toBeGreaterThan(3 * failing.size)
  expect(slots.length - new Set(slots).size, 'slots that were evaluated twice').toBe(0)
})
