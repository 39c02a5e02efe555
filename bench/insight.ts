import { measureCauses } from './insight/causes.ts'
import { measureCost } from './insight/cost.ts'
import { measureTraffic } from './insight/figures.ts'
import { measureObjectives } from './insight/objectives.ts'
import { measureOpinion } from './insight/opinion.ts'
import { measureVerdict } from './insight/verdict.ts'
import { measureWatchCost } from './insight/watch-cost.ts'
import type { Outcome } from './main.ts'

type Figures = Record<string, unknown>

/**
 * The measurements in simulated years. Each function returns its figures as a flat object.
 * To add one, create bench/insight/PART.ts and add a line here.
 */
const PARTS: Record<string, (isLarge: boolean) => Figures | Promise<Figures>> = {
  traffic: measureTraffic,
  causes: measureCauses,
  watch: measureWatchCost,
  opinion: measureOpinion,
  cost: measureCost,
  objectives: measureObjectives,
  verdict: measureVerdict,
}

/** Limits of the figures, inclusive. */
const LIMITS: Record<string, readonly [low: number, high: number]> = {
  detection_minutes_p95: [0, 10],
  false_alarms_per_site_year: [0, 1],
  lost_error_p50: [0, 0.15],
  lost_coverage_90: [0.88, 0.92],
  cpu_ms_per_website_minute: [0, 1],
  cause_named: [0.8, 1],
  watch_ms_per_website_minute: [0, 1],
  opinion_held_share: [0.95, 1],
  opinion_real_held_beyond: [0, 0],
  burns_alerted_in_time: [0.95, 1],
  messages_ratio: [0, 0.5],
  verdict_wrong_share: [0, 0.05],
}

export async function run(only?: readonly string[], isLarge = false): Promise<Outcome> {
  const figures: Figures = {}
  for (const [name, measure] of Object.entries(PARTS)) {
    if (only && !only.includes(name)) continue
    process.stderr.write(`${name} …\n`)
    Object.assign(figures, await measure(isLarge))
  }
  const isMet = Object.entries(LIMITS).every(([name, [low, high]]) => {
    const value = figures[name]
    return value === undefined || (typeof value === 'number' && value >= low && value <= high)
  })
  return { figures, isMet }
}
