import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinMonitors, type MonitorHistory } from './join-monitors.ts'

const window = { start: 0, end: 100 }
const monitorWith = (history: Partial<MonitorHistory> = {}): MonitorHistory => ({
  observed_from: -1000,
  incidents: [],
  unobserved: [],
  ...history,
})
const show = (monitors: readonly MonitorHistory[]): string[] =>
  joinMonitors(window, monitors).map(({ from_ms, to_ms, state }) => `${from_ms}-${to_ms} ${state}`)

describe('the timeline of several monitors', () => {
  it('is up while nothing is known to be wrong', () => {
    expect(show([monitorWith()])).toEqual(['0-100 up'])
  })

  it('is down while any of them is', () => {
    const one = monitorWith({ incidents: [{ started_at: 10, resolved_at: 30 }] })
    const two = monitorWith({ incidents: [{ started_at: 20, resolved_at: 40 }] })
    expect(show([one, two, monitorWith()])).toEqual(['0-10 up', '10-40 down', '40-100 up'])
  })

  it('is down to the end of the window while an incident is open, and starts with the window', () => {
    const monitor = monitorWith({
      incidents: [
        { started_at: -50, resolved_at: 5 },
        { started_at: 90, resolved_at: null },
      ],
    })
    expect(show([monitor])).toEqual(['0-5 down', '5-90 up', '90-100 down'])
  })

  it('is unobserved only while no monitor is checked', () => {
    const late = monitorWith({ observed_from: 50 })
    const paused = monitorWith({ unobserved: [{ from: 20, to: 60 }] })
    expect(show([late])).toEqual(['0-50 unobserved', '50-100 up'])
    expect(show([late, paused])).toEqual(['0-20 up', '20-50 unobserved', '50-100 up'])
    expect(show([])).toEqual(['0-100 unobserved'])
  })

  it('is unobserved in times without checks, even inside an incident', () => {
    const monitor = monitorWith({
      incidents: [{ started_at: 10, resolved_at: 50 }],
      unobserved: [{ from: 20, to: 30 }],
    })
    expect(show([monitor])).toEqual(['0-10 up', '10-20 down', '20-30 unobserved', '30-50 down', '50-100 up'])
  })

  it('has the state of every single moment', () => {
    const time = fc.integer({ min: -20, max: 120 })
    const end = fc.option(time, { nil: null })
    const history = fc.record({
      observed_from: time,
      incidents: fc.array(fc.record({ started_at: time, resolved_at: end }), { maxLength: 4 }),
      unobserved: fc.array(fc.record({ from: time, to: end }), { maxLength: 4 }),
    })
    const stateAt = (moment: number, monitors: readonly MonitorHistory[]): string => {
      const states = monitors.map(({ observed_from, incidents, unobserved }) => {
        const isWithin = (from: number, to: number | null): boolean => from <= moment && moment < (to ?? 1000)
        if (moment < observed_from || unobserved.some(({ from, to }) => isWithin(from, to))) return 'unobserved'
        return incidents.some(({ started_at, resolved_at }) => isWithin(started_at, resolved_at)) ? 'down' : 'up'
      })
      return states.includes('down') ? 'down' : states.includes('up') ? 'up' : 'unobserved'
    }
    fc.assert(
      fc.property(fc.array(history, { maxLength: 4 }), (monitors) => {
        const segments = joinMonitors(window, monitors)
        const states = segments.flatMap(({ from_ms, to_ms, state }) =>
          Array.from({ length: to_ms - from_ms }, () => state as string),
        )
        expect(states).toEqual(Array.from({ length: 100 }, (_, moment) => stateAt(moment, monitors)))
        for (const [n, { state }] of segments.entries()) expect(state).not.toBe(segments[n + 1]?.state)
      }),
      { numRuns: 1000 },
    )
  })
})
