import { describe, expect, it } from 'vitest'
import { createSimulation } from '../../../../bench/insight/cost-simulation.ts'
import { estimateLoss } from '../../../src/insights/impact/cost.ts'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'

const RUNS = sized(500, 5000)

describe('the 90 % interval of the cost of an outage', () => {
  it(`contains the true loss in 85 to 95 of 100 simulated outages (${RUNS} of them)`, () => {
    const simulate = createSimulation({ seed: 2024, visits_per_hour: 300 })
    const covered = { goals: 0, revenue: 0 }
    for (let run = 0; run < RUNS; run++) {
      const { lost, history, truth } = simulate()
      for (const name of ['goals', 'revenue'] as const) {
        const found = estimateLoss(lost, history[name])
        if (found && truth[name] >= found.low && truth[name] <= found.high) covered[name] += 1
      }
    }
    const [goals, revenue] = [covered.goals / RUNS, covered.revenue / RUNS]
    reportFigure(
      `of ${RUNS} outages, the interval contains the conversions lost in ${goals}, the revenue in ${revenue}`,
    )
    expect(goals).toBeGreaterThan(0.85)
    expect(goals).toBeLessThan(0.95)
    expect(revenue).toBeGreaterThan(0.85)
    expect(revenue).toBeLessThan(0.95)
  })
})
