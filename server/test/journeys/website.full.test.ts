import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { makeShopOwner, queryOf, settleStatistics as settle } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

let owner: ReturnType<typeof makeShopOwner> | undefined
/** Only read by the tests here. */
const findOwner = () => (owner ??= makeShopOwner(app))

describe('the screen of a website', () => {
  it('requests the chart and its figures before the lists, also for a new period', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}?period=today`, cookie })
    await settle(visit)
    const steps: string[] = []
    const note = (what: string) => (request: Request) => {
      const name = /^\/api\/.*\/(summary|series|breakdown|vitals|funnel|drops)\b/.exec(
        new URL(request.url()).pathname,
      )?.[1]
      if (name !== undefined) steps.push(`${what} ${name}`)
    }
    visit.page.on('request', note('ask'))
    visit.page.on('requestfinished', note('got'))
    const expectPictureFirst = async (): Promise<void> => {
      const found = (): number => steps.findIndex((step) => /ask (?!summary|series)/.test(step))
      await expect.poll(found).toBeGreaterThan(0)
      expect(steps.slice(0, found())).toEqual(expect.arrayContaining(['got summary', 'got series']))
    }
    // Requests that the previous page repeats in the meantime are not counted.
    await visit.page.reload({ waitUntil: 'commit' })
    steps.length = 0
    await expectPictureFirst()
    await settle(visit)
    steps.length = 0
    await visit.press('w')
    await expectPictureFirst()
  })

  it('accepts filters in its own notation, from a searchable list with counts or typed', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}`, cookie })
    const { page } = visit
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
    const dialog = page.getByRole('dialog', { name: 'Add filter' })
    const choose = async (dimension: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('dialog').getByRole('combobox').first().selectOption({ label: dimension })
    }
    await choose('Country')
    await dialog.getByRole('checkbox', { name: /^Germany\s*[\d,]+$/ }).waitFor()
    await dialog.getByRole('searchbox', { name: 'Search values' }).fill('germ')
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBeLessThan(3)
    await dialog.getByRole('checkbox', { name: /^Germany\s*[\d,]+$/ }).check()
    await visit.expectNoErrors('filter-dialog')
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await expect.poll(() => queryOf(visit)).toEqual({ filters: '["is","country","DE"]' })
    for (const [dimension, words] of [
      ['Channel', 'Organic search'],
      ['Device', 'mobile'],
    ] as const) {
      await choose(dimension)
      await dialog.getByRole('searchbox', { name: 'Search values' }).fill(words)
      await visit.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await expect
      .poll(() => chips.allTextContents())
      .toEqual(['CountryisGermany×', 'ChannelisOrganic search×', 'DeviceisMobile×'])
    await chips.first().getByRole('button', { name: 'Germany', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit filter' })
    await edit.getByRole('checkbox', { name: /^Austria\s*[\d,]+$/ }).check()
    await edit.getByRole('button', { name: 'Edit filter' }).click()
    await expect.poll(async () => (await chips.allTextContents())[0]).toBe('CountryisGermany, Austria×')
    await page.goto(`${app.base}/websites/${shop}?filters=${encodeURIComponent('["is","country","Germany"]')}`)
    await settle(visit)
    await expect.poll(() => chips.allTextContents()).toEqual(['CountryisGermany×'])
    await expect.poll(() => page.getByRole('tab', { name: /^Visitors\s*[1-9]/ }).count()).toBe(1)
  })

  it('does not show the cost of an outage for all visitors beside filtered figures', async () => {
    const { cookie, shop } = await findOwner()
    const { page } = await journey.open({ at: `/websites/${shop}`, cookie })
    const lost = page.getByRole('figure', { name: /^Visitors/ }).getByText(/^−[\d,]+$/)
    await lost.first().waitFor()
    await page.getByRole('button', { name: 'Germany', pressed: false }).click()
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await expect.poll(() => lost.count()).toBe(0)
  })

  it('finds a country by its name in the whole list', async () => {
    const { cookie, shop } = await findOwner()
    const { page } = await journey.open({ at: `/websites/${shop}?all=country&find=germ`, cookie })
    const found = page.getByRole('dialog', { name: 'Country' }).getByRole('row').getByRole('button')
    await found.first().waitFor()
    expect(await found.allTextContents()).toEqual(['Germany'])
  })

  it('is read with the keyboard alone: periods, tabs, a filter, the chart', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}`, cookie })
    const { page } = visit
    await settle(visit)
    await visit.press('w')
    await expect.poll(() => queryOf(visit)).toEqual({ period: '7d' })
    await visit.press('d')
    await expect.poll(() => queryOf(visit)).toEqual({ period: 'today' })
    await visit.press('ArrowLeft')
    await expect.poll(() => queryOf(visit)).toEqual({ period: 'yesterday' })
    await visit.press('ArrowRight')
    await expect.poll(() => queryOf(visit)).toEqual({ period: 'today' })
    await visit.press('x', 't')
    await expect.poll(() => queryOf(visit)).toEqual({ compare: 'none' })
    await visit.press('c')
    await expect.poll(() => queryOf(visit)['period']).toBe('custom')
    await page.getByRole('form', { name: 'Custom range' }).waitFor()
    await visit.press('t', 'x')
    await expect.poll(() => queryOf(visit)).toEqual({})
    await visit.tabTo('select[name=period]')
    await visit.press('ArrowUp')
    await expect.poll(() => queryOf(visit)).toEqual({ period: '7d' })
    await visit.press('ArrowDown')
    await expect.poll(() => queryOf(visit)).toEqual({})
    await visit.tabTo('select[name=compare]')
    await visit.press('ArrowDown')
    await expect.poll(() => queryOf(visit)).toEqual({ compare: 'year' })
    await visit.press('ArrowUp')
    await expect.poll(() => queryOf(visit)).toEqual({})
    await visit.tabTo('[role=tab][data-tab=visitors]')
    await visit.press('ArrowRight', 'ArrowRight')
    await expect.poll(() => queryOf(visit)).toEqual({ metric: 'pageviews' })
    await visit.expectFocus('[role=tab][data-tab=pageviews]')
    await visit.press('Home')
    await expect.poll(() => queryOf(visit)).toEqual({})
    await settle(visit)
    await visit.tabTo('[role=slider]')
    await visit.press('ArrowLeft', 'ArrowLeft')
    const slider = page.getByRole('slider', { name: /^Visitors, 30 days by day/ })
    // The day, its visitors, the same day of the previous period with its visitors, and the change.
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toMatch(/^\w{3} \d+ \w{3}, Visitors [\d,]+, \w{3} \d+ \w{3}( \d{4})? [\d,]+, (↑|↓|No change|No previous data)/)
    await visit.tabTo('[role=tab][data-tab=channel]')
    await visit.press('ArrowRight')
    await expect.poll(() => queryOf(visit)).toEqual({ sources: 'source' })
    await page.getByRole('button', { name: 'Google' }).waitFor()
    await visit.tabTo('button:text-is("Google")')
    await visit.press('Enter')
    await expect.poll(() => queryOf(visit)).toEqual({ sources: 'source', filters: '["is","source","Google"]' })
    await settle(visit)
    await visit.expectNoErrors()
  })

  it('has an export, a filter, goals and a funnel with the keyboard alone', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    const { page } = visit
    await settle(visit)
    const exported = page.getByRole('button', { name: 'Export' })
    await visit.pressAt(exported)
    await visit.tabTo(page.getByRole('link', { name: 'Download CSV' }))
    await visit.press('Escape')
    await visit.expectFocus(exported)
    const filter = page.getByRole('button', { name: 'Add filter' })
    await visit.pressAt(filter)
    await visit.write('dialog input[name=value]', 'coffee')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await visit.expectFocus(filter)
    await visit.pressAt(page.getByRole('button', { name: /^Remove filter/ }))
    await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' })
    await visit.expectFocus('main')
    await visit.pressAt(filter)
    await visit.tabTo('dialog select')
    await page.keyboard.type('Country')
    await visit.write(page.getByRole('searchbox', { name: 'Search values' }), 'germ')
    await expect.poll(() => page.getByRole('dialog').getByRole('checkbox').count()).toBeLessThan(3)
    await visit.pressAt(page.getByRole('checkbox', { name: /^Germany/ }), 'Space')
    await visit.pressAt('dialog button[type=submit]')
    await expect.poll(() => queryOf(visit)['filters']).toBe('["is","country","DE"]')
    await visit.pressAt(page.getByRole('button', { name: /^Remove filter/ }))
    await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' })
    // Tab goes through all lists on the way to the goals: a row that the new figures remove would take the focus with it.
    await settle(visit)
    const add = page.getByRole('button', { name: 'Add goal' })
    await visit.pressAt(add)
    await visit.expectFocus('dialog input[name=name]')
    await page.keyboard.type('Read by keys')
    await visit.write('dialog input[name=value]', '/coffee*')
    await visit.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit.expectFocus(add)
    const actions = page.getByRole('button', { name: 'Actions for Read by keys' })
    await visit.pressAt(actions)
    await visit.expectFocus(page.getByRole('menuitem', { name: 'Edit' }))
    await visit.press('ArrowDown', 'Enter')
    await visit.expectFocus('dialog >> text=Cancel')
    await visit.press('Escape')
    await visit.expectFocus(actions)
    await visit.press('Enter', 'ArrowUp', 'Enter')
    await visit.pressAt('dialog >> text=Delete goal')
    await actions.waitFor({ state: 'detached' })
    await visit.expectFocus('section:has-text("Goals")')
    const which = page.getByRole('form', { name: 'Add step' }).getByLabel('Path')
    await visit.write(which, '/')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await visit.expectFocus(which)
    await page.keyboard.type('/coffee*')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Funnel' }).waitFor()
    await visit.pressAt('text=Clear funnel')
    await page.getByRole('list', { name: 'Steps' }).waitFor({ state: 'detached' })
    await visit.expectFocus('section:has-text("Funnel")')
    await visit.expectNoErrors()
  })
})
