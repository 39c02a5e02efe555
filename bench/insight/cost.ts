import { estimateLoss } from '../../server/src/insights/impact/cost.ts'
import { createSimulation } from './cost-simulation.ts'

const round = (share: number): number => Math.round(share * 1000) / 1000

/** The share of simulated outages whose true loss lies in the 90 % interval, and how far the estimate is off. */
export function measureCost(isLarge: boolean): Record<string, number> {
  const runs = isLarge ? 10_000 : 600
  const figures: Record<string, number> = {}
  for (const visits_per_hour of [50, 200, 1000]) {
    const simulate = createSimulation({ seed: 24 + visits_per_hour, visits_per_hour })
    const covered = { goals: 0, revenue: 0 }
    const errors: number[] = []
    for (let run = 0; run < runs; run++) {
      const { lost, history, truth } = simulate()
      for (const name of ['goals', 'revenue'] as const) {
        const found = estimateLoss(lost, history[name])
        if (!found) continue
        const [low, high] = name === 'goals' ? [Math.floor(found.low), Math.ceil(found.high)] : [found.low, found.high]
        if (truth[name] >= low && truth[name] <= high) covered[name] += 1
        if (name === 'revenue' && truth.revenue > 0) errors.push(Math.abs(found.lost / truth.revenue - 1))
      }
    }
    errors.sort((a, b) => a - b)
    figures[`cost_goals_coverage_90_at_${visits_per_hour}`] = round(covered.goals / runs)
    figures[`cost_revenue_coverage_90_at_${visits_per_hour}`] = round(covered.revenue / runs)
    figures[`cost_revenue_error_p50_at_${visits_per_hour}`] = round(errors[Math.floor(errors.length / 2)] ?? 0)
  }
  const covered = Object.entries(figures).filter(([name]) => /_coverage_90_at_(200|1000)$/.test(name))
  figures['cost_coverage_90_min'] = Math.min(...covered.map(([, share]) => share))
  return figures
}
