import { describe, expect, it } from 'vitest'
import { findStep } from './map-steps.ts'

describe('findStep', () => {
  it('goes from none to the most', () => {
    expect([0, 1, 5, 32, 200, 999, 1000].map((count) => findStep(count, 1000))).toEqual([0, 1, 1, 3, 4, 4, 5])
  })

  it('shows a single visitor as the most there is', () => {
    expect(findStep(1, 1)).toBe(5)
    expect(findStep(0, 0)).toBe(0)
  })
})
