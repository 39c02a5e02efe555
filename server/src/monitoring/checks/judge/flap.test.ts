import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOT_FLAPPING, FLAP_WINDOW_MS, recordFlip, settleFlap } from './flap.ts'
import type { Flap } from './flap.ts'

const NOW = Date.UTC(2026, 10, 15)

function flipEvery(count: number, spacing_ms: number): Flap {
  let flap = NOT_FLAPPING
  for (let index = 0; index < count; index++) flap = recordFlip(flap, NOW + index * spacing_ms)
  return flap
}

describe('recordFlip', () => {
  it('starts flapping at the tenth flip within fifteen minutes', () => {
    expect(flipEvery(9, 1000).flapping).toBe(false)
    expect(flipEvery(10, 1000).flapping).toBe(true)
    expect(flipEvery(10, 0).flapping).toBe(true)
    expect(flipEvery(10, FLAP_WINDOW_MS / 9 - 1).flapping).toBe(true)
  })

  it('does not start flapping when ten flips take fifteen minutes or more', () => {
    expect(flipEvery(10, FLAP_WINDOW_MS / 9).flapping).toBe(false)
    expect(flipEvery(500, FLAP_WINDOW_MS / 9).flapping).toBe(false)
  })

  it('stores at most ten flip times', () => {
    const flap = flipEvery(50, 1000)
    expect(flap.flips).toHaveLength(10)
    expect(flap.flips.at(-1)).toBe(NOW + 49_000)
  })

  it('drops flip times recorded before the clock was set back', () => {
    expect(recordFlip(flipEvery(9, 1000), NOW - 3_600_000)).toEqual({ flips: [NOW - 3_600_000], flapping: false })
  })
})

describe('settleFlap', () => {
  const flapping = flipEvery(10, 1000)
  const last = NOW + 9000

  it('keeps a monitor flapping until fifteen minutes pass without a flip', () => {
    expect(settleFlap(flapping, last + FLAP_WINDOW_MS - 1)).toBe(flapping)
    expect(settleFlap(flapping, last + FLAP_WINDOW_MS)).toEqual(NOT_FLAPPING)
  })

  it('drops old flips of a monitor that is not flapping', () => {
    const once = recordFlip(NOT_FLAPPING, NOW)
    expect(settleFlap(once, NOW + 1000)).toBe(once)
    expect(settleFlap(once, NOW + FLAP_WINDOW_MS)).toEqual(NOT_FLAPPING)
    expect(settleFlap(NOT_FLAPPING, NOW)).toBe(NOT_FLAPPING)
  })
})

describe('flapping', () => {
  it('matches a count over the whole history', () => {
    const step = fc.record({ wait_ms: fc.nat(5 * 60_000), flips: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const history: number[] = []
        let expected = false
        let flap = NOT_FLAPPING
        let now = NOW
        for (const { wait_ms, flips } of steps) {
          now += wait_ms
          const countRecent = () => history.filter((time) => time > now - 15 * 60_000).length
          if (countRecent() === 0) expected = false
          flap = settleFlap(flap, now)
          if (flips) {
            history.push(now)
            flap = recordFlip(flap, now)
          }
          if (countRecent() >= 10) expected = true
          expect(flap.flapping).toBe(expected)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
