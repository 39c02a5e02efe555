import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { inspectDueWebsites } from '../../../src/insights/silent-outages/tasks.ts'
import { ClickHouseUnavailable } from '../../../src/platform/clickhouse/index.ts'
import { type Page, type Site, startWatching } from './watching.ts'

const world = await startWatching()
const { app, now_ms, makeSite, visit, watch, snippet, deliver, sink } = world
const { admin } = app.database

// Only the websites of one test are watched: a drop of many at once would be a problem of this server.
beforeEach(async () => void (await admin.query('delete from traffic_models')))

async function listIncidents({ user }: Site, query = '') {
  const { status, body, text } = await app.call('GET', `/api/incidents${query}`, { key: user.key })
  expect(status, text).toBe(200)
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  return body.data as any[]
}

describe('a website whose visits stop while every check is up', () => {
  it('gets an incident of kind traffic with the expected and seen visits and the cause, and without a monitor', async () => {
    const site = await makeSite()
    site.page = { body: '<h1>New look</h1>' }
    await watch()
    const [incident, ...more] = await listIncidents(site)
    expect(more).toEqual([])
    expect(incident).toMatchObject({
      kind: 'traffic',
      status: 'open',
      monitor_id: null,
      monitor_name: null,
      website_id: site.website_id,
      website_domain: 'localhost',
      cause: { kind: 'snippet_missing', message: expect.stringContaining('was not found') },
      traffic: { visits_seen: 0, visits_expected: expect.closeTo(150, -1) },
    })
    expect(Math.abs(Date.parse(incident.started_at) - (now_ms - 15 * MINUTE_MS))).toBeLessThanOrEqual(2 * MINUTE_MS)

    const own = await app.call('GET', `/api/monitors/${site.monitor_id}/incidents?window=24h`, { key: site.user.key })
    expect([own.body.data, own.body.meta.downtime_seconds]).toEqual([[], 0])
    const overview = (await app.call('GET', '/api/overview', { key: site.user.key })).body.data
    expect(overview.open_incidents).toMatchObject([{ id: incident.id, friendly_name: 'localhost', kind: 'traffic' }])
    expect(overview.websites).toMatchObject([{ outages: [], status: 'pending' }])
    expect(await listIncidents(site, '?kind=check')).toEqual([])
    expect(await listIncidents(site, '?search=localh')).toHaveLength(1)
    expect(await listIncidents(site, `?website_id=${site.website_id}&kind=traffic`)).toHaveLength(1)
    const shown = await app.call('GET', `/api/incidents/${incident.id}`, { key: site.user.key })
    expect(shown.body.data.traffic).toEqual(incident.traffic)
  })

  it('alerts once, and reports that traffic is back after ten normal minutes', async () => {
    const site = await makeSite()
    site.page = { body: '<h1>New look</h1>' }
    await watch()
    await watch(1)
    await deliver(site.provider.id)
    const [alert, ...others] = sink.sentTo(site.provider.path).map(({ body }) => body)
    expect(others).toEqual([])
    expect(alert).toContain('Traffic dropped: localhost')
    expect(alert).toMatch(/0 instead of about 1[3-6]\d between/)
    expect(alert).toContain('The tracking script was not found')
    const [incident] = await listIncidents(site)
    const listed = await app.call('GET', `/api/deliveries?incident_id=${incident.id}`, { key: site.user.key })
    expect(listed.body.data).toMatchObject([
      { monitor_id: null, website_id: site.website_id, website_domain: 'localhost', kind: 'opened', status: 'sent' },
    ])

    await visit(site, now_ms, now_ms + 30 * MINUTE_MS)
    await watch(6)
    await watch(12)
    expect(await listIncidents(site)).toMatchObject([{ status: 'open' }])
    await watch(17)
    const [resolved] = await listIncidents(site)
    expect(resolved).toMatchObject({ status: 'resolved', resolution: 'recovered' })
    expect(Date.parse(resolved.resolved_at)).toBe(now_ms + 6 * MINUTE_MS)
    await deliver(site.provider.id)
    expect(world.titles(site.provider.path)).toEqual([
      'Traffic dropped: localhost',
      expect.stringMatching(/^Traffic is back: localhost, low for 2\d m/),
    ])
  })

  it('is acknowledged like any other incident', async () => {
    const site = await makeSite()
    await watch()
    const [{ id }] = await listIncidents(site)
    const path = `/api/incidents/${id}/acknowledge`
    const { status, body } = await app.call('POST', path, { key: site.user.key, json: { by: 'Sam' } })
    expect([status, body.data.status]).toEqual([200, 'acknowledged'])
    const log = await app.call('GET', '/api/audit-log?action=incident.acknowledged', { key: site.user.key })
    expect(log.body.data).toMatchObject([{ record_id: id, record_name: 'localhost' }])
  })
})

