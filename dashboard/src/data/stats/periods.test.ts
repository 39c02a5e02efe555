import { expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { canList, dayIn, isDay, listIntervals, pickWindow } from './periods.ts'

it('offers intervals with at least two points and no more than the API returns', () => {
  expect(listIntervals(30 * 60_000)).toEqual(['minute'])
  expect(listIntervals(0.5 * DAY_MS)).toEqual(['minute', 'hour'])
  expect(listIntervals(7 * DAY_MS)).toEqual(['hour', 'day'])
  expect(listIntervals(30 * DAY_MS)).toEqual(['hour', 'day', 'week'])
  expect(listIntervals(365 * DAY_MS)).toEqual(['day', 'week', 'month'])
  expect(listIntervals(3650 * DAY_MS)).toEqual(['week', 'month'])
})

it('rejects intervals with more points than the API returns at once', () => {
  expect([canList(25 * 3_600_000, 'hour'), canList(2 * DAY_MS, 'minute'), canList(365 * DAY_MS, 'hour')]).toEqual([
    true,
    false,
    false,
  ])
})

it('picks the smallest window that covers the time, or the largest one', () => {
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

it('finds the day of an instant in a time zone, and recognizes days', () => {
  expect(dayIn(Date.parse('2026-07-14T22:30:00Z'), 'Europe/Berlin')).toBe('2026-07-15')
  expect([isDay('2026-07-14'), isDay('2026-13-01'), isDay('today'), isDay(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
