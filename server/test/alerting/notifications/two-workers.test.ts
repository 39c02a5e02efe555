import { expect, it } from 'vitest'
import { reportFigure } from '../../support/report.ts'
import { WITHOUT_KILLS, tortureAlerts } from '../../torture/alerts.ts'

it('two workers send 10,000 deliveries once each, and mark none as a repeat', { timeout: 300_000 }, async () => {
  const figures = await tortureAlerts(WITHOUT_KILLS)
  reportFigure(`${figures.messages} messages for ${2 * figures.outages} deliveries in ${figures.seconds} s`)
  expect(figures).toMatchObject({ outages: 5000, missed: 0, repeats: 0, marked: 0, kills: 0, workers: 2 })
  expect(figures.messages_of_least_worker).toBeGreaterThan(1000)
})
