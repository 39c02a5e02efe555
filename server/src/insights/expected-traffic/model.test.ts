import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { wallOf } from '@sitewatch/contract/zone'
import { buildModel, expectVisits, type HourOfVisits, type Span, type TrafficModel } from './index.ts'

/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5)
const at = (text: string): number => Date.parse(text)

/** Visits as they would come without chance, by local hour and weekday (Monday is 0). */
type Rate = (hour: number, weekday: number, day: number) => number

function historyOf(days: number, rate: Rate, timezone = 'UTC'): HourOfVisits[] {
  return Array.from({ length: days * 24 }, (_, index) => {
    const hour_ms = START_MS + index * HOUR_MS
    const wall = new Date(wallOf(hour_ms, timezone))
    return { hour_ms, visits: Math.round(rate(wall.getUTCHours(), (wall.getUTCDay() + 6) % 7, Math.floor(index / 24))) }
  })
}

const office: Rate = (hour, weekday) => (hour >= 8 && hour < 18 ? (weekday < 5 ? 200 : 40) : 10)

function modelOf(history: readonly HourOfVisits[], disturbed: readonly Span[] = [], timezone = 'UTC'): TrafficModel {
  const model = buildModel(history, { timezone, disturbed })
  if (!model) throw new Error('no model')
  return model
}

const visitsIn = (model: TrafficModel, from: string, hours: number): number =>
  expectVisits(model, { from_ms: at(from), to_ms: at(from) + hours * HOUR_MS }).visits

describe('buildModel', () => {
  it('returns null for less than two weeks of history, and for too few visits', () => {
    expect(buildModel([], { timezone: 'UTC', disturbed: [] })).toBeNull()
    expect(buildModel(historyOf(13, office), { timezone: 'UTC', disturbed: [] })).toBeNull()
    expect(buildModel(historyOf(14, office), { timezone: 'UTC', disturbed: [] })).not.toBeNull()
    expect(
      buildModel(
        historyOf(60, (hour, _, day) => Number(hour === 9 && day % 2 === 0)),
        { timezone: 'UTC', disturbed: [] },
      ),
    ).toBeNull()
  })

  it('returns null when a day of the week is disturbed every time', () => {
    const history = historyOf(28, office)
    const sundays = [6, 13, 20, 27].map((day) => ({
      from_ms: START_MS + day * DAY_MS,
      to_ms: START_MS + (day + 1) * DAY_MS,
    }))
    expect(buildModel(history, { timezone: 'UTC', disturbed: sundays })).toBeNull()
  })

  it('returns plain JSON that can be stored and read again', () => {
    const model = modelOf(historyOf(56, office))
    expect(JSON.parse(JSON.stringify(model))).toEqual(model)
    expect(JSON.stringify(model).length).toBeLessThan(6000)
  })

  it('learns the rhythm of the week', () => {
    const model = modelOf(historyOf(56, office))
    // A Tuesday, a Sunday, and a night after the history.
    expect(visitsIn(model, '2026-03-03T10:00:00Z', 1)).toBeCloseTo(200, -1)
    expect(visitsIn(model, '2026-03-08T10:00:00Z', 1)).toBeCloseTo(40, -1)
    expect(visitsIn(model, '2026-03-03T02:00:00Z', 1)).toBeCloseTo(10, 0)
    expect(visitsIn(model, '2026-03-02T00:00:00Z', 168) / (50 * 200 + 20 * 40 + 98 * 10)).toBeCloseTo(1, 1)
  })

  it("keeps the website's local hours when the clocks change", () => {
    // In Berlin the clocks go forward on 2026-03-29; the history ends before.
    const model = modelOf(historyOf(80, office, 'Europe/Berlin'), [], 'Europe/Berlin')
    expect(visitsIn(model, '2026-03-27T07:00:00Z', 1)).toBeGreaterThan(120)
    expect(visitsIn(model, '2026-03-30T06:00:00Z', 1)).toBeGreaterThan(120)
    expect(visitsIn(model, '2026-03-30T05:00:00Z', 1)).toBeLessThan(60)
  })

  it('follows growth', () => {
    const model = modelOf(historyOf(84, (hour, weekday, day) => office(hour, weekday, day) * 1.01 ** day))
    const expected = 200 * 1.01 ** 85
    expect(Math.abs(visitsIn(model, '2026-03-31T10:00:00Z', 1) / expected - 1)).toBeLessThan(0.05)
  })

  it('is hardly changed by an outage, a holiday and a campaign that nobody recorded', () => {
    const usual = modelOf(historyOf(84, office))
    const odd = modelOf(
      historyOf(84, (hour, weekday, day) => {
        const rate = office(hour, weekday, day)
        if (day === 80 && hour < 15) return 0
        if (day === 70) return 0.4 * rate
        return day === 77 || day === 78 ? 4 * rate : rate
      }),
    )
    for (const from of ['2026-03-30T10:00:00Z', '2026-03-31T10:00:00Z', '2026-04-05T10:00:00Z'])
      expect(Math.abs(visitsIn(odd, from, 1) / visitsIn(usual, from, 1) - 1)).toBeLessThan(0.06)
  })

  it('leaves out disturbed hours, such as a week of outages', () => {
    const broken = historyOf(28, (hour, weekday, day) => (day >= 19 && day < 26 ? 0 : office(hour, weekday, day)))
    const disturbed = [{ from_ms: START_MS + 19 * DAY_MS, to_ms: START_MS + 26 * DAY_MS }]
    expect(visitsIn(modelOf(broken, disturbed), '2026-02-03T10:00:00Z', 1)).toBeCloseTo(200, -1)
    expect(visitsIn(modelOf(broken), '2026-02-03T10:00:00Z', 1)).toBeLessThan(190)
  })

  it('expects some visits even in hours in which a small website never had one', () => {
    const model = modelOf(historyOf(28, (hour, weekday) => Number(hour === 9 || hour === 15) * (weekday < 5 ? 2 : 1)))
    expect(visitsIn(model, '2026-02-03T03:00:00Z', 1)).toBeGreaterThan(0)
    expect(visitsIn(model, '2026-02-02T00:00:00Z', 168)).toBeCloseTo(24, -1)
  })
})

describe('expectVisits', () => {
  const model = modelOf(historyOf(56, office))

  it('adds up: a span is the sum of its parts', () => {
    const from_ms = at('2026-03-03T06:10:00Z')
    const cut_ms = at('2026-03-03T07:25:30Z')
    const to_ms = at('2026-03-04T01:00:00Z')
    const of = (from: number, to: number): number => expectVisits(model, { from_ms: from, to_ms: to }).visits
    expect(of(from_ms, cut_ms) + of(cut_ms, to_ms)).toBeCloseTo(of(from_ms, to_ms), 6)
  })

  it('has a range around the mean, which is wider for a higher coverage', () => {
    const span = { from_ms: at('2026-03-03T10:00:00Z'), to_ms: at('2026-03-03T10:30:00Z') }
    const [usual, wide] = [expectVisits(model, span), expectVisits(model, span, 0.99)]
    expect(usual.low).toBeLessThan(usual.visits)
    expect(usual.high).toBeGreaterThan(usual.visits)
    expect(wide.low).toBeLessThan(usual.low)
    expect(wide.high).toBeGreaterThan(usual.high)
    // 100 visits vary by chance alone.
    expect(usual.high - usual.low).toBeGreaterThan(30)
  })

  it('expects nothing in an empty span', () => {
    expect(expectVisits(model, { from_ms: START_MS, to_ms: START_MS })).toEqual({ visits: 0, low: 0, high: 0 })
  })
})
