import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildModel, judgeTraffic, type TrafficModel } from './index.ts'

const START_MS = Date.UTC(2026, 0, 5)
/** A Tuesday noon after the history. */
const NOW_MS = Date.UTC(2026, 2, 3, 12)

/** `rate` visits an hour, with the same small ups and downs every run. */
function modelOf(rate: number): TrafficModel {
  const history = Array.from({ length: 56 * 24 }, (_, index) => ({
    hour_ms: START_MS + index * HOUR_MS,
    visits: Math.round(rate * (1 + 0.1 * Math.sin(index * 1.7) + 0.05 * Math.sin(index * 0.31))),
  }))
  const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
  if (!model) throw new Error('no model')
  return model
}

/** Twelve hours until now: `rate(minutes before now)` visits an hour, spread evenly. */
function minutesOf(rate: (before: number) => number) {
  let due = 0
  return Array.from({ length: 720 }, (_, index) => {
    const before = 720 - index
    due += rate(before) / 60
    const visits = Math.floor(due)
    due -= visits
    return { minute_ms: NOW_MS - before * MINUTE_MS, visits }
  })
}

describe('judgeTraffic', () => {
  const busy = modelOf(300)

  it('calls usual traffic normal', () => {
    const judged = judgeTraffic(
      busy,
      minutesOf(() => 300),
      NOW_MS,
    )
    expect(judged).toMatchObject({ verdict: 'normal', seen: 300, since_ms: NOW_MS - HOUR_MS })
    expect(judged.visits).toBeCloseTo(300, -2)
    expect(judged.low).toBeLessThan(judged.visits)
  })

  it('detects within ten minutes that visits have stopped, and since when', () => {
    const judged = judgeTraffic(
      busy,
      minutesOf((before) => (before <= 10 ? 0 : 300)),
      NOW_MS,
    )
    expect(judged).toMatchObject({ verdict: 'drop', seen: 0 })
    expect((NOW_MS - judged.since_ms) / MINUTE_MS).toBeCloseTo(10, -1)
    expect(judged.low).toBeGreaterThan(0)
  })

  it('takes longer when some visits remain', () => {
    const stay = (since: number) => minutesOf((before) => (before <= since ? 100 : 300))
    expect(judgeTraffic(busy, stay(5), NOW_MS).verdict).toBe('normal')
    expect(judgeTraffic(busy, stay(60), NOW_MS).verdict).toBe('drop')
  })

  it('still reports a drop after hours, and no longer once visits have returned', () => {
    expect(
      judgeTraffic(
        busy,
        minutesOf((before) => (before <= 600 ? 0 : 300)),
        NOW_MS,
      ).verdict,
    ).toBe('drop')
    expect(
      judgeTraffic(
        busy,
        minutesOf(() => 0),
        NOW_MS,
      ).verdict,
    ).toBe('drop')
    const back = minutesOf((before) => (before <= 60 && before > 4 ? 0 : 300))
    expect(judgeTraffic(busy, back, NOW_MS).verdict).toBe('normal')
  })

  it('calls a quiet day and the end of a campaign normal', () => {
    expect(
      judgeTraffic(
        busy,
        minutesOf(() => 160),
        NOW_MS,
      ).verdict,
    ).toBe('normal')
    expect(
      judgeTraffic(
        busy,
        minutesOf((before) => (before <= 30 ? 300 : 1200)),
        NOW_MS,
      ).verdict,
    ).toBe('normal')
  })

  it('calls many more visits a spike', () => {
    expect(
      judgeTraffic(
        busy,
        minutesOf((before) => (before <= 15 ? 1500 : 300)),
        NOW_MS,
      ),
    ).toMatchObject({ verdict: 'spike' })
  })

  it('cannot tell with too little traffic, or too few minutes', () => {
    expect(
      judgeTraffic(
        modelOf(1),
        minutesOf(() => 0),
        NOW_MS,
      ).verdict,
    ).toBe('cannot_tell')
    expect(judgeTraffic(busy, minutesOf(() => 0).slice(-2), NOW_MS).verdict).toBe('cannot_tell')
    expect(judgeTraffic(busy, [], NOW_MS).verdict).toBe('cannot_tell')
  })

  it('ignores minutes that are not over', () => {
    const minutes = [
      ...minutesOf(() => 300),
      { minute_ms: NOW_MS, visits: 0 },
      { minute_ms: NOW_MS + MINUTE_MS, visits: 0 },
    ]
    expect(judgeTraffic(busy, minutes, NOW_MS + 30_000)).toMatchObject({ verdict: 'normal', seen: 300 })
  })
})
