export interface Scale {
  (value: number): number
  invert(position: number): number
}

export function makeScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [d0, d1] = domain
  const [r0, r1] = range
  const factor = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0)
  const scale = (value: number): number => r0 + (value - d0) * factor
  return Object.assign(scale, {
    invert: (position: number): number => (factor === 0 ? d0 : d0 + (position - r0) / factor),
  })
}

/** The next of 1, 2, 5 × 10ⁿ at or above. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = rough / power
  // 1e-9: three tenths divided by three is a little more than a tenth.
  const nice = digit <= 1 + 1e-9 ? 1 : digit <= 2 + 1e-9 ? 2 : digit <= 5 + 1e-9 ? 5 : 10
  return nice * power
}

export interface Ticks {
  values: number[]
  /** Top of the scale: the last tick. */
  max: number
}

/** From zero to at least `max`, about `count` steps. `wholeSteps` allows only integers, as for numbers of visitors. */
export function listTicks(max: number, count: number, { wholeSteps = true } = {}): Ticks {
  const top = Number.isFinite(max) && max > 0 ? max : 1
  const rough = top / Math.max(1, count)
  const step = wholeSteps ? Math.max(1, roundStep(Math.max(rough, 1))) : roundStep(rough)
  const steps = Math.max(1, Math.ceil(top / step - 1e-9))
  const values = Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { values, max: values.at(-1) ?? step }
}

/** Index of the last start at or before a value in an ascending list; -1 before the first. */
export function findIndex(starts: readonly number[], value: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
