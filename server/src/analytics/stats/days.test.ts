import { describe, expect, it } from 'vitest'
import { type KnownDay, pickSource, useRecent } from './days.ts'

const at = (text: string): number => Date.parse(text)
const JUNE: KnownDay[] = [9, 10, 11, 12].map((n) => ({
  day: `2026-06-${String(n).padStart(2, '0')}`,
  arrivals: 100,
  build: n,
  has_visits: n !== 12,
}))
const span = (from: string, to: string) => ({ from_ms: at(from), to_ms: at(to) })

describe('pickSource', () => {
  it('uses counted days that are whole, and the visits of those that the period cuts', () => {
    const berlin = span('2026-06-09T22:00:00Z', '2026-06-12T22:00:00Z')
    expect(pickSource(JUNE, berlin, { by: 'day' })).toEqual({
      counted: [10, 11],
      stored: [{ day: '2026-06-09', build: 9, table: 'stats_visits', is_whole: false }],
      days: ['2026-06-12'],
      one_of: 1,
    })
    expect(pickSource(JUNE, span('2026-06-09', '2026-06-13'), { by: 'day' })).toMatchObject({
      counted: [9, 10, 11, 12],
      days: [],
    })
  })

  it('uses stored visits for a query that needs single visits, and derives the other days', () => {
    const source = pickSource(JUNE, span('2026-06-11', '2026-06-14'), { by: 'event' })
    expect(source).toMatchObject({
      counted: [],
      stored: [{ day: '2026-06-11', build: 11, table: 'stats_visits', is_whole: true }],
      days: ['2026-06-12', '2026-06-13'],
    })
  })

  it('cuts a counted day once, at a quarter of an hour', () => {
    const pick = (from: string, to: string, starts: string[]) =>
      pickSource(JUNE, span(from, to), { by: 'quarter', starts_ms: starts.map(at) })
    const kathmandu = ['2026-06-09T18:15:00Z', '2026-06-10T18:15:00Z', '2026-06-11T18:15:00Z']
    expect(pick('2026-06-09T18:15:00Z', '2026-06-12T18:15:00Z', kathmandu)).toMatchObject({
      counted: [9, 10, 11, 12],
      days: [],
    })
    expect(pick('2026-06-10', '2026-06-11T10:07:00Z', ['2026-06-10'])).toMatchObject({
      counted: [10],
      stored: [{ day: '2026-06-11', build: 11, table: 'stats_visits', is_whole: false }],
    })
    const hours = ['2026-06-10T00:00:00Z', '2026-06-10T01:00:00Z', '2026-06-10T02:00:00Z']
    expect(pick('2026-06-10', '2026-06-12', hours)).toMatchObject({
      counted: [11],
      stored: [{ day: '2026-06-10', build: 10, table: 'stats_visits', is_whole: false }],
    })
    expect(pick('2026-06-10T04:00:00Z', '2026-06-10T08:00:00Z', ['2026-06-10T04:00:00Z'])).toMatchObject({
      counted: [],
      stored: [{ day: '2026-06-10', build: 10, table: 'stats_visits', is_whole: false }],
    })
  })

  it('derives nothing when no day that is left has an event', () => {
    expect(pickSource(JUNE, span('2026-06-11', '2026-06-20'), { by: 'day' })).toMatchObject({
      counted: [11, 12],
      stored: [],
      days: [],
    })
    const nothing = { day: '2026-07-01', build: 0, table: 'stats_visits', is_whole: true }
    for (const by of ['day', 'event', 'quarter'] as const) {
      const source = pickSource([], span('2026-07-01', '2026-07-08'), { by })
      expect(source).toEqual({ counted: [], stored: [nothing], days: [], one_of: 1 })
    }
  })

  it('derives days that are not counted, outdated or unknown', () => {
    const known = JUNE.filter(({ day }) => day !== '2026-06-11').map((each) =>
      each.day === '2026-06-12' ? { ...each, build: null } : each,
    )
    expect(pickSource(known, span('2026-06-10', '2026-06-13'), { by: 'day' })).toMatchObject({
      counted: [10],
      days: ['2026-06-11', '2026-06-12'],
    })
  })

  it('samples a round share of the visitors when there are too many events to derive', () => {
    const oneOf = (maxEvents: number, by: 'event' | 'day' = 'event', has_visits = false) =>
      pickSource(
        JUNE.map((day) => ({ ...day, has_visits })),
        span('2026-06-09', '2026-06-13'),
        { by },
        maxEvents,
      ).one_of
    expect([400, 399, 200, 199, 80, 79, 40, 4].map((max) => oneOf(max))).toEqual([1, 2, 2, 5, 5, 10, 10, 100])
    expect(oneOf(4, 'day')).toBe(1)
    expect([240, 239].map((max) => oneOf(max, 'event', true))).toEqual([1, 2])
  })
})

describe('useRecent', () => {
  const derived = { counted: [], stored: [], days: ['2026-06-12'], one_of: 1 }
  const isWhole = (from: string, to: string, last: string, starts: string[] = []) => {
    const recent = [{ day: '2026-06-12', build: 7, last_ms: at(last) }]
    const { stored, days } = useRecent(derived, recent, span(from, to), { by: 'event', starts_ms: starts.map(at) })
    expect(days).toEqual([])
    expect(stored).toMatchObject([{ day: '2026-06-12', build: 7, table: 'stats_recent_visits' }])
    return stored[0]?.is_whole
  }

  it('reads today as a whole if the period or an interval ends after its last event', () => {
    expect(isWhole('2026-06-01', '2026-06-12T10:00:00Z', '2026-06-12T09:59:59Z')).toBe(true)
    expect(isWhole('2026-06-01', '2026-06-12T10:00:00Z', '2026-06-12T10:00:00Z')).toBe(false)
    expect(isWhole('2026-06-01', '2026-06-13', '2026-06-12T09:00:00Z', ['2026-06-12T10:00:00Z'])).toBe(true)
    expect(isWhole('2026-06-01', '2026-06-13', '2026-06-12T11:00:00Z', ['2026-06-12T10:00:00Z'])).toBe(false)
  })

  it('cuts today where the period starts inside of it', () => {
    expect(isWhole('2026-06-12T22:00:00Z', '2026-06-13', '2026-06-12T09:00:00Z')).toBe(false)
  })
})
