import { describe, expect, it } from 'vitest'
import { intersectSpans, joinUptime, type Watched } from './website-uptime.ts'

const at = (hour: number): number => Date.parse(`2026-07-14T${String(hour).padStart(2, '0')}:00:00Z`)
const span = (from: number, to: number) => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
})
const watch = (facts: Partial<Watched['uptime']>, is_active = true): Watched => ({
  monitor: { is_active },
  uptime: { window_start: span(0, 1).from, window_end: span(20, 21).from, down: [], unobserved: [], ...facts },
})
const range = { from: at(0), to: at(20) }

it('intersects', () => {
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
  it('is down when one monitor is, and unknown only where none looked', () => {
    const segments = joinUptime(
      [watch({ unobserved: [span(0, 6)], down: [span(10, 11)] }), watch({ unobserved: [span(0, 3), span(12, 14)] })],
      range,
    )
    expect(segments.map(({ from, state }) => [from, state])).toEqual([
      [at(0), 'unknown'],
      [at(3), 'up'],
      [at(10), 'down'],
      [at(11), 'up'],
    ])
  })

  it('shows a pause that lasts as one, and nothing without a monitor', () => {
    const segments = joinUptime([watch({ unobserved: [span(8, 20)] }, false)], range)
    expect(segments.map(({ state }) => state)).toEqual(['up', 'paused'])
    expect(joinUptime([], range)).toEqual([])
  })
})
