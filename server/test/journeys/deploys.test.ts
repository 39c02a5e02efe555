import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { makeShopOwner, settleStatistics as settle, SOON } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

const HOUR = 3_600_000
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString()
/** The same time for several deploys, so that they are in one hour of the chart. */
const dayBefore = new Date(Math.floor(Date.now() / HOUR - 30) * HOUR + HOUR / 2).toISOString()

let owner: ReturnType<typeof makeShopOwner> | undefined
/** Only read by the tests here. */
const findOwner = () => (owner ??= makeShopOwner(app, 8))

/** Deploys of the demo, and of an earlier try. */
async function clear(): Promise<void> {
  await app.database.admin.query('delete from deploys')
  await app.database.admin.query('delete from annotations')
}

async function make(path: string, json: object): Promise<number> {
  const { key } = await findOwner()
  const { status, body, text } = await app.call('POST', path, { key, json })
  // 200: the deploy exists from an earlier try.
  expect([200, 201], text).toContain(status)
  return body.data.id
}

async function findMonitor(): Promise<number> {
  const { id, shop } = await findOwner()
  const { rows } = await app.database.admin.query(
    `select id from monitors where team_id = $1 and website_id = $2 and type = 'http' order by id limit 1`,
    [id, shop],
  )
  return Number((rows[0] as { id: string }).id)
}

describe('deploys and annotations in the chart', () => {
  it('are added by keyboard or by the pipeline, appear at once, and can be read from the chart', async () => {
    const { cookie, shop } = await findOwner()
    await clear()
    const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    const { page } = visit
    await settle(visit)
    await page.getByText('No deploys or annotations in this period.').waitFor()
    const add = page.getByRole('button', { name: 'Add annotation' })
    await visit.pressAt(add)
    const dialog = page.getByRole('dialog', { name: 'Add annotation' })
    await visit.expectFocus(dialog.getByLabel('Text'))
    await visit.expectNoErrors('annotation-form')
    await page.keyboard.type('Launch on the radio')
    await visit.press('Enter')
    await page.getByText('1 annotation', { exact: true }).waitFor()
    await visit.expectFocus(add)

    const markers = page
      .getByRole('figure', { name: /^Visitors/ })
      .first()
      .locator('svg.chart-svg .chart-event')
    await expect.poll(() => markers.count(), SOON).toBe(1)
    await make('/api/deploys', {
      version: '2.4.1',
      commit: '9fceb02d0ae598e9',
      deployed_at: dayBefore,
      website_ids: [shop],
    })
    await page.getByText('1 deploy, 1 annotation', { exact: true }).waitFor()
    await expect.poll(() => markers.count(), SOON).toBe(2)
    // Three in one hour have one marker, with their number.
    for (const version of ['2.4.2', '2.4.3'])
      await make('/api/deploys', { version, deployed_at: dayBefore, website_ids: [shop] })
    await expect.poll(() => markers.allTextContents(), SOON).toEqual(['3', ''])

    const chart = page.getByRole('slider', { name: /^Visitors/ })
    await visit.tabTo(chart)
    await expect.poll(() => chart.getAttribute('aria-valuetext'), SOON).toContain('Launch on the radio')
    await visit.press('Enter')
    const entries = page.getByRole('list', { name: 'Deploys and annotations' }).getByRole('listitem')
    await visit.expectFocus(entries.first())
    expect(await entries.allTextContents()).toEqual([
      expect.stringMatching(/Launch on the radio.*EditDelete$/),
      expect.stringContaining('Deploy 2.4.3 (production)'),
      expect.stringContaining('Deploy 2.4.2 (production)'),
      expect.stringContaining('Deploy 2.4.1 (production) 9fceb02d0ae5'),
    ])

    await visit.pressAt(page.getByRole('button', { name: 'Edit Launch on the radio' }))
    await visit.write(page.getByRole('dialog').getByLabel('Text'), 'Interview on the radio')
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await visit.pressAt(page.getByRole('button', { name: 'Delete Interview on the radio' }))
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Delete annotation' }))
    await page.getByText('3 deploys', { exact: true }).waitFor()
    expect(visit.pageErrors).toEqual([])
  })

  it('render without errors for a website, a monitor and an incident', async () => {
    const { id, cookie, shop } = await findOwner()
    const monitor = await findMonitor()
    await make(`/api/v1/websites/${shop}/annotations`, {
      text: 'On the news',
      happened_at: ago(60),
      link: 'https://news.example.com/',
    })
    await make('/api/deploys', {
      version: '3.0.0',
      commit: 'c0ffee1',
      deployed_at: ago(1),
      link: 'https://git.example.com/3',
    })
    await journey.expectScreens('website-events', { at: `/websites/${shop}?period=7d`, cookie }, async (visit) => {
      await settle(visit)
      await visit.page.getByText(/deploys?, .*annotation/).click()
      await visit.page.getByRole('link', { name: 'On the news' }).waitFor()
    })
    await journey.expectScreens('monitor-events', { at: `/monitors/${monitor}`, cookie }, async ({ page }) => {
      await page.getByRole('figure', { name: 'Response time' }).locator('.chart-svg .chart-event').first().waitFor()
    })
    const { rows } = await app.database.admin.query(
      `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution)
       values ($1, $2, 'timeout', 'no answer', $3, $3, now(), 'recovered') returning id`,
      [id, monitor, ago(0.9)],
    )
    const incident = Number((rows[0] as { id: string }).id)
    await journey.expectScreens('incident-deploys', { at: `/incidents/${incident}`, cookie }, async ({ page }) => {
      const table = page.getByRole('table', { name: 'Deploys before this incident' })
      await table.getByRole('link', { name: '3.0.0' }).waitFor()
      expect(await table.textContent()).toMatch(/c0ffee1.* before\)/)
    })
  })

  it('show the effect of a deploy with its figures, and outages can be excluded from the comparison', async () => {
    const { cookie, shop } = await findOwner()
    const id = await make('/api/deploys', { version: '4.0.0', deployed_at: ago(5), website_ids: [shop] })
    const metric = {
      metric: 'lcp',
      goal_id: null,
      name: null,
      verdict: 'worse',
      unit: 'percent',
      effect: 14.2,
      low: 3.9,
      high: 25.5,
      margin: 10,
      before: 1820,
      after: 2078,
      samples_before: 8310,
      samples_after: 604,
      decided_at: ago(1),
    }
    await app.database.admin.query(
      `update deploy_verdicts set verdict = 'worse', decided_at = now(), metrics = $2 where deploy_id = $1`,
      [id, JSON.stringify([metric])],
    )
    const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    const { page } = visit
    await settle(visit)
    await page
      .getByText(/\d+ deploys?/)
      .first()
      .click()
    await page.getByText('Worse: LCP +14.2\u00a0%').waitFor()
    await visit.pressAt(
      page.getByRole('listitem').filter({ hasText: '4.0.0' }).getByRole('button', { name: 'View comparison' }),
    )
    const row = page.getByRole('dialog').getByRole('row', { name: /LCP/ })
    expect(await row.textContent()).toMatch(/1.82\ss2.08\ss\+14.2\s% \(\+3.9\s% to \+25.5\s%\)604Worse/)
    await visit.expectNoErrors('deploy-verdict')
    await visit.press('Escape')

    const choice = page.getByRole('checkbox', { name: /^Compare without .*outages$/ })
    await choice.check()
    await expect.poll(() => page.url(), SOON).toContain('exclude_outages')
    await expect.poll(() => choice.isChecked(), SOON).toBe(true)
    expect(visit.pageErrors).toEqual([])
  })
})
