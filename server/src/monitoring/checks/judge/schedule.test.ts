import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import {
  computePhaseMs,
  findNextSlot,
  findSlotFrom,
  getRecheckDelayMs,
  planFirstCheck,
  planRecheck,
  planSchedule,
  shortenSchedule,
} from './schedule.ts'

const NOW = Date.UTC(2026, 10, 15)

const anySchedule = fc
  .tuple(fc.integer({ min: 1, max: 86_400 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
  .map(([interval_seconds, id]) => planSchedule(id, interval_seconds))
const anyTime = fc.integer({ min: 0, max: 2 ** 42 })

describe('computePhaseMs', () => {
  it('equals the result of the SQL in its comment', () => {
    expect(
      [1, 2, 3, 2_147_483_648, 4_294_967_297, 9_007_199_254_740_991].map((id) => computePhaseMs(id, MINUTE_MS)),
    ).toEqual(
      [1, 2, 3, 2_147_483_648, 4_294_967_297, 9_007_199_254_740_991].map((id) => {
        const hash = ((BigInt(id) & 2_147_483_647n) * 2_654_435_761n) & 4_294_967_295n
        return Number(((hash >> 8n) * BigInt(MINUTE_MS)) >> 24n)
      }),
    )
  })

  it('lies in [0, interval)', () => {
    fc.assert(
      fc.property(anySchedule, ({ interval_ms, phase_ms }) => {
        expect(Number.isInteger(phase_ms) && phase_ms >= 0 && phase_ms < interval_ms).toBe(true)
      }),
    )
  })

  it('spreads any run of ids evenly: of 600 with an interval of a minute, 8 to 12 fall into every second', () => {
    for (const first of [1, 5000, 1_000_000]) {
      const perSecond = Array.from({ length: 60 }, () => 0)
      for (let id = first; id < first + 600; id++) {
        const second = Math.floor(computePhaseMs(id, MINUTE_MS) / 1000)
        perSecond[second] = (perSecond[second] ?? 0) + 1
      }
      expect(Math.max(...perSecond)).toBeLessThanOrEqual(12)
      expect(Math.min(...perSecond)).toBeGreaterThanOrEqual(8)
    }
  })
})

describe('planSchedule', () => {
  it('returns the interval in milliseconds and the phase of the id', () => {
    expect(planSchedule(7, 300)).toEqual({ interval_ms: 300_000, phase_ms: computePhaseMs(7, 300_000) })
  })
})

describe('findSlotFrom', () => {
  it('returns the first slot at or after the given time', () => {
    const schedule = { interval_ms: MINUTE_MS, phase_ms: 1234 }
    expect(findSlotFrom(0, schedule)).toBe(1234)
    expect(findSlotFrom(1234, schedule)).toBe(1234)
    expect(findSlotFrom(1235, schedule)).toBe(MINUTE_MS + 1234)
  })

  it('skips missed slots and stays on the grid', () => {
    fc.assert(
      fc.property(anySchedule, anyTime, (schedule, time) => {
        const slot = findSlotFrom(time, schedule)
        expect(slot % schedule.interval_ms).toBe(schedule.phase_ms)
        expect(slot - time).toBeGreaterThanOrEqual(0)
        expect(slot - time).toBeLessThan(schedule.interval_ms)
      }),
    )
  })
})

describe('findNextSlot', () => {
  const schedule = { interval_ms: MINUTE_MS, phase_ms: 5000 }
  it.each([
    ['on time', 5000, 5000, 65_000],
    ['a little late', 6000, 5000, 65_000],
    ['so late that the next is a millisecond away', 64_999, 5000, 65_000],
    ['hours late', 7_205_001, 5000, 7_265_000],
    ['clock set back a little: not the same slot again', 3_604_900, 3_605_000, 3_665_000],
    ['clock set back just under an interval', 3_545_001, 3_605_000, 3_665_000],
    ['clock set back an interval', 3_545_000, 3_605_000, 3_605_000],
    ['clock set back an hour: not an hour of silence', 5100, 3_605_000, 65_000],
  ])('finds the next slot: %s', (_, now, due, expected) => {
    expect(findNextSlot(schedule, { now, due })).toBe(expected)
  })

  it('never returns a slot more than two intervals ahead, nor one that is already due', () => {
    fc.assert(
      fc.property(anySchedule, anyTime, anyTime, (schedule, now, due) => {
        const next_due_at = findNextSlot(schedule, { now, due })
        expect(next_due_at).toBeGreaterThan(now)
        expect(next_due_at).toBeLessThanOrEqual(now + 2 * schedule.interval_ms)
      }),
    )
  })
})

describe('shortenSchedule', () => {
  it('keeps a shorter interval and reduces a longer one', () => {
    expect(shortenSchedule({ interval_ms: 30_000, phase_ms: 29_000 }, MINUTE_MS)).toEqual({
      interval_ms: 30_000,
      phase_ms: 29_000,
    })
    expect(shortenSchedule({ interval_ms: 300_000, phase_ms: 250_000 }, MINUTE_MS)).toEqual({
      interval_ms: MINUTE_MS,
      phase_ms: 10_000,
    })
  })
})

describe('planFirstCheck', () => {
  it('spreads first checks over the next two seconds', () => {
    expect(planFirstCheck(NOW, { interval_ms: MINUTE_MS, phase_ms: 0 })).toBe(NOW)
    expect(planFirstCheck(NOW, { interval_ms: MINUTE_MS, phase_ms: 1999 })).toBe(NOW + 1999)
    expect(planFirstCheck(NOW, { interval_ms: MINUTE_MS, phase_ms: 59_999 })).toBe(NOW + 1999)
    expect(planFirstCheck(NOW, { interval_ms: MINUTE_MS, phase_ms: 2000 })).toBe(NOW)
  })
})

describe('planRecheck', () => {
  const schedule = { interval_ms: MINUTE_MS, phase_ms: 0 }
  const first_failure_at = NOW
  it.each([
    ['10 s after the first failure', 1, 0, 50, 10_000],
    ['20 s after it, though the first re-check was late', 2, 12_000, 12_050, 20_000],
    ['at once after a check that timed out', 1, 0, 10_040, 10_040],
    ['not at once after a very late one', 2, 40_000, 40_050, 45_000],
    ['10 s after the last when the clock was set back', 2, -3_590_000, -3_589_950, -3_580_000],
  ])('plans the re-check %s', (_, failures, at, now, expected) => {
    expect(planRecheck(schedule, { first_failure_at, failures, at: NOW + at, now: NOW + now })).toBe(NOW + expected)
  })

  it('plans the re-check after the interval if that is shorter', () => {
    const short = { interval_ms: 4000, phase_ms: 0 }
    expect(getRecheckDelayMs(short)).toBe(4000)
    expect(getRecheckDelayMs(schedule)).toBe(10_000)
    expect(planRecheck(short, { first_failure_at, failures: 1, at: NOW, now: NOW + 20 })).toBe(NOW + 4000)
    expect(planRecheck(short, { first_failure_at, failures: 2, at: NOW + 4000, now: NOW + 4020 })).toBe(NOW + 8000)
  })
})
