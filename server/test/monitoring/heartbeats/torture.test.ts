import { expect, it } from 'vitest'
import { reportFigure } from '../../support/report.ts'
import { isHeld, SMALL, tortureHeartbeats } from '../../torture/heartbeats.ts'

/** The sized-down form of `npm run torture -- heartbeats`. */
it('every missed and failed run becomes one incident, and nothing else, over two clock changes while processes and Postgres are killed', async () => {
  const figures = await tortureHeartbeats(SMALL)
  reportFigure(`heartbeats: ${JSON.stringify(figures)}`)
  expect(figures).toMatchObject({ missed: 0, invented: 0, lost_pings: 0, kills: SMALL.kills })
  expect(isHeld(figures)).toBe(true)
})
