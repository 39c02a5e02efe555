import { describe, expect, it } from 'vitest'
import { formatCount, formatDuration, formatMs, formatPercent, formatRelative, formatUptime } from './format.ts'

describe('figures', () => {
  it('are formatted as in the contract, with non-breaking spaces', () => {
    expect([formatUptime(99.907), formatPercent(50.65), formatMs(18), formatDuration(200), formatCount(1234)]).toEqual([
      '99.90\u00a0%',
      '50.7\u00a0%',
      '18\u00a0ms',
      '3\u00a0min 20\u00a0s',
      '1,234',
    ])
  })

  it('of times are relative to now', () => {
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
