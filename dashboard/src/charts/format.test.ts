import { describe, expect, it } from 'vitest'
import { formatBucket, formatPeriod, formatSpan } from './format.ts'

const at = (text: string): number => Date.parse(text)

describe('formatted times', () => {
  it('name buckets in the time zone', () => {
    const start = at('2026-07-14T12:00Z')
    expect(formatBucket(start, 'hour', 'Europe/Berlin')).toBe('Tue 14 Jul 14:00–15:00')
    expect(formatBucket(at('2026-07-13T22:00Z'), 'day', 'Europe/Berlin')).toBe('Tue 14 Jul')
    expect(formatBucket(at('2026-07-12T22:00Z'), 'week', 'Europe/Berlin')).toBe('13 Jul – 19 Jul')
    expect(formatBucket(at('2026-08-31T22:00Z'), 'month', 'Europe/Berlin')).toBe('September 2026')
  })

  it('name a span, with the day only once if it is within one day', () => {
    const from = at('2026-07-14T07:12Z')
    expect(formatSpan(from, from + 2_400_000, 'UTC')).toBe('Tue 14 Jul 07:12 – 07:52')
    expect(formatSpan(from, from + 86_400_000, 'UTC')).toBe('Tue 14 Jul 07:12 – Wed 15 Jul 07:12')
  })

  it('name a period by its days in the time zone', () => {
    const zone = 'Europe/Berlin'
    expect(formatPeriod(at('2026-09-17T22:00Z'), at('2026-11-15T23:00Z'), zone)).toBe('18 Sep – 15 Nov 2026')
    expect(formatPeriod(at('2026-11-15T23:00Z'), at('2026-11-16T00:00Z'), zone)).toBe('16 Nov 2026')
    expect(formatPeriod(at('2026-11-15T22:30Z'), at('2026-11-15T23:01Z'), zone)).toBe('23:30 – 00:01')
  })
})
