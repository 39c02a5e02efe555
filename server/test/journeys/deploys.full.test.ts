import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { makeShopOwner, settleStatistics as settle } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()

let owner: ReturnType<typeof makeShopOwner> | undefined
/** Only read by the tests here. */
const findOwner = () => (owner ??= makeShopOwner(app, 8))

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
  it('are read from the chart, changed and deleted with the keyboard alone', async () => {
    const { cookie, shop } = await findOwner()
    await app.database.admin.query('delete from deploys')
    await app.database.admin.query('delete from annotations')
    await make(`/api/v1/websites/${shop}/annotations`, { text: 'Launch on the radio', happened_at: ago(0) })
    const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    const { page } = visit
    await settle(visit)
    const chart = page.getByRole('slider', { name: /^Visitors/ })
    await visit.tabTo(chart)
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('Launch on the radio')
    await visit.press('Enter')
    await visit.expectFocus(page.getByRole('list', { name: 'Deploys and annotations' }).getByRole('listitem').first())
    await visit.pressAt(page.getByRole('button', { name: 'Edit Launch on the radio' }))
    await visit.write(page.getByRole('dialog').getByLabel('Text'), 'Interview on the radio')
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await visit.pressAt(page.getByRole('button', { name: 'Delete Interview on the radio' }))
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Delete annotation' }))
    await page.getByText('No deploys or annotations in this period.').waitFor()
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

  it('are compared without outages', async () => {
    const { cookie, shop } = await findOwner()
    await make('/api/deploys', { version: '4.0.0', deployed_at: ago(5), website_ids: [shop] })
    const { page } = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    const choice = page.getByRole('checkbox', { name: /^Compare without .*outages$/ })
    await choice.check()
    await expect.poll(() => page.url()).toContain('exclude_outages')
    await expect.poll(() => choice.isChecked()).toBe(true)
  })
})
