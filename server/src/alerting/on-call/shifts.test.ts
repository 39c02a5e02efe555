import fc from 'fast-check'
import type { OnCallLayer } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { instantOf } from '@sitewatch/contract/zone'
import { findOnCall, findShifts, type Schedule } from './shifts.ts'

const NAMES = ['Ann', 'Ben', 'Cem', 'Dot'] as const
const members = NAMES.map((name) => ({ name, user_id: null, provider_ids: [] }))

const layer = (over: Partial<OnCallLayer> = {}): OnCallLayer => ({
  name: 'Layer 1',
  members: ['Ann', 'Ben', 'Cem'],
  starts_on: '2026-03-02',
  handover_at: '09:00',
  handover_every: 1,
  handover_unit: 'week',
  hours: [],
  ...over,
})

const schedule = (over: Partial<Schedule> = {}): Schedule => ({
  timezone: 'Europe/Berlin',
  members,
  layers: [layer()],
  overrides: [],
  ...over,
})

const at = (text: string): number => Date.parse(text)
const who = (given: Schedule, text: string): string | undefined => findOnCall(given, at(text))?.name
const show = (given: Schedule, from: string, to: string): string[] =>
  findShifts(given, { from: at(from), to: at(to) }).map(
    (shift) =>
      `${new Date(shift.from).toISOString().slice(5, 16)} ${shift.member?.name ?? 'nobody'}${shift.is_override ? ' (override)' : ''}`,
  )

describe('findShifts', () => {
  it('hands over at nine local time, before and after a daylight-saving change', () => {
    expect(show(schedule(), '2026-03-02T08:00:00Z', '2026-04-07T00:00:00Z')).toEqual([
      '03-02T08:00 Ann',
      '03-09T08:00 Ben',
      '03-16T08:00 Cem',
      '03-23T08:00 Ann',
      '03-30T07:00 Ben',
      '04-06T07:00 Cem',
    ])
  })

  it('has a gap before the first day and outside of the hours', () => {
    const office = schedule({ layers: [layer({ hours: [{ weekdays: ['mon', 'tue'], from: '09:00', to: '17:00' }] })] })
    expect(show(office, '2026-03-01T00:00:00Z', '2026-03-05T00:00:00Z')).toEqual([
      '03-01T00:00 nobody',
      '03-02T08:00 Ann',
      '03-02T16:00 nobody',
      '03-03T08:00 Ann',
      '03-03T16:00 nobody',
    ])
  })

  it('prefers the last layer that covers a moment, and overrides to all layers', () => {
    const nights = layer({
      name: 'Nights',
      members: ['Dot'],
      hours: [{ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '22:00', to: '06:00' }],
    })
    const both = schedule({ timezone: 'UTC', layers: [layer(), nights] })
    expect(who(both, '2026-03-03T21:59:59Z')).toBe('Ann')
    expect(who(both, '2026-03-03T22:00:00Z')).toBe('Dot')
    const overridden = {
      ...both,
      overrides: [
        { member: 'Cem', from: at('2026-03-03T20:00:00Z'), to: at('2026-03-04T00:00:00Z') },
        { member: 'Ben', from: at('2026-03-03T23:00:00Z'), to: at('2026-03-03T23:30:00Z') },
      ],
    }
    expect(show(overridden, '2026-03-03T19:00:00Z', '2026-03-04T07:00:00Z')).toEqual([
      '03-03T19:00 Ann',
      '03-03T20:00 Cem (override)',
      '03-03T23:00 Ben (override)',
      '03-03T23:30 Cem (override)',
      '03-04T00:00 Dot',
      '03-04T06:00 Ann',
    ])
  })

  it('keeps the handovers of twelve-hour shifts at nine local time through both daylight-saving changes', () => {
    const shifts = schedule({ layers: [layer({ handover_every: 12, handover_unit: 'hour' })] })
    expect(show(shifts, '2026-03-28T08:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '03-28T08:00 Ben',
      '03-28T20:00 Cem',
      '03-29T07:00 Ann',
      '03-29T19:00 Ben',
    ])
    const autumn = findShifts(shifts, { from: at('2026-10-24T19:00:00Z'), to: at('2026-10-25T08:00:00Z') })
    expect(autumn.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([13])
  })

  it('assigns every instant to the member whose turn it is, in any time zone and for any length of shifts', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
    const drawn = fc.record({
      timezone: zones,
      every: fc.integer({ min: 1, max: 9 }),
      unit: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
      minute: fc.integer({ min: 0, max: 1439 }),
      count: fc.integer({ min: 1, max: 4 }),
      day: fc.integer({ min: 0, max: 700 }),
      offset: fc.integer({ min: 0, max: 40 * 86_400_000 }),
    })
    const UNIT = { hour: 1, day: 24, week: 168 }
    fc.assert(
      fc.property(drawn, ({ timezone, every, unit, minute, count, day, offset }) => {
        const starts_on = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
        const handover_at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const names = NAMES.slice(0, count)
        const given = schedule({
          timezone,
          layers: [layer({ members: names, starts_on, handover_at, handover_every: every, handover_unit: unit })],
        })
        const first = Date.parse(`${starts_on}T${handover_at}:00Z`)
        const time = instantOf(first, timezone) + offset
        // The slow way: each handover in turn, from the first one.
        let turn = 0
        while (instantOf(first + (turn + 1) * every * UNIT[unit] * 3_600_000, timezone) <= time) turn++
        return findOnCall(given, time)?.name === names[turn % count]
      }),
      { numRuns: 300 },
    )
  })

  it('covers the window without interruption, whatever the layers', () => {
    const hours = fc.constantFrom<OnCallLayer['hours']>(
      [],
      [{ weekdays: ['mon', 'wed', 'sun'], from: '20:00', to: '08:00' }],
      [{ weekdays: ['sat', 'sun'], from: '00:00', to: '00:00' }],
    )
    const layers = fc.array(
      fc.record({
        hours,
        members: fc.subarray([...NAMES], { minLength: 1 }),
        unit: fc.constantFrom('day' as const, 'week' as const),
      }),
      { maxLength: 4 },
    )
    const times = fc.integer({ min: at('2026-02-01T00:00:00Z'), max: at('2026-12-01T00:00:00Z') })
    fc.assert(
      fc.property(layers, times, fc.nat(30 * 86_400_000), (drawn, from, length) => {
        const given = schedule({
          layers: drawn.map(({ hours: some, members: names, unit }) =>
            layer({ hours: some, members: names, handover_unit: unit }),
          ),
          overrides: [{ member: 'Dot', from: from + length / 3, to: from + length / 2 }],
        })
        const shifts = findShifts(given, { from, to: from + length + 1 })
        expect(shifts[0]?.from).toBe(from)
        expect(shifts.at(-1)?.to).toBe(from + length + 1)
        for (const [n, shift] of shifts.slice(1).entries()) expect(shift.from).toBe(shifts[n]?.to)
        const middle = from + Math.floor(length / 2)
        const current = shifts.find((shift) => shift.from <= middle && middle < shift.to)
        expect(current?.member?.name).toBe(findOnCall(given, middle)?.name)
      }),
      { numRuns: 200 },
    )
  })
})
