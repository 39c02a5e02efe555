import { describe, expect, it } from 'vitest'
import { startCollecting } from './collecting.ts'

const { app, makeSite, post, pageview, rows } = await startCollecting({ SITEWATCH_LOG_LEVEL: 'silent' })
const { admin } = app.database

describe('the collector, when events cannot be stored,', () => {
  it('answers 503 with Retry-After, readable by the page, and counts the repeated event once', async () => {
    const site = await makeSite()
    const event = pageview(site)
    await admin.query('revoke insert on inbox from sitewatch_collector')
    const refused = await post(site, [event])
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.body).toMatchObject({ code: 'unavailable', status: 503 })
    await admin.query('grant insert on inbox to sitewatch_collector')
    expect((await post(site, [event])).status).toBe(202)
    expect((await post(site, [event])).status).toBe(202)
    expect(await rows(site, 1)).toHaveLength(1)
  })

  it('never answers 202 before the commit', async () => {
    const site = await makeSite()
    const holder = await admin.connect()
    await holder.query('begin; lock table inbox in access exclusive mode')
    let isAnswered = false
    const answer = post(site, [pageview(site)]).finally(() => (isAnswered = true))
    await expect
      .poll(async () => (await admin.query(`select 1 from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    expect(isAnswered).toBe(false)
    await holder.query('rollback')
    holder.release()
    expect((await answer).status).toBe(202)
  })
})
