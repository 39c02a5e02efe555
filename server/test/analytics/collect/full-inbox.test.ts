import { describe, expect, it } from 'vitest'
import { CHROME, startCollecting } from './collecting.ts'

const { app, makeSite, post, pageview } = await startCollecting({ SITEWATCH_LOG_LEVEL: 'silent' }, { load: false })

describe('a full inbox', () => {
  it('answers 503 with Retry-After to browsers and servers until it has room', async () => {
    const site = await makeSite()
    // Each byte counts as 4 GiB.
    await app.database.admin.query(`
      alter function measure_inbox rename to measure_bytes;
      create function measure_inbox(p_kind text)
        returns table (batches bigint, rows bigint, bytes bigint, oldest_seconds double precision)
        language sql stable security definer set search_path = sitewatch
        as $$ select batches, rows, bytes << 32, oldest_seconds from measure_bytes(p_kind) $$`)
    const status = async () => (await post(site, [pageview(site)])).status
    await expect.poll(status, { interval: 100 }).toBe(503)
    const json = {
      website_id: site.id,
      ip_address: '192.0.2.1',
      user_agent: CHROME,
      events: [{ url: `https://${site.domain}/`, name: 'x' }],
    }
    const answer = await app.call('POST', '/api/v1/events', { key: site.owner.key, json })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    await app.database.admin.query(`delete from inbox where kind = 'events'`)
    await expect.poll(status, { interval: 100 }).toBe(202)
  })
})
