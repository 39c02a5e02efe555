import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIndex, listTicks, makeScale, roundStep } from './scale.ts'

describe('makeScale', () => {
  it('scales a value and inverts it', () => {
    const y = makeScale([0, 100], [200, 0])
    expect(y(25)).toBe(150)
    expect(y.invert(150)).toBe(25)
  })

  it('returns the start of the range for an empty domain', () => {
    const x = makeScale([5, 5], [0, 100])
    expect(x(5)).toBe(0)
    expect(x.invert(50)).toBe(5)
  })
})

describe('listTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [437, [0, 200, 400, 600]],
    [1000, [0, 500, 1000]],
    [4200, [0, 2000, 4000, 6000]],
  ])('returns round steps up to a maximum of %d', (max, values) => {
    expect(listTicks(max, 3).values).toEqual(values)
  })

  it('allows fractions without wholeSteps', () => {
    expect(listTicks(0.32, 4, { wholeSteps: false }).values).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  })

  it('starts at zero, covers the maximum, and has at most two ticks more than the requested number', () => {
    const check = fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 8 }), (max, count) => {
      const { values, max: top } = listTicks(max, count)
      return values[0] === 0 && top >= max && values.length <= count + 2 && values.every(Number.isInteger)
    })
    expect(() => fc.assert(check)).not.toThrow()
  })
})

describe('roundStep', () => {
  it.each([
    [1, 1],
    [1.1, 2],
    [0.3 / 3, 0.1],
    [60, 100],
  ])('%d becomes %d', (rough, step) => expect(roundStep(rough)).toBeCloseTo(step, 12))
})

describe('findIndex', () => {
  it('finds the bucket that contains a value', () => {
    const starts = [10, 20, 30]
    expect([5, 10, 19, 20, 99].map((value) => findIndex(starts, value))).toEqual([-1, 0, 0, 1, 2])
    expect(findIndex([], 1)).toBe(-1)
  })
})
