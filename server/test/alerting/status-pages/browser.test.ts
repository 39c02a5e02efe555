import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../scripts/browser.ts'
import { startApp } from '../../support/app.ts'
import { makeIncident, makeMonitor, makePage, proveDomain } from './showing.ts'

const app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
const shots = path.resolve(import.meta.dirname, '../../../../.local/shots/status-pages')
mkdirSync(shots, { recursive: true })
const browser = await launchBrowser({ flags: ['--host-resolver-rules=MAP status.acme.example 127.0.0.1'] })
afterAll(() => browser.close())

const countDays = (): number => Math.floor(Date.now() / 86_400_000)
const DAY_OF_SET_UP = countDays()
const user = await app.makeUser()
const days = (from: number, to: number) => ({ from: `${from * 24} hours`, to: `${to * 24} hours` })
const website = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'www.acme.example' } })
const shop = await makeMonitor(app, user, { status: 'up', age_days: 400, friendly_name: 'Shop' })
const api = await makeMonitor(app, user, { status: 'down', age_days: 400, friendly_name: 'API' })
const paused = await makeMonitor(app, user, { is_active: false, age_days: 30, friendly_name: 'Old site' })
const fresh = await makeMonitor(app, user, { status: 'up', age_days: 20, friendly_name: 'New site' })
await makeMonitor(app, user, { status: 'up', age_days: 60, website_id: website.body.data.id })
await makeIncident(app, shop, { from: '100 hours', to: '99 hours' })
await makeIncident(app, shop, { ...days(40, 39.998), kind: 'tls' })
await makeIncident(app, api, { ...days(12, 10), kind: 'dns' })
await makeIncident(app, api, { from: '95 minutes', kind: 'http_status' })
await app.database.admin.query(
  `insert into monitor_unobserved (team_id, monitor_id, from_at, to_at, reason)
   values ($1, $2, now() - interval '9 days', now() - interval '6 days', 'paused')`,
  [user.id, fresh],
)
await app.database.admin.query(
  `update monitor_state set unobserved_since = extract(epoch from now() - interval '25 days') * 1000 where monitor_id = $1`,
  [paused],
)
await app.call('POST', '/api/maintenance-windows', {
  key: user.key,
  json: {
    name: 'Moving the database to a larger machine',
    monitor_ids: [shop],
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    ends_at: new Date(Date.now() + 90_000_000).toISOString(),
  },
})
const { id: page_id, slug } = await makePage(app, user, {
  name: 'Acme status',
  domain: 'status.acme.example',
  description: 'How the systems of Acme are.\nQuestions: support@acme.example',
  monitors: [
    { monitor_id: shop },
    { monitor_id: api, label: 'API for partners' },
    { monitor_id: paused },
    { monitor_id: fresh },
  ],
  website_ids: [website.body.data.id],
})
await proveDomain(app, page_id)

interface PageActivity {
  dialogs: number
  hosts: Set<string>
  refused: string[]
}

function watch(page: Page): PageActivity {
  const seen: PageActivity = { dialogs: 0, hosts: new Set(), refused: [] }
  page.on('dialog', (dialog) => {
    seen.dialogs++
    void dialog.dismiss()
  })
  page.on('request', (request) => seen.hosts.add(new URL(request.url()).host))
  page.on('console', (message) => message.type() === 'error' && seen.refused.push(message.text()))
  return seen
}

