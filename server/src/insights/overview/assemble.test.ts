import { describe, expect, it } from 'vitest'
import { mergeRanges, joinStatus, joinUnobserved, joinUptime } from './assemble.ts'

describe('a website with several monitors', () => {
  it('is down when one of them is, and up when one is and none is down', () => {
    expect(joinStatus(['up', 'down', 'paused'])).toBe('down')
    expect(joinStatus(['pending', 'paused', 'up'])).toBe('up')
    expect(joinStatus(['paused', 'pending'])).toBe('pending')
    expect(joinStatus(['paused'])).toBe('paused')
    expect(joinStatus([])).toBeNull()
  })

  it('has the lowest uptime of those that were observed', () => {
    expect(joinUptime([100, null, 99.5])).toBe(99.5)
    expect(joinUptime([null])).toBeNull()
    expect(joinUptime([])).toBeNull()
  })
})

describe('joinUnobserved', () => {
  it('returns the times in which all monitors were unobserved', () => {
    expect(joinUnobserved([])).toEqual([])
    expect(joinUnobserved([[{ from_ms: 0, to_ms: null }], []])).toEqual([])
    expect(
      joinUnobserved([
        [
          { from_ms: 0, to_ms: 50 },
          { from_ms: 80, to_ms: null },
        ],
        [
          { from_ms: 10, to_ms: 20 },
          { from_ms: 90, to_ms: null },
        ],
      ]),
    ).toEqual([
      { from_ms: 10, to_ms: 20 },
      { from_ms: 90, to_ms: null },
    ])
  })
})

describe('mergeRanges', () => {
  it('merges intervals that overlap or touch, oldest first', () => {
    const ranges = [
      { from_ms: 50, to_ms: 60 },
      { from_ms: 10, to_ms: 20 },
      { from_ms: 20, to_ms: 30 },
      { from_ms: 12, to_ms: 15 },
    ]
    expect(mergeRanges(ranges)).toEqual([
      { from_ms: 10, to_ms: 30 },
      { from_ms: 50, to_ms: 60 },
    ])
  })

  it('keeps an open interval open, whatever else ended', () => {
    const ranges = [
      { from_ms: 10, to_ms: null },
      { from_ms: 20, to_ms: 30 },
    ]
    expect(mergeRanges(ranges)).toEqual([{ from_ms: 10, to_ms: null }])
  })

  it('does not change its input', () => {
    const range = { from_ms: 10, to_ms: 20 }
    mergeRanges([range, { from_ms: 15, to_ms: 90 }])
    expect(range).toEqual({ from_ms: 10, to_ms: 20 })
  })
})
