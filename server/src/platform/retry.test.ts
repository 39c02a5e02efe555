import { describe, expect, it } from 'vitest'
import { planRetry } from './retry.ts'

const MIDDLE = 0.5

describe('planRetry', () => {
  it('doubles the wait from 5 s up to 15 min', () => {
    const waits = [1, 2, 3, 8, 9, 100].map((attempts) => planRetry(attempts, undefined, MIDDLE) / 1000)
    expect(waits).toEqual([5, 10, 20, 640, 900, 900])
  })

  it('spreads a wait by a fifth in both directions', () => {
    expect(planRetry(1, undefined, 0)).toBeCloseTo(4000)
    expect(planRetry(1, undefined, 1)).toBeCloseTo(6000)
  })

  it('waits at least as long as Retry-After', () => {
    expect(planRetry(1, 120, MIDDLE)).toBe(120_000)
    expect(planRetry(9, 120, MIDDLE)).toBe(900_000)
  })
})
