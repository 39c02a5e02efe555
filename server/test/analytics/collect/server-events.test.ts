import { describe, expect, it } from 'vitest'
import { CHROME, startCollecting } from './collecting.ts'

const { app, makeSite, post, pageview, rows } = await startCollecting({ SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8' })

describe('POST /api/v1/events', () => {
  const visitor = { ip_address: '193.99.144.80', user_agent: CHROME, language: 'de-DE,de;q=0.8' }

  it('stores an event of a server for the visitor that the event names', async () => {
    const site = await makeSite({ exclude_params: 'secret' })
    const url = `https://${site.domain}/checkout?secret=1&step=2`
    const events = [
      { kind: 'pageview', url, referrer: 'https://duckduckgo.com/' },
      {
        url,
        name: 'Order',
        props: { plan: 'pro', seats: 3, trial: false },
        revenue: { amount: 49.5, currency: 'eur' },
      },
      { kind: 'download', url, target: `https://${site.domain}/a.pdf` },
      { kind: 'engagement', url, engaged_ms: 900, scroll_percent: 50 },
    ]
    const answer = await app.call('POST', '/api/v1/events', {
      key: site.owner.key,
      json: { website_id: site.id, ...visitor, events },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { object: 'event_receipt', website_id: site.id, accepted: 4, dropped: [] } })
    const stored = await rows(site, 4)
    const byKind = new Map(stored.map((row) => [row.kind, row]))
    expect(byKind.get('pageview')).toMatchObject({
      path: '/checkout?step=2',
      source: 'DuckDuckGo',
      country: 'DE',
      language: 'de-DE',
    })
    expect(byKind.get('event')).toMatchObject({
      name: 'Order',
      props: { plan: 'pro', seats: '3', trial: 'false' },
      revenue: 49.5,
      currency: 'EUR',
    })
    expect(byKind.get('download')).toMatchObject({ target: `https://${site.domain}/a.pdf` })
    expect(byKind.get('engagement')).toMatchObject({ engaged_ms: 900, scroll_percent: 50 })
  })

  it('assigns the event to the same visitor as a browser with that IP address', async () => {
    const site = await makeSite()
    await post(site, [pageview(site)], { headers: { 'x-forwarded-for': visitor.ip_address } })
    const json = { tracking_id: site.tracking_id, ...visitor, events: [{ url: `https://${site.domain}/`, name: 'x' }] }
    expect((await app.call('POST', '/api/v1/events', { key: site.owner.key, json })).status).toBe(200)
    const [a, b] = await rows(site, 2)
    expect(a?.visitor_id).toBe(b?.visitor_id)
  })

  it('counts an event with an id once, however often it is sent', async () => {
    const site = await makeSite()
    const json = {
      domain: site.domain,
      ...visitor,
      events: [{ url: `https://${site.domain}/`, name: 'Order', id: 'order-1' }],
    }
    for (let n = 0; n < 3; n++) await app.call('POST', '/api/v1/events', { key: site.owner.key, json })
    const other = { ...json, events: [{ ...json.events[0], id: 'order-2' }] }
    await app.call('POST', '/api/v1/events', { key: site.owner.key, json: other })
    expect(await rows(site, 2)).toHaveLength(2)
  })

  it('answers for another team’s website byte for byte as for a missing one', async () => {
    const site = await makeSite()
    const stranger = await app.makeUser(['events:write'])
    const events = [{ url: `https://${site.domain}/`, name: 'x' }]
    const answers = await Promise.all(
      [
        { website_id: site.id },
        { tracking_id: site.tracking_id },
        { domain: site.domain },
        { website_id: 999_999_999 },
      ].map((named) =>
        app.call('POST', '/api/v1/events', { key: stranger.key, json: { ...named, ...visitor, events } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, request_id: '' }))).size).toBe(1)
  })

  it('requires its scope, and that scope allows no other operation', async () => {
    const site = await makeSite()
    const { key } = await app.makeKey(site.owner.id, ['websites:write', 'websites:read', 'stats:read'])
    const json = { website_id: site.id, ...visitor, events: [{ url: `https://${site.domain}/`, name: 'x' }] }
    expect((await app.call('POST', '/api/v1/events', { key, json })).body).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'events:write',
    })
    const writer = await app.makeKey(site.owner.id, ['events:write'])
    expect((await app.call('POST', '/api/v1/events', { key: writer.key, json })).status).toBe(200)
    expect((await app.call('GET', `/api/v1/websites/${site.id}`, { key: writer.key })).status).toBe(403)
  })

  it.each([
    ['no website', { website_id: undefined }, 'website_id'],
    ['two ways to name it', { domain: 'x.example.com' }, 'website_id'],
    ['no address', { ip_address: undefined }, 'ip_address'],
    ['an address that is none', { ip_address: 'localhost' }, 'ip_address'],
    ['no events', { events: [] }, 'events'],
    ['an event without a name', { events: [{ url: 'https://x.example.com/' }] }, 'events.0.name'],
    ['a link that leads nowhere', { events: [{ kind: 'outbound', url: 'https://x.example.com/' }] }, 'events.0.target'],
    ['a script as address', { events: [{ url: 'javascript:alert(1)', name: 'x' }] }, 'events.0.url'],
    ['an unknown field', { events: [{ url: 'https://x.example.com/', name: 'x', nmae: 1 }] }, 'events.0.nmae'],
  ])('refuses %s', async (_, more, field) => {
    const site = await makeSite()
    const json = { website_id: site.id, ...visitor, events: [{ url: `https://${site.domain}/`, name: 'x' }], ...more }
    const answer = await app.call('POST', '/api/v1/events', { key: site.owner.key, json })
    expect(answer.status).toBe(422)
    expect((answer.body.errors as { field: string }[]).map((error) => error.field)).toContain(field)
  })
})
