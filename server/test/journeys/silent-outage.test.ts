import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { loadScripts } from '../../src/analytics/collect/index.ts'
import { composePreview } from '../../src/analytics/reports/compose.ts'
import { gatherFacts } from '../../src/analytics/reports/facts.ts'
import { findLastPeriod } from '../../src/analytics/reports/index.ts'
import { buildDueModels } from '../../src/insights/expected-traffic/rebuild.ts'
import { measureDueIncidents } from '../../src/insights/impact/measure.ts'
import { createRecentMinutes } from '../../src/insights/silent-outages/minutes.ts'
import { watchTraffic } from '../../src/insights/silent-outages/watch.ts'
import { readUptimeReport } from '../../src/monitoring/website-uptime/index.ts'
import { insertSparse, makeFolder, type SparseEvent } from '../analytics/stats/context.ts'
import { atEnd } from '../support/at-end.ts'
import { readMail } from '../support/mail.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({
  roles: ['worker', 'prober'],
  env: {
    SITEWATCH_DATA_DIR: makeFolder(),
    SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1',
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128',
    SMTP_URL: smtp.url,
  },
})
const { app } = journey
const { clickhouse } = app.parts

let html = ''
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
atEnd(() => void server.close())
const shop = `http://localhost:${(server.address() as AddressInfo).port}/`

let visitor = 0
/** The same number of visits in every minute, each by another visitor. */
const visit = (website_id: number, from_ms: number, to_ms: number, per_minute: number): Promise<void> => {
  const events: SparseEvent[] = []
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS)
    for (let index = 0; index < per_minute; index++)
      events.push({ time: new Date(at_ms + index * 7000).toISOString(), visitor: ++visitor, host: 'localhost' })
  return insertSparse(clickhouse, website_id, events)
}

const clockAt = (time_ms: number) => ({ now: () => new Date(time_ms) })
const watchAt = (time_ms: number) =>
  watchTraffic(
    { ...app.parts, isTracker: loadScripts().isTracker, clock: clockAt(time_ms + 31_000) },
    { minutes: createRecentMinutes(), models: new Map() },
  )

/** The monthly report that covers that time, as composed after the end of the month. */
async function composeNextReport(team_id: number, website_id: number, time_ms: number) {
  const time = new Date(time_ms)
  const over_ms = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 2)
  const facts = await gatherFacts(
    { clickhouse, clock: clockAt(over_ms), readUptimeReport },
    (fn) => app.parts.postgres.asUser({ team_id, system: true }, fn),
    {
      website_id,
      period: (timezone) => findLastPeriod('monthly', timezone, over_ms),
      with_monitors: true,
    },
  )
  if (!facts) throw new Error('no report')
  return composePreview(facts, app.base)
}

async function makeOwner() {
  const owner = await app.makeUser()
  const make = async (path: string, json: object) => {
    const { status, body, text } = await app.call('POST', path, { key: owner.key, json })
    expect(status, text).toBeLessThan(300)
    return body.data as { id: number; tracking_id: string }
  }
  const website = await make('/api/v1/websites', { domain: 'localhost', exclude_bots: 0 })
  const provider = await make('/api/providers', { provider_type: 'email', recipient_email: owner.email })
  const monitor = await make('/api/monitors', { friendly_name: 'Shop', url: shop, website_id: website.id })
  await make(`/api/monitors/${monitor.id}/notifications`, { provider_id: provider.id })
  return { owner, website, monitor, cookie: await app.makeSession(owner.id) }
}

it('a silent outage by a removed tracking script is alerted with cause and cost, marked in the chart, and part of the report', async () => {
  const { owner, website, monitor, cookie } = await makeOwner()
  const read = async (path: string) => (await app.call('GET', path, { key: owner.key })).body.data
  const now_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const gone_ms = now_ms - 12 * MINUTE_MS

  // Three weeks of traffic, and a real visit by a real browser with the real script.
  await visit(website.id, gone_ms - 21 * DAY_MS, gone_ms, 4)
  html = `<head><script defer src="${app.parts.config.BASE_URL}/t/${website.tracking_id}.js" data-allow-automation></script></head><h1>Shop</h1>`
  const visitors = await journey.open()
  await visitors.page.goto(shop)
  await expect
    .poll(() => read(`/api/v1/websites/${website.id}/live`))
    .toMatchObject({ first_event_at: expect.any(String) })
  await visitors.close()
  await expect.poll(async () => (await read(`/api/monitors/${monitor.id}`)).status).toBe('up')
  await buildDueModels({ ...app.parts, clock: clockAt(gone_ms) })
  await watchAt(gone_ms)
  expect(await read('/api/incidents')).toEqual([])

  html = '<h1>Shop, in a new theme</h1>'
  // Other batches may wait longer: check results are loaded every ten seconds.
  const countWaiting = async () =>
    (await app.database.admin.query(`select 1 from inbox where kind = 'events'`)).rowCount
  await expect.poll(countWaiting).toBe(0)
  await watchAt(now_ms)
  const [incident] = await read('/api/incidents')
  expect(incident).toMatchObject({ kind: 'traffic', cause: { kind: 'snippet_missing' }, monitor_id: null })
  expect((await read(`/api/monitors/${monitor.id}`)).status).toBe('up')

  const alert = readMail((await smtp.waitFor(owner.email)).source)
  expect(alert.headers.get('subject')).toBe('Traffic dropped: localhost')
  expect(alert.text).toContain('The tracking script was not found.')
  expect(alert.text).toMatch(/Visits: +[01] instead of about [45]\d between/)
  expect(alert.text).toMatch(/Visits lost \(est\.\): +[45]\d/)

  await measureDueIncidents({ ...app.parts, clock: clockAt(now_ms + 2 * MINUTE_MS) })
  const screen = await journey.open({ at: '/incidents', cookie })
  await screen.page.getByRole('link', { name: 'localhost' }).click()
  await screen.page.getByRole('heading', { name: 'localhost: Tracking script missing' }).waitFor()
  const chart = screen.page.getByRole('figure', { name: 'Visits per hour' })
  await chart.waitFor()
  const band = await chart.locator('path.chart-expected-band').getAttribute('d')
  expect(band?.split('L').length).toBeGreaterThan(40)
  await screen.page.getByText('Traffic was far below normal.').waitFor()
  await screen.expectNoErrors('silent-outage')
  await screen.close()

  html = `<head><script defer src="${app.parts.config.BASE_URL}/t/${website.tracking_id}.js"></script></head>`
  await visit(website.id, now_ms, now_ms + 30 * MINUTE_MS, 4)
  await watchAt(now_ms + 12 * MINUTE_MS)
  await watchAt(now_ms + 23 * MINUTE_MS)
  expect(await read(`/api/incidents/${incident.id}`)).toMatchObject({ status: 'resolved', resolution: 'recovered' })
  await expect
    .poll(() => smtp.mails.map(({ source }) => readMail(source).headers.get('subject')))
    .toContainEqual(expect.stringMatching(/^Traffic is back: localhost, low for /))

  await measureDueIncidents({ ...app.parts, clock: clockAt(now_ms + DAY_MS) })
  const { visitors_lost } = (await read(`/api/incidents/${incident.id}`)).impact
  expect(visitors_lost).toBeGreaterThan(30)
  const report = await composeNextReport(owner.id, website.id, now_ms)
  for (const text of [report.text, report.html]) {
    expect(text).toContain('Traffic: The tracking script was not found.')
    expect(text).toContain(`${visitors_lost} visitors`)
  }
})
