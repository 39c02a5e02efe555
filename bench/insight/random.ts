/** Seeded random numbers (mulberry32), so that every run sees the same years. */
export interface Random {
  uniform(low?: number, high?: number): number
  normal(): number
  poisson(mean: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly [T, ...T[]]): T
}

export function createRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const poisson = (mean: number): number => {
    if (mean <= 0) return 0
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    const limit = Math.exp(-mean)
    let [count, product] = [0, next()]
    while (product > limit) {
      count += 1
      product *= next()
    }
    return count
  }
  return {
    uniform: (low = 0, high = 1) => low + (high - low) * next(),
    normal,
    poisson,
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  }
}
