export type Random = () => number

/** mulberry32: the same seed, the same demo. */
export function makeRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Weighted<T> = readonly (readonly [T, number])[]

export function makePicker<T>(choices: Weighted<T>): (random: Random) => T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  const last = choices.at(-1)
  if (!last) throw new Error('nothing to pick from')
  return (random) => {
    let left = random() * total
    for (const [value, weight] of choices) {
      left -= weight
      if (left < 0) return value
    }
    return last[0]
  }
}

/** A Poisson-distributed count with this mean. */
export function countPoisson(random: Random, mean: number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count += 1
  return count
}

/** An exponentially distributed time: mostly short, sometimes long. */
export const drawExponential = (random: Random, mean: number): number => -Math.log(1 - random()) * mean

/** 53 bits, which are exact in JSON. */
export const makeId = (random: Random): number =>
  Math.floor(random() * 2 ** 26) * 2 ** 27 + Math.floor(random() * 2 ** 27)