describe('the cause of a silent outage', () => {
  const CAUSES: [string, (site: Site) => Page, string][] = [
    ['snippet_missing', () => ({ body: '<h1>No script</h1>' }), 'was not found'],
    [
      'blocked_by_csp',
      (site) => ({ body: snippet(site), headers: { 'content-security-policy': "default-src 'self'" } }),
      'script-src',
    ],
    ['page_error', () => ({ status: 500 }), 'status 500'],
    [
      'redirects_elsewhere',
      () => ({ status: 302, headers: { location: world.parts.config.BASE_URL.replace('localhost', '127.0.0.1') } }),
      'redirects to 127.0.0.1',
    ],
    ['unknown', (site) => ({ body: snippet(site) }), 'nothing blocks'],
  ]
  it.each(CAUSES)('%s is found on the page', async (kind, makePage, message) => {
    const site = await makeSite()
    site.page = makePage(site)
    await watch()
    expect(await listIncidents(site)).toMatchObject([{ cause: { kind, message: expect.stringContaining(message) } }])
  })

  it('dns_changed: the domain resolves to another network than with normal traffic', async () => {
    const site = await makeSite()
    await admin.query(`insert into traffic_watches (team_id, website_id, addresses) values ($1, $2, '{203.0.113.9}')`, [
      site.user.id,
      site.website_id,
    ])
    await watch()
    expect(await listIncidents(site)).toMatchObject([
      { cause: { kind: 'dns_changed', message: expect.stringContaining('203.0.113.9') } },
    ])
  })

  it('collector_unreachable: the tracking script cannot be loaded from the public URL', async () => {
    const site = await makeSite()
    await watch(0, { config: { BASE_URL: 'http://127.0.0.1:9' } })
    expect(await listIncidents(site)).toMatchObject([{ cause: { kind: 'collector_unreachable' } }])
  })

  it('may come from the single page check just before, which may have seen the beginning', async () => {
    const site = await makeSite({ silent_minutes: 0 })
    site.page = { body: '<h1>New look</h1>' }
    await inspectDueWebsites(world.parts)
    await watch(30)
    expect(await listIncidents(site)).toMatchObject([{ cause: { kind: 'snippet_missing' } }])
  })

  it('is left out, without delaying the alert, when it cannot be determined', async () => {
    const site = await makeSite()
    const failing = new ClickHouseUnavailable('memory', 'too many pages')
    await watch(0, {
      clickhouse: {
        read: (query, params) =>
          query.name === 'silent_outages.most_visited'
            ? Promise.reject(failing)
            : app.parts.clickhouse.read(query, params),
      },
    })
    expect(await listIncidents(site)).toMatchObject([{ status: 'open' }])
  })

  it('is not a condition that was already there with normal traffic', async () => {
    const site = await makeSite({ silent_minutes: 0 })
    site.page = { body: '<h1>Loaded by a tag manager</h1>' }
    await inspectDueWebsites(world.parts)
    // On another day, because a single page check may already see the beginning of an outage.
    await inspectDueWebsites({ ...world.parts, clock: { now: () => new Date(now_ms + 1441 * MINUTE_MS) } })
    await watch(30)
    expect(await listIncidents(site)).toMatchObject([{ cause: { kind: 'unknown' } }])
  })
})

describe('no traffic incident is opened', () => {
  it('with normal traffic', async () => {
    const site = await makeSite({ silent_minutes: 0 })
    await watch()
    expect(await listIncidents(site)).toEqual([])
  })

  it('with so little traffic that no visits may be chance', async () => {
    const site = await makeSite({ per_minute: 0.01, silent_minutes: 180 })
    await watch()
    expect(await listIncidents(site)).toEqual([])
  })

  it('when alerts are disabled; disabling them ends an open incident without a message', async () => {
    const site = await makeSite()
    const set = (traffic_alerts: boolean) =>
      app.call('PATCH', `/api/v1/websites/${site.website_id}`, { key: site.user.key, json: { traffic_alerts } })
    expect((await set(false)).body.data.traffic_alerts).toBe(false)
    await watch()
    expect(await listIncidents(site)).toEqual([])
    await set(true)
    await watch(1)
    expect(await listIncidents(site)).toMatchObject([{ status: 'open' }])
    await set(false)
    await watch(2)
    expect(await listIncidents(site)).toMatchObject([{ status: 'resolved', resolution: 'paused' }])
    const { rows } = await admin.query(`select kind from deliveries where team_id = $1`, [site.user.id])
    expect(rows).toEqual([{ kind: 'opened' }])
  })

  it('while a check of the website fails, and in maintenance', async () => {
    const [down, maintained] = [await makeSite(), await makeSite()]
    await world.openIncident(down.monitor_id)
    const window = {
      name: 'Move',
      starts_at: new Date(now_ms - MINUTE_MS).toISOString(),
      ends_at: new Date(now_ms + 60 * MINUTE_MS).toISOString(),
      monitor_ids: [maintained.monitor_id],
    }
    const made = await app.call('POST', '/api/maintenance-windows', { key: maintained.user.key, json: window })
    expect(made.status, made.text).toBe(201)
    await watch()
    expect(await listIncidents(down, '?kind=traffic')).toEqual([])
    expect(await listIncidents(maintained)).toEqual([])
  })

  it('while events wait to be loaded, because the visits are only missing here', async () => {
    const site = await makeSite()
    await admin.query(
      `insert into inbox (kind, row_count, raw_bytes, body, created_at) values ('events', 1, 1, '', now() - interval '5 minutes')`,
    )
    await watch()
    expect(await listIncidents(site)).toEqual([])
    await admin.query(`delete from inbox`)
    await watch()
    expect(await listIncidents(site)).toHaveLength(1)
  })
})

