import { describe, expect, it } from 'vitest'
import {
  formatBucket,
  formatDuration,
  formatMs,
  formatPercent,
  formatShare,
  formatShort,
  formatSpan,
} from './format.ts'

const at = (text: string): number => Date.parse(text)

describe('figures', () => {
  it('never rounds an uptime up to 100', () => {
    expect([100, 99.999, 99.95, 0, 12.345].map((value) => formatPercent(value))).toEqual([
      '100 %',
      '99.99 %',
      '99.95 %',
      '0 %',
      '12.34 %',
    ])
  })

  it('keeps axis labels short', () => {
    expect([0, 0.2, 950, 1200, 3_000_000].map(formatShort)).toEqual(['0', '0.2', '950', '1.2k', '3M'])
  })

  it('says shares, times and durations', () => {
    expect([0.01, 12.34, 100].map(formatShare)).toEqual(['<0.1 %', '12.3 %', '100 %'])
    expect([0.4, 87.3, 1234, 12_345].map(formatMs)).toEqual(['0.4 ms', '87 ms', '1.23 s', '12.3 s'])
    expect([5000, 2_400_000, 5_400_000, 200_000_000].map(formatDuration)).toEqual([
      '5 s',
      '40 min',
      '1 h 30 min',
      '2 d 8 h',
    ])
  })
})

describe('times', () => {
  it('names buckets in the zone', () => {
    const start = at('2026-07-14T12:00Z')
    expect(formatBucket(start, 'hour', 'Europe/Berlin')).toBe('Tue 14 Jul 14:00–15:00')
    expect(formatBucket(at('2026-07-13T22:00Z'), 'day', 'Europe/Berlin')).toBe('Tue 14 Jul')
    expect(formatBucket(at('2026-07-12T22:00Z'), 'week', 'Europe/Berlin')).toBe('13 Jul – 19 Jul')
    expect(formatBucket(at('2026-08-31T22:00Z'), 'month', 'Europe/Berlin')).toBe('September 2026')
  })

  it('names a span, with the day once when it is one', () => {
    const from = at('2026-07-14T07:12Z')
    expect(formatSpan(from, from + 2_400_000, 'UTC')).toBe('Tue 14 Jul 07:12 – 07:52')
    expect(formatSpan(from, from + 86_400_000, 'UTC')).toBe('Tue 14 Jul 07:12 – Wed 15 Jul 07:12')
  })
})
