import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../../platform/time/spans.ts'
import { computeBudget } from '../error-budget/index.ts'
import { countExperienced } from './experienced.ts'

const percentOf = ({ seen, failed }: { seen: number; failed: number }): number =>
  computeBudget({ counted: seen + failed, failed }, 99.9).percent ?? NaN

interface Visit {
  at: number
  /** Somebody whose page came from a cache, or who was served although others were not. */
  isServedAnyway: boolean
}

/** Counts visit by visit whether each one was served. */
function replay(visits: readonly Visit[], isDownAt: (at: number) => boolean): number {
  let served = 0
  for (const { at, isServedAnyway } of visits) if (isServedAnyway || !isDownAt(at)) served++
  return (100 * served) / visits.length
}

const WINDOW: Span = { from: 0, to: 30 * 86_400_000 }
const isInside = (at: number, { from, to }: Span): boolean => at >= from && at < to

describe('experienced uptime', () => {
  it('is the share of visits that met a working site, as a replay of every visit counts it, within 0.01 points', () => {
    const outage = fc.tuple(fc.integer({ min: 0, max: WINDOW.to }), fc.integer({ min: 1, max: 6 * 3_600_000 }))
    fc.assert(
      fc.property(
        fc.array(outage, { maxLength: 12 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (starts, count, seed) => {
          const outages = starts.map(([from, length]): Span => ({ from, to: Math.min(WINDOW.to, from + length) }))
          const isDownAt = (at: number): boolean => outages.some((span) => isInside(at, span))
          let random = seed
          const next = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647
          // More visits by day than by night.
          const visits = Array.from({ length: count }, (): Visit => {
            const day = Math.floor(next() * 30)
            const hour = 24 * Math.sqrt(next())
            return { at: Math.floor(day * 86_400_000 + hour * 3_600_000), isServedAnyway: next() < 0.05 }
          })
          const seen = visits.filter(({ at, isServedAnyway }) => isServedAnyway || !isDownAt(at))
          const found = countExperienced(WINDOW, outages, {
            seenIn: (span) => seen.filter(({ at }) => isInside(at, span)).length,
            expectedIn: (span) => visits.filter(({ at }) => isInside(at, span)).length,
          })
          expect(Math.abs(percentOf(found) - replay(visits, isDownAt))).toBeLessThanOrEqual(0.01)
          expect(found.seen + found.failed).toBeCloseTo(visits.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is the share of visits seen in those seen and expected, when nobody comes during outages', () => {
    const outages = [{ from: 10, to: 20 }]
    const found = countExperienced({ from: 0, to: 100 }, outages, {
      seenIn: ({ from, to }) => (from === 0 && to === 100 ? 90 : 0),
      expectedIn: () => 10,
    })
    expect([found, percentOf(found)]).toEqual([{ seen: 90, failed: 10 }, 90])
  })

  it('is 100 % without outages, and when more visits came than expected', () => {
    const counts = { seenIn: () => 50, expectedIn: () => 10 }
    expect(percentOf(countExperienced(WINDOW, [], counts))).toBe(100)
    expect(countExperienced(WINDOW, [{ from: 0, to: 5 }], counts).failed).toBe(0)
  })

  it('counts outages of several monitors that overlap once', () => {
    const outages = [
      { from: 0, to: 10 },
      { from: 5, to: 15 },
    ]
    const found = countExperienced(WINDOW, outages, { seenIn: () => 0, expectedIn: ({ from, to }) => to - from })
    expect(found.failed).toBe(15)
  })
})
