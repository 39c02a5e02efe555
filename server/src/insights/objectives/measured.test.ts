import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { joinSpans, measureClock, measureVisits } from './measured.ts'
import { planCounting } from './visits.ts'

const history = (down: readonly (readonly [from: number, to: number])[], observed_from = 0) => ({
  id: 1,
  name: 'Shop',
  observed_from,
  incidents: down.map(([from, to]) => ({
    id: from,
    cause: '',
    started_at: from,
    confirmed_at: from,
    acknowledged_at: null,
    resolved_at: to,
  })),
  unobserved: [],
  maintenance: [],
})

describe('an objective by the clock', () => {
  it('takes several monitors as one: down while any is, monitored while any is', () => {
    const spans = joinSpans([history([[10, 20]]), history([[15, 30]], 12)], { from: 0, to: 100 })
    expect(spans).toEqual({ monitored: [{ from: 0, to: 100 }], down: [{ from: 10, to: 30 }] })
  })

  it('forgets an outage when it leaves the window', () => {
    const spans = joinSpans([history([[0, HOUR_MS]])], { from: 0, to: 20 * DAY_MS })
    const { spentUntil, failedOn } = measureClock(spans, { target: 99, window_days: 7 })
    expect(spentUntil(7 * DAY_MS)).toEqual({ counted: 7 * DAY_MS, failed: HOUR_MS })
    expect(spentUntil(7 * DAY_MS + HOUR_MS / 2).failed).toBe(HOUR_MS / 2)
    expect(spentUntil(8 * DAY_MS).failed).toBe(0)
    expect([failedOn(0), failedOn(DAY_MS)]).toEqual([HOUR_MS, 0])
  })
})

describe('an objective by visits', () => {
  const days = Array.from({ length: 14 }, (_, n) => ({ day_ms: n * DAY_MS, seen: 100, failed: n === 3 ? 20 : 0 }))

  it('sums the days of its window', () => {
    const { spentUntil } = measureVisits(days, [], { target: 99, window_days: 7 })
    expect(spentUntil(7 * DAY_MS)).toEqual({ counted: 720, failed: 20 })
    expect(spentUntil(10 * DAY_MS + 1)).toEqual({ counted: 700, failed: 0 })
    expect(spentUntil(100 * DAY_MS)).toEqual({ counted: 0, failed: 0 })
  })

  it('allows what an average day of visits allows, and counts a part of an outage by its time', () => {
    const outages = [{ span: { from: 0, to: 10 }, failed: 50 }]
    const { allowed_per_ms, failedIn } = measureVisits(days, outages, { target: 99, window_days: 7 })
    expect(allowed_per_ms * DAY_MS).toBeCloseTo((12 * 100 + 20) / 12 / 100)
    expect([failedIn({ from: 0, to: 10 }), failedIn({ from: 8, to: 20 }), failedIn({ from: 10, to: 20 })]).toEqual([
      50, 10, 0,
    ])
  })

  it('plans to count the days that are not final, and today up to what is loaded', () => {
    const now_ms = 40 * DAY_MS + 2 * HOUR_MS
    const stored = [{ day_ms: 39 * DAY_MS, seen: 1, failed: 0, is_final: true }]
    const plan = planCounting([{ from: 40 * DAY_MS - HOUR_MS, to: 40 * DAY_MS + HOUR_MS }], {
      stored,
      window_days: 7,
      now_ms,
    })
    expect(plan.days).toHaveLength(13)
    expect(plan.days.at(-1)).toEqual({
      day_ms: 40 * DAY_MS,
      span: { from: 40 * DAY_MS, to: now_ms - 30_000 },
      outages: [{ from: 40 * DAY_MS, to: 40 * DAY_MS + HOUR_MS }],
    })
    expect(plan.recent).toEqual([{ from: 40 * DAY_MS - HOUR_MS, to: 40 * DAY_MS + HOUR_MS }])
  })
})
