/** The values of one day: how many, their sum, and the sum of their squares. A share has the values 0 and 1. */
export interface Sums {
  readonly n: number
  readonly sum: number
  readonly squares: number
}

/**
 * An entry for each 24 hours, because days differ from each other by more than chance. When `after` has two of them, the hours of
 * `before` may be counted twice, so that each hour of the day has the same weight on both sides.
 */
export interface Samples {
  readonly after: readonly Sums[]
  readonly before: readonly Sums[]
}

export interface Test {
  /** Chance of ever being wrong, however often it is looked at. */
  readonly alpha: number
  /** The difference that is found soonest; others are found, too. */
  readonly scale: number
  /** Whether the values are 0 and 1. */
  readonly is_share: boolean
}

export interface Estimate {
  /** The difference of the means, after minus before. */
  readonly difference: number
  readonly half_width: number
  readonly before: number
  readonly after: number
  readonly n_before: number
  readonly n_after: number
}

/** With fewer earlier days, how much days differ is a guess. */
const MIN_DAYS_BEFORE = 5
/** The variance of a few values is a guess, too: it is pooled with the variance before, which counts as this many values. */
const PRIOR_VALUES = 20
/** Further out, the expansion below is worthless; an interval of more deviations than this is still far from a verdict. */
const MAX_DEVIATIONS = 5

/**
 * How much wider Student's t with `freedom` degrees of freedom is than the normal distribution at this number of standard deviations,
 * squared. By the expansion of Cornish and Fisher, within 3 % from four degrees on.
 */
export function inflateVariance(deviations: number, freedom: number): number {
  const [z2, v] = [deviations * deviations, freedom]
  const one = (z2 + 1) / (4 * v)
  const two = ((5 * z2 + 16) * z2 + 3) / (96 * v * v)
  const three = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v)
  return (1 + one + two + three) ** 2
}

interface Pool {
  n: number
  mean: number
  /** Of single values around the mean of all days. */
  variance: number
  days: number
  /** Sum of the squared shares of the days: 1/days when all are alike. */
  concentration: number
}

function pool(days: readonly Sums[]): Pool {
  let [n, sum, squares, filled, squaredCounts] = [0, 0, 0, 0, 0]
  for (const day of days) {
    if (day.n === 0) continue
    n += day.n
    sum += day.sum
    squares += day.squares
    squaredCounts += day.n * day.n
    filled += 1
  }
  const mean = n === 0 ? 0 : sum / n
  const variance = n < 2 ? 0 : Math.max(0, squares - n * mean * mean) / (n - 1)
  return { n, mean, variance, days: filled, concentration: n === 0 ? 1 : squaredCounts / (n * n) }
}

/** How much the true means of days vary, beyond the chance of their values: analysis of variance with days of different size. */
function varianceOfDays(days: readonly Sums[], { n, mean, days: filled, variance, concentration }: Pool): number {
  let between = 0
  for (const day of days) if (day.n > 0) between += day.n * (day.sum / day.n - mean) ** 2
  const within = n > filled ? Math.max(0, variance * (n - 1) - between) / (n - filled) : 0
  return Math.max(0, between - (filled - 1) * within) / (n * (1 - concentration))
}

function variancesOf(before: Pool, after: Pool, is_share: boolean): { before: number; after: number } {
  if (!is_share) {
    const variance = ((after.n - 1) * after.variance + PRIOR_VALUES * before.variance) / (after.n - 1 + PRIOR_VALUES)
    return { before: before.variance, after: variance }
  }
  // The variance of both together, as if nothing had changed, and never 0; that of `after` if it is larger, because of shares near 0.
  const both = (before.n * before.mean + after.n * after.mean + 0.5) / (before.n + after.n + 1)
  const variance = both * (1 - both)
  return { before: variance, after: Math.max(variance, after.mean * (1 - after.mean)) }
}

/**
 * How many standard deviations wide a confidence sequence is: with a chance of 1 - alpha, the truth lies within it at every look, from
 * the first to the last. It is the mixture of sequential probability ratio tests with normal differences of this scale (Robbins 1970),
 * in the time of information, 1 / variance.
 */
export function sequentialDeviations(variance: number, { alpha, scale }: Pick<Test, 'alpha' | 'scale'>): number {
  const mixed = scale * scale
  return Math.sqrt(((variance + mixed) / mixed) * (2 * Math.log(1 / alpha) + Math.log1p(mixed / variance)))
}

/** Null when there is too little to know how much values and days vary. */
export function estimateDifference(samples: Samples, test: Test): Estimate | null {
  const before = pool(samples.before)
  const after = pool(samples.after)
  if (after.n < 2 || before.days < MIN_DAYS_BEFORE) return null
  const variances = variancesOf(before, after, test.is_share)
  const sampled = variances.after / after.n + (variances.before * after.days) / before.n
  const days = varianceOfDays(samples.before, before) * (before.concentration + after.concentration)
  if (sampled + days === 0) return null
  // The variance of days is known from a few of them, so a deviation of this size is likelier than it looks.
  const deviations = sequentialDeviations(sampled + days, test)
  const variance = sampled + days * inflateVariance(Math.min(MAX_DEVIATIONS, deviations), before.days - 1)
  return {
    difference: after.mean - before.mean,
    half_width: Math.sqrt(variance) * sequentialDeviations(variance, test),
    before: before.mean,
    after: after.mean,
    n_before: before.n,
    n_after: after.n,
  }
}
