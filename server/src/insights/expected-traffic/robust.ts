/** The value below which `share` of the values lie; exactly between two of them, their mean. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const place = share * sorted.length
  const upper = sorted[Math.min(Math.floor(place), sorted.length - 1)] ?? 0
  return Number.isInteger(place) && place > 0 ? ((sorted[place - 1] ?? upper) + upper) / 2 : upper
}

export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5)

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** Values in ascending order, each with its weight. */
export interface Weighted {
  readonly values: readonly number[]
  readonly weights: readonly number[]
}

function weightedMedian({ values, weights }: Weighted, half: number): number {
  let below = 0
  for (const [index, value] of values.entries()) {
    below += weights[index] ?? 0
    if (below >= half) return value
  }
  return values.at(-1) ?? 0
}

/** The median of the distances from `middle`: the values are in order, so the nearest ones are found from there outwards. */
function medianDistance({ values, weights }: Weighted, middle: number, half: number): number {
  let right = values.findIndex((value) => value > middle)
  if (right < 0) right = values.length
  let left = right - 1
  let [below, distance] = [0, 0]
  while (below < half && (left >= 0 || right < values.length)) {
    const [before, after] = [middle - (values[left] ?? -Infinity), (values[right] ?? Infinity) - middle]
    distance = Math.min(before, after)
    below += weights[before <= after ? left-- : right++] ?? 0
  }
  return distance
}

/** Factor from the median absolute deviation to the standard deviation, for a normal distribution. */
const MAD_TO_SD = 1.4826

/** The mean of values that were cut to `reach` standard deviations around the median: few far ones do not decide. */
export function winsorisedMean(sorted: Weighted, { reach, min_sd }: { reach: number; min_sd: number }): number {
  const total = sorted.weights.reduce((sum, weight) => sum + weight, 0)
  const middle = weightedMedian(sorted, total / 2)
  const sd = Math.max(MAD_TO_SD * medianDistance(sorted, middle, total / 2), min_sd)
  const sum = sorted.values.reduce(
    (before, value, index) =>
      before + (sorted.weights[index] ?? 0) * clamp(value, middle - reach * sd, middle + reach * sd),
    0,
  )
  return total > 0 ? sum / total : 0
}
