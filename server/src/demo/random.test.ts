import { describe, expect, it } from 'vitest'
import { countPoisson, makeId, makePicker, makeRandom } from './random.ts'

describe('makeRandom', () => {
  it('returns the same numbers for the same seed, and different ones for another seed', () => {
    const take = (seed: number): number[] => Array.from({ length: 5 }, makeRandom(seed))
    expect(take(1)).toEqual(take(1))
    expect(take(1)).not.toEqual(take(2))
  })
})

describe('countPoisson', () => {
  it.each([0.2, 3, 40, 400])('has a mean of %d', (mean) => {
    const random = makeRandom(7)
    const sum = Array.from({ length: 4000 }, () => countPoisson(random, mean)).reduce((a, b) => a + b, 0)
    expect(Math.abs(sum / 4000 - mean)).toBeLessThan(4 * Math.sqrt(mean / 4000))
  })
})

describe('makePicker', () => {
  it('picks items by their weight', () => {
    const random = makeRandom(3)
    const pick = makePicker([
      ['often', 9],
      ['seldom', 1],
    ])
    const seldom = Array.from({ length: 5000 }, () => pick(random)).filter((value) => value === 'seldom').length
    expect(seldom).toBeGreaterThan(400)
    expect(seldom).toBeLessThan(600)
    expect(() => makePicker([])).toThrow('nothing')
  })
})

describe('makeId', () => {
  it('returns integers that are exact in JSON and practically unique', () => {
    const random = makeRandom(5)
    const ids = new Set(Array.from({ length: 10_000 }, () => makeId(random)))
    expect(ids.size).toBe(10_000)
    expect([...ids].every(Number.isSafeInteger)).toBe(true)
  })
})
