import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { ClickHouseUnavailable } from '../../../src/platform/clickhouse/index.ts'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { makeFolder, type SparseEvent } from '../stats/context.ts'
import { addMonitor, ago, download, makeSite } from './sites.ts'

const BASE = 'https://host.example.com/watch'
const app = await startApp({
  SITEWATCH_DATA_DIR: makeFolder(),
  BASE_URL: BASE,
  SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8',
  SITEWATCH_RATE_LIMIT_PER_MINUTE: '200',
})
const owner = await app.makeUser()

/** Each test has its own IP address, since requests are limited by address. */
let address = 0
const get = (path: string) => app.call('GET', path, { headers: { 'x-forwarded-for': `198.51.100.${++address % 250}` } })

const events: SparseEvent[] = [
  { time: ago(DAY_MS), visitor: 1, path: '/a?token=secret', source: 'Google', country: 'DE', device: 'mobile' },
  { time: ago(DAY_MS), visitor: 2, path: '/a?token=other', source: 'Google', country: 'AT', device: 'mobile' },
  { time: ago(2 * DAY_MS), visitor: 3, path: '/b#part', country: 'DE', device: 'desktop' },
  { time: ago(40 * DAY_MS), visitor: 4, path: '/' },
]

/** Every URL in a page that a browser would fetch or follow. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href|action|srcset|poster|data|url)\s*[=(]\s*["']?([^"'\s>)]+)/gi)].map(
    ([, link]) => link?.replaceAll('&amp;', '&') ?? '',
  )

const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<bdi>([^<]*)<\/bdi>.*?<td>([^<]*)<\/td>/g)].map(([, label, count]) => `${label} ${count}`)

describe('GET /p/:tracking_id', () => {
  it('shows visitors, their sources, and uptime', async () => {
    const site = await makeSite(app, owner, {}, events)
    await addMonitor(app, owner, site, { outages: [[ago(3 * HOUR_MS), ago(2 * HOUR_MS)]] })
    const { text } = await get(`${site.page}?period=30d`)
    expect(text).toContain(`<h1>${site.domain}</h1>`)
    expect(text).toMatch(/<dt>Visitors<\/dt><dd>3<\/dd><dd class="before">\+200 %, was 1<\/dd>/)
    expect(text).toMatch(/<dt>Uptime<\/dt><dd>99.8[56] %<\/dd>/)
    expect(rowsOf(text)).toEqual([
      '/a 2',
      '/b 1',
      'Google 2',
      'Direct 1',
      'Germany 2',
      'Austria 1',
      'Mobile 2',
      'Desktop 1',
    ])
    expect(text.match(/class="outage"/g)).toHaveLength(1)
    expect(text).toContain('</svg> Up</p>')
  })

  it('shows nothing about a single visitor or a monitor', async () => {
    const site = await makeSite(app, owner, {}, events)
    await addMonitor(app, owner, site, { outages: [[ago(HOUR_MS), null]] })
    for (const path of ['', '?embed=1', '/export.csv', '/export.ndjson', '/badge/status.svg']) {
      const { text } = await download(app, site.page + path)
      expect(text).not.toMatch(/secret|token|back office|hidden\.example|did not answer|part/i)
      expect(text).not.toContain(owner.email)
    }
  })

  it('links to each period, and refuses an unknown one', async () => {
    const site = await makeSite(app, owner, {}, events)
    const seen: Record<string, string | undefined> = {}
    for (const period of ['today', '7d', '30d', '12mo']) {
      const { text } = await get(`${site.page}?period=${period}&utm_source=mail`)
      expect(text).toContain(`href="?period=${period}" aria-current="page"`)
      seen[period] = /<dt>Visitors<\/dt><dd>(\d+)/.exec(text)?.[1]
    }
    expect(seen).toEqual({ today: '0', '7d': '3', '30d': '3', '12mo': '4' })
    for (const path of ['?period=8d', '?period=', '?period=7d&period=7d', '/export.csv?period=realtime'])
      expectProblem(await get(site.page + path), 'validation_failed')
  })

  it('loads no resource, runs no script, and keeps its links under the base path', async () => {
    const site = await makeSite(app, owner, {}, events)
    for (const [path, address_of] of [
      [site.page, `${BASE}${site.page}`],
      [`${site.page}?embed=1`, `${BASE}${site.page}?embed=1`],
      ['/p/00AAAAAAAAAAAAAA', `${BASE}/p/00AAAAAAAAAAAAAA`],
    ] as const) {
      const { text, headers } = await get(path)
      expect(text).not.toContain('<script')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'unsafe-inline'")
      const links = linksIn(text).map((link) => new URL(link, address_of).href)
      expect(links.length).toBeGreaterThan(2)
      for (const link of links) expect(link).toMatch(/^https:\/\/host\.example\.com\/watch\//)
      for (const link of links.filter((each) => each.includes('/p/'))) {
        const { status } = await download(app, new URL(link).pathname + new URL(link).search)
        expect(status).toBe(200)
      }
    }
  })

  it('is shown without any visitor and without a monitor', async () => {
    const site = await makeSite(app, owner)
    const { status, text } = await get(site.page)
    expect(status).toBe(200)
    expect(text).not.toContain('Uptime')
    expect(text.match(/No data in this period/g)).toHaveLength(4)
  })
})

describe('the badges of a public page', () => {
  it('have a label, in light and dark', async () => {
    const site = await makeSite(app, owner, {}, events)
    const badge = async (name: string): Promise<string> => {
      const { text, headers, status } = await get(`${site.page}/badge/${name}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(text).toContain('prefers-color-scheme:dark')
      return /<title>([^<]*)/.exec(text)?.[1] ?? ''
    }
    expect(await badge('visitors.svg')).toBe('visitors: 3 in 30 days')
    expect(await badge('visitors.svg?period=12mo')).toBe('visitors: 4 in 12 months')
    expect(await badge('uptime.svg')).toBe('uptime: no data')
    expect(await badge('status.svg')).toBe('status: no data')
  })

  it('follow the monitors of the website, and no others', async () => {
    const titleOf = async (path: string): Promise<string | undefined> =>
      /<title>([^<]*)/.exec((await get(path)).text)?.[1]
    const [up, down] = [await makeSite(app, owner), await makeSite(app, owner)]
    await addMonitor(app, owner, up)
    await addMonitor(app, owner, down)
    await addMonitor(app, owner, down, { outages: [[ago(12 * HOUR_MS), null]] })
    expect(await titleOf(`${up.page}/badge/status.svg`)).toBe('status: up')
    expect(await titleOf(`${up.page}/badge/uptime.svg?period=7d`)).toBe('uptime: 100 % in 7 days')
    expect(await titleOf(`${down.page}/badge/status.svg`)).toBe('status: down')
    expect(await titleOf(`${down.page}/badge/uptime.svg`)).toMatch(/^uptime: 98\.\d\d % in 30 days$/)
  })
})

describe('the export of a public page', () => {
  it('contains what the page shows, as CSV and as NDJSON', async () => {
    const site = await makeSite(app, owner, {}, events)
    const csv = await download(app, `${site.page}/export.csv?period=7d`)
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="statistics-${site.domain}-7d.csv"`)
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('table,value,visitors,visits,pageviews')
    expect(lines.filter((line) => !line.startsWith('"time",')).slice(1)).toEqual([
      '"page","/a",,,2',
      '"page","/b",,,1',
      '"source","Google",2,,2',
      '"source","Direct",1,,1',
      '"country","Germany",2,,2',
      '"country","Austria",1,,1',
      '"device","mobile",2,,2',
      '"device","desktop",1,,1',
    ])
    const ndjson = await download(app, `${site.page}/export.ndjson?period=7d`)
    const records = ndjson.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(records).toHaveLength(lines.length - 1)
    expect(records.at(-1)).toEqual({ table: 'device', value: 'desktop', visitors: 1, visits: null, pageviews: 1 })
  })
})

describe('a public page under load', () => {
  it('is rendered once for all requests within a minute', async () => {
    const site = await makeSite(app, owner, {}, events)
    const { clickhouse } = app.parts
    let questions = 0
    const read = clickhouse.read.bind(clickhouse)
    clickhouse.read = (...asked) => {
      questions++
      return read(...asked)
    }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        app.call('GET', `${site.page}${n % 2 === 0 ? '' : '?embed=1'}`, {
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        }),
      ),
    )
    clickhouse.read = read
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(questions).toBeGreaterThan(0)
    expect(questions).toBeLessThan(20)
  })

  it('limits an IP address, pages and files together, with 429', async () => {
    const site = await makeSite(app, owner)
    const ask = (path: string) => app.call('GET', path, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    let answer = await ask(`${site.page}/badge/status.svg`)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('200')
    for (let n = 1; n < 200; n++) answer = await ask(n % 2 === 0 ? site.page : '/p/00AAAAAAAAAAAAAA')
    expect(answer.status).toBe(404)
    expectProblem(await ask(site.page), 'rate_limited')
    expectProblem(await ask(`${site.page}/badge/status.svg`), 'rate_limited')
  })

  it('answers 503 with Retry-After while the statistics cannot be read', async () => {
    const site = await makeSite(app, owner, {}, events)
    const { clickhouse } = app.parts
    const read = clickhouse.read.bind(clickhouse)
    clickhouse.read = () => Promise.reject(new ClickHouseUnavailable('away', 'away'))
    const [page, csv, status] = await Promise.all(
      ['', '/export.csv', '/badge/status.svg'].map((path) => download(app, site.page + path)),
    )
    clickhouse.read = read
    expect([page?.status, page?.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page?.text).toContain('cannot be loaded right now')
    expect(csv?.body?.code).toBe('unavailable')
    expect(status?.status).toBe(200)
    expect((await get(site.page)).status).toBe(200)
  })
})
