import { expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { insertSparse, makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { makeOwner } from './owner.ts'
import { settleStatistics as settle } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

/** The same time for several deploys, so that they are in one hour of the chart. */
const dayBefore = new Date(Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS + HOUR_MS / 2).toISOString()

const WORSE = {
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
  decided_at: dayBefore,
}

it('deploys and annotations are added, appear at once in the chart, and show their effect', async () => {
  const { cookie, make } = await makeOwner(app)
  const shop = await make('/api/v1/websites', { domain: 'shop.example.com' })
  await insertSparse(
    app.parts.clickhouse,
    shop,
    Array.from({ length: 48 }, (_, hours) => ({
      time: new Date(Date.now() - hours * HOUR_MS).toISOString(),
      visitor: hours,
    })),
  )
  await app.database.admin.query(`update websites set first_event_at = now() - interval '3 days' where id = $1`, [shop])
  const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
  const { page } = visit
  await settle(visit)
  await page.getByText('No deploys or annotations in this period.').waitFor()
  await page.getByRole('button', { name: 'Add annotation' }).click()
  await page.getByRole('dialog', { name: 'Add annotation' }).getByLabel('Text').fill('Launch on the radio')
  await visit.press('Enter')
  await page.getByText('1 annotation', { exact: true }).waitFor()
  const markers = page
    .getByRole('figure', { name: /^Visitors/ })
    .first()
    .locator('svg.chart-svg .chart-event')
  await expect.poll(() => markers.count()).toBe(1)

  const deploy = { deployed_at: dayBefore, website_ids: [shop] }
  const id = await make('/api/deploys', { ...deploy, version: '2.4.1', commit: '9fceb02d0ae598e9' })
  await app.database.admin.query(
    `update deploy_verdicts set verdict = 'worse', decided_at = now(), metrics = $2 where deploy_id = $1`,
    [id, JSON.stringify([WORSE])],
  )
  for (const version of ['2.4.2', '2.4.3']) await make('/api/deploys', { ...deploy, version })
  // Three in one hour have one marker, with their number.
  await expect.poll(() => markers.allTextContents()).toEqual(['3', ''])
  await page.getByText('3 deploys, 1 annotation', { exact: true }).click()
  const entries = page.getByRole('list', { name: 'Deploys and annotations' }).getByRole('listitem')
  await expect
    .poll(() => entries.allTextContents())
    .toEqual([
      expect.stringMatching(/Launch on the radio.*EditDelete$/),
      expect.stringContaining('Deploy 2.4.3 (production)'),
      expect.stringContaining('Deploy 2.4.2 (production)'),
      expect.stringContaining('Deploy 2.4.1 (production) 9fceb02d0ae5'),
    ])
  await entries.last().getByText('Worse: LCP +14.2\u00a0%').waitFor()
  await entries.last().getByRole('button', { name: 'View comparison' }).click()
  const row = page.getByRole('dialog').getByRole('row', { name: /LCP/ })
  await row.waitFor()
  expect(await row.textContent()).toMatch(/1.82\ss2.08\ss\+14.2\s% \(\+3.9\s% to \+25.5\s%\)604Worse/)
  await visit.expectNoErrors('deploy-verdict')
})
