import { afterAll, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { reportFigure } from '../../support/report.ts'
import { startProgram } from '../../support/program.ts'
import { startTarget } from './target.ts'
import { until } from './until.ts'
import { promisedMs } from '../../support/promised.ts'

const WITHIN_MS = promisedMs(10_000)
const SLOW_MS = 8000
const MONITORS = 12

const env = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_ANCHORS: 'none' }
const app = await startApp(env)
// The daily slot of a monitor is a time of day that depends on its id: never one during the test.
await app.database.admin.query(`create function set_far_slot() returns trigger language plpgsql as $$ begin
    new.phase_ms := ((extract(epoch from now()) * 1000)::bigint + 43200000) % 86400000; return new; end $$;
  create trigger far_slot before insert on monitor_state for each row execute function set_far_slot()`)
const target = await startTarget()
const { key } = await app.makeUser()
const start = () => startProgram(app.database, { roles: ['prober'], env })
const probers = [await start(), await start()]
afterAll(() => probers.forEach((prober) => prober.kill('SIGKILL')))

const countOf = (path: string): number => target.requests.filter((request) => request.path === path).length
const paths = (name: string): string[] => Array.from({ length: MONITORS }, (_, n) => `/${name}/${n}`)

async function watchSlow(name: string): Promise<void> {
  for (const path of paths(name)) {
    target.set(path, { delay_ms: SLOW_MS })
    // Once a day: with a shorter interval the next slot could come during the test.
    const json = { friendly_name: path, url: target.base + path, interval: 86_400, timeout_seconds: 20 }
    expect((await app.call('POST', '/api/monitors', { key, json })).status).toBe(201)
  }
}

async function countChecked(name: string): Promise<number> {
  const { rows } = await app.database.admin.query<{ n: number }>(
    `select count(*)::int as n from monitors m join monitor_state s on s.monitor_id = m.id
     where friendly_name like $1 and s.status = 'up'`,
    [`/${name}/%`],
  )
  return rows[0]?.n ?? 0
}

it('a check that takes longer than a lease runs once', async () => {
  await watchSlow('slow')
  await until(async () => (await countChecked('slow')) === MONITORS, 'all are up')
  expect(paths('slow').map(countOf)).toEqual(paths('slow').map(() => 1))
})

it('another prober runs the checks of a killed one in time, and each counts once', async () => {
  await watchSlow('held')
  await until(() => paths('held').every((path) => countOf(path) === 1), 'all are under way')
  const { rows } = await app.database.admin.query<{ monitor_id: string; name: string }>(
    `select s.monitor_id, p.name from monitor_state s join probers p on p.id = s.claimed_by
     join monitors m on m.id = s.monitor_id where m.friendly_name like '/held/%'`,
  )
  const [victim] = probers.filter((prober) => rows.some((row) => row.name.endsWith(`/${prober.pid}`)))
  if (!victim) throw new Error('nobody holds them')
  const lost = rows.filter((row) => row.name.endsWith(`/${victim.pid}`)).length
  victim.kill('SIGKILL')
  const again = (): number => paths('held').filter((path) => countOf(path) === 2).length
  const took_ms = await until(() => again() === lost, 'all that it held is asked again', WITHIN_MS)
  reportFigure(`${lost} checks of a killed prober were under way elsewhere after ${(took_ms / 1000).toFixed(1)} s`)
  expect(took_ms).toBeLessThan(WITHIN_MS)
  await until(async () => (await countChecked('held')) === MONITORS, 'all are up')
  const { rows: left } = await app.database.admin.query('select count(*)::int as n from incidents')
  expect(left[0].n).toBe(0)
})

const readSlots = async () =>
  (
    await app.database.admin.query(
      `select s.monitor_id, s.last_slot, s.status from monitor_state s join monitors m on m.id = s.monitor_id
       where m.friendly_name like '/stopped/%' order by 1`,
    )
  ).rows

it('a prober that was suspended and resumes does not report outdated results', async () => {
  for (const prober of probers.splice(0)) prober.kill('SIGKILL')
  const sleeper = await start()
  probers.push(sleeper)
  await watchSlow('stopped')
  await until(() => paths('stopped').every((path) => countOf(path) === 1), 'all are under way')
  sleeper.kill('SIGSTOP')
  probers.push(await start())
  await until(async () => (await countChecked('stopped')) === MONITORS, 'all are up', 40_000)
  const before = await readSlots()
  sleeper.kill('SIGCONT')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await readSlots()).toEqual(before)
  const { rows } = await app.database.admin.query('select count(*)::int as n from incidents')
  expect(rows[0].n).toBe(0)
})

it('a prober that is stopped finishes running checks and releases the others', async () => {
  for (const prober of probers.splice(0)) prober.kill('SIGKILL')
  const prober = await start()
  await watchSlow('leaving')
  await until(() => paths('leaving').every((path) => countOf(path) === 1), 'all are under way', 30_000)
  // Excludes checks that are still claimed by probers killed in earlier tests.
  const { rows: mine } = await app.database.admin.query<{ id: number }>('select id from probers where name like $1', [
    `%/${prober.pid}`,
  ])
  expect(mine).toHaveLength(1)
  prober.kill('SIGTERM')
  expect(await prober.ended).toEqual({ code: 0, signal: null })
  expect(await countChecked('leaving')).toBe(MONITORS)
  const { rows } = await app.database.admin.query(
    `select (select count(*)::int from monitor_state where claimed_by = $1) as held,
       (select count(*)::int from probers where id = $1) as there`,
    [mine[0]?.id],
  )
  expect(rows[0]).toEqual({ held: 0, there: 0 })
})
