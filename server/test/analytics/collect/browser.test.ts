import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// oxlint-disable-next-line no-restricted-imports -- Nothing signals that no further event will come.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { useChromium } from '../tracker/use-chromium.ts'
import { startCollecting, type StoredRow, type TestSite } from './collecting.ts'
import { makeRandomName } from '../../support/random-name.ts'

const { openTab } = useChromium()
const { app, makeSite, rows, drops } = await startCollecting({
  SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1',
  SITEWATCH_LOG_LEVEL: 'silent',
})

type Page = string | { html: string; status?: number; headers?: Record<string, string> }
type Pages = (snippet: string) => Record<string, Page>

/** Real pages on their own host name, so that each test has its own website. */
async function publish(name: string, pages: Pages, { attributes = '' } = {}): Promise<{ site: TestSite; url: string }> {
  const domain = `${name}-${makeRandomName()}.localhost`
  const site = await makeSite({ domain, exclude_bots: '0' })
  const content = pages(
    `<script defer src="${app.base}/t/${site.tracking_id}.js" data-allow-automation ${attributes}></script>`,
  )
  const server = createServer((request, response) => {
    const page = content[new URL(request.url ?? '/', 'http://x').pathname]
    const { html, status, headers } = typeof page === 'string' ? { html: page } : (page ?? { html: '', status: 404 })
    response.writeHead(status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(`<!doctype html><html><head><link rel="icon" href="data:,"></head><body>${html}</body></html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return { site, url: `http://${domain}:${(server.address() as AddressInfo).port}` }
}

/** All stored events, once there are `count` of them and no more arrive for a while. */
async function settle(site: TestSite, count: number): Promise<string[]> {
  await rows(site, count)
  await wait(600)
  const stored = await rows(site, count)
  const order = [...new Set(stored.filter((row) => row.kind === 'pageview').map((row) => row['pageview_id']))]
  return stored
    .map((row) => ({ row, view: order.indexOf(row['pageview_id']) + 1 }))
    .sort((a, b) => a.view - b.view || Number(a.row['number']) - Number(b.row['number']))
    .map(({ row, view }) => `${view} ${row.kind} ${row.path}${describeDetail(row)}`)
}

function describeDetail(row: StoredRow): string {
  if (row.kind === 'event')
    return ` ${String(row['name'])} ${JSON.stringify(row['props'])} ${String(row['revenue'])} ${String(row['currency'])}`
  return row.kind === 'outbound' ? ` ${String(row['target'])}` : ''
}

describe('events of a real browser, through the collector into ClickHouse', () => {
  it('are stored for a site of several pages', async () => {
    const { site, url } = await publish('pages', (snippet) => ({
      '/': `${snippet}<a id="b" href="/b?x=1&utm_source=flyer#part">b</a>`,
      '/b': `${snippet}<a id="out" href="http://other.localhost:9/away" target="_blank">away</a>`,
      '/gone': { html: snippet, status: 404 },
    }))
    const page = await openTab()
    await page.goto(`${url}/`)
    await rows(site, 1)
    await page.click('#b')
    await rows(site, 3)
    await page.evaluate(
      `sitewatch('event', 'Order', { props: { plan: 'pro' }, revenue: { amount: 9.5, currency: 'EUR' } })`,
    )
    await rows(site, 4)
    await page.goto(`${url}/gone`)
    await rows(site, 6)
    await page.goto('about:blank')
    expect(await settle(site, 8)).toEqual([
      '1 pageview /',
      '1 engagement /',
      '2 pageview /b?x=1',
      '2 event /b?x=1 Order {"plan":"pro"} 9.5 EUR',
      '2 engagement /b?x=1',
      '3 pageview /gone',
      '3 not_found /gone',
      '3 engagement /gone',
    ])
    const stored = await rows(site, 8)
    expect(new Set(stored.map((row) => row.visitor_id)).size).toBe(1)
    expect(stored.find((row) => row.path === '/b?x=1')).toMatchObject({
      channel: 'campaign',
      source: 'flyer',
      system: 'Linux',
    })
    expect(await drops(site, {})).toEqual({})
  })

  it('are stored for a single-page app, back and forward included', async () => {
    const { site, url } = await publish('app', (snippet) => ({ '/': snippet, '/elsewhere': 'no snippet' }))
    const page = await openTab()
    await page.goto(`${url}/`)
    await rows(site, 1)
    await page.evaluate(`history.pushState({}, '', '/one')`)
    await rows(site, 2)
    await page.evaluate(`history.replaceState({}, '', '/one?filter=1')`)
    await page.goBack()
    await expect.poll(async () => (await rows(site, 3)).filter((row) => row.kind === 'pageview').length).toBe(3)
    expect((await settle(site, 3)).filter((line) => line.includes('pageview'))).toEqual([
      '1 pageview /',
      '2 pageview /one',
      '3 pageview /',
    ])
  })

  it('are stored for a page whose content security policy allows the tracker, and not for one that forbids it', async () => {
    const policy = (sources: string) => ({ 'content-security-policy': `default-src 'none'; ${sources}` })
    const { site, url } = await publish('policy', (snippet) => ({
      '/allowed': { html: snippet, headers: policy(`script-src ${app.base}; connect-src ${app.base}`) },
      '/blocked': { html: snippet, headers: policy('') },
    }))
    const page = await openTab()
    await page.goto(`${url}/blocked`)
    await page.goto(`${url}/allowed`)
    await rows(site, 1)
    await page.goto('about:blank')
    expect(await settle(site, 2)).toEqual(['1 pageview /allowed', '1 engagement /allowed'])
  })

  it('are sent again while the collector cannot store them, and none is lost or stored twice', async () => {
    const { site, url } = await publish('retry', (snippet) => ({ '/': snippet }))
    const page = await openTab()
    await app.database.admin.query('revoke insert on inbox from sitewatch_collector')
    const refused = page.waitForResponse((response) => response.status() === 503)
    await page.goto(`${url}/`)
    await refused
    await app.database.admin.query('grant insert on inbox to sitewatch_collector')
    expect((await settle(site, 1)).filter((line) => line.includes('pageview'))).toEqual(['1 pageview /'])
  })

  it('include web vitals when the snippet enables them', async () => {
    const { site, url } = await publish('vitals', (snippet) => ({ '/': `${snippet}<h1>hello</h1>` }), {
      attributes: 'data-vitals',
    })
    const page = await openTab()
    await page.goto(`${url}/`, { waitUntil: 'networkidle' })
    await rows(site, 1)
    await page.goto('about:blank')
    const stored = await rows(site, 3)
    const vitals = stored.find((row) => row.kind === 'vitals')
    expect(vitals?.['ttfb_ms']).toEqual(expect.any(Number))
    expect(vitals?.['fcp_ms']).toEqual(expect.any(Number))
  })
})
