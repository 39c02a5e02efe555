import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { IMPACT } from './overview-states.ts'
import { makeShopOwner, queryOf, settleStatistics as settle } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

let owner: ReturnType<typeof makeShopOwner> | undefined
/** Only read by the tests here. Eight days, because every load of the screen asks ten questions about all of them. */
const findOwner = () => (owner ??= makeShopOwner(app, 8))

describe('the screen of a website', () => {
  it('shows visitors, outages and their cost, is filtered by one click, and goes back', async () => {
    const { id, cookie, shop } = await findOwner()
    await app.database.admin.query('update incidents set impact = $2 where team_id = $1', [id, JSON.stringify(IMPACT)])
    const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    const { page } = visit
    const figure = page.getByRole('figure', { name: 'Visitors, 7 days' })
    await figure.getByText('−57').first().waitFor()
    await page.getByRole('img', { name: /map$/ }).waitFor()
    await page.getByRole('row', { name: /Checkout.* %/ }).waitFor()
    await settle(visit)
    await visit.expectNoErrors('website')

    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Organic search' }).click()
    await expect.poll(() => chips.allTextContents()).toEqual(['ChannelisOrganic search×'])
    expect(queryOf(visit)).toEqual({ period: '7d', filters: '["is","channel","organic_search"]' })
    // The cost of an outage is that of all visitors.
    await expect.poll(() => figure.getByText('−57').count()).toBe(0)
    await page.goBack()
    await figure.getByText('−57').first().waitFor()
    expect(await chips.count()).toBe(0)
  })

  it('opens with the period and filter of its URL, draws other figures, and has goals, a funnel, all pages and an export', async () => {
    const { cookie, shop } = await findOwner()
    const filters = encodeURIComponent('["is","channel","organic_search"]')
    const visit = await journey.open({ at: `/websites/${shop}?period=today&filters=${filters}`, cookie })
    const { page } = visit
    await page.getByRole('button', { name: /^Remove filter/ }).click()
    await page.getByRole('tab', { name: /^Bounce rate\s*[\d.]+.%/ }).click()
    await page.getByRole('figure', { name: 'Bounce rate, today' }).waitFor()
    await page.getByRole('button', { name: 'Previous period' }).click()
    await page.getByRole('figure', { name: 'Bounce rate, yesterday' }).waitFor()
    expect(queryOf(visit)).toEqual({ metric: 'bounce_percent', period: 'yesterday' })

    await page.getByRole('button', { name: 'Add goal' }).click()
    await page.getByLabel('Name').fill('Read about coffee')
    await page.getByLabel('Path or event').fill('/coffee*')
    await visit.press('Enter')
    const goal = page.getByRole('row', { name: /Read about coffee/ })
    await goal.waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const step = page.getByRole('form', { name: 'Add step' }).getByLabel('Path')
    await step.fill('/')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await step.fill('/coffee*')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Funnel' }).waitFor()
    expect(queryOf(visit)['funnel']).toBe('["page:/","page:/coffee*"]')
    await goal.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete goal' }).click()
    await goal.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Export' }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await waiting).suggestedFilename()).toMatch(/\.csv$/)
    await visit.press('Escape')

    const pages = page.locator('section', { has: page.getByRole('heading', { name: 'Pages', exact: true }) })
    await pages.getByRole('button', { name: /^All \d+$/ }).click()
    const all = page.getByRole('dialog', { name: 'Page' })
    await all.getByLabel('Contains').fill('coffee/')
    await visit.press('Enter')
    await expect.poll(() => all.getByRole('button', { name: '/about' }).count()).toBe(0)
    await all.getByRole('button', { name: '/coffee/harbour-blend' }).waitFor()
    await visit.expectNoErrors('website-all-pages')
  })
})
