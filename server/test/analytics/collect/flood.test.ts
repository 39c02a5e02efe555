import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openCollector } from '../../../src/analytics/collect/index.ts'
import { openGeo } from '../../../src/platform/geo.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { startApp } from '../../support/app.ts'

/** More than a website may always send in one tick, and more than all others together. */
const FLOOD = 50
const FLOODED = 1
const QUIET = [2, 3, 4]
/** Longer than a tick may be late: the process counts as overloaded on any machine. */
const BLOCKED_MS = 60

const app = await startApp()

function blockThread(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** How long others wait then is compared in flood.quiet.full.test.ts, the rule itself in fairness.test.ts. */
it('requests of a website that floods an overloaded collector wait, those of other websites do not, and none is refused', async () => {
  const collector = await openCollector({ ...app.parts, metrics: createMetrics(), geo: openGeo() })
  onTestFinished(() => collector.stop())
  const waiting: Promise<boolean>[] = []
  const refused: number[] = []
  for (let round = 0; waiting.length === 0; round++) {
    expect(round, 'rounds in which no request of the flooded website had to wait').toBeLessThan(100)
    for (let n = 0; n < FLOOD; n++) {
      const admitted = collector.admit(FLOODED)
      if (admitted instanceof Promise) waiting.push(admitted)
      else if (!admitted) refused.push(FLOODED)
    }
    for (const website_id of QUIET) expect(collector.admit(website_id)).toBe(true)
    blockThread(BLOCKED_MS)
    await nextTurn()
  }
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]))
  expect(refused).toEqual([])
})
