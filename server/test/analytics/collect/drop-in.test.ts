import { describe, expect, it } from 'vitest'
import { CHROME, startCollecting, type TestSite } from './collecting.ts'

const { app, makeSite, rows, drops } = await startCollecting()

const send = (path: string, body: unknown, { agent = CHROME, type = 'text/plain', headers = {} } = {}) =>
  app.call('POST', path, {
    raw: { type, body: typeof body === 'string' ? body : JSON.stringify(body) },
    headers: { 'user-agent': agent, origin: 'https://shop.example.com', ...headers },
  })

describe('POST /api/event, called by the Plausible script', () => {
  /** The format of plausible.js: short names, text/plain. */
  const plausible = ({ tracking_id: d, domain }: TestSite, n: string, more: object = {}) => ({
    n,
    v: 24,
    u: `https://${domain}/shoes?utm_source=news`,
    d,
    r: null,
    ...more,
  })

  it('counts page views, engagement, custom events with revenue, outbound links, downloads and 404s', async () => {
    const site = await makeSite()
    const link = { url: 'https://other.example.org/a' }
    const sent = [
      plausible(site, 'pageview', { r: 'https://www.google.de/' }),
      plausible(site, 'engagement', { sd: 80, e: 4200 }),
      plausible(site, 'Order', { p: { plan: 'pro', seats: 3 }, $: { currency: 'EUR', amount: '19.90' } }),
      plausible(site, 'Outbound Link: Click', { p: link }),
      plausible(site, 'File Download', { p: { url: `https://${site.domain}/a.pdf` } }),
      plausible(site, '404', { p: { path: '/missing' } }),
    ]
    for (const body of sent) {
      const answer = await send('/api/event', body)
      expect([answer.status, answer.text]).toEqual([202, 'ok'])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    const stored = await rows(site, sent.length)
    const of = (kind: string) => stored.find((row) => row.kind === kind)
    expect(stored.map(({ kind }) => kind).sort()).toEqual(
      ['pageview', 'engagement', 'event', 'outbound', 'download', 'not_found'].sort(),
    )
    expect(of('pageview')).toMatchObject({ path: '/shoes', source: 'news', referrer: 'google.de', browser: 'Chrome' })
    expect(of('engagement')).toMatchObject({ engaged_ms: 4200, scroll_percent: 80 })
    expect(of('event')).toMatchObject({ name: 'Order', props: { plan: 'pro', seats: '3' }, currency: 'EUR' })
    expect(of('outbound')).toMatchObject({ target: expect.stringContaining('other.example.org') })
    expect(new Set(stored.map(({ visitor_id }) => visitor_id)).size).toBe(1)
  })

  it('accepts the long names of the Plausible events API as JSON, with props as text', async () => {
    const site = await makeSite()
    const body = {
      name: 'Signup',
      url: `https://${site.domain}/register`,
      domain: site.tracking_id,
      referrer: 'https://duckduckgo.com/',
      props: '{"plan":"team","tags":["a","b"]}',
      revenue: { currency: 'USD', amount: 13.29 },
    }
    expect((await send('/api/event', body, { type: 'application/json' })).status).toBe(202)
    const [row] = await rows(site, 1)
    expect(row).toMatchObject({
      kind: 'event',
      name: 'Signup',
      path: '/register',
      props: { plan: 'team', tags: '["a","b"]' },
    })
  })

  it('drops bots, other hosts and malformed events for the same reasons as our own script', async () => {
    const site = await makeSite()
    await send('/api/event', plausible(site, 'pageview'), { agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await send('/api/event', plausible(site, 'pageview', { u: 'https://copy.example.net/' }))
    await send('/api/event', plausible(site, 'pageview', { u: undefined }))
    await send('/api/event', plausible(site, 'pageview', { u: `https://${site.domain}/${'a'.repeat(5000)}` }))
    const expected = { bot: 1, wrong_host: 1, malformed: 1, oversized: 1 }
    expect(await drops(site, expected)).toEqual(expected)
    expect(await rows(site, 0)).toEqual([])
  })

  it('drops events of browsers with Do Not Track, if the website respects it', async () => {
    const site = await makeSite({ honor_dnt: '1' })
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }, { dnt: '0' }])
      await send('/api/event', plausible(site, 'pageview'), { headers })
    const expected = { do_not_track: 2 }
    expect(await drops(site, expected)).toEqual(expected)
    expect(await rows(site, 1)).toHaveLength(1)
    const other = await makeSite()
    await send('/api/event', plausible(other, 'pageview'), { headers: { dnt: '1' } })
    expect(await rows(other, 1)).toHaveLength(1)
  })

  it('explains the error when the domain is not a tracking ID, and when the body is not an event', async () => {
    for (const [body, detail] of [
      [{ n: 'pageview', u: 'https://shop.example.com/', d: 'shop.example.com' }, 'domain must be the tracking ID'],
      ['[]', 'must be JSON'],
      ['{', 'must be JSON'],
      ['', 'must be JSON'],
    ] as const) {
      const answer = await send('/api/event', body)
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail)])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await send('/api/event', `{"n":"${'a'.repeat(70_000)}"}`)).status).toBe(413)
    const unknown = { n: 'pageview', u: 'https://shop.example.com/', d: 'AAAAAAAAAAAAAAAA' }
    expect((await send('/api/event', unknown)).status).toBe(202)
  })
})

describe('POST /api/send, called by the Umami script', () => {
  const umami = ({ tracking_id, domain }: TestSite, more: object = {}, type = 'event') => ({
    type,
    payload: {
      website: tracking_id,
      screen: '1920x1080',
      language: 'de-AT',
      title: 'Shoes',
      hostname: domain,
      url: `https://${domain}/shoes`,
      referrer: '',
      ...more,
    },
  })
  const json = { type: 'application/json' }

  it('counts page views, events with data and revenue, and web vitals, and answers with a cache token', async () => {
    const site = await makeSite()
    const sent = [
      umami(site, { referrer: 'https://www.bing.com/' }),
      umami(site, { name: 'Order', data: { plan: 'pro', items: { shoes: 2 }, revenue: 19.9, currency: 'EUR' } }),
      umami(site, { lcp: 1200, cls: 0.01, ttfb: 80 }, 'performance'),
      umami(site, { id: 'somebody', data: { email: 'kim@example.com' } }, 'identify'),
    ]
    for (const body of sent) {
      const answer = await send('/api/send', body, json)
      expect([answer.status, answer.body]).toEqual([200, { cache: expect.any(String) }])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    const stored = await rows(site, 3)
    const of = (kind: string) => stored.find((row) => row.kind === kind)
    expect(stored).toHaveLength(3)
    expect(of('pageview')).toMatchObject({ path: '/shoes', referrer: 'bing.com', source: 'Bing' })
    expect(of('event')).toMatchObject({ name: 'Order', props: { plan: 'pro', items: '{"shoes":2}' }, currency: 'EUR' })
    expect(of('vitals')).toMatchObject({ lcp_ms: 1200 })
    expect(JSON.stringify(stored)).not.toContain('kim@example.com')
  })

  it('puts the host before the path that old versions send', async () => {
    const site = await makeSite()
    await send('/api/send', umami(site, { url: '/about?x=1', referrer: '/shoes' }), json)
    const [row] = await rows(site, 1)
    expect(row).toMatchObject({ host: site.domain, path: '/about?x=1', referrer: '' })
  })

  it('lets a browser send JSON with its cache header from another origin', async () => {
    const { status, headers } = await app.call('OPTIONS', '/api/send', {
      headers: {
        origin: 'https://shop.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-umami-cache',
      },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')).toContain('x-umami-cache')
  })
})
