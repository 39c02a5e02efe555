import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { propose, type Traffic } from './propose.ts'

const START = Date.parse('2026-06-01T00:00:00Z')
/** Visits by the hour of the UTC day, for a number of days. */
const hoursOf = (days: number, visitsAt: (hour: number) => number): Traffic['hours'] =>
  Array.from({ length: days * 24 }, (_, n) => ({ start_ms: START + n * HOUR_MS, visits: visitsAt(n % 24) }))
const trafficWith = (changes: Partial<Traffic>): Traffic => ({
  domain: 'shop.example.com',
  timezone: 'UTC',
  entries: [{ path: '/', visits: 240 * 30 }],
  hours: hoursOf(30, () => 10),
  monitored: [],
  min_interval_seconds: 30,
  ...changes,
})
const urls = (traffic: Traffic): string[] => propose(traffic).monitors.map(({ url }) => url)

describe('proposed monitors', () => {
  const entries = [4000, 1500, 900, 500, 300].map((visits, n) => ({ path: n === 0 ? '/' : `/p${n}`, visits }))

  it('are the landing pages that carry 80 % of the visits', () => {
    const { monitors, covered_percent, monitored_percent } = propose(trafficWith({ entries }))
    expect(monitors.map(({ friendly_name, visit_percent }) => [friendly_name, visit_percent])).toEqual([
      ['shop.example.com', 55.6],
      ['shop.example.com/p1', 20.8],
      ['shop.example.com/p2', 12.5],
    ])
    expect([covered_percent, monitored_percent]).toEqual([88.9, 0])
  })

  it('leave out pages that have a monitor, however its URL is written', () => {
    const monitored = [
      'http://www.shop.example.com',
      'https://shop.example.com/p1/?from=monitor',
      'not a URL',
      'https://other.example.com/p2',
    ]
    expect(urls(trafficWith({ entries, monitored }))).toEqual(['https://shop.example.com/p2'])
    expect(propose(trafficWith({ entries, monitored }))).toMatchObject({
      monitored_percent: 76.4,
      covered_percent: 88.9,
    })
  })

  it('are ten at most, none with less than 1 % of the visits, and each a URL', () => {
    const many = Array.from({ length: 200 }, (_, n) => ({ path: `/${n}`, visits: n < 30 ? 100 : 20 }))
    expect(urls(trafficWith({ entries: many }))).toHaveLength(10)
    expect(urls(trafficWith({ entries: many.map((entry) => ({ ...entry, visits: 36 })) }))).toEqual([])
    expect(
      urls(
        trafficWith({
          entries: [
            { path: '', visits: 4000 },
            { path: '/ü b', visits: 3000 },
          ],
        }),
      ),
    ).toEqual(['https://shop.example.com/%C3%BC%20b'])
  })
})

describe('the proposed interval', () => {
  const secondsAt = (visits: number, min_interval_seconds = 30) =>
    propose(trafficWith({ hours: hoursOf(10, () => visits), min_interval_seconds })).interval

  it('lets at most five visits start between two checks, in the busiest hour', () => {
    expect(secondsAt(5)?.seconds).toBe(3600)
    expect(secondsAt(60)).toMatchObject({ seconds: 300, visits_between_checks: 5 })
    expect(secondsAt(61)?.seconds).toBe(60)
    expect(secondsAt(10_000)).toMatchObject({ seconds: 30, visits_between_checks: 83.3 })
    expect(secondsAt(10_000, 60)?.seconds).toBe(60)
    const busy = propose(trafficWith({ hours: hoursOf(10, (hour) => (hour === 20 ? 300 : 2)) })).interval
    expect(busy).toMatchObject({ seconds: 60, busiest_hour: 20, busiest_hour_visits: 300 })
  })
})

describe('the hour for maintenance', () => {
  it("is the quietest hour in the website's local time, with its share of the visits", () => {
    const hours = hoursOf(10, (hour) => (hour === 1 ? 1 : 9))
    expect(propose(trafficWith({ hours })).maintenance).toEqual({
      starts_at: '01:00',
      timezone: 'UTC',
      visit_percent: 0.5,
    })
    expect(propose(trafficWith({ hours, timezone: 'Europe/Berlin' })).maintenance).toMatchObject({ starts_at: '03:00' })
  })

  it('lies in the middle of a quiet night', () => {
    const hours = hoursOf(10, (hour) => (hour >= 2 && hour <= 4 ? 0 : 9))
    expect(propose(trafficWith({ hours })).maintenance).toMatchObject({ starts_at: '03:00', visit_percent: 0 })
  })
})

describe('proposals', () => {
  it('need seven days and 200 visits, counted from the first visit', () => {
    const nothing = {
      status: 'not_enough_data',
      monitors: [],
      interval: null,
      maintenance: null,
      covered_percent: null,
    }
    expect(propose(trafficWith({ hours: [] }))).toMatchObject(nothing)
    expect(propose(trafficWith({ hours: hoursOf(6, () => 10) }))).toMatchObject(nothing)
    expect(propose(trafficWith({ hours: hoursOf(30, (hour) => (hour === 3 ? 6 : 0)) }))).toMatchObject(nothing)
    expect(propose(trafficWith({ hours: hoursOf(7, () => 10) }))).toMatchObject({ status: 'ready', visits: 1680 })
  })

  it('never exceed 100 %, ten monitors, or the limits of the server', () => {
    const entry = fc.record({ path: fc.webPath(), visits: fc.integer({ min: 0, max: 500 }) })
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 40 }),
        fc.integer({ min: 1, max: 4000 }),
        (found, min_interval_seconds) => {
          const entries = found.toSorted((a, b) => b.visits - a.visits)
          const visits = Math.max(
            200,
            entries.reduce((sum, each) => sum + each.visits, 0),
          )
          const hours = hoursOf(10, () => visits / 240)
          const { monitors, covered_percent, interval } = propose(trafficWith({ entries, hours, min_interval_seconds }))
          expect(monitors.length).toBeLessThanOrEqual(10)
          expect(covered_percent ?? 0).toBeLessThanOrEqual(100)
          expect(interval?.seconds ?? Infinity).toBeGreaterThanOrEqual(min_interval_seconds)
          for (const { url } of monitors) expect(URL.canParse(url)).toBe(true)
        },
      ),
    )
  })
})
