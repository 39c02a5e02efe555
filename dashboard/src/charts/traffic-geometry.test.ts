import { describe, expect, it } from 'vitest'
import { makeScale } from './scale.ts'
import { buildBuckets, groupOutages, sumTraffic, traceBuckets } from './traffic-geometry.ts'

const at = (text: string): number => Date.parse(text)
const hour = (text: string, value: number | null) => ({ start: `2026-07-14T${text}:00.000Z`, value })

describe('buildBuckets', () => {
  const data = { interval: 'hour', timezone: 'UTC', now: at('2026-07-14T13:20Z') } as const

  it('turns missing points into gaps, and has no values for the future', () => {
    const points = [hour('10:00', 5), hour('12:00', 0), hour('13:00', 3), hour('14:00', 0)]
    const buckets = buildBuckets({ ...data, points })
    expect(buckets.map(({ value, status }) => [value, status])).toEqual([
      [5, 'whole'],
      [null, 'whole'],
      [0, 'whole'],
      [3, 'partial'],
      [null, 'future'],
    ])
  })

  it('compares by position, not by date', () => {
    const points = [hour('10:00', 5), hour('11:00', 6)]
    const comparison = [{ start: '2026-07-13T10:00:00.000Z', value: 7 }]
    expect(buildBuckets({ ...data, points, comparison }).map(({ before }) => before)).toEqual([
      { from: at('2026-07-13T10:00Z'), value: 7 },
      null,
    ])
  })

  it('covers the full day when it has just started, with the rest of the day it is compared with', () => {
    const comparison = Array.from({ length: 24 }, (_, hours) => ({
      start: new Date(at('2026-07-13T00:00Z') + hours * 3_600_000).toISOString(),
      value: hours,
    }))
    const buckets = buildBuckets({
      ...data,
      points: [hour('00:00', 3)],
      comparison,
      now: at('2026-07-14T00:20Z'),
      until: at('2026-07-15T00:00Z'),
    })
    expect(buckets).toHaveLength(24)
    expect(buckets.map(({ status }) => status).slice(0, 3)).toEqual(['partial', 'future', 'future'])
    expect(buckets.at(-1)).toMatchObject({ value: null, before: { value: 23 } })
  })

  it('follows days through a change of the clock', () => {
    const points = ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'].map((start) => ({ start, value: 1 }))
    const buckets = buildBuckets({ points, interval: 'day', timezone: 'Europe/Berlin', now: at('2026-12-01T00:00Z') })
    expect(buckets).toHaveLength(2)
    expect(buckets[0]?.to).toBe(buckets[1]?.from)
  })
})

describe('traceBuckets', () => {
  it('puts the current bucket into the dashed line, joined to the last bucket', () => {
    const points = [hour('10:00', 5), hour('11:00', 10)]
    const buckets = buildBuckets({ points, interval: 'hour', timezone: 'UTC', now: at('2026-07-14T11:20Z') })
    const x = makeScale([at('2026-07-14T10:00Z'), at('2026-07-14T12:00Z')], [0, 20])
    const { whole, partial } = traceBuckets(buckets, x, makeScale([0, 10], [10, 0]))
    expect(whole).toEqual([
      { x0: 0, x1: 10, y: 5 },
      { x0: 10, x1: 20, y: null },
    ])
    expect(partial).toEqual([
      { x0: 10, x1: 10, y: 5 },
      { x0: 10, x1: 20, y: 0 },
    ])
  })
})

describe('groupOutages', () => {
  const range = { from: at('2026-07-14T00:00Z'), to: at('2026-07-15T00:00Z') }
  const outage = (id: number, from: string, to: string | null, visitors_lost: number | null) => ({
    id,
    from: `2026-07-14T${from}:00Z`,
    to: to && `2026-07-14T${to}:00Z`,
    visitors_lost,
  })
  const options = { range, now: at('2026-07-14T20:00Z'), gap: 10 * 60_000 }

  it('counts visitors only once if two monitors were down at the same time', () => {
    const [group] = groupOutages([outage(1, '09:00', '09:40', 120), outage(2, '09:05', '09:40', 100)], options)
    expect(group).toMatchObject({ visitors_lost: 120 })
    expect(group?.outages).toHaveLength(2)
  })

  it('adds up neighbouring outages, and has no number if nothing was measured', () => {
    const groups = groupOutages(
      [outage(1, '09:00', '09:10', 12), outage(2, '09:15', '09:20', 5), outage(3, '15:00', '15:01', null)],
      options,
    )
    expect(groups.map(({ visitors_lost }) => visitors_lost)).toEqual([17, null])
  })

  it('ends an open outage now, and leaves out outages outside the range', () => {
    const old = { id: 9, from: '2026-07-01T00:00:00Z', to: '2026-07-01T01:00:00Z' }
    const groups = groupOutages([old, outage(1, '19:00', null, 3)], options)
    expect(groups).toHaveLength(1)
    expect(groups[0]?.to).toBe(options.now)
  })
})

describe('sumTraffic', () => {
  it('returns the uptime, and null for lost visitors that are unknown', () => {
    const points = [hour('10:00', 5), hour('11:00', 6)]
    const buckets = buildBuckets({ points, interval: 'hour', timezone: 'UTC', now: at('2026-07-15T00:00Z') })
    const segments = [
      { from: at('2026-07-14T10:00Z'), to: at('2026-07-14T11:30Z'), state: 'up' },
      { from: at('2026-07-14T11:30Z'), to: at('2026-07-14T12:00Z'), state: 'down' },
    ] as const
    expect(sumTraffic(buckets, [], segments)).toEqual({ lost: null, uptime: 75 })
  })
})
