import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { computeReport } from './compute.ts'
import type { MonitorHistory, ReportIncident } from '../../insights/error-budget/index.ts'

const START = Date.UTC(2026, 9, 1)
const OCTOBER = { from: START, to: Date.UTC(2026, 10, 1) }
const LATER = Date.UTC(2026, 11, 1)

let last_id = 0
const incident = (from: number, to: number | null, overrides: Partial<ReportIncident> = {}): ReportIncident => ({
  id: ++last_id,
  cause: 'Connection refused',
  started_at: START + from,
  confirmed_at: START + from,
  acknowledged_at: null,
  resolved_at: to === null ? null : START + to,
  ...overrides,
})
const monitorWith = (history: Partial<MonitorHistory> = {}): MonitorHistory => ({
  id: 1,
  name: 'Shop',
  observed_from: 0,
  incidents: [],
  unobserved: [],
  maintenance: [],
  ...history,
})
const compute = (monitors: readonly MonitorHistory[], { now_ms = LATER, target = 99.9, period = OCTOBER } = {}) =>
  computeReport({ period, now_ms, target, monitors })

describe('an uptime report', () => {
  it('has the whole budget when nothing happened', () => {
    expect(compute([monitorWith()]).total).toMatchObject({
      uptime_percent: 100,
      is_target_met: true,
      monitored_seconds: 31 * 86_400,
      budget_seconds: 2678,
      budget_remaining_seconds: 2678,
      incident_count: 0,
      acknowledge_mean_seconds: null,
      resolve_median_seconds: null,
    })
  })

  it('subtracts downtime from the budget, below zero when the target is missed', () => {
    const { total } = compute([monitorWith({ incidents: [incident(DAY_MS, DAY_MS + HOUR_MS)] })])
    expect(total).toMatchObject({
      is_target_met: false,
      downtime_seconds: 3600,
      budget_remaining_seconds: 2678 - 3600,
      resolve_mean_seconds: 3600,
    })
    expect(total.uptime_percent).toBe(99.866)
  })

  it('does not call a target met that is only reached by rounding', () => {
    const budget_ms = (31 * DAY_MS) / 1000
    const met = compute([monitorWith({ incidents: [incident(0, budget_ms)] })]).total
    const missed = compute([monitorWith({ incidents: [incident(0, budget_ms + 1)] })]).total
    expect([met.uptime_percent, met.is_target_met]).toEqual([99.9, true])
    expect([missed.uptime_percent, missed.is_target_met]).toEqual([99.9, false])
  })

  it('leaves out maintenance and unobserved time, and says how much of each', () => {
    const { total, incidents } = compute([
      monitorWith({
        observed_from: START + DAY_MS,
        incidents: [incident(2 * DAY_MS, 2 * DAY_MS + 4 * HOUR_MS), incident(5 * DAY_MS, 5 * DAY_MS + HOUR_MS)],
        maintenance: [
          { from: START, to: START + 2 * HOUR_MS },
          { from: START + 2 * DAY_MS + HOUR_MS, to: START + 2 * DAY_MS + 3 * HOUR_MS },
          { from: START + 2 * DAY_MS + 2 * HOUR_MS, to: START + 2 * DAY_MS + 6 * HOUR_MS },
          { from: START + 5 * DAY_MS, to: START + 5 * DAY_MS + HOUR_MS },
        ],
        unobserved: [{ from: START + 2 * DAY_MS + 5 * HOUR_MS, to: START + 2 * DAY_MS + 7 * HOUR_MS }],
      }),
    ])
    expect(total).toMatchObject({
      downtime_seconds: 3600,
      maintenance_seconds: 6 * 3600,
      unobserved_seconds: 86_400 + 3600,
      monitored_seconds: 30 * 86_400 - 7 * 3600,
      incident_count: 1,
    })
    expect(incidents).toMatchObject([{ downtime_seconds: 3600, resolve_seconds: 4 * 3600 }])
  })

  it('has the budget of the whole period while it runs, without maintenance that is still to come', () => {
    const { total } = compute(
      [monitorWith({ maintenance: [{ from: START + 20 * DAY_MS, to: START + 21 * DAY_MS }] })],
      {
        now_ms: START + 10 * DAY_MS,
      },
    )
    expect(total).toMatchObject({
      monitored_seconds: 10 * 86_400,
      maintenance_seconds: 0,
      budget_seconds: 30 * 86.4,
    })
  })

  it('has no uptime for a period without a second of monitoring', () => {
    expect(compute([monitorWith({ observed_from: OCTOBER.to })]).total).toMatchObject({
      uptime_percent: null,
      is_target_met: null,
      budget_seconds: 0,
      unobserved_seconds: 31 * 86_400,
    })
    expect(compute([]).total).toMatchObject({ uptime_percent: null, monitored_seconds: 0 })
    expect(compute([monitorWith()], { now_ms: START - DAY_MS }).total).toMatchObject({ monitored_seconds: 0 })
  })

  it('weights monitors by their monitored time', () => {
    const { total, monitors } = compute([
      monitorWith({ id: 1, incidents: [incident(0, DAY_MS)], observed_from: START }),
      monitorWith({ id: 2, observed_from: START + 22 * DAY_MS }),
    ])
    expect(monitors.map(({ uptime_percent }) => uptime_percent)).toEqual([96.774, 100])
    expect(total.uptime_percent).toBe(97.5)
  })

  it('has mean and median response times of incidents that started in the period', () => {
    const acknowledged = (from: number, after: number, to: number | null) =>
      incident(from, to, { confirmed_at: START + from + MINUTE_MS, acknowledged_at: START + from + MINUTE_MS + after })
    const { total } = compute([
      monitorWith({
        incidents: [
          acknowledged(-DAY_MS, HOUR_MS, DAY_MS),
          acknowledged(2 * DAY_MS, MINUTE_MS, 2 * DAY_MS + 10 * MINUTE_MS),
          acknowledged(3 * DAY_MS, 3 * MINUTE_MS, 3 * DAY_MS + 20 * MINUTE_MS),
          acknowledged(4 * DAY_MS, 20 * MINUTE_MS, null),
          incident(5 * DAY_MS, 5 * DAY_MS + 90 * MINUTE_MS),
        ],
      }),
    ])
    expect(total).toMatchObject({
      incident_count: 5,
      acknowledge_mean_seconds: 480,
      acknowledge_median_seconds: 180,
      resolve_mean_seconds: 2400,
      resolve_median_seconds: 1200,
    })
  })

  it('agrees with a classification of every second', () => {
    const second = fc.integer({ min: -40, max: 160 })
    const spans = fc.array(fc.tuple(second, fc.nat(50)), { maxLength: 5 })
    const openSpans = fc.array(fc.tuple(second, fc.option(fc.nat(50), { freq: 5 })), { maxLength: 5 })
    const monitor = fc.record({ outages: openSpans, holes: openSpans, works: spans, born: second })
    const toMs = (at: number): number => START + at * 1000
    const covers = (all: readonly (readonly [number, number | null])[], at: number): boolean =>
      all.some(([from, length]) => at >= from && (length === null || at < from + length))
    type GeneratedMonitor = typeof monitor extends fc.Arbitrary<infer T> ? T : never

    function classify(
      { outages, holes, works, born }: GeneratedMonitor,
      at: number,
    ): 'unobserved' | 'maintenance' | 'down' | 'up' {
      if (at < born) return 'unobserved'
      if (covers(works, at)) return 'maintenance'
      if (covers(holes, at)) return 'unobserved'
      return covers(outages, at) ? 'down' : 'up'
    }

    fc.assert(
      fc.property(fc.array(monitor, { maxLength: 3 }), fc.integer({ min: 0, max: 140 }), (generated, now) => {
        const watchedUntil = Math.min(120, now)
        const seconds = Array.from({ length: 120 }, (_, at) => at)
        const report = computeReport({
          period: { from: toMs(0), to: toMs(120) },
          now_ms: toMs(now),
          target: 90,
          monitors: generated.map(({ outages, holes, works, born }, index) => ({
            id: index + 1,
            name: `monitor ${index + 1}`,
            observed_from: toMs(born),
            incidents: outages.map(([from, length]) =>
              incident(from * 1000, length === null ? null : (from + length) * 1000),
            ),
            unobserved: holes.map(([from, length]) => ({
              from: toMs(from),
              to: length === null ? null : toMs(from + length),
            })),
            maintenance: works.map(([from, length]) => ({ from: toMs(from), to: toMs(from + length) })),
          })),
        })
        const count = (each: GeneratedMonitor, state: ReturnType<typeof classify>): number =>
          seconds.filter((at) => at < watchedUntil && classify(each, at) === state).length
        const sum = (state: ReturnType<typeof classify>): number =>
          generated.reduce((total, each) => total + count(each, state), 0)
        const ahead = generated.reduce(
          (total, { works }) => total + seconds.filter((at) => at >= watchedUntil && !covers(works, at)).length,
          0,
        )
        const [up, down] = [sum('up'), sum('down')]
        const incidents = generated.map((each) =>
          each.outages.filter((outage) =>
            seconds.some((at) => at < watchedUntil && covers([outage], at) && classify(each, at) === 'down'),
          ),
        )
        expect(report.total).toMatchObject({
          monitored_seconds: up + down,
          downtime_seconds: down,
          maintenance_seconds: sum('maintenance'),
          unobserved_seconds: sum('unobserved'),
          uptime_percent: up + down === 0 ? null : Math.round((100_000 * up) / (up + down)) / 1000,
          is_target_met: up + down === 0 ? null : down <= (up + down) / 10,
          budget_seconds: Math.round((up + down + ahead) / 10),
          incident_count: incidents.flat().length,
        })
        expect(report.monitors.map(({ downtime_seconds }) => downtime_seconds)).toEqual(
          generated.map((each) => count(each, 'down')),
        )
        const resolved = incidents.flat().flatMap(([from, length]) => (from < 0 || length === null ? [] : [length]))
        const mean = resolved.length === 0 ? null : Math.round(resolved.reduce((a, b) => a + b, 0) / resolved.length)
        expect(report.total.resolve_mean_seconds).toBe(mean)
      }),
      { numRuns: 500 },
    )
  })
})
