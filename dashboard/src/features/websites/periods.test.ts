import { expect, it } from 'vitest'
import { canList, dayIn, isDay, listIntervals, pickWindow } from './periods.ts'

const DAY_MS = 86_400_000

it('offers intervals that make two to a thousand points', () => {
  expect(listIntervals(30 * 60_000)).toEqual(['minute'])
  expect(listIntervals(0.5 * DAY_MS)).toEqual(['minute', 'hour'])
  expect(listIntervals(7 * DAY_MS)).toEqual(['hour', 'day'])
  expect(listIntervals(30 * DAY_MS)).toEqual(['hour', 'day', 'week'])
  expect(listIntervals(365 * DAY_MS)).toEqual(['day', 'week', 'month'])
  expect(listIntervals(3650 * DAY_MS)).toEqual(['week', 'month'])
})

it('compares only with what the API lists at once', () => {
  expect([canList(25 * 3_600_000, 'hour'), canList(2 * DAY_MS, 'minute'), canList(365 * DAY_MS, 'hour')]).toEqual([
    true,
    false,
    false,
  ])
})

it('picks the smallest window that reaches back', () => {
  const now = Date.now()
  expect([0.5, 7, 30, 90, 365, 900].map((days) => pickWindow(now - days * DAY_MS, now))).toEqual([
    '24h',
    '30d',
    '30d',
    '6mo',
    '1y',
    '1y',
  ])
})

it('names days by the clock of the zone', () => {
  expect(dayIn(Date.parse('2026-07-14T22:30:00Z'), 'Europe/Berlin')).toBe('2026-07-15')
  expect([isDay('2026-07-14'), isDay('2026-13-01'), isDay('today'), isDay(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
