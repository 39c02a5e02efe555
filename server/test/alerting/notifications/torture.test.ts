import { expect, it } from 'vitest'
import { SMALL, tortureAlerts } from '../../torture/alerts.ts'

it('every outage is alerted while workers and Postgres are killed, and every repeat is marked', async () => {
  const figures = await tortureAlerts(SMALL)
  expect(figures).toMatchObject({ outages: SMALL.outages, missed: 0, repeats_unmarked: 0 })
  expect(figures.kills).toBeGreaterThanOrEqual(SMALL.min_kills)
})
