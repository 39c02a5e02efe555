import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { computeUptime, findSpans } from './uptime.ts'
import type { UptimeInput } from './uptime.ts'
import { sized } from '../../../test/support/size.ts'

const START = Date.UTC(2026, 9, 1)

function compute(input: Partial<UptimeInput>) {
  const window = { start: START, end: START + DAY_MS }
  return computeUptime({ window, observed_from: 0, incidents: [], unobserved: [], ...input })
}

function down(from: number, to: number | null) {
  return { started_at: START + from, resolved_at: to === null ? null : START + to }
}

function gap(from: number, to: number | null) {
  return { from: START + from, to: to === null ? null : START + to }
}

describe('computeUptime', () => {
  it('is 100 when nothing happened', () => {
    expect(compute({})).toEqual({ downtime_seconds: 0, unknown_seconds: 0, uptime_percent: 100 })
  })

  it('counts time, with three decimals', () => {
    expect(compute({ incidents: [down(HOUR_MS, 3 * HOUR_MS)] })).toEqual({
      downtime_seconds: 7200,
      unknown_seconds: 0,
      uptime_percent: 91.667,
    })
  })

  it('clips incidents to the window and lets an open one run to its end', () => {
    const incidents = [
      down(-5 * HOUR_MS, HOUR_MS),
      down(23 * HOUR_MS, null),
      down(-9 * HOUR_MS, -6 * HOUR_MS),
      down(DAY_MS, DAY_MS + 1),
    ]
    expect(compute({ incidents })).toMatchObject({ downtime_seconds: 7200, uptime_percent: 91.667 })
  })

  it('counts unobserved time neither as up nor as down, also inside an incident', () => {
    const measured = compute({ incidents: [down(0, 4 * HOUR_MS)], unobserved: [gap(2 * HOUR_MS, 6 * HOUR_MS)] })
    expect(measured).toEqual({ downtime_seconds: 7200, unknown_seconds: 14_400, uptime_percent: 90 })
  })

  it('counts the time before creation as unobserved', () => {
    expect(compute({ observed_from: START + 23 * HOUR_MS, incidents: [down(23.5 * HOUR_MS, null)] })).toEqual({
      downtime_seconds: 1800,
      unknown_seconds: 23 * 3600,
      uptime_percent: 50,
    })
  })

  it('is null when nothing was observed', () => {
    const nothing = { downtime_seconds: 0, unknown_seconds: 86_400, uptime_percent: null }
    expect(compute({ unobserved: [gap(-HOUR_MS, null)], incidents: [down(0, null)] })).toEqual(nothing)
    expect(compute({ observed_from: START + DAY_MS })).toEqual(nothing)
    expect(compute({ observed_from: START + 2 * DAY_MS })).toEqual(nothing)
  })

  it('is 0 when all observed time was down', () => {
    expect(compute({ incidents: [down(-HOUR_MS, null)] })).toMatchObject({
      downtime_seconds: 86_400,
      uptime_percent: 0,
    })
  })

  it('never rounds an outage away', () => {
    const window = { start: START, end: START + 365 * DAY_MS }
    const measured = compute({ window, incidents: [down(HOUR_MS, HOUR_MS + 1000)] })
    expect(measured).toEqual({ downtime_seconds: 1, unknown_seconds: 0, uptime_percent: 99.999 })
  })

  it('counts overlapping intervals once', () => {
    const measured = compute({
      incidents: [down(2 * HOUR_MS, 4 * HOUR_MS), down(HOUR_MS, 3 * HOUR_MS), down(HOUR_MS, 2 * HOUR_MS)],
      unobserved: [gap(10 * HOUR_MS, 12 * HOUR_MS), gap(9 * HOUR_MS, 13 * HOUR_MS), gap(13 * HOUR_MS, 14 * HOUR_MS)],
    })
    expect(measured).toMatchObject({ downtime_seconds: 10_800, unknown_seconds: 18_000 })
  })

  it('agrees with a count of every second', () => {
    const second = fc.integer({ min: -30, max: 150 })
    const span = fc.tuple(second, fc.option(fc.nat(60), { freq: 6 }))
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 6 }),
        fc.array(span, { maxLength: 6 }),
        second,
        (outages, gaps, created) => {
          const seconds = Array.from({ length: 120 }, (_, index) => index)
          const covers = (spans: typeof outages, at: number) =>
            spans.some(([from, length]) => at >= from && (length === null || at < from + length))
          const isUnobserved = (at: number) => at < created || covers(gaps, at)
          const unknown = seconds.filter(isUnobserved).length
          const lost = seconds.filter((at) => !isUnobserved(at) && covers(outages, at)).length

          const toMs = (at: number) => START + at * 1000
          const input: UptimeInput = {
            window: { start: toMs(0), end: toMs(120) },
            observed_from: toMs(created),
            incidents: outages.map(([from, length]) => ({
              started_at: toMs(from),
              resolved_at: length === null ? null : toMs(from + length),
            })),
            unobserved: gaps.map(([from, length]) => ({
              from: toMs(from),
              to: length === null ? null : toMs(from + length),
            })),
          }
          const measured = computeUptime(input)
          const { down, unobserved } = findSpans(input)
          const isIn = (spans: typeof down, at: number) =>
            spans.some(({ from, to }) => toMs(at) >= from && toMs(at) < to)
          expect(seconds.filter((at) => isIn(unobserved, at))).toEqual(seconds.filter(isUnobserved))
          expect(seconds.filter((at) => isIn(down, at))).toEqual(
            seconds.filter((at) => !isUnobserved(at) && covers(outages, at)),
          )
          expect(measured.unknown_seconds).toBe(unknown)
          expect(measured.downtime_seconds).toBe(lost)
          const observed = 120 - unknown
          const percent = observed === 0 ? null : Math.round((100_000 * (observed - lost)) / observed) / 1000
          expect(measured.uptime_percent).toBe(percent)
        },
      ),
      { numRuns: sized(1000, 5000) },
    )
  })
})
