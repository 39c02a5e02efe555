import { expect, it } from 'vitest'
import { reportFigure } from '../../support/report.ts'
import { isHeld, SMALLEST, tortureHeartbeats } from '../../torture/heartbeats.ts'
import { openSharedWorld } from '../../torture/shared-world.ts'

/** Larger, and with restarts of Postgres: torture.full.test.ts. */
it('every missed or failed run becomes one incident, and nothing else does, over clock changes and with killed processes', async () => {
  const figures = await tortureHeartbeats(SMALLEST, openSharedWorld)
  reportFigure(`heartbeats: ${JSON.stringify(figures)}`)
  expect(figures).toMatchObject({ missed: 0, invented: 0, lost_pings: 0, kills: SMALLEST.kills })
  expect(isHeld(figures)).toBe(true)
})
