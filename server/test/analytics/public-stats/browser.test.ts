import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { startApp } from '../../support/app.ts'
import { freePort } from '../../support/free-port.ts'
import { makeFolder, type SparseEvent } from '../stats/context.ts'
import { sized } from '../../support/size.ts'
import { addMonitor, ago, download, makeSite, type Site } from './sites.ts'

const PORT = await freePort()
// The origin of the page must be that of BASE_URL, so the port is fixed.
const BASE = `http://127.0.0.1:${PORT}`
const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder(), BASE_URL: BASE, PORT: String(PORT) })
const owner = await app.makeUser()
const PICTURES = path.resolve(import.meta.dirname, '../../../../.local/screenshots/public')

const browser = await launchBrowser()
afterAll(() => browser.close())

interface PageActivity {
  page: Page
  dialogs: string[]
  errors: string[]
  hosts: Set<string>
}

async function openTab(options: BrowserContextOptions = {}): Promise<PageActivity> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const seen: PageActivity = { page, dialogs: [], errors: [], hosts: new Set() }
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !isIcon) seen.errors.push(message.text())
  })
  page.on('pageerror', (error) => seen.errors.push(error.message))
  context.on('request', (request) => seen.hosts.add(new URL(request.url()).host))
  return seen
}

/** With SCREENSHOTS=1, for a look at them. */
async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage })
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** The number of rows that a list shows. */
const HOSTILE = [
  '/<script>alert(1)</script>',
  '/"><img src=x onerror=alert(1)>',
  "/' onmouseover='alert(1)",
  '/</style></svg><svg onload=alert(1)>',
  '=HYPERLINK("https://evil.example.com","x")',
  '+1+cmd|"/C calc"!A0',
  '@SUM(1)',
  '/\u202Egpj.exe',
  `/${'long'.repeat(2500)}`,
  '-\u0000\u0007\r\n//evil.example.com/{{7*7}}',
]

const hostile: SparseEvent[] = HOSTILE.flatMap((text, n) => [
  {
    time: ago(HOUR_MS),
    visitor: n,
    path: text,
    source: text.slice(0, 8000),
    referrer: text,
    country: text.slice(0, 200),
  },
  { time: ago(HOUR_MS), visitor: n, kind: 'event', name: text, path: text },
])

/** A realistic month: weekdays and weekends, days and nights, and one outage in an afternoon. */
function inventTraffic(): SparseEvent[] {
  const events: SparseEvent[] = []
  const pick = <T>(list: readonly T[], n: number): T | undefined => list[(n * n + 3 * n) % list.length]
  // Up to now: in some time zones today began only minutes ago.
  for (let hour = 24 * sized(32, 60); hour >= 0; hour--) {
    const at = new Date(Date.now() - hour * HOUR_MS)
    const wave = Math.sin(((at.getUTCHours() - 8) / 24) * 2 * Math.PI) + 1.1
    const visitors = Math.max(1, Math.round(wave * (at.getUTCDay() % 6 === 0 ? 3 : 7) * (hour < 720 ? 1.3 : 1)))
    for (let n = 0; n < visitors; n++) {
      const seed = hour * 31 + n
      events.push({
        time: at.toISOString(),
        visitor: seed,
        path:
          pick(['/', '/', '/pricing', '/blog/how-we-measure', '/docs', '/blog', '/about', '/docs/install'], seed) ??
          '/',
        source: pick(['Google', '', 'Hacker News', 'Bing', 'news.example.com', ''], seed) ?? '',
        country: pick(['DE', 'US', 'GB', 'FR', 'AT', 'IN', ''], seed) ?? '',
        device: pick(['desktop', 'mobile', 'desktop', 'tablet'], seed) ?? '',
      })
    }
  }
  return events
}

let busySite: Promise<Site> | undefined
const findBusySite = (): Promise<Site> => (busySite ??= makeBusySite())

async function makeBusySite(): Promise<Site> {
  const site = await makeSite(app, owner, { timezone: 'Europe/Berlin' }, inventTraffic())
  await addMonitor(app, owner, site, {
    age_ms: 24 * 24 * HOUR_MS,
    outages: [
      [ago(300 * HOUR_MS), ago(290 * HOUR_MS)],
      [ago(75 * HOUR_MS), ago(69 * HOUR_MS)],
      [ago(30 * HOUR_MS), ago(29.5 * HOUR_MS)],
    ],
  })
  return site
}

/** A page of another site: the same machine under another host name. */
async function publish(html: readonly string[]): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${html.join('')}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

