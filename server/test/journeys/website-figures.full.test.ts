import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'
import { makeShopOwner, queryOf, settleStatistics as settle } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
let owner: ReturnType<typeof makeShopOwner> | undefined
const openShop = async (query = '', look: 'wide-light' | 'narrow-light' = 'wide-light'): Promise<Visit> => {
  const { cookie, shop } = await (owner ??= makeShopOwner(journey.app))
  const visit = await journey.open({ at: `/websites/${shop}${query}`, cookie, look })
  await settle(visit)
  return visit
}

describe('the figures of a website', () => {
  it('are above the chart, and a click on one draws it with its comparison', async () => {
    const visit = await openShop()
    const { page } = visit
    const tabs = page.getByRole('tablist', { name: 'Figures' }).getByRole('tab')
    expect(await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute('data-tab')))).toEqual([
      'visitors',
      'visits',
      'pageviews',
      'views_per_visit',
      'bounce_percent',
      'visit_seconds',
    ])
    await page.getByRole('tab', { name: /^Bounce rate\s*[\d.]+.%/ }).click()
    await expect.poll(() => queryOf(visit)).toEqual({ metric: 'bounce_percent' })
    const figure = page.getByRole('figure', { name: 'Bounce rate, 30 days' })
    await figure.getByText('100 %', { exact: true }).waitFor()
    expect(await figure.locator('path.chart-before').getAttribute('d')).toMatch(/^M/)
    await visit.expectNoErrors('website-bounce-rate')
    await page.getByRole('tab', { name: /^Visit duration/ }).click()
    await page
      .getByRole('figure', { name: 'Visit duration, 30 days' })
      .getByText(/^\d+ (s|min)$/)
      .first()
      .waitFor()
    await page.goBack()
    await figure.waitFor()
    await page.reload()
    await figure.waitFor()
    await visit.expectNoErrors()
  })

  it('need no new request when another one is drawn', async () => {
    const visit = await openShop()
    const requestedPaths: string[] = []
    visit.page.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname))
    await visit.page.getByRole('tab', { name: /^Visits/ }).click()
    await visit.page.getByRole('figure', { name: 'Visits, 30 days' }).waitFor()
    expect(requestedPaths.filter((path) => /stats\/(summary|series)/.test(path))).toEqual([])
  })

  it.each(['wide-light', 'narrow-light'] as const)('cause no layout shift while they load, %s', async (look) => {
    const visit = await openShop('', look)
    await visit.page.evaluate(`globalThis.shift = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value })
        .observe({ type: 'layout-shift', buffered: true })`)
    await expect.poll(() => visit.page.evaluate<number>('shift')).toBeLessThan(0.02)
  })
})

describe('the lists of a website', () => {
  it('have icons of browsers, systems and sources, and flags, served by this service', async () => {
    const visit = await openShop('?sources=source&devices=browser')
    const { page } = visit
    for (const name of ['Google', 'Chrome']) {
      const row = page.getByRole('button', { name, exact: true })
      await row.locator('svg.value-icon path').waitFor()
    }
    const flag = page.getByRole('button', { name: 'Germany', exact: true }).locator('.flag')
    expect(await flag.getAttribute('data-sign')).toBe('🇩🇪')
    await expect.poll(() => page.evaluate(`document.fonts.check("16px Flags", "🇩🇪")`)).toBe(true)
    await visit.expectNoErrors('website-icons')
  })
})

describe('the chart of a website', () => {
  it.each(['wide-light', 'narrow-light'] as const)('shows both values under the pointer, %s', async (look) => {
    const visit = await openShop('', look)
    const { page } = visit
    const stage = page.getByRole('slider', { name: /^Visitors, 30 days/ })
    await expect.poll(() => stage.locator('path.chart-before').getAttribute('d')).toMatch(/^M/)
    const box = await stage.boundingBox()
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 100)
    const tip = stage.locator('.chart-tip')
    await tip.waitFor()
    const rows = await tip.locator('.chart-tip-row').allTextContents()
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatch(/^\w{3} \d+ \w{3}( \d{4})?[\d,]+$/)
    expect(await tip.locator('.chart-tip-head').textContent()).toMatch(/^Visitors(↑|↓|No change|No previous data)/)
    await visit.expectNoErrors(`website-tip-${look}`)
  })

  it('draws the whole day by the hour, however little of it has passed', async () => {
    const visit = await openShop('?period=today')
    const stage = visit.page.getByRole('slider', { name: 'Visitors, today by hour. Arrow keys move through time' })
    expect(Number(await stage.getAttribute('aria-valuemax'))).toBeGreaterThanOrEqual(22)
    await visit.expectNoErrors('website-today')
  })
})

describe('the period picker', () => {
  it('selects periods by name, and moves them by the buttons beside it', async () => {
    const visit = await openShop()
    const { page } = visit
    const period = page.getByLabel('Period', { exact: true })
    for (const [label, name] of [
      ['Yesterday', 'yesterday'],
      ['Last month', 'last_month'],
      ['This month', 'month'],
      ['12 months', '12mo'],
      ['All time', 'all'],
      ['Realtime', 'realtime'],
    ] as const) {
      await period.selectOption({ label })
      await expect.poll(() => queryOf(visit)).toEqual({ period: name })
      await page.getByRole('figure', { name: `Visitors, ${label.toLowerCase()}` }).waitFor()
    }
    const [previous, next] = ['Previous period', 'Next period'].map((name) => page.getByRole('button', { name }))
    expect(await previous?.getAttribute('aria-disabled')).toBe('true')
    await period.selectOption({ label: 'Today' })
    await page.getByRole('figure', { name: 'Visitors, today' }).waitFor()
    expect(await next?.getAttribute('aria-disabled')).toBe('true')
    await previous?.click()
    await expect.poll(() => queryOf(visit)).toEqual({ period: 'yesterday' })
    await previous?.click()
    await expect.poll(() => queryOf(visit)['period']).toBe('custom')
    await next?.click()
    await next?.click()
    await expect.poll(() => queryOf(visit)).toEqual({ period: 'today' })
    await settle(visit)
    await visit.expectNoErrors('website-periods')
  })

  it('has a labelled interval, and compares with any days', async () => {
    const visit = await openShop()
    const { page } = visit
    await page.getByLabel('Interval', { exact: true }).selectOption({ label: 'Week' })
    await page.getByRole('slider', { name: /^Visitors, 30 days by week/ }).waitFor()
    await page.getByLabel('Compare', { exact: true }).selectOption({ label: 'Previous year' })
    await expect.poll(() => queryOf(visit)).toEqual({ interval: 'week', compare: 'year' })
    await page.getByLabel('Compare', { exact: true }).selectOption({ label: 'Custom range' })
    const form = page.getByRole('form', { name: 'Compare with' })
    await form.getByLabel('From').fill('2026-01-05')
    await form.getByLabel('To').fill('2026-01-18')
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect
      .poll(() => queryOf(visit))
      .toEqual({ interval: 'week', compare: 'custom', compare_from: '2026-01-05', compare_to: '2026-01-18' })
    await page.getByRole('tab', { name: /^Visitors.*No previous data/ }).waitFor()
    await settle(visit)
    await visit.expectNoErrors('website-compare-custom')
  })
})
