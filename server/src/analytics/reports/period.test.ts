import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDueTime, findFirstDue, findLastPeriod, findPeriodSpan, movePeriod, periodFrom } from './period.ts'
import { sized } from '../../../test/support/size.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
]
const iso = (time_ms: number): string => new Date(time_ms).toISOString()

/** The local time in that zone. */
function wall(time_ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time_ms)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('weekday')} ${of('day')} ${of('hour')}:${of('minute')}`
}

describe('a period', () => {
  it.each([
    ['Europe/Berlin', '2026-03-23', '2026-03-30T07:00:00.000Z'],
    ['Europe/Berlin', '2026-10-19', '2026-10-26T08:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-05', '2026-01-12T03:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-03-30', '2026-04-05T22:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-03-23', '2026-03-29T22:00:00.000Z'],
    ['America/St_Johns', '2026-03-02', '2026-03-09T11:30:00.000Z'],
  ])('of a week in %s from %s is due at %s', (timezone, first, due) => {
    expect(iso(findDueTime(periodFrom('weekly', first), timezone))).toBe(due)
  })

  it('of a month ends with its last day, also in leap years', () => {
    expect(periodFrom('monthly', '2028-02-01').last).toBe('2028-02-29')
    expect(periodFrom('monthly', '2026-12-01').last).toBe('2026-12-31')
    expect(movePeriod(periodFrom('monthly', '2026-01-01'), -1)).toEqual({
      kind: 'monthly',
      first: '2025-12-01',
      last: '2025-12-31',
    })
    const span = findPeriodSpan(periodFrom('monthly', '2026-03-01'), 'Europe/Berlin')
    expect([iso(span.from_ms), iso(span.to_ms)]).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'])
  })

  it('is due at nine on a Monday or the first of a month, and the next one follows without a gap', () => {
    const times = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.constantFrom('weekly', 'monthly'), times, (timezone, kind, time) => {
        const first = findFirstDue(kind, timezone, time)
        const due = findDueTime(first, timezone)
        expect(due).toBeGreaterThan(time)
        expect(findDueTime(movePeriod(first, -1), timezone)).toBeLessThanOrEqual(time)
        expect(wall(due, timezone)).toMatch(kind === 'weekly' ? /^Mon \d\d 09:00$/ : /^\w+ 01 09:00$/)
        expect(findPeriodSpan(movePeriod(first, 1), timezone).from_ms).toBe(findPeriodSpan(first, timezone).to_ms)
        const over = findPeriodSpan(findLastPeriod(kind, timezone, time), timezone)
        expect(over.to_ms).toBeLessThanOrEqual(time)
        expect(findPeriodSpan(movePeriod(findLastPeriod(kind, timezone, time), 1), timezone).to_ms).toBeGreaterThan(
          time,
        )
      }),
      { numRuns: sized(500, 2000) },
    )
  })
})