describe('a drop of most websites at the same time', () => {
  it('is a problem of this server, and opens no incident', async () => {
    const sites = []
    for (let index = 0; index < 5; index++) sites.push(await makeSite())
    await watch()
    for (const site of sites) expect(await listIncidents(site)).toEqual([])
    // If two of seven drop, it is their own problem.
    for (const site of sites.slice(2)) await visit(site, now_ms - 20 * MINUTE_MS, now_ms)
    await makeSite({ silent_minutes: 0 })
    await makeSite({ silent_minutes: 0 })
    await watch()
    expect((await Promise.all(sites.map((site) => listIncidents(site)))).map(({ length }) => length)).toEqual([
      1, 1, 0, 0, 0,
    ])
  })

  it('does not include websites that dropped before', async () => {
    for (let index = 0; index < 4; index++) await makeSite()
    await watch()
    const site = await makeSite()
    await watch(1)
    expect(await listIncidents(site)).toMatchObject([{ status: 'open' }])
  })
})

describe('an open traffic incident', () => {
  it('ends without a message when too few visits remain to determine what is normal', async () => {
    const site = await makeSite()
    await watch()
    await admin.query('update traffic_models set model = null where website_id = $1', [site.website_id])
    await watch(1)
    expect(await listIncidents(site)).toMatchObject([{ status: 'resolved', resolution: 'paused' }])
  })
})

describe('a traffic spike', () => {
  it('is noted at most once a day in the annotations of the website, and alerts nobody', async () => {
    const site = await makeSite({ silent_minutes: 0 })
    await visit(site, now_ms - 10 * MINUTE_MS, now_ms, 60)
    await watch()
    await watch(1)
    const { body } = await app.call('GET', `/api/v1/websites/${site.website_id}/annotations`, { key: site.user.key })
    expect(body.data).toMatchObject([
      { text: expect.stringMatching(/^Traffic spike: \d+ visits instead of about \d+$/), author: 'Sitewatch' },
    ])
    expect(await listIncidents(site)).toEqual([])
  })
})

describe('GET /api/v1/websites/:id/expected-traffic', () => {
  const read = async ({ user, website_id }: Site, query = '') =>
    (await app.call('GET', `/api/v1/websites/${website_id}/expected-traffic${query}`, { key: user.key })).body

  it('has the expected visits of each hour, their range and the actual visits', async () => {
    const site = await makeSite({ silent_minutes: 0 })
    const from = Math.floor(now_ms / 3_600_000) * 3_600_000 - 2 * 3_600_000
    const query = `?from=${new Date(from).toISOString()}&to=${new Date(from + 2 * 3_600_000).toISOString()}`
    const { data } = await read(site, query)
    expect(data).toMatchObject({
      alerts: 'on',
      alerts_reason: null,
      hours: [{ visits_seen: 600 }, { visits_seen: 600 }],
    })
    const [{ visits_expected, visits_low, visits_high }] = data.hours
    expect(visits_expected).toBeGreaterThan(560)
    expect(visits_low).toBeLessThan(visits_expected)
    expect(visits_high).toBeGreaterThan(visits_expected)
  })

  it('gives the reason when there are no alerts', async () => {
    const site = await makeSite({ per_minute: 0.01, silent_minutes: 180 })
    expect((await read(site)).data).toMatchObject({ alerts: 'too_little_traffic', alerts_reason: expect.any(String) })
    await admin.query('delete from traffic_models where website_id = $1', [site.website_id])
    const { data } = await read(site)
    expect(data).toMatchObject({ alerts: 'not_enough_data' })
    expect(data.hours).toHaveLength(49)
    expect(data.hours[0]).toMatchObject({ visits_expected: null, visits_low: null, visits_high: null })
    await app.call('PATCH', `/api/v1/websites/${site.website_id}`, { key: site.user.key, json: { traffic_alerts: 0 } })
    expect((await read(site)).data.alerts).toBe('off')
  })
})
