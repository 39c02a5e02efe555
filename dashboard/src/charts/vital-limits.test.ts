import { describe, expect, it } from 'vitest'
import { judgeVital, placeVital, VITALS } from './vital-limits.ts'

describe('vitals', () => {
  it('are rated with inclusive limits', () => {
    expect(judgeVital('lcp_ms', 2500)).toBe('good')
    expect(judgeVital('lcp_ms', 2501)).toBe('fair')
    expect(judgeVital('cls', 0.26)).toBe('poor')
  })

  it('are placed on a scale with three equal thirds, and large values at its end', () => {
    for (const { name, good, poor } of VITALS) {
      const places = [0, good / 2, good, (good + poor) / 2, poor, poor * 1.5, poor * 50].map((value) =>
        placeVital(name, value),
      )
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect([places[0], places.at(-1)]).toEqual([0, 100])
      expect(placeVital(name, good)).toBeCloseTo(33.33, 1)
      expect(placeVital(name, poor)).toBeCloseTo(66.67, 1)
    }
  })
})
