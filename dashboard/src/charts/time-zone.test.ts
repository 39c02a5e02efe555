import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { findBucket, findInstant, listBuckets, readClock } from './time-zone.ts'

const at = (text: string): number => Date.parse(text)
const iso = (ms: number): string => new Date(ms).toISOString()

describe('listBuckets', () => {
  it('makes the day on which summer time begins 23 hours long, and the one on which it ends 25', () => {
    const spring = listBuckets(at('2026-03-27T23:00Z'), at('2026-03-30T22:00Z'), 'day', 'Europe/Berlin')
    expect(spring.map(iso)).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
    const autumn = at('2026-10-25T12:00Z')
    const length_ms = findBucket(autumn, 'day', 'Europe/Berlin', 1) - findBucket(autumn, 'day', 'Europe/Berlin')
    expect(length_ms).toBe(25 * HOUR_MS)
  })

  it('lists 25 hours for the long day, with the repeated hour twice', () => {
    const hours = listBuckets(at('2026-10-24T22:00Z'), at('2026-10-25T23:00Z'), 'hour', 'Europe/Berlin')
    expect(hours).toHaveLength(25)
    expect(hours.filter((ms) => readClock(ms, 'Europe/Berlin').hour === 2)).toHaveLength(2)
  })

  it('starts weeks on Monday and months on the first, in the time zone', () => {
    expect(iso(findBucket(at('2026-07-15T10:00Z'), 'week', 'America/New_York'))).toBe('2026-07-13T04:00:00.000Z')
    expect(iso(findBucket(at('2026-07-01T02:00Z'), 'month', 'America/New_York'))).toBe('2026-06-01T04:00:00.000Z')
    expect(iso(findBucket(at('2026-12-15T00:00Z'), 'month', 'UTC', 1))).toBe('2027-01-01T00:00:00.000Z')
  })

  it('starts hours at the local full hour in a zone with an offset of half an hour', () => {
    expect(iso(findBucket(at('2026-07-01T10:15:20.5Z'), 'hour', 'Asia/Kolkata'))).toBe('2026-07-01T09:30:00.000Z')
    expect(iso(findBucket(at('2026-07-01T10:15:20.5Z'), 'minute', 'Asia/Kolkata', 1))).toBe('2026-07-01T10:16:00.000Z')
  })
})

describe('findInstant', () => {
  it('returns the time of the clock change if midnight does not exist', () => {
    const midnight = { year: 2018, month: 11, day: 4, hour: 0, minute: 0 }
    expect(iso(findInstant(midnight, 'America/Sao_Paulo'))).toBe('2018-11-04T03:00:00.000Z')
    expect(readClock(at('2018-11-04T03:00Z'), 'America/Sao_Paulo').hour).toBe(1)
  })

  it('returns the first of two times if the local time occurs twice', () => {
    const twice = { year: 2026, month: 10, day: 25, hour: 2, minute: 0 }
    expect(iso(findInstant(twice, 'Europe/Berlin'))).toBe('2026-10-25T00:00:00.000Z')
  })
})
