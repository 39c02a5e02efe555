import { describe, expect, it } from 'vitest'
import { type KnownDay, pickSource } from './days.ts'

const at = (text: string): number => Date.parse(text)
const JUNE: KnownDay[] = [9, 10, 11, 12].map((n) => ({
  day: `2026-06-${String(n).padStart(2, '0')}`,
  arrivals: 100,
  build: n,
}))
const span = (from: string, to: string) => ({ from_ms: at(from), to_ms: at(to) })

describe('pickSource', () => {
  it('uses counted days that are whole, and derives those that the period cuts', () => {
    const berlin = span('2026-06-09T22:00:00Z', '2026-06-12T22:00:00Z')
    expect(pickSource(JUNE, berlin, { by: 'day' })).toEqual({
      builds: [10, 11],
      days: ['2026-06-09', '2026-06-12'],
      one_of: 1,
    })
    expect(pickSource(JUNE, span('2026-06-09', '2026-06-13'), { by: 'day' })).toMatchObject({
      builds: [9, 10, 11, 12],
      days: [],
    })
  })

  it('derives every day for a query that needs single visits', () => {
    const source = pickSource(JUNE, span('2026-06-10', '2026-06-12'), { by: 'event' })
    expect(source).toMatchObject({ builds: [], days: ['2026-06-10', '2026-06-11'] })
  })

  it('cuts a counted day once, at a quarter of an hour', () => {
    const pick = (from: string, to: string, starts: string[]) =>
      pickSource(JUNE, span(from, to), { by: 'quarter', starts_ms: starts.map(at) })
    const kathmandu = ['2026-06-09T18:15:00Z', '2026-06-10T18:15:00Z', '2026-06-11T18:15:00Z']
    expect(pick('2026-06-09T18:15:00Z', '2026-06-12T18:15:00Z', kathmandu)).toMatchObject({
      builds: [9, 10, 11, 12],
      days: [],
    })
    expect(pick('2026-06-10', '2026-06-11T10:07:00Z', ['2026-06-10'])).toMatchObject({
      builds: [10],
      days: ['2026-06-11'],
    })
    const hours = ['2026-06-10T00:00:00Z', '2026-06-10T01:00:00Z', '2026-06-10T02:00:00Z']
    expect(pick('2026-06-10', '2026-06-12', hours)).toMatchObject({ builds: [11], days: ['2026-06-10'] })
    expect(pick('2026-06-10T04:00:00Z', '2026-06-10T08:00:00Z', ['2026-06-10T04:00:00Z'])).toMatchObject({
      builds: [],
      days: ['2026-06-10'],
    })
  })

  it('derives days that are not counted, outdated or unknown', () => {
    const known = JUNE.filter(({ day }) => day !== '2026-06-11').map((each) =>
      each.day === '2026-06-12' ? { ...each, build: null } : each,
    )
    expect(pickSource(known, span('2026-06-10', '2026-06-13'), { by: 'day' })).toMatchObject({
      builds: [10],
      days: ['2026-06-11', '2026-06-12'],
    })
  })

  it('samples a round share of the visitors when there are too many events to derive', () => {
    const oneOf = (maxEvents: number, by: 'event' | 'day' = 'event') =>
      pickSource(JUNE, span('2026-06-09', '2026-06-13'), { by }, maxEvents).one_of
    expect([400, 399, 200, 199, 80, 79, 40, 4].map((most) => oneOf(most))).toEqual([1, 2, 2, 5, 5, 10, 10, 100])
    expect(oneOf(4, 'day')).toBe(1)
  })
})
