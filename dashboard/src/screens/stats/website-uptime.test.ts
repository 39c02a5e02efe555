import { describe, expect, it } from 'vitest'
import { intersectSpans, joinUptime, type UptimeHistory } from './website-uptime.ts'

const at = (hour: number): number => Date.parse(`2026-07-14T${String(hour).padStart(2, '0')}:00:00Z`)
const span = (from: number, to: number) => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
})
const makeHistory = (facts: Partial<UptimeHistory['uptime']>, is_active = true): UptimeHistory => ({
  monitor: { is_active },
  uptime: { window_start: span(0, 1).from, window_end: span(20, 21).from, down: [], unobserved: [], ...facts },
})
const range = { from: at(0), to: at(20) }

it('intersects two lists of spans', () => {
  expect(
    intersectSpans(
      [
        { from: 0, to: 10 },
        { from: 20, to: 30 },
      ],
      [
        { from: 5, to: 22 },
        { from: 29, to: 40 },
      ],
    ),
  ).toEqual([
    { from: 5, to: 10 },
    { from: 20, to: 22 },
    { from: 29, to: 30 },
  ])
})

describe('joinUptime', () => {
  it('is down when one monitor is down, and unknown only when no monitor was checked', () => {
    const segments = joinUptime(
      [
        makeHistory({ unobserved: [span(0, 6)], down: [span(10, 11)] }),
        makeHistory({ unobserved: [span(0, 3), span(12, 14)] }),
      ],
      range,
    )
    expect(segments.map(({ from, state }) => [from, state])).toEqual([
      [at(0), 'unknown'],
      [at(3), 'up'],
      [at(10), 'down'],
      [at(11), 'up'],
    ])
  })

  it('shows an ongoing pause as paused, and nothing without a monitor', () => {
    const segments = joinUptime([makeHistory({ unobserved: [span(8, 20)] }, false)], range)
    expect(segments.map(({ state }) => state)).toEqual(['up', 'paused'])
    expect(joinUptime([], range)).toEqual([])
  })
})
