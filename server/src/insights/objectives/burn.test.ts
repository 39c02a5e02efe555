import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { type BurnState, judgeBurn, listLookbacks } from './burn.ts'

const QUIET: BurnState = { fast: null, slow: null }
const ALLOWED = 0.001

type Down = readonly [from_minute: number, to_minute: number]

/** Judges every minute, as the worker does, and lists the notices with their minute. */
function watch(down: readonly Down[], { minutes, window_days = 30 }: { minutes: number; window_days?: number }) {
  let state = QUIET
  const notices: [minute: number, burn: string][] = []
  for (let minute = 0; minute <= minutes; minute++) {
    const failedIn = (lookback_ms: number): number =>
      down.reduce((sum, [from, to]) => {
        const start = Math.max(from, minute - lookback_ms / MINUTE_MS)
        return sum + Math.max(0, Math.min(to, minute) - start) * MINUTE_MS
      }, 0)
    const judged = judgeBurn({
      window_days,
      now_ms: minute * MINUTE_MS,
      failedIn,
      allowedIn: (lookback_ms) => lookback_ms * ALLOWED,
      state,
    })
    state = judged.state
    if (judged.notice) notices.push([minute, judged.notice.burn])
  }
  return { notices, state }
}

describe('burn alerts', () => {
  it('look back as the SRE workbook does for 30 days, and proportionally for other windows', () => {
    const hours = (days: number): number[] => listLookbacks(days).map(({ long_ms }) => long_ms / HOUR_MS)
    expect(hours(30).map((each) => Math.round(each * 10) / 10)).toEqual([1, 6, 57.6])
    expect(hours(90)[0]).toBeCloseTo(3)
    expect(listLookbacks(30).map(({ short_ms }) => short_ms / MINUTE_MS)).toEqual([5, 30, 288])
    expect(listLookbacks(7).map(({ short_ms }) => Math.round(short_ms / MINUTE_MS))).toEqual([5, 7, 67])
  })

  it('announce an outage once, when 2 % of the budget of 30 days is used, and not again while it lasts', () => {
    // 0.02 × 43.2 minutes are 52 seconds.
    expect(watch([[10, 400]], { minutes: 500 }).notices).toEqual([[11, 'fast']])
  })

  it('announce the next outage after the first has left the lookback', () => {
    const { notices } = watch(
      [
        [10, 15],
        [40, 45],
        [200, 205],
      ],
      { minutes: 400 },
    )
    expect(notices).toEqual([
      [11, 'fast'],
      [201, 'fast'],
    ])
  })

  it('announce a burn that is too slow for the fast rule, before a tenth of the budget is used', () => {
    // 12 seconds every half hour: 6.7 times what is allowed.
    const down = Array.from({ length: 100 }, (_, n): Down => [n * 30, n * 30 + 0.2])
    const { notices } = watch(down, { minutes: 600 })
    expect(notices.map(([, burn]) => burn)).toEqual(['slow'])
    expect(((notices[0]?.[0] ?? Infinity) / 30) * 0.2).toBeLessThan(4.32)
  })

  it('ignore an outage that is over before it is seen, and one that uses less than the rules allow', () => {
    expect(watch([[10, 10.5]], { minutes: 5000 }).notices).toEqual([])
    const late = judgeBurn({
      window_days: 30,
      now_ms: 0,
      failedIn: (lookback_ms) => (lookback_ms < 10 * MINUTE_MS ? 0 : 2 * MINUTE_MS),
      allowedIn: (lookback_ms) => lookback_ms * ALLOWED,
      state: QUIET,
    })
    expect(late).toMatchObject({ notice: null, state: QUIET })
  })

  it('stay silent where nothing is allowed or known', () => {
    const { notice, rates } = judgeBurn({
      window_days: 7,
      now_ms: 0,
      failedIn: () => 5,
      allowedIn: () => 0,
      state: QUIET,
    })
    expect([notice, rates]).toEqual([null, { fast: 0, slow: 0 }])
  })

  it('end when the outage has left the lookback', () => {
    expect(watch([[10, 12]], { minutes: 60 }).state.fast).not.toBeNull()
    expect(watch([[10, 12]], { minutes: 73 }).state.fast).toBeNull()
    expect(watch([[10, 12]], { minutes: 4000 }).state).toEqual(QUIET)
  })

  it('never announce a burn that goes on a second time, and never a slow one during a fast one', () => {
    const outage = fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.double({ min: 0.1, max: 90, noNaN: true }))
    fc.assert(
      fc.property(fc.array(outage, { maxLength: 30 }), fc.constantFrom(7, 28, 30, 90), (outages, window_days) => {
        let state = QUIET
        for (let minute = 0; minute < 3200; minute += 7) {
          const judged = judgeBurn({
            window_days,
            now_ms: minute * MINUTE_MS,
            failedIn: (lookback_ms) =>
              outages.reduce((sum, [from, length]) => {
                const start = Math.max(from, minute - lookback_ms / MINUTE_MS)
                return sum + Math.max(0, Math.min(from + length, minute) - start) * MINUTE_MS
              }, 0),
            allowedIn: (lookback_ms) => lookback_ms * ALLOWED,
            state,
          })
          if (judged.notice) {
            expect(state[judged.notice.burn]).toBeNull()
            expect(judged.state[judged.notice.burn]).toBe(minute * MINUTE_MS)
            if (judged.notice.burn === 'slow') expect(judged.state.fast).toBeNull()
          }
          state = judged.state
        }
      }),
      { numRuns: 100 },
    )
  })
})
