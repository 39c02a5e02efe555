import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, dayAt, instantOf, mondayOf, nextStart, readDay, startOfDay, wallOf } from './zone.ts'

const iso = (time_ms: number): string => new Date(time_ms).toISOString()
const startOf = (day: string, timezone: string): string => iso(startOfDay(readDay(day), timezone))

describe('startOfDay', () => {
  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
    ['2026-01-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    // Clocks go from 23:59:59 to 01:00: the day has no midnight.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // Clocks go from 24:00 back to 23:00: the day before has 25 hours.
    ['2026-10-30', 'Africa/Cairo', '2026-10-29T22:00:00.000Z'],
  ])('returns the first instant of %s in %s', (day, timezone, expected) => {
    expect(startOf(day, timezone)).toBe(expected)
  })
})

describe('instantOf', () => {
  it('returns the first of two instants, and the instant of the change for a skipped time', () => {
    expect(iso(instantOf(Date.parse('2026-10-25T02:30:00Z'), 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z')
    expect(iso(instantOf(Date.parse('2026-03-29T02:00:00Z'), 'Europe/Berlin'))).toBe('2026-03-29T01:00:00.000Z')
  })

  it('is the inverse of wallOf for every local time that occurs once', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
    const times = fc.integer({ min: Date.parse('1975-01-01'), max: Date.parse('2037-01-01') })
    const run = () =>
      fc.assert(
        fc.property(zones, times, (timezone, time_ms) => {
          const wall = wallOf(time_ms, timezone)
          const back = instantOf(wall, timezone)
          return back === time_ms || (back < time_ms && wallOf(back, timezone) === wall)
        }),
      )
    expect(run).not.toThrow()
  })
})

function hoursOf(day: string, timezone: string): string[] {
  const start = startOfDay(readDay(day), timezone)
  const end = nextStart(start, 'day', timezone)
  const found: string[] = []
  for (let at = start; at < end; at = nextStart(at, 'hour', timezone)) found.push(iso(at).slice(11, 16))
  return found
}

describe('nextStart', () => {
  it('returns 23 and 25 hours for days on which the clocks change', () => {
    expect(hoursOf('2026-03-29', 'Europe/Berlin')).toHaveLength(23)
    expect(hoursOf('2026-10-25', 'Europe/Berlin')).toHaveLength(25)
    expect(hoursOf('2026-03-08', 'America/New_York')).toHaveLength(23)
    expect(hoursOf('2026-11-01', 'America/New_York')).toHaveLength(25)
  })

  it('starts hours at half past in zones with such an offset', () => {
    expect(hoursOf('2026-05-05', 'Asia/Kolkata')[0]).toBe('18:30')
  })

  it('returns a separate interval for a change by half an hour', () => {
    // 02:00 becomes 01:30.
    expect(hoursOf('2026-04-05', 'Australia/Lord_Howe').slice(0, 4)).toEqual(['13:00', '14:00', '15:00', '15:30'])
  })

  it('steps by Mondays and by months across the end of a year', () => {
    const at = Date.parse('2025-12-31T12:00:00Z')
    expect(iso(nextStart(at, 'week', 'Europe/Berlin'))).toBe('2026-01-04T23:00:00.000Z')
    expect(iso(nextStart(at, 'month', 'Europe/Berlin'))).toBe('2025-12-31T23:00:00.000Z')
    expect(mondayOf(readDay('2026-11-15'))).toEqual(readDay('2026-11-09'))
  })
})

describe('addMonths', () => {
  it('stays within the target month', () => {
    expect(addMonths(readDay('2024-02-29'), -12)).toEqual(readDay('2023-02-28'))
    expect(addMonths(readDay('2026-01-31'), 1)).toEqual(readDay('2026-02-28'))
    expect(addMonths(readDay('2026-01-15'), -11)).toEqual(readDay('2025-02-15'))
  })
})

describe('dayAt', () => {
  it('returns the local day', () => {
    expect(dayAt(Date.parse('2025-12-31T11:00:00Z'), 'Pacific/Kiritimati')).toEqual(readDay('2026-01-01'))
  })
})
