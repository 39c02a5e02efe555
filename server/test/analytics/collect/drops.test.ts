import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createProbeHeaders } from '../../../src/monitoring/checks/run/signature.ts'
import { DROPS } from '../../../src/analytics/collect/steps/index.ts'
import { CHROME, startCollecting } from './collecting.ts'

const PROXY = { SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8', SITEWATCH_MAX_EVENTS_PER_VISITOR: '25' }
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const { app, makeSite, post, pageview, rows, drops } = await startCollecting(PROXY)
const tested = new Set<string>()

/** A valid event follows, which shows that only the first event was dropped. */
async function expectDropped(
  site: Awaited<ReturnType<typeof makeSite>>,
  reason: string,
  event: unknown,
  options: Parameters<typeof post>[2] = {},
) {
  tested.add(reason)
  expect((await post(site, [event], options)).status).toBe(202)
  expect((await post(site, [pageview(site, '/counts')])).status).toBe(202)
  expect((await rows(site, 1)).map((row) => row.path)).toEqual(['/counts'])
  expect(await drops(site, { [reason]: 1 })).toEqual({ [reason]: 1 })
}

describe('an event is dropped, and the drop is shown to the owner, when', () => {
  it('the page is on another host', async () => {
    const site = await makeSite()
    await expectDropped(site, 'wrong_host', pageview({ domain: `${site.domain}.evil.example` }))
  })

  it('the browser sends Do Not Track, and the website respects that', async () => {
    const site = await makeSite({ honor_dnt: '1' })
    await expectDropped(site, 'do_not_track', pageview(site), { headers: { 'sec-gpc': '1' } })
  })

  it('the IP address is excluded: as a single address, as a range, as IPv6', async () => {
    const site = await makeSite({ exclude_ips: '192.0.2.7\n198.51.100.0/24\r\n2001:db8::/32' })
    for (const address of ['192.0.2.7', '198.51.100.200', '2001:db8::1', '::ffff:192.0.2.7']) {
      await post(site, [pageview(site)], { headers: { 'x-forwarded-for': address } })
    }
    await post(site, [pageview(site, '/counts')], { headers: { 'x-forwarded-for': '192.0.2.8' } })
    expect((await rows(site, 1)).map((row) => row.path)).toEqual(['/counts'])
    expect(await drops(site, { excluded_address: 4 })).toEqual({ excluded_address: 4 })
    tested.add('excluded_address')
  })

  it('it comes from one of our own monitors', async () => {
    const site = await makeSite({ exclude_bots: '0' })
    const headers = createProbeHeaders(app.parts.config)()
    await expectDropped(site, 'own_probe', pageview(site), { headers: { ...headers, 'user-agent': CHROME } })
  })

  it('it has the signature of our own checks, but not when the signature is forged', async () => {
    const site = await makeSite()
    await post(site, [pageview(site)], {
      headers: { 'x-sitewatch-probe': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(32)}` },
    })
    expect(await rows(site, 1)).toHaveLength(1)
  })

  it('the referrer is spam', async () => {
    const site = await makeSite()
    await expectDropped(site, 'spam_referrer', pageview(site, '/', { r: 'http://www.semalt.com/x' }))
  })

  it('it is oversized: one event, or the whole body', async () => {
    const site = await makeSite()
    await expectDropped(site, 'oversized', pageview(site, `/${'a'.repeat(5000)}`))
    const answer = await post(site, [pageview(site, '/', { x: 'y'.repeat(70_000) })])
    expect(answer.status).toBe(413)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await drops(site, { oversized: 2 })).toEqual({ oversized: 2 })
  })

  it('it is malformed: one event, or the whole body', async () => {
    const site = await makeSite()
    await expectDropped(site, 'malformed', { ...pageview(site), n: 'nonsense' })
    const answer = await post(site, 'not json')
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await drops(site, { malformed: 2 })).toEqual({ malformed: 2 })
  })

  it('a server sends a time in the future or too long ago', async () => {
    const site = await makeSite()
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const event = { kind: 'pageview', url: `https://${site.domain}/` }
    const answer = await app.call('POST', '/api/v1/events', {
      key: site.owner.key,
      json: {
        website_id: site.id,
        ip_address: '192.0.2.1',
        user_agent: CHROME,
        events: [
          { ...event, time: at(6) },
          { ...event, time: at(4) },
          { ...event, time: at(-24 * 60 + 1) },
          { ...event, time: at(-24 * 60 - 1) },
        ],
      },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      accepted: 2,
      dropped: [
        { index: 0, reason: 'future_time' },
        { index: 3, reason: 'stale_time' },
      ],
    })
    expect(await rows(site, 2)).toHaveLength(2)
    expect(await drops(site, { future_time: 1, stale_time: 1 })).toEqual({ future_time: 1, stale_time: 1 })
    tested.add('future_time').add('stale_time')
  })

  it('it comes from a bot: it is stored separately with the name of the bot', async () => {
    const site = await makeSite()
    await expectDropped(site, 'bot', pageview(site, '/robot'), { agent: GOOGLEBOT })
    const [apart] = await rows(site, 1, 'filtered_events')
    expect(apart).toMatchObject({ path: '/robot', bot: 'Googlebot' })
    const answer = await app.call('GET', `/api/v1/websites/${site.id}/drops`, { key: site.owner.key })
    expect(answer.body.data).toMatchObject({ total: 1, bots: [{ name: 'Googlebot', count: 1 }] })
  })

  it('a visitor has sent more events that day than allowed; other visitors still count', async () => {
    const site = await makeSite()
    const many = Array.from({ length: 20 }, (_, n) => pageview(site, `/${n}`))
    for (const events of [many, many]) expect((await post(site, events)).status).toBe(202)
    await post(site, [pageview(site, '/other')], { headers: { 'x-forwarded-for': '192.0.2.77' } })
    // The second post repeats the first byte for byte, so it adds no row; events over the limit are dropped.
    expect((await rows(site, 21)).map((row) => row.path)).toContain('/other')
    expect(await drops(site, { visitor_limit: 15 })).toEqual({ visitor_limit: 15 })
    tested.add('visitor_limit')
  })

  it('the website does not exist: shown only in the metrics of the operator', async () => {
    const site = await makeSite()
    const unknown = { tracking_id: '00ZZZZZZZZZZZZZZ' }
    const answers = [await post(unknown, [pageview(site)]), await post(site, [pageview(site)])]
    const shown = answers.map(({ status, text, headers }) => {
      const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
      return JSON.stringify([status, text, kept])
    })
    expect(shown[0]).toBe(shown[1])
    const metrics = async () => (await app.call('GET', '/metrics')).text
    await expect.poll(metrics).toMatch(/sitewatch_events_dropped_total\{reason="unknown_site"\} 1\n/)
    tested.add('unknown_site')
  })

  it('one of the documented reasons applies, and there is no other', () => {
    const reasons = DROPS.map((drop) => drop.reason)
    expect([...tested].sort()).toEqual([...reasons].sort())
    const guide = readFileSync(new URL('../../../../docs/guides/tracking.md', import.meta.url), 'utf8')
    const undocumented = reasons.filter((reason) => reason !== 'unknown_site' && !guide.includes(`\`${reason}\``))
    expect(undocumented).toEqual([])
  })
})

describe('GET /api/v1/websites/:id/drops', () => {
  it('answers 404 for another team, as for a missing id', async () => {
    const site = await makeSite()
    const stranger = await app.makeUser()
    const [foreign, missing] = [
      await app.call('GET', `/api/v1/websites/${site.id}/drops`, { key: stranger.key }),
      await app.call('GET', '/api/v1/websites/999999999/drops', { key: stranger.key }),
    ]
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
  })

  it('shows nothing for a website without dropped events, and refuses an invalid number of days', async () => {
    const site = await makeSite()
    const { key } = site.owner
    const today = new Date().toISOString().slice(0, 10)
    expect((await app.call('GET', `/api/v1/websites/${site.id}/drops?days=1`, { key })).body.data).toEqual({
      object: 'event_drops',
      website_id: site.id,
      from: today,
      to: today,
      total: 0,
      reasons: [],
      bots: [],
    })
    expect((await app.call('GET', `/api/v1/websites/${site.id}/drops?days=91`, { key })).status).toBe(422)
  })
})
