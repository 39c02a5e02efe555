import { describe, expect, it } from 'vitest'
import { type ComparisonQuery, findComparison } from './comparison.ts'
import { type PeriodQuery, findSpan, listStarts, pickInterval } from './period.ts'

const ZONE = 'Europe/Berlin'
const NOW = Date.parse('2026-03-31T10:00:00.000Z')
const text = ({ from_ms, to_ms }: { from_ms: number; to_ms: number }): string[] =>
  [from_ms, to_ms].map((time_ms) => new Date(time_ms).toISOString())
const spanOf = (query: PeriodQuery): string[] => text(findSpan(query, ZONE, NOW))
const compare = (query: PeriodQuery, by: ComparisonQuery['compare'], days: Partial<ComparisonQuery> = {}) => {
  const other = findComparison({ ...query, compare: by, ...days }, findSpan(query, ZONE, NOW), {
    timezone: ZONE,
    now_ms: NOW,
  })
  return other && text(other)
}

const END = '2026-03-31T10:00:00.001Z'

describe('findSpan', () => {
  it.each([
    [{ period: 'realtime' }, '2026-03-31T09:30:00.001Z', END],
    [{ period: 'today' }, '2026-03-30T22:00:00.000Z', END],
    [{ period: '7d' }, '2026-03-24T23:00:00.000Z', END],
    [{ period: '30d' }, '2026-03-01T23:00:00.000Z', END],
    [{ period: '12mo' }, '2025-03-31T22:00:00.000Z', END],
    [{ period: 'yesterday' }, '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    [{ period: 'month' }, '2026-02-28T23:00:00.000Z', END],
    [{ period: 'last_month' }, '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
    [{ period: 'all' }, '2026-03-30T22:00:00.000Z', END],
    [{ period: 'all', first_event_ms: Date.parse('2024-06-01T22:30:00Z') }, '2024-06-01T22:00:00.000Z', END],
    [{ period: 'all', first_event_ms: Date.parse('1980-01-01T00:00:00Z') }, '2016-03-23T23:00:00.000Z', END],
    [{ period: 'all', first_event_ms: Date.parse('2026-05-01T00:00:00Z') }, '2026-03-30T22:00:00.000Z', END],
    [
      { period: 'custom', from: '2026-02-01', to: '2026-02-28' },
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ],
    [
      { period: 'custom', from: '2026-03-29', to: '2026-03-29' },
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [{ period: 'custom', from: '2026-03-31', to: '2026-04-30' }, '2026-03-30T22:00:00.000Z', END],
  ] as const)('resolves %j to %s until %s', (query, from, to) => {
    expect(spanOf(query)).toEqual([from, to])
  })

  it.each([
    [{ period: 'custom', to: '2026-01-01' }, 'from is required'],
    [{ period: 'custom', from: '2026-01-01' }, 'to is required'],
    [{ period: 'custom', from: '2026-01-02', to: '2026-01-01' }, 'not be before'],
    [{ period: 'custom', from: '1975-01-01', to: '2026-01-01' }, 'at most 3660 days'],
    [{ period: 'custom', from: '0001-01-01', to: '0001-01-02' }, '1971'],
    [{ period: '7d', from: '2026-01-01' }, 'period=custom'],
  ] as const)('refuses %j', (query, message) => {
    expect(() => spanOf(query)).toThrow(message)
  })
})

describe('findComparison', () => {
  it('compares with the same number of days before, up to the same time of day', () => {
    expect(compare({ period: 'today' }, 'previous')).toEqual(['2026-03-29T22:00:00.000Z', '2026-03-30T10:00:00.001Z'])
    // Daylight saving time changed in between: 00:00 was an hour later in UTC, and so was 12:00.
    expect(compare({ period: '7d' }, 'previous')).toEqual(['2026-03-17T23:00:00.000Z', '2026-03-24T11:00:00.001Z'])
    expect(compare({ period: '12mo' }, 'previous')).toEqual(['2024-03-31T22:00:00.000Z', '2025-03-31T10:00:00.001Z'])
    expect(compare({ period: 'realtime' }, 'previous')).toEqual([
      '2026-03-31T09:00:00.001Z',
      '2026-03-31T09:30:00.001Z',
    ])
  })

  it('compares a whole period with the whole period before', () => {
    expect(compare({ period: 'custom', from: '2026-03-01', to: '2026-03-10' }, 'previous')).toEqual([
      '2026-02-18T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ])
  })

  it('compares with the same days of the year before', () => {
    expect(compare({ period: 'custom', from: '2026-02-01', to: '2026-02-28' }, 'year')).toEqual([
      '2025-01-31T23:00:00.000Z',
      '2025-02-28T23:00:00.000Z',
    ])
    expect(compare({ period: 'custom', from: '2024-02-29', to: '2024-02-29' }, 'year')).toEqual([
      '2023-02-27T23:00:00.000Z',
      '2023-02-28T23:00:00.000Z',
    ])
  })
})

describe('findComparison with months, all time and a custom range', () => {
  it('compares this month with the same days of the month before', () => {
    expect(compare({ period: 'month' }, 'previous')).toEqual(['2026-01-31T23:00:00.000Z', '2026-02-28T11:00:00.001Z'])
  })

  it('compares a whole month with the whole month before, however long it is', () => {
    expect(compare({ period: 'last_month' }, 'previous')).toEqual([
      '2025-12-31T23:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
    ])
    expect(compare({ period: 'last_month' }, 'year')).toEqual(['2025-01-31T23:00:00.000Z', '2025-02-28T23:00:00.000Z'])
    expect(compare({ period: 'yesterday' }, 'previous')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
  })

  it('returns nothing for all time, and nothing without a comparison', () => {
    expect(compare({ period: 'all' }, 'previous')).toBeUndefined()
    expect(compare({ period: '7d' }, 'none')).toBeUndefined()
  })

  it('compares with the days that the caller names, up to now', () => {
    const days = { compare_from: '2026-03-01', compare_to: '2026-04-02' }
    expect(compare({ period: '7d' }, 'custom', days)).toEqual(['2026-02-28T23:00:00.000Z', END])
    expect(() => compare({ period: '7d' }, 'custom')).toThrow('compare_from is required')
    expect(() => compare({ period: '7d' }, 'custom', { compare_from: '2026-03-01' })).toThrow('compare_to is required')
    expect(() => compare({ period: '7d' }, 'previous', days)).toThrow('compare=custom')
  })
})

describe('listStarts', () => {
  it('starts with the period and returns at most 1,500 intervals', () => {
    const span = findSpan({ period: 'custom', from: '2026-03-28', to: '2026-03-31' }, ZONE, NOW)
    const starts = listStarts(span, 'day', ZONE).map((start) => new Date(start).toISOString())
    expect(starts.map((start) => start.slice(8, 13))).toEqual(['27T23', '28T23', '29T22', '30T22'])
    expect(() => listStarts(findSpan({ period: '12mo' }, ZONE, NOW), 'hour', ZONE)).toThrow('1500 points')
  })
})

describe('an hour after midnight', () => {
  it('today is drawn by the hour, and the whole of yesterday can be listed by minute', () => {
    const today = findSpan({ period: 'today' }, ZONE, Date.parse('2026-10-26T00:00:00Z'))
    const yesterday = findSpan({ period: 'yesterday' }, ZONE, today.to_ms)
    expect(pickInterval('today', today)).toBe('hour')
    expect(listStarts(yesterday, 'minute', ZONE)).toHaveLength(25 * 60)
  })
})

describe('pickInterval', () => {
  it('picks an interval that fits the period', () => {
    const pick = (period: PeriodQuery['period']): string => pickInterval(period, findSpan({ period }, ZONE, NOW))
    expect([pick('realtime'), pick('today'), pick('7d'), pick('30d'), pick('12mo')]).toEqual([
      'minute',
      'hour',
      'day',
      'day',
      'month',
    ])
  })
})
