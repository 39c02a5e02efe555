import type { DeployMetric, DeployMetricName, DeployVerdictName } from '@sitewatch/contract'
import { type Metric, METRICS } from './metrics.ts'
import { type Estimate, estimateDifference, type Samples } from './sequential.ts'

export interface MeasuredMetric {
  metric: DeployMetricName
  goal_id: number | null
  /** The name of the goal. */
  name: string | null
  samples: Samples
}

interface Effect {
  effect: number
  low: number
  high: number
}

const toPercent = (ratio_log: number): number => Math.expm1(ratio_log) * 100

/** In the unit of the metric. */
function scaleEffect({ difference, half_width, before }: Estimate, { kind, unit }: Metric): Effect {
  const [low, high] = [difference - half_width, difference + half_width]
  if (kind === 'log') return { effect: toPercent(difference), low: toPercent(low), high: toPercent(high) }
  const base = unit === 'points' ? 1 : before
  return { effect: (100 * difference) / base, low: (100 * low) / base, high: (100 * high) / base }
}

export interface Judgement extends Effect {
  verdict: Exclude<DeployVerdictName, 'not_enough_traffic'> | null
  estimate: Estimate
}

/**
 * | the interval                                   | verdict         |
 * |------------------------------------------------|-----------------|
 * | lies within the margin around 0                | no_difference   |
 * | does not contain 0                             | better or worse |
 * | contains 0 and reaches beyond the margin       | undecided       |
 *
 * The margin comes first: with enough traffic, every change can be proved, and a change of one percent is not worth reporting.
 */
export function judgeMetric(metric: Metric, samples: Samples, alpha: number): Judgement | null {
  const is_share = metric.kind === 'share'
  // The scale is fixed before the first look, except for goals: theirs is a part of the share before, which seven days have settled.
  const scale = is_share && metric.unit === 'percent' ? metric.scale * meanOf(samples) : metric.scale
  if (scale === 0) return null
  const estimate = estimateDifference(samples, { alpha, scale, is_share })
  if (!estimate || estimate.n_after < metric.min_after || estimate.n_before < metric.min_before) return null
  const effect = scaleEffect(estimate, metric)
  return { ...effect, estimate, verdict: decide(effect, estimate, metric) }
}

function meanOf({ before }: Samples): number {
  let [n, sum] = [0, 0]
  for (const day of before) {
    n += day.n
    sum += day.sum
  }
  return n === 0 ? 0 : sum / n
}

function decide({ low, high }: Effect, estimate: Estimate, metric: Metric): Judgement['verdict'] {
  if (low > -metric.margin && high < metric.margin) return 'no_difference'
  const isMore = low > 0
  if (!isMore && high >= 0) return null
  const events = estimate.before * estimate.n_before + estimate.after * estimate.n_after
  if (metric.kind === 'share' && events < metric.min_events) return null
  return isMore === metric.is_more_better ? 'better' : 'worse'
}

const round = (value: number): number => Number(value.toFixed(1))
/** Beyond this, a figure only says that little is known. */
const MAX_PERCENT = 10_000
const bound = (value: number): number => round(Math.min(MAX_PERCENT, Math.max(-MAX_PERCENT, value)))

/** As people read it: milliseconds, the score of CLS, or percent. */
function readable(name: DeployMetricName, mean: number): number {
  const { kind } = METRICS[name]
  if (kind === 'share') return Number((100 * mean).toFixed(2))
  return name === 'cls' ? Number(Math.max(0, Math.exp(mean) - CLS_SHIFT).toFixed(3)) : Math.round(Math.exp(mean))
}

/** Added to CLS before its logarithm is taken, because it is often 0. A tenth of what counts as good. */
export const CLS_SHIFT = 0.01

function describeMetric({ metric, goal_id, name, samples }: MeasuredMetric, alpha: number, now: string): DeployMetric {
  const judged = judgeMetric(METRICS[metric], samples, alpha)
  const { unit, margin } = METRICS[metric]
  const fixed = { metric, goal_id, name, unit, margin }
  if (!judged) {
    const count = (days: Samples['after']): number => days.reduce((sum, { n }) => sum + n, 0)
    return {
      ...fixed,
      verdict: null,
      effect: null,
      low: null,
      high: null,
      before: null,
      after: null,
      samples_before: count(samples.before),
      samples_after: count(samples.after),
      decided_at: null,
    }
  }
  const { verdict, effect, low, high, estimate } = judged
  return {
    ...fixed,
    verdict,
    effect: bound(effect),
    low: bound(low),
    high: bound(high),
    before: readable(metric, estimate.before),
    after: readable(metric, estimate.after),
    samples_before: estimate.n_before,
    samples_after: estimate.n_after,
    decided_at: verdict === null ? null : now,
  }
}

const isSame = (a: DeployMetric, b: Pick<DeployMetric, 'metric' | 'goal_id'>): boolean =>
  a.metric === b.metric && a.goal_id === b.goal_id

/**
 * The metrics after another look. A decided metric does not change: the guarantee is about the first time that an interval excludes 0,
 * and a figure that moves after a verdict invites another verdict.
 */
export function lookAgain(
  known: readonly DeployMetric[],
  measured: readonly MeasuredMetric[],
  { alpha, now, is_last }: { alpha: number; now: string; is_last: boolean },
): DeployMetric[] {
  const updated = measured.map((each) => {
    const decided = known.find((old) => isSame(old, each) && old.verdict !== null)
    return decided ?? describeMetric(each, alpha, now)
  })
  const notMeasured = known.filter((old) => old.verdict !== null && !updated.some((each) => isSame(each, old)))
  const all = [...updated, ...notMeasured]
  if (!is_last) return all
  return all.map((each) => (each.verdict === null ? { ...each, verdict: 'not_enough_traffic', decided_at: now } : each))
}

/** Null while the comparison runs and no metric is better or worse. */
export function judgeOverall(
  metrics: readonly Pick<DeployMetric, 'verdict'>[],
  is_last: boolean,
): DeployVerdictName | null {
  const has = (verdict: DeployVerdictName): boolean => metrics.some((each) => each.verdict === verdict)
  if (has('worse')) return 'worse'
  if (has('better')) return 'better'
  if (!is_last) return null
  return has('no_difference') ? 'no_difference' : 'not_enough_traffic'
}
