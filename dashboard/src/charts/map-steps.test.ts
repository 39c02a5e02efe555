import { describe, expect, it } from 'vitest'
import { findStep } from './map-steps.ts'

describe('findStep', () => {
  it('returns steps from 0 for none to 5 for the maximum', () => {
    expect([0, 1, 5, 32, 200, 999, 1000].map((count) => findStep(count, 1000))).toEqual([0, 1, 1, 3, 4, 4, 5])
  })

  it('returns the highest step for a single visitor if that is the maximum', () => {
    expect(findStep(1, 1)).toBe(5)
    expect(findStep(0, 0)).toBe(0)
  })
})
