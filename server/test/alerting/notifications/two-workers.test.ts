import { expect, it } from 'vitest'
import { reportFigure } from '../../support/report.ts'
import { SMALL_WITHOUT_KILLS, tortureAlerts } from '../../torture/alerts.ts'
import { openClonedWorld } from './cloned-world.ts'

/** A smaller run of the second half of `npm run torture -- alerts`. */
it('two workers send 500 deliveries once each, and mark none as a repeat', async () => {
  const figures = await tortureAlerts(SMALL_WITHOUT_KILLS, openClonedWorld)
  reportFigure(`${figures.messages} messages for ${2 * figures.outages} deliveries in ${figures.seconds} s`)
  expect(figures).toMatchObject({
    outages: SMALL_WITHOUT_KILLS.outages,
    missed: 0,
    repeats: 0,
    marked: 0,
    kills: 0,
    workers: 2,
  })
  expect(figures.messages_of_least_worker).toBeGreaterThan(50)
})
