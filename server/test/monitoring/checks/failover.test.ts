import { afterAll, expect, it } from 'vitest'
import { expectPromised, measure } from '../../support/expect-promised.ts'
import { type Program, startProgram } from '../../support/program.ts'
import { reportFigure } from '../../support/report.ts'
import { startApp } from '../../support/app.ts'
import { startTarget } from './target.ts'
import { until } from '../../support/until.ts'

const WITHIN_MS = 10_000
/** Longer than the lease of a prober, 6 s. */
const SLOW_MS = 7000
const MONITORS = 12

const env = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_ANCHORS: 'none' }
const app = await startApp(env)
const { admin } = app.database
// The daily slot of a monitor is a time of day that depends on its id: never one during the test.
await admin.query(`create function set_far_slot() returns trigger language plpgsql as $$ begin
    new.phase_ms := ((extract(epoch from now()) * 1000)::bigint + 43200000) % 86400000; return new; end $$;
  create trigger far_slot before insert on monitor_state for each row execute function set_far_slot()`)
const target = await startTarget()
const { key } = await app.makeUser()
const start = () => startProgram(app.database, { roles: ['prober'], env: { ...env, SITEWATCH_MIGRATE: '0' } })
const probers = await Promise.all([start(), start()])
afterAll(() => probers.forEach((prober) => prober.kill('SIGKILL')))

const countOf = (path: string): number => target.requests.filter((request) => request.path === path).length
const paths = (name: string): string[] => Array.from({ length: MONITORS }, (_, n) => `/${name}/${n}`)

/** Checks that get no answer until the returned function is called; waits until all are under way. */
async function watchHeld(name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const path of paths(name)) {
    target.set(path, { after: promise })
    // Once a day: with a shorter interval the next slot could come during the test.
    const json = { friendly_name: path, url: target.base + path, interval: 86_400, timeout_seconds: 60 }
    expect((await app.call('POST', '/api/monitors', { key, json })).status).toBe(201)
  }
  await until(() => paths(name).every((path) => countOf(path) === 1), 'all are under way')
  return resolve
}

async function countChecked(name: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from monitors m join monitor_state s on s.monitor_id = m.id
     where friendly_name like $1 and s.status = 'up'`,
    [`/${name}/%`],
  )
  return rows[0]?.n ?? 0
}
const untilUp = (name: string) => until(async () => (await countChecked(name)) === MONITORS, `all of ${name} are up`)

async function listHeld(name: string, { pid }: Program): Promise<string[]> {
  const { rows } = await admin.query<{ path: string }>(
    `select m.friendly_name as path from monitor_state s join probers p on p.id = s.claimed_by
     join monitors m on m.id = s.monitor_id where m.friendly_name like $1 and p.name like $2`,
    [`/${name}/%`, `%/${pid}`],
  )
  return rows.map(({ path }) => path)
}

async function expectNoIncident(): Promise<void> {
  const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from incidents')
  expect(rows[0]?.n).toBe(0)
}

it('another prober runs the checks of a killed one in time; no other is repeated, although it takes longer than a lease', async () => {
  const release = await watchHeld('killed')
  const held = await Promise.all(probers.map((prober) => listHeld('killed', prober)))
  const victim = (held[0]?.length ?? 0) > 0 ? 0 : 1
  const lost = held[victim] ?? []
  probers[victim]?.kill('SIGKILL')
  probers.splice(victim, 1)
  const took_ms = await measure(
    until(() => lost.every((path) => countOf(path) === 2), 'all that it held is asked again'),
  )
  reportFigure(
    `${lost.length} checks of a killed prober were under way elsewhere after ${(took_ms / 1000).toFixed(1)} s`,
  )
  expectPromised(took_ms, WITHIN_MS)
  const since_ms = performance.now()
  await until(() => performance.now() - since_ms > SLOW_MS, 'every check has run longer than a lease')
  release()
  await untilUp('killed')
  for (const path of paths('killed')) expect(countOf(path), path).toBe(lost.includes(path) ? 2 : 1)
  await expectNoIncident()
})

const readSlots = async () =>
  (
    await admin.query(
      `select s.monitor_id, s.last_slot, s.status from monitor_state s join monitors m on m.id = s.monitor_id
       where m.friendly_name like '/stopped/%' order by 1`,
    )
  ).rows

/** Its rows, those of them that are alive, and the checks that it holds. */
async function countProbers({ pid }: Program): Promise<{ held: number; there: number; alive: number }> {
  const { rows } = await admin.query<{ held: number; there: number; alive: number }>(
    `select (select count(*)::int from monitor_state s join probers p on p.id = s.claimed_by where p.name like $1) as held,
       count(*)::int as there, (count(*) filter (where is_alive(seen_at)))::int as alive from probers where name like $1`,
    [`%/${pid}`],
  )
  return rows[0] ?? { held: -1, there: -1, alive: -1 }
}

it('a prober that was suspended and resumes does not report outdated results, and leaves nothing behind when it stops', async () => {
  const [sleeper] = probers
  if (!sleeper) throw new Error('no prober is left')
  const release = await watchHeld('stopped')
  sleeper.kill('SIGSTOP')
  const next = await start()
  probers.push(next)
  await until(() => paths('stopped').every((path) => countOf(path) === 2), 'all are asked again')
  release()
  await untilUp('stopped')
  const before = await readSlots()
  sleeper.kill('SIGCONT')
  await until(async () => (await countProbers(sleeper)).alive === 1, 'it is alive again')
  // It ends only when what it has to report is reported.
  sleeper.kill('SIGTERM')
  expect(await sleeper.ended).toEqual({ code: 0, signal: null })
  expect(await readSlots()).toEqual(before)
  await expectNoIncident()

  const finish = await watchHeld('leaving')
  expect(await listHeld('leaving', next)).toHaveLength(MONITORS)
  next.kill('SIGTERM')
  await until(() => next.lines.some(({ msg }) => String(msg).startsWith('stopping')), 'it stops')
  finish()
  expect(await next.ended).toEqual({ code: 0, signal: null })
  expect(await countChecked('leaving')).toBe(MONITORS)
  expect(await countProbers(next)).toEqual({ held: 0, there: 0, alive: 0 })
})
