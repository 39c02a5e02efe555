import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateDifference, inflateVariance, type Samples, sequentialDeviations, type Sums } from './sequential.ts'

const TEST = { alpha: 0.01, scale: 0.1, is_share: false }
const sumsOf = (values: readonly number[]): Sums => ({
  n: values.length,
  sum: values.reduce((sum, each) => sum + each, 0),
  squares: values.reduce((sum, each) => sum + each * each, 0),
})
const day = fc.array(fc.double({ min: 1, max: 12, noNaN: true }), { minLength: 3, maxLength: 30 })
const samples = fc.record({
  after: fc.array(day, { minLength: 1, maxLength: 2 }),
  before: fc.array(day, { minLength: 5, maxLength: 14 }),
})
type Values = { after: number[][]; before: number[][] }
const toSamples = ({ after, before }: Values, change: (value: number) => number = (value) => value): Samples => ({
  after: after.map((values) => sumsOf(values.map(change))),
  before: before.map((values) => sumsOf(values.map(change))),
})

/** Deterministic and standard normal, by the central limit theorem. */
function createNormal(seed: number): () => number {
  let state = seed
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  return () => Array.from({ length: 12 }, uniform).reduce((sum, each) => sum + each, -6)
}

describe('the difference of two means', () => {
  it('does not change when a constant is added to all values, and changes its sign with theirs', () => {
    fc.assert(
      fc.property(samples, fc.double({ min: -5, max: 5, noNaN: true }), (values, added) => {
        const plain = estimateDifference(toSamples(values), TEST)
        const moved = estimateDifference(
          toSamples(values, (value) => value + added),
          TEST,
        )
        const turned = estimateDifference(
          toSamples(values, (value) => -value),
          TEST,
        )
        if (!plain || !moved || !turned) throw new Error('there are enough days')
        expect(moved.difference).toBeCloseTo(plain.difference, 6)
        expect(moved.half_width / plain.half_width).toBeCloseTo(1, 4)
        expect(turned.difference).toBeCloseTo(-plain.difference, 6)
        expect(turned.half_width / plain.half_width).toBeCloseTo(1, 4)
      }),
    )
  })

  it('has a wider interval with a smaller chance of being wrong, and when days differ from each other', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const usual = estimateDifference(toSamples(values), TEST)
        const strict = estimateDifference(toSamples(values), { ...TEST, alpha: 0.001 })
        expect(strict?.half_width).toBeGreaterThan(usual?.half_width ?? Infinity)
        const even = { ...values, before: values.before.map(() => [4, 5, 6]) }
        const uneven = {
          ...values,
          before: values.before.map((_, n) => [4, 5, 6].map((value) => value + (n % 2 ? 2 : -2))),
        }
        expect(estimateDifference(toSamples(uneven), TEST)?.half_width).toBeGreaterThan(
          estimateDifference(toSamples(even), TEST)?.half_width ?? Infinity,
        )
      }),
    )
  })

  it('is not estimated from fewer than five days before, or one value after', () => {
    const values = { after: [[1, 2, 3]], before: Array.from({ length: 4 }, () => [1, 2, 3]) }
    expect(estimateDifference(toSamples(values), TEST)).toBeNull()
    const enough = { ...values, before: [...values.before, [1, 2, 3]] }
    expect(estimateDifference(toSamples(enough), TEST)).not.toBeNull()
    expect(estimateDifference(toSamples({ ...enough, after: [[1]] }), TEST)).toBeNull()
  })
})

describe('the interval', () => {
  it("is as wide as the mixture test's, and Student's distribution widens it as tables say", () => {
    // Mixture of normals of scale 1 at variance 1 and alpha 0.05: sqrt(2 (2 ln 20 + ln 2)).
    expect(sequentialDeviations(1, { alpha: 0.05, scale: 1 })).toBeCloseTo(
      Math.sqrt(2 * (2 * Math.log(20) + Math.log(2))),
      9,
    )
    // Quantiles of t at 0.975 with 10 degrees of freedom, and at 0.995 with 6: 2.228 and 3.707.
    expect(1.96 * Math.sqrt(inflateVariance(1.96, 10))).toBeCloseTo(2.228, 2)
    expect(2.5758 * Math.sqrt(inflateVariance(2.5758, 6))).toBeCloseTo(3.707, 1)
  })

  it('holds the truth at every one of 400 looks in at least 95 of 100 runs, where an interval for one look does not', () => {
    const alpha = 0.05
    let [sequential, single] = [0, 0]
    for (let run = 0; run < 100; run++) {
      const normal = createNormal(run * 7919 + 1)
      const before = Array.from({ length: 14 }, () => sumsOf(Array.from({ length: 400 }, normal)))
      let after: Sums = { n: 0, sum: 0, squares: 0 }
      let [left, leftOnce] = [false, false]
      for (let look = 0; look < 400; look++) {
        const value = normal()
        after = { n: after.n + 1, sum: after.sum + value, squares: after.squares + value * value }
        const found =
          after.n < 20 ? null : estimateDifference({ after: [after], before }, { alpha, scale: 0.3, is_share: false })
        if (!found) continue
        left ||= Math.abs(found.difference) > found.half_width
        leftOnce ||= Math.abs(found.difference) > 1.96 * Math.sqrt(1 / after.n + 1 / 5600)
      }
      if (left) sequential += 1
      if (leftOnce) single += 1
    }
    expect(sequential).toBeLessThanOrEqual(5)
    expect(single).toBeGreaterThan(15)
  })
})
