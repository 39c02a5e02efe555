import { expect, it } from 'vitest'
import { reportFigure } from '../../support/report.ts'
import { isHeld as isBlackoutHeld, SMALL as SMALL_BLACKOUT, tortureBlackout } from '../../torture/blackout.ts'
import { isHeld, SMALL, tortureChecks } from '../../torture/checks.ts'

/** Smaller runs of `npm run torture -- checks` and `-- blackout`, concurrently because both mostly wait. The ordinary tier has killed.test.ts and blackout.test.ts. */
it.concurrent('every outage becomes one incident, and no other incident opens, while processes and Postgres are killed', async () => {
  const figures = await tortureChecks(SMALL)
  reportFigure(`checks: ${JSON.stringify(figures)}`)
  expect(figures).toMatchObject({ outages: SMALL.outages, missed: 0, invented: 0, unresolved: 0, doubled: 0 })
  expect(isHeld(figures)).toBe(true)
})

it.concurrent('no monitor is reported down while Sitewatch itself is offline', async () => {
  const figures = await tortureBlackout(SMALL_BLACKOUT)
  reportFigure(`blackout: ${JSON.stringify(figures)}`)
  expect(figures.false_downs).toBe(0)
  expect(isBlackoutHeld(figures)).toBe(true)
})