describe('a public page in a real browser', () => {
  it.each(
    sized(
      [[360, 'light']] as const,
      [
        [390, 'light'],
        [390, 'dark'],
        [1440, 'light'],
        [1440, 'dark'],
        [360, 'light'],
      ] as const,
    ),
  )('runs nothing that visitors sent, at %d px, %s', async (width, colorScheme) => {
    const site = await makeSite(app, owner, {}, hostile)
    await addMonitor(app, owner, site, { outages: [[ago(5 * HOUR_MS), null]] })
    const { page, dialogs, errors, hosts } = await openTab({ viewport: { width, height: 900 }, colorScheme })
    for (const rest of ['', '?period=today', '?period=7d&embed=1']) {
      await page.goto(BASE + site.page + rest)
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
      expect(await overflow(page), `${rest} scrolls sideways`).toBeLessThanOrEqual(0)
      expect(await page.locator('script, main img, iframe, [onmouseover], [onload]').count()).toBe(0)
    }
    await page.locator('tbody th').first().hover()
    expect(await page.locator('bdi', { hasText: '<script>alert(1)</script>' }).count()).toBe(3)
    expect(await page.locator('main').innerText()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
    expect([dialogs, errors, [...hosts]]).toEqual([[], [], [`127.0.0.1:${PORT}`]])
    await takePicture(page, `hostile-${width}-${colorScheme}`, true)
  })

  it('exports a file without formulas and with one line for each row', async () => {
    const site = await makeSite(app, owner, {}, hostile)
    const { text } = await download(app, `${site.page}/export.csv?period=7d`)
    const lines = text.trimEnd().split('\r\n')
    expect(lines.length).toBeGreaterThan(30)
    for (const line of lines.slice(1)) {
      const [, cell = ''] = /^"\w+","((?:""|[^"])*)",\d*,\w*,\w+$/.exec(line) ?? []
      expect(cell, line).not.toBe('')
      expect(cell).not.toMatch(/(?:^|;)[=+\-@\t\r\n]/)
      expect(line).not.toMatch(/[\r\n\u0000\u202E]/)
      expect(line.length).toBeLessThan(800)
    }
    expect(lines.some((line) => line.includes("'=HYPERLINK"))).toBe(true)
  })

  it.each(
    sized(
      [[390, 'dark']] as const,
      [
        [390, 'light'],
        [390, 'dark'],
        [1440, 'light'],
        [1440, 'dark'],
      ] as const,
    ),
  )('shows a busy site at %d px, %s', async (width, colorScheme) => {
    const site = await findBusySite()
    const { page, errors, hosts } = await openTab({ viewport: { width, height: 900 }, colorScheme })
    for (const period of sized(['today', '30d'], ['today', '7d', '30d', '12mo'])) {
      await page.goto(`${BASE}${site.page}?period=${period}`)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await page.locator('.list').count()).toBe(4)
      await takePicture(page, `page-${period}-${width}-${colorScheme}`, true)
    }
    await page.click('nav.periods >> text=7 days')
    expect(page.url()).toBe(`${BASE}${site.page}?period=7d`)
    expect([errors, [...hosts]]).toEqual([[], [`127.0.0.1:${PORT}`]])
  })

  it('is opened by the password without JavaScript', async () => {
    const site = await makeSite(app, owner, { privacy: '2', password: 'open sesame' }, hostile)
    const { page, errors } = await openTab({ javaScriptEnabled: false, viewport: { width: 390, height: 700 } })
    await page.goto(`${BASE}${site.page}?period=7d`)
    expect(await page.title()).toBe('Statistics · Sitewatch')
    await page.fill('input[name=password]', 'wrong')
    await page.click('button')
    await page.locator('[role=alert]', { hasText: 'Wrong password' }).waitFor()
    await takePicture(page, 'password')
    await page.fill('input[name=password]', 'open sesame')
    await page.click('button')
    await page.locator('h1', { hasText: site.domain }).waitFor()
    expect(page.url()).toBe(`${BASE}${site.page}?period=7d`)
    await page.goto(`${BASE}${site.page}?period=12mo`)
    expect(await page.locator('h1').innerText()).toBe(site.domain)
    expect(errors.filter((text) => !/403|404/.test(text))).toEqual([])
  })

  it('is shown in a frame of another site only if it is public', async () => {
    const [open, locked] = [
      await makeSite(app, owner, {}, hostile),
      await makeSite(app, owner, { privacy: '2', password: 'x' }),
    ]
    const { page } = await openTab({ viewport: { width: 800, height: 900 } })
    const frames = [`${open.page}?embed=1`, open.page, `${locked.page}?embed=1`]
    await page.goto(
      await publish(frames.map((each) => `<iframe src="${BASE}${each}" width="700" height="250"></iframe>`)),
    )
    await page.waitForLoadState('networkidle')
    const shown = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) =>
          frame
            .locator('main h1')
            .count()
            .catch(() => 0),
        ),
    )
    expect(shown).toEqual([1, 0, 0])
  })

  it('has badges that another site can show as images', async () => {
    const site = await findBusySite()
    const down = await makeSite(app, owner)
    await addMonitor(app, owner, down, { outages: [[ago(HOUR_MS), null]] })
    for (const colorScheme of sized(['light'] as const, ['light', 'dark'] as const)) {
      const { page } = await openTab({ viewport: { width: 420, height: 200 }, colorScheme })
      const badges = ['visitors', 'uptime', 'status'].map((name) => `${BASE}${site.page}/badge/${name}.svg`)
      const images = [...badges, `${BASE}${down.page}/badge/status.svg`].map((src) => `<p><img src="${src}"></p>`)
      const url = await publish(['<meta name="color-scheme" content="light dark">', ...images])
      await page.goto(url, { waitUntil: 'networkidle' })
      const widths = await page.evaluate('Array.from(document.images, (each) => each.naturalWidth)')
      for (const width of widths as number[]) expect(width).toBeGreaterThan(60)
      await takePicture(page, `badges-${colorScheme}`)
    }
  })
})
