/** Visits that did not come, with the 90 % interval. */
export interface LostVisits {
  readonly visits: number
  readonly low: number
  readonly high: number
}

/** A past day: its visits, the sum of what each of them was worth, and the sum of the squares. */
export interface DayValue {
  readonly visits: number
  readonly sum: number
  readonly squares: number
}

export interface LossEstimate {
  readonly lost: number
  readonly low: number
  readonly high: number
}

/** Below a week of days, weekends or single days decide the rate. */
const MIN_DAYS = 7
/** The quantile of the normal distribution for an interval of 90 %. */
const Z90 = 1.6449

interface ValueOfVisit {
  /** The mean over all visits. */
  rate: number
  /** How exactly the mean is known. */
  rate_variance: number
  /** How much one day differs from another, apart from chance. */
  day_variance: number
  /** How much one visit differs from another. */
  visit_variance: number
}

function describeVisits(days: readonly DayValue[]): ValueOfVisit {
  const add = (value: (day: DayValue) => number): number => days.reduce((sum, day) => sum + value(day), 0)
  const visits = add((day) => day.visits)
  const rate = add((day) => day.sum) / visits
  const visit_variance = Math.max(0, add((day) => day.squares) / visits - rate ** 2)
  const residuals = (add((day) => (day.sum - rate * day.visits) ** 2) * days.length) / (days.length - 1)
  return {
    rate,
    visit_variance,
    rate_variance: Math.max(residuals, visit_variance * visits) / visits ** 2,
    day_variance: Math.max(0, residuals - visit_variance * visits) / add((day) => day.visits ** 2),
  }
}

/** Student's quantile: with few days, their variance is itself uncertain. */
const quantileOf = (days: number): number => Z90 + (Z90 ** 3 + Z90) / (4 * (days - 1))

/** Beyond it, with far less than one conversion expected, the approximation is no longer monotonic. */
const MAX_SPREAD = 6

/** A quantile of the gamma distribution with this mean and variance (Wilson and Hilferty); `z` is that of the normal one. */
function gammaQuantile(mean: number, variance: number, z: number): number {
  const spread = Math.min(MAX_SPREAD, variance / mean ** 2)
  return mean * Math.max(0, 1 - spread / 9 + (z * Math.sqrt(spread)) / 3) ** 3
}

/**
 * What lost visits would have brought in: their number times the mean over past days. The interval is a prediction, so it has four
 * parts: how many visits were lost, how exactly the mean is known (delta method over days), how much days differ, and the chance of
 * single visits. Null when there are too few days, or nothing was ever brought in.
 */
export function estimateLoss(lost: LostVisits, history: readonly DayValue[]): LossEstimate | null {
  const days = history.filter(({ visits }) => visits > 0)
  if (days.length < MIN_DAYS) return null
  const { rate, rate_variance, day_variance, visit_variance } = describeVisits(days)
  if (rate <= 0) return null
  if (lost.visits <= 0) return { lost: 0, low: 0, high: rate * Math.max(0, lost.high) }
  const visits_variance = ((lost.high - lost.low) / (2 * Z90)) ** 2
  const mean = rate * lost.visits
  const variance =
    rate ** 2 * visits_variance +
    (lost.visits ** 2 + visits_variance) * (rate_variance + day_variance) +
    lost.visits * visit_variance
  const z = quantileOf(days.length)
  return { lost: mean, low: gammaQuantile(mean, variance, -z), high: gammaQuantile(mean, variance, z) }
}
