import { describe, expect, it } from 'vitest'
import { formatCount, formatDuration, formatMs, formatPercent, formatRelative } from './format.ts'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('figures', () => {
  it('keep an outage visible: 100 % only when it is', () => {
    expect([100, 99.9999, 99.5, 0, null].map((value) => plain(formatPercent(value)))).toEqual([
      '100 %',
      '99.99 %',
      '99.50 %',
      '0 %',
      '–',
    ])
    expect(plain(formatPercent(12.34, 1))).toBe('12.3 %')
  })

  it('are short when they are large', () => {
    expect([0, 1234, 99_999, 123_400, 5_200_000].map(formatCount)).toEqual(['0', '1,234', '99,999', '123.4K', '5.2M'])
  })

  it('of time name the two largest units', () => {
    expect([0, 12, 60, 200, 3600, 3661, 90_000, 187_200].map((s) => plain(formatDuration(s)))).toEqual([
      '0 s',
      '12 s',
      '1 min',
      '3 min 20 s',
      '1 h',
      '1 h 1 min',
      '1 d 1 h',
      '2 d 4 h',
    ])
    expect([0.4, 850, 1234, 12_345, null].map((ms) => plain(formatMs(ms)))).toEqual([
      '0 ms',
      '850 ms',
      '1.23 s',
      '12.3 s',
      '–',
    ])
  })

  it('of moments are told from now', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    const ago = [3, 59, 61, 3700, 90_000, 40 * 86_400, 800 * 86_400].map((s) => formatRelative(now - s * 1000, now))
    expect(ago).toEqual([
      'now',
      '59 seconds ago',
      '1 minute ago',
      '1 hour ago',
      'yesterday',
      'last month',
      '2 years ago',
    ])
    expect(formatRelative(now + 7200_000, now)).toBe('in 2 hours')
  })
})
