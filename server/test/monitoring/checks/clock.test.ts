import { afterAll, expect, it } from 'vitest'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startApp } from '../../support/app.ts'
import { sized } from '../../support/size.ts'
import { setClock } from './set-clock.ts'
import { startTarget } from './target.ts'
import { until } from '../../support/until.ts'

const MONITORS = sized(10, 30)
/** Further rounds after each step of the clock, in which a wrong series of failures or a repeated slot would show. */
const ROUNDS = sized(1, 3)
const INTERVAL_SECONDS = 1

const env = {
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
}
const app = await startApp(env)
const later = await startApp(env, { database: app.database })
const { admin } = app.database
const target = await startTarget()
const { key } = await app.makeUser()
for (let n = 0; n < MONITORS; n++) {
  const json = { friendly_name: `m${n}`, url: `${target.base}/${n}`, interval: INTERVAL_SECONDS, timeout_seconds: 1 }
  await app.call('POST', '/api/monitors', { key, json })
}
let prober = await startProberRole(app.parts)
afterAll(() => prober.stop())

const countWhere = async (condition: string): Promise<number> =>
  (await admin.query<{ n: number }>(`select count(*)::int as n from ${condition}`)).rows[0]?.n ?? 0

/** Waits until every monitor was checked again, and expects that all are up. */
async function expectWatched(): Promise<void> {
  const since = performance.now()
  const isCheckedAgain = (n: number): boolean =>
    target.requests.some((request) => request.path === `/${n}` && request.at > since)
  await until(() => Array.from({ length: MONITORS }, (_, n) => n).every(isCheckedAgain), 'all are asked again')
  await until(async () => (await countWhere(`monitor_state where status = 'up'`)) === MONITORS, 'all are up')
  expect(await countWhere('incidents')).toBe(0)
}

it.each(sized(['1 hour', '-1 hour', '0'], ['1 hour', '0', '-1 hour', '0', '-25 hours', '3 hours']))(
  'checks continue when the clock is set to %s',
  async (offset) => {
    await expectWatched()
    await setClock(app.database, offset)
    await expectWatched()
    for (let round = 0; round < ROUNDS; round++) await expectWatched()
  },
)

it('checks continue after the clock was set back while no prober ran', async () => {
  await prober.stop()
  await setClock(app.database, '-2 hours')
  prober = await startProberRole(later.parts)
  await expectWatched()
})

it('an outage during a clock step becomes one incident', async () => {
  target.set('/0', { status: 500 })
  await until(() => target.requests.filter((request) => request.path === '/0').length > 1, 'it has failed')
  await setClock(app.database, '1 hour')
  await until(async () => (await countWhere('incidents where resolved_at is null')) === 1, 'it is found')
  await setClock(app.database, '0')
  target.set('/0', { status: 200 })
  await until(async () => (await countWhere('incidents where resolved_at is not null')) === 1, 'it is over')
  expect(await countWhere('incidents')).toBe(1)
  const { rows } = await admin.query(
    'select started_at <= confirmed_at and started_at <= resolved_at as ordered from incidents',
  )
  expect(rows).toEqual([{ ordered: true }])
})
