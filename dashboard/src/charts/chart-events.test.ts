import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { type ChartEvent, groupEvents, readEvents } from './chart-events.ts'
import { makeScale } from './scale.ts'

const start = Date.parse('2026-11-01T00:00:00Z')
const event = (hours: number, text = `Deploy ${hours}`): ChartEvent => ({
  id: String(hours),
  kind: 'deploy',
  at: new Date(start + hours * HOUR_MS).toISOString(),
  text,
})
/** Ten pixels an hour, starting at 40. */
const place = { x: makeScale([start, start + 100 * HOUR_MS], [40, 1040]), left: 40, right: 1040 }

describe('groupEvents', () => {
  it('gives each event its own marker if there is room, and several events a common marker if there is not', () => {
    const groups = groupEvents([event(10), event(3), event(10.5), event(11), event(30)], place)
    expect(groups.map(({ x, events }) => [Math.round(x), events.map(({ id }) => id)])).toEqual([
      [70, ['3']],
      [140, ['10', '10.5', '11']],
      [340, ['30']],
    ])
  })

  it('leaves out events before and after the axis, and keeps those at both of its ends', () => {
    const groups = groupEvents([event(-1), event(0), event(100), event(101)], place)
    expect(groups.map(({ events }) => events[0].id)).toEqual(['0', '100'])
  })

  it('does not join a long row of near events into one group', () => {
    const hourly = Array.from({ length: 100 }, (_, hour) => event(hour))
    expect(groupEvents(hourly, place).length).toBeGreaterThan(40)
  })

  it('keeps every event once, in order, with the markers apart', () => {
    const check = fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 60 }), (hours) => {
      const groups = groupEvents(
        hours.map((each, index) => ({ ...event(each), id: String(index) })),
        place,
      )
      expect(groups.flatMap(({ events }) => events.map(({ id }) => id)).toSorted()).toEqual(
        hours.map((_, index) => String(index)).toSorted(),
      )
      for (const [index, { x }] of groups.entries()) {
        const next = groups[index + 1]
        if (next) expect(next.x - x).toBeGreaterThanOrEqual(16)
      }
    })
    fc.assert(check)
  })
})

describe('readEvents', () => {
  it('lists the events in the interval, oldest first, and counts the rest', () => {
    const events = [5, 4, 3, 2, 1, 0].map((hours) => event(hours))
    expect(readEvents(events, { from: start, to: start + 5 * HOUR_MS })).toEqual({
      texts: ['Deploy 0', 'Deploy 1', 'Deploy 2'],
      others: 2,
    })
    expect(readEvents(events, { from: start + 6 * HOUR_MS, to: start + 7 * HOUR_MS })).toEqual({ texts: [], others: 0 })
  })

  it('lists the same text once', () => {
    expect(readEvents([event(1, 'a'), event(2, 'a')], { from: start, to: start + 9 * HOUR_MS }).texts).toEqual(['a'])
  })
})
