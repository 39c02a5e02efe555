import { expect, it } from 'vitest'
import { reportFigure } from '../../support/report.ts'
import { isHeld, SMALL, tortureHeartbeats } from '../../torture/heartbeats.ts'

/** A smaller run of `npm run torture -- heartbeats`. */
it('every missed or failed run becomes one incident, and nothing else does, over clock changes and with killed processes', async () => {
  const figures = await tortureHeartbeats(SMALL)
  reportFigure(`heartbeats: ${JSON.stringify(figures)}`)
  expect(figures).toMatchObject({ missed: 0, invented: 0, lost_pings: 0, kills: SMALL.kills })
  expect(isHeld(figures)).toBe(true)
})
