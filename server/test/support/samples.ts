/** NaN for an empty list, which is neither above nor below any limit. */
export const percentile = (samples: readonly number[], share: number): number =>
  samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * share) - 1] ?? Number.NaN

/** The upper one of the two in the middle for an even count. */
export const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN
