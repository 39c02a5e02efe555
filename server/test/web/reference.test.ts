import { gzipSync } from 'node:zlib'
import { ROUTES, TAGS } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { freePort } from '../support/free-port.ts'
import { openVisit } from '../journeys/visit.ts'
import { startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'

const port = await freePort()
const app = await startApp({ PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` })

describe('GET /docs/api', () => {
  it('has every operation under its tag, the general rules, and requests in three languages', async () => {
    const { text } = await app.call('GET', '/docs/api')
    const titles = [...text.matchAll(/<h2 id="[\w-]+">([^<]+)</g)].map(([, title]) => title)
    expect(titles).toEqual(['General rules', ...TAGS.map(({ name }) => name), 'Records and bodies'])
    for (const { id } of ROUTES) expect(text).toContain(`<section class="operation" id="${id}">`)
    for (const rule of ['Paging', 'Errors', 'Idempotency', 'Rate limits']) expect(text).toContain(`>${rule}</a></h3>`)
    expect(text).toContain(`curl -X POST http://127.0.0.1:${port}/api/v1/websites \\`)
    expect(text).toContain('await client.websites.create({')
    expect(text).toContain('swctl website add example.com --exclude-ips')
  })

  it('links only to targets on the page', async () => {
    const { text } = await app.call('GET', '/docs/api')
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const dead = [...text.matchAll(/ href="#([^"]+)"/g)].filter(([, id]) => !ids.has(id))
    expect(dead).toEqual([])
  })

  it('is at most 100 kB compressed', async () => {
    expect(gzipSync((await app.call('GET', '/docs/api')).text).length).toBeLessThan(100_000)
  })

  it('can be searched, and remembers the language of examples', async () => {
    const browser = await launchBrowser()
    atEnd(() => browser.close())
    const visit = await openVisit(browser, app.base, { at: '/docs/api', look: 'wide-light' })
    const { page } = visit
    const shown = page.locator('.operation:visible')
    const create = page.locator('[id="websites.create"]')
    await create.getByRole('button', { name: 'TypeScript' }).click()
    expect(await create.locator('pre[data-code]:visible').allTextContents()).toEqual([
      expect.stringContaining('await client.websites.create('),
    ])
    await page.reload()
    expect(await create.locator('pre[data-code=curl]').isVisible()).toBe(false)
    await page.getByLabel('Search').fill('funnel steps')
    expect(await shown.locator('h3').allTextContents()).toEqual([expect.stringContaining('funnel'), 'StatsFunnel'])
    await page.getByLabel('Search').fill('no such zebra')
    expect(await page.getByText('No results for "no such zebra".').isVisible()).toBe(true)
    expect(await shown.count()).toBe(0)
    // Checking all of it takes axe 20 s, and it is the same over and over.
    await page.getByLabel('Search').fill('goal')
    await visit.expectNoErrors()
    const phone = await openVisit(browser, app.base, { at: '/docs/api', look: 'narrow-dark' })
    await phone.page.getByLabel('Search').fill('goal')
    await phone.expectNoErrors()
  })
})
