import fc from 'fast-check'
import { type WeeklyRange, WEEKDAYS } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { coversWeek, findEnd, listWeeklySpans } from './weekly-hours.ts'
import { wallOf } from '@sitewatch/contract/zone'

const nights: WeeklyRange = { weekdays: [...WEEKDAYS], from: '22:00', to: '07:00' }
const iso = (time_ms: number | null): string | null => (time_ms === null ? null : new Date(time_ms).toISOString())

describe('listWeeklySpans', () => {
  it('makes a night shorter in spring and longer in autumn', () => {
    const hours = (from: string): number => {
      const at = Date.parse(from)
      const [night] = listWeeklySpans([nights], 'Europe/Berlin', { from: at, to: at + 1 })
      return night ? (night.to - night.from) / 3_600_000 : 0
    }
    expect(hours('2026-03-28T22:00:00Z')).toBe(8)
    expect(hours('2026-10-24T22:00:00Z')).toBe(10)
    expect(hours('2026-06-01T22:00:00Z')).toBe(9)
  })

  it('returns 24 hours for a range that starts and ends at the same time', () => {
    const at = Date.parse('2026-11-18T12:00:00Z')
    const [day] = listWeeklySpans([{ weekdays: ['wed'], from: '09:00', to: '09:00' }], 'UTC', { from: at, to: at + 1 })
    expect([iso(day?.from ?? 0), iso(day?.to ?? 0)]).toEqual(['2026-11-18T09:00:00.000Z', '2026-11-19T09:00:00.000Z'])
  })

  it('agrees with the local clock, minute by minute, outside of the hours in which the clocks change', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC', 'Pacific/Auckland')
    const range = fc.record({
      weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      from: fc.integer({ min: 0, max: 1439 }),
      to: fc.integer({ min: 0, max: 1439 }),
    })
    const text = (minute: number): string =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') })
    fc.assert(
      fc.property(zones, fc.array(range, { minLength: 1, maxLength: 3 }), times, (timezone, drawn, at) => {
        const ranges = drawn.map(({ weekdays, from, to }) => ({ weekdays, from: text(from), to: text(to) }))
        const isWithin = listWeeklySpans(ranges, timezone, { from: at, to: at + 1 }).length > 0
        const wall = wallOf(at, timezone)
        // Near a change of the clocks, local times are skipped or occur twice.
        const isSteady = [-36, 36].every(
          (hours) => wallOf(at + hours * 3_600_000, timezone) - wall === hours * 3_600_000,
        )
        const minute = Math.floor((wall % 86_400_000) / 60_000)
        const today = (new Date(wall).getUTCDay() + 6) % 7
        const expected = drawn.some(({ weekdays, from, to }) => {
          const starts = (day: number): boolean => weekdays.includes(WEEKDAYS[(day + 7) % 7] ?? 'mon')
          if (from < to) return starts(today) && from <= minute && minute < to
          return (starts(today) && from <= minute) || (starts(today - 1) && minute < to)
        })
        return !isSteady || isWithin === expected
      }),
      { numRuns: 500 },
    )
  })
})

describe('findEnd', () => {
  it('returns the end of the hours around an instant, also when ranges follow each other', () => {
    const at = Date.parse('2026-11-16T23:00:00Z')
    expect(iso(findEnd([nights], 'UTC', at))).toBe('2026-11-17T07:00:00.000Z')
    expect(findEnd([nights], 'UTC', at - 2 * 3_600_000)).toBeNull()
    const more: WeeklyRange = { weekdays: ['tue'], from: '06:30', to: '09:00' }
    expect(iso(findEnd([nights, more], 'UTC', at))).toBe('2026-11-17T09:00:00.000Z')
  })

  it('includes the first millisecond of the hours, and not the one at which they end', () => {
    const [from, to] = [Date.parse('2026-11-16T22:00:00Z'), Date.parse('2026-11-17T07:00:00Z')]
    expect([from - 1, from, to - 1, to].map((at) => findEnd([nights], 'UTC', at))).toEqual([null, to, to, null])
  })
})

describe('coversWeek', () => {
  it('returns whether the ranges cover every minute', () => {
    expect(coversWeek([{ weekdays: [...WEEKDAYS], from: '08:00', to: '08:00' }])).toBe(true)
    expect(coversWeek([nights, { weekdays: [...WEEKDAYS], from: '07:00', to: '22:00' }])).toBe(true)
    expect(coversWeek([nights, { weekdays: [...WEEKDAYS], from: '07:00', to: '21:59' }])).toBe(false)
    expect(coversWeek([nights])).toBe(false)
  })
})
