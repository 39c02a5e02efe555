import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { collectTasks } from '../../../src/analytics/collect/index.ts'
import { startCollecting } from './collecting.ts'

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const { app, makeSite, post, pageview, rows, change, notified } = await startCollecting()

describe('a setting of a website', () => {
  it('exclude_bots 0 counts bots, with their name', async () => {
    const site = await makeSite({ exclude_bots: '0' })
    await post(site, [pageview(site)], { agent: GOOGLEBOT })
    expect((await rows(site, 1))[0]).toMatchObject({ bot: 'Googlebot' })
    await change(site, { exclude_bots: '1' })
    await post(site, [pageview(site, '/2')], { agent: GOOGLEBOT })
    expect(await rows(site, 1, 'filtered_events')).toHaveLength(1)
    expect(await rows(site, 1)).toHaveLength(1)
  })

  it('exclude_params removes parameters before anything is stored, and all of them with "*"', async () => {
    const site = await makeSite({ exclude_params: 'email\nutm_term' })
    await post(site, [pageview(site, '/a?email=me%40x.org&q=1&utm_term=t&utm_source=s')])
    expect((await rows(site, 1))[0]).toMatchObject({ path: '/a?q=1', utm_term: '', utm_source: 's' })
    await change(site, { exclude_params: '*' })
    await post(site, [pageview(site, '/b?email=me%40x.org&q=1&utm_source=s')])
    expect((await rows(site, 2))[1]).toMatchObject({ path: '/b', utm_source: '' })
    const dump = JSON.stringify((await app.database.admin.query('select * from event_drops')).rows)
    expect(dump).not.toContain('me@x.org')
  })

  it('exclude_ips takes effect at once', async () => {
    const site = await makeSite()
    await post(site, [pageview(site, '/1')])
    await change(site, { exclude_ips: '127.0.0.0/8' })
    await post(site, [pageview(site, '/2')])
    await change(site, { exclude_ips: '' })
    await post(site, [pageview(site, '/3')])
    expect((await rows(site, 2)).map((row) => row.path)).toEqual(['/1', '/3'])
  })

  it('honor_dnt is part of the script', async () => {
    const site = await makeSite()
    const script = async () => (await app.call('GET', `/t/${site.tracking_id}.js`)).text
    const plain = await script()
    await change(site, { honor_dnt: '1' })
    expect(await script()).not.toBe(plain)
    await change(site, { honor_dnt: '0' })
    expect(await script()).toBe(plain)
  })

  it('retention_days is stored with each row, and ClickHouse deletes older rows', async () => {
    const site = await makeSite({ retention_days: '10' })
    await post(site, [pageview(site)])
    expect((await rows(site, 1))[0]).toMatchObject({ retention_days: 10 })
    const { clickhouse } = app.parts
    const aged = [9, 11].map((days, index) => ({
      website_id: site.id,
      time: Date.now() - days * DAY_MS,
      visitor_id: 1,
      pageview_id: index,
      kind: 'pageview',
      path: `/${days}-days`,
      retention_days: 10,
    }))
    await clickhouse.insert({ table: 'events', token: `aged ${site.id}`, rows: aged })
    await clickhouse.execute('OPTIMIZE TABLE events FINAL')
    expect((await rows(site, 2)).map((row) => row.path)).toEqual(['/9-days', '/'])
  })

  it('retention_days also applies to stored events when it changes', async () => {
    const site = await makeSite({ retention_days: '100' })
    await post(site, [pageview(site)])
    await rows(site, 1)
    await change(site, { retention_days: '5' })
    const { rows: jobs } = await app.database.admin.query<{ payload: { website_id: number } }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'apply_retention'`,
    )
    const payloads = jobs.map((job) => job.payload).filter(({ website_id }) => website_id === site.id)
    expect(payloads).toHaveLength(1)
    const task = collectTasks(app.parts).find(({ name }) => name === 'apply_retention')
    await task?.run(payloads[0] as never)
    await expect.poll(async () => (await rows(site, 1))[0]?.['retention_days']).toBe(5)
    await post(site, [pageview(site, '/after')])
    expect((await rows(site, 2)).map((row) => row['retention_days'])).toEqual([5, 5])
  })

  it('has no effect once the owner is suspended or the website deleted: no event counts', async () => {
    const owner = await app.makeUser()
    const site = await makeSite({}, owner)
    await post(site, [pageview(site, '/1')])
    await notified(() => app.database.admin.query('update users set is_suspended = true where id = $1', [owner.id]))
    expect((await post(site, [pageview(site, '/2')])).status).toBe(202)
    await notified(() => app.database.admin.query('update users set is_suspended = false where id = $1', [owner.id]))
    await post(site, [pageview(site, '/3')])
    expect((await rows(site, 2)).map((row) => row.path)).toEqual(['/1', '/3'])
  })

  it('first_event_at is set once', async () => {
    const site = await makeSite()
    const first = async () =>
      (await app.call('GET', `/api/v1/websites/${site.id}`, { key: site.owner.key })).body.data.first_event_at as
        | string
        | null
    expect(await first()).toBeNull()
    await post(site, [pageview({ domain: 'elsewhere.example' })])
    expect(await first()).toBeNull()
    await post(site, [pageview(site)])
    const at = await first()
    expect(at).not.toBeNull()
    await post(site, [pageview(site)])
    expect(await first()).toBe(at)
  })
})
