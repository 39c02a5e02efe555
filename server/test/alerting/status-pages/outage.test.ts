import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { restartCluster, startCluster, stopCluster } from '../../../../scripts/postgres.ts'
import { startApp } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database.ts'
import { makeMonitor, makePage } from './showing.ts'
import { expectPromised } from '../../support/expect-promised.ts'
import { until } from '../../support/until.ts'

/** A separate Postgres, because the test stops it. */
const folder = path.resolve(import.meta.dirname, `../../../../.local/test-status-outage-${process.pid}`)
const cluster = await startCluster(folder, { fast: true })
const url = cluster.url('sitewatch')
const first = new pg.Client({ connectionString: cluster.url('postgres') })
await first.connect()
await first.query('create database sitewatch')
await first.end()
const admin = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=sitewatch' })
admin.on('error', () => undefined)
const database: TestDatabase = {
  url,
  name: 'sitewatch',
  admin,
  setReachable: () => Promise.reject(new Error('not here')),
  drop: () => Promise.resolve(),
}
const app = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' }, { database })
afterAll(async () => {
  await app.stop()
  await admin.end()
  stopCluster(folder, 'immediate')
  rmSync(folder, { recursive: true, force: true })
})

const ROUNDS = 20

it('the last good status page, feed and JSON are served while Postgres restarts, and then the current ones', async () => {
  const user = await app.makeUser()
  const monitor_id = await makeMonitor(app, user, { status: 'up', friendly_name: 'Kept' })
  const { slug, id } = await makePage(app, user, { monitors: [{ monitor_id }] })
  const locked = await makePage(app, user, {
    visibility: 'password',
    password: 'open sesame',
    monitors: [{ monitor_id }],
  })
  const entered = await app.call('POST', `/s/${locked.slug}/password`, { form: { password: 'open sesame' } })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ends = ['', '/feed.atom', '/status.json']
  // Notifications arrive in order: with this one, those of creating the pages have cleared the cache of rendered pages.
  const shows = (name: string) => async () => (await app.call('GET', `/s/${slug}`)).text.includes(name)
  await until(shows('Kept'), 'the page is rendered')
  await app.call('PATCH', `/api/status-pages/${id}`, { key: user.key, json: { name: 'Before the restart' } })
  await until(shows('Before the restart'), 'the cache is cleared')
  for (const end of ends) await app.call('GET', `/s/${slug}${end}`)
  await app.call('GET', `/s/${locked.slug}`, { cookie })
  // A listener that reconnects may have missed changes, so the cache is reloaded now instead of after fifteen seconds.
  const listener = async () =>
    (
      await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'sitewatch listen' and query like '%status_pages%'`,
      )
    ).rows[0]?.pid
  const before = await listener()
  await admin.query('select pg_terminate_backend($1)', [before])
  await expect.poll(listener).toSatisfy((pid) => pid !== undefined && pid !== before)
  stopCluster(folder, 'immediate')
  const observed = new Set<string>()
  let slowest_ms = 0
  const requestPages = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const end of ends) {
        const begun = performance.now()
        const { status, text } = await app.call('GET', `/s/${slug}${end}`)
        slowest_ms = Math.max(slowest_ms, performance.now() - begun)
        observed.add(`${end} ${status} ${end === '/feed.atom' || text.includes('Kept')}`)
      }
      observed.add(`locked ${(await app.call('GET', `/s/${locked.slug}`, { cookie })).status}`)
    }
  }
  await requestPages()
  expect([...observed].sort()).toEqual([' 200 true', '/feed.atom 200 true', '/status.json 200 true', 'locked 200'])
  expectPromised(slowest_ms, 5000)
  // A page that was never opened is not in the cache.
  expect((await app.call('GET', '/s/never-opened')).status).toBe(503)
  restartCluster(folder, 'fast')
  await expect
    .poll(
      async () =>
        (await app.call('PATCH', `/api/status-pages/${id}`, { key: user.key, json: { name: 'After the restart' } }))
          .status,
    )
    .toBe(200)
  await until(shows('After the restart'), 'the page is rendered again')
})
