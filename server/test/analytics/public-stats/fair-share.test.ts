import { expect, it } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { makeFolder } from '../stats/context.ts'
import { makeSite } from './sites.ts'

/** A team that is alone may use seven of ten connections. */
const SHARE = 7
const LOCK = 4711

// The requests that wait for the team must still wait when the other page has been answered, also on a busy machine.
const deadlines = { connect_ms: 60_000, statement_ms: 35_000, attempt_ms: 15_000 }
const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() }, { deadlines })

it('a public page is answered while pages of another team wait for its share of the Postgres connections', async () => {
  const { postgres } = app.parts
  const [owner, busy] = [await app.makeUser(), await app.makeUser()]
  const site = await makeSite(app, owner)
  const busySites = [await makeSite(app, busy), await makeSite(app, busy), await makeSite(app, busy)]
  // The very first page request starts ClickHouse.
  expect((await app.call('GET', `${site.page}?period=7d`)).status).toBe(200)
  const lock = await app.database.admin.connect()
  await lock.query(`begin; select pg_advisory_xact_lock(${LOCK})`)
  const waitForLock = () =>
    postgres.asUser({ team_id: busy.id, system: true }, (tx) =>
      tx.query(sql`select pg_advisory_xact_lock_shared(${LOCK})`),
    )
  const slow = Promise.allSettled(Array.from({ length: SHARE }, waitForLock))
  const busyPages = Promise.all(busySites.map(({ page }) => app.call('GET', page)))
  try {
    await expect.poll(() => postgres.pool.waiting).toBeGreaterThan(1)
    const answer = await app.call('GET', site.page)
    expect([answer.status, postgres.pool.waiting]).toEqual([200, busySites.length])
  } finally {
    await lock.query('rollback')
    lock.release()
    await slow
  }
  expect((await busyPages).map(({ status }) => status)).toEqual([200, 200, 200])
})
