import { describe, expect, it } from 'vitest'
import { estimateLoss, type DayValue, type LostVisits } from './cost.ts'

const LOST: LostVisits = { visits: 1000, low: 900, high: 1100 }
/** Days with 2 % conversions, a little more or less. */
const days = (count: number, conversions = 20): DayValue[] =>
  Array.from({ length: count }, (_, n) => {
    const sum = conversions + (n % 3) - 1
    return { visits: 1000, sum, squares: sum }
  })

describe('estimateLoss', () => {
  it('multiplies the visits lost by what a visit brought in on the days before', () => {
    expect(estimateLoss(LOST, days(27))?.lost).toBeCloseTo(20, 6)
  })

  it('has an interval around the estimate that is wider when the visits lost are less certain', () => {
    const sure = estimateLoss({ visits: 1000, low: 1000, high: 1000 }, days(27))
    const unsure = estimateLoss({ visits: 1000, low: 400, high: 1600 }, days(27))
    const widthOf = (found: typeof sure): number => (found?.high ?? 0) - (found?.low ?? 0)
    expect(sure?.low).toBeGreaterThan(10)
    expect(sure?.high).toBeLessThan(32)
    expect(widthOf(unsure)).toBeGreaterThan(widthOf(sure) * 1.2)
  })

  it('has a wider interval when the rate differs between days', () => {
    const steady = estimateLoss(LOST, days(28))
    const uneven = estimateLoss(
      LOST,
      days(28).map((day, n) => ({ ...day, sum: n % 2 === 0 ? 5 : 35, squares: n % 2 === 0 ? 5 : 35 })),
    )
    expect(uneven?.high).toBeGreaterThan((steady?.high ?? 0) * 1.3)
    expect(uneven?.low).toBeLessThan((steady?.low ?? 0) * 0.8)
  })

  it('is never negative, however rare a conversion is', () => {
    const rare = days(28, 1).map((day, n) => ({ ...day, sum: n === 0 ? 1 : 0, squares: n === 0 ? 1 : 0 }))
    const found = estimateLoss({ visits: 50, low: 10, high: 90 }, rare)
    expect(found?.low).toBe(0)
    expect(found?.high).toBeGreaterThan(found?.lost ?? 0)
  })

  it.each([
    ['fewer than seven days with visits', [...days(6), { visits: 0, sum: 0, squares: 0 }]],
    ['no conversion on any day', days(28).map((day) => ({ ...day, sum: 0, squares: 0 }))],
    ['more refunds than sales', days(28).map((day) => ({ ...day, sum: -10, squares: 400 }))],
  ])('is null with %s', (_, history) => {
    expect(estimateLoss(LOST, history)).toBeNull()
  })

  it('is zero when no visits were lost, with an upper end from that of the visits', () => {
    expect(estimateLoss({ visits: 0, low: 0, high: 50 }, days(27))).toEqual({ lost: 0, low: 0, high: 1 })
  })
})