const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe('a status page in a real browser', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 390, 1440]) {
      it(`a status page is readable at ${width} px, ${colorScheme}, without scripts or other hosts`, async () => {
        const context = await browser.newContext({
          colorScheme,
          javaScriptEnabled: false,
          viewport: { width, height: 900 },
        })
        const page = await context.newPage()
        const seen = watch(page)
        await page.goto(`${app.base}/s/${slug}`)
        expect(await page.locator('.overall strong').textContent()).toBe('1 of 5 is down')
        // Two of the monitors are 400 days old; the others have no bar before their first day.
        const passed = countDays() - DAY_OF_SET_UP
        const [most, count] =
          width < 600 ? [30, 30 + 30 + 30 + 21 + passed + 30] : [90, 90 + 90 + 31 + 21 + 61 + 3 * passed]
        expect(await page.locator('.ribbon path:visible').count()).toBe(count)
        const first = page.locator('.ribbon').first()
        expect(await first.locator('path:visible').count()).toBe(most)
        // Each bar is inside the chart: older bars are not only clipped.
        const [frame, bars] = await Promise.all([first.boundingBox(), first.locator('path:visible').all()])
        const boxes = [await bars.at(0)?.boundingBox(), await bars.at(-1)?.boundingBox()]
        expect(boxes[0]?.x).toBeGreaterThanOrEqual(frame?.x ?? Infinity)
        expect(boxes[0]?.width).toBeGreaterThan(width < 600 ? 6 : 4)
        expect((boxes[1]?.x ?? Infinity) + (boxes[1]?.width ?? 0)).toBeLessThanOrEqual(
          (frame?.x ?? 0) + (frame?.width ?? 0),
        )
        expect(await page.locator('[data-zone]').textContent()).toBe('Times are in UTC.')
        await page.screenshot({ path: path.join(shots, `page-${width}-${colorScheme}.png`), fullPage: true })
        expect([...seen.hosts]).toEqual([new URL(app.base).host])
        expect(seen.refused).toEqual([])
        await context.close()
      })
    }
  }

  it('shows times in the time zone of its reader, in the fonts of the dashboard', async () => {
    const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })
    const page = await context.newPage()
    const seen = watch(page)
    await page.goto(`${app.base}/s/${slug}`)
    await page.evaluate('document.fonts.ready.then(() => true)')
    const iso = (await page.locator('.overall time').getAttribute('datetime')) ?? ''
    const tokyo = new Date(iso).toLocaleString('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    })
    expect(await page.locator('.overall time').textContent()).toBe(tokyo)
    expect(await page.locator('[data-zone]').textContent()).toBe(
      'Times are in your time zone (Asia/Tokyo), days in UTC.',
    )
    const fonts = await page.evaluate<string[]>(
      `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')).sort()`,
    )
    // On a slow machine the system font is used until ours has loaded.
    expect(fonts.filter((family) => !family.endsWith(' fallback'))).toEqual(['Commit Mono', 'Instrument Sans'])
    expect(seen.refused).toEqual([])
    await context.close()
  })

  it('does not scroll sideways at 360 px, with every table open and very long names', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(2)
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
    const made = await makePage(app, user, {
      name: long,
      description: long,
      monitors: [{ monitor_id: api, label: long }],
    })
    for (const each of [slug, made.slug]) {
      await page.goto(`${app.base}/s/${each}`)
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
      expect(await measureOverflow(page)).toBe(0)
    }
    await page.close()
  })

  it('shows names with markup as text', async () => {
    const names = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '</title></style><svg onload=alert(1)>',
      'javascript:alert(1)',
      '\u202Egnp.exe\u202D مرحبا',
      '{{7*7}} ${7*7} <!--',
    ]
    const monitors = await Promise.all(
      names.map(async (label) => ({
        monitor_id: await makeMonitor(app, user, { friendly_name: label, status: 'down' }),
        label,
      })),
    )
    for (const { monitor_id } of monitors) await makeIncident(app, monitor_id, { from: '1 hour' })
    const made = await makePage(app, user, { name: names[1], description: names.join('\n'), monitors })
    const page = await browser.newPage()
    const seen = watch(page)
    await page.goto(`${app.base}/s/${made.slug}`)
    expect(await page.locator('.row .head h2').allTextContents()).toEqual(names)
    expect(await page.locator('img, script:not(body > script), svg[onload]').count()).toBe(0)
    await page.fill('input[name=email]', 'someone@example.com')
    await page.click('button >> nth=0')
    await page.locator('h1', { hasText: 'Check your e-mail' }).waitFor()
    expect({ dialogs: seen.dialogs, refused: seen.refused }).toEqual({ dialogs: 0, refused: [] })
    expect([...seen.hosts]).toEqual([new URL(app.base).host])
    const feed = await app.call('GET', `/s/${made.slug}/feed.atom`)
    const parsed = await page.evaluate<{ errors: number; entries: number }>(
      `((xml) => ({ errors: xml.querySelectorAll('parsererror').length, entries: xml.querySelectorAll('entry').length }))(
        new DOMParser().parseFromString(${JSON.stringify(feed.text)}, 'application/xml'))`,
    )
    expect(parsed).toEqual({ errors: 0, entries: names.length })
    expect(seen.dialogs).toBe(0)
    await page.close()
  })

  it('is at / of its own domain, and its form stays there', async () => {
    const page = await browser.newPage()
    const { port } = new URL(app.base)
    await page.goto(`http://status.acme.example:${port}/`)
    expect(await page.locator('h1').textContent()).toBe('Acme status')
    await page.fill('input[name=email]', 'domain-reader@example.com')
    await page.click('button >> nth=0')
    await page.locator('h1', { hasText: 'Check your e-mail' }).waitFor()
    expect(new URL(page.url()).host).toBe(`status.acme.example:${port}`)
    await page.screenshot({ path: path.join(shots, 'asked.png') })
    await page.close()
  })
})
