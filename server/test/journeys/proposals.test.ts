import { expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { makeShopOwner } from './website-visits.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

it('a website proposes its monitors, and one button creates the selected ones, under the given names', async () => {
  const { id, cookie, shop, key } = await makeShopOwner(app, 10)
  await app.database.admin.query('delete from monitors where team_id = $1', [id])
  const { body } = await app.call('GET', `/api/v1/websites/${shop}/proposals`, { key })
  const [first, second, ...others] = body.data.monitors as { url: string; friendly_name: string }[]
  expect([first, second]).not.toContain(undefined)

  const visit = await journey.open({ at: `/websites/${shop}/settings?tab=monitoring`, cookie })
  const { page } = visit
  const form = page.getByRole('form', { name: 'Proposed monitors' })
  await form.getByRole('checkbox').first().waitFor()
  expect(await page.getByText(body.data.maintenance.starts_at, { exact: true }).count()).toBe(1)
  await visit.expectNoErrors('website-proposals')
  for (const { url } of others) await form.getByRole('checkbox', { name: url, exact: true }).uncheck()
  await visit.write(form.getByLabel(`Name of the monitor of ${first?.url}`, { exact: true }), 'The shop window')
  await visit.pressAt(form.getByRole('button', { name: 'Create monitors' }))
  await page.getByText('2 monitors created').waitFor()
  // A page with a monitor is no longer proposed.
  await expect.poll(() => form.getByRole('checkbox', { name: first?.url ?? '', exact: true }).count()).toBe(0)

  const made = await app.call('GET', '/api/monitors', { key })
  const rows = made.body.data as { friendly_name: string; url: string; interval: number }[]
  expect(rows.map(({ url }) => url).toSorted()).toEqual([first?.url, second?.url].toSorted())
  expect(rows.map(({ friendly_name }) => friendly_name)).toContain('The shop window')
  expect(rows.every(({ interval }) => interval === body.data.interval.seconds)).toBe(true)
  expect(visit.pageErrors).toEqual([])
})
