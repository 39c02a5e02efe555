import { describe, expect, it } from 'vitest'
import { startCollecting } from './collecting.ts'

const { makeSite, post, pageview, rows } = await startCollecting()

describe('POST /t/:tracking_id', () => {
  it('stores a page view with all its dimensions, and no IP address', async () => {
    const site = await makeSite({ exclude_params: 'token', retention_days: '90' })
    const event = pageview(site, '/shoes?color=blue&token=secret&utm_source=news&utm_medium=email&fbclid=1', {
      r: 'https://www.google.de/search?q=shoes',
    })
    const answer = await post(site, [event], { headers: { 'accept-language': 'de-AT,de;q=0.9' } })
    expect(answer.status).toBe(202)
    expect(answer.text).toBe('')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const [row] = await rows(site, 1)
    expect(row).toMatchObject({
      kind: 'pageview',
      pageview_id: event['i'],
      number: 0,
      host: site.domain,
      path: '/shoes?color=blue',
      channel: 'email',
      source: 'news',
      referrer: 'google.de/search',
      utm_source: 'news',
      utm_medium: 'email',
      country: '',
      language: 'de-AT',
      device: 'desktop',
      browser: 'Chrome',
      browser_version: '126',
      system: 'Windows',
      bot: '',
      retention_days: 90,
    })
    expect(JSON.stringify(row)).not.toMatch(/secret|127\.0\.0\.1|fbclid/)
  })

  it('stores every kind of event', async () => {
    const site = await makeSite()
    const { i, u } = pageview(site) as { i: string; u: string }
    const base = { i, u, w: 400 }
    const events = [
      { ...base, n: 'pageview', k: 0, r: '' },
      { ...base, n: 'engagement', k: 1, e: 1234, s: 80 },
      {
        ...base,
        n: 'event',
        k: 2,
        a: 'Order',
        p: { plan: 'pro', seats: 3, x: null },
        $: { amount: 19.9, currency: 'eur' },
      },
      { ...base, n: 'outbound', k: 3, l: 'https://other.example.org/a' },
      { ...base, n: 'download', k: 4, l: `${u}file.pdf` },
      { ...base, n: '404', k: 5 },
      { ...base, n: 'vitals', k: 6, v: { lcp: 1200.4, cls: 0.0123, ttfb: 80 } },
    ]
    expect((await post(site, events)).status).toBe(202)
    const stored = await rows(site, 7)
    expect(stored.map((row) => row.kind)).toEqual([
      'pageview',
      'engagement',
      'event',
      'outbound',
      'download',
      'not_found',
      'vitals',
    ])
    expect(stored[1]).toMatchObject({ engaged_ms: 1234, scroll_percent: 80 })
    expect(stored[2]).toMatchObject({
      name: 'Order',
      props: { plan: 'pro', seats: '3' },
      revenue: 19.9,
      currency: 'EUR',
    })
    expect(stored[3]).toMatchObject({ target: 'https://other.example.org/a' })
    expect(stored[6]).toMatchObject({ lcp_ms: 1200, ttfb_ms: 80, inp_ms: null })
    expect(stored[6]?.['cls']).toBeCloseTo(0.0123)
    expect(new Set(stored.map((row) => row.visitor_id)).size).toBe(1)
  })

  it('counts an event that is sent twice once', async () => {
    const site = await makeSite()
    const event = pageview(site)
    for (let n = 0; n < 3; n++) expect((await post(site, [event])).status).toBe(202)
    await post(site, [pageview(site, '/last')])
    const stored = await rows(site, 2)
    expect(stored.map((row) => row.path)).toEqual(['/', '/last'])
  })
})
