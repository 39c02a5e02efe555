import type { OnCallShift } from '@sitewatch/sdk'
import { expect, it } from 'vitest'
import { layOutDays, layOutStrip } from './strip-layout.ts'

const shift = (starts_at: string, ends_at: string, name: string | null): OnCallShift => ({
  starts_at: `${starts_at}:00.000Z`,
  ends_at: `${ends_at}:00.000Z`,
  member: name === null ? null : { name, user_id: null, provider_ids: [] },
  layer: null,
  is_override: false,
})

const shifts = [
  shift('2026-11-16T12:00', '2026-11-17T00:00', null),
  shift('2026-11-17T00:00', '2026-11-18T00:00', 'Sam'),
  shift('2026-11-18T00:00', '2026-11-18T12:00', 'Kim'),
  shift('2026-11-18T12:00', '2026-11-18T18:00', 'Sam'),
]

it('lays out one lane per member, and the gaps in the last lane', () => {
  const lanes = layOutStrip(shifts)
  expect(lanes.map(({ member, bars }) => [member, bars.length])).toEqual([
    ['Sam', 2],
    ['Kim', 1],
    [null, 1],
  ])
  const widths = lanes.flatMap(({ bars }) => bars.map(({ width }) => width))
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100)
})

it('splits days at midnight in the time zone of the schedule', () => {
  expect(layOutDays(shifts, 'UTC').map(({ at_ms }) => new Date(at_ms).toISOString())).toEqual([
    '2026-11-16T12:00:00.000Z',
    '2026-11-17T00:00:00.000Z',
    '2026-11-18T00:00:00.000Z',
  ])
  expect(new Date(layOutDays(shifts, 'Europe/Berlin')[1]?.at_ms ?? 0).toISOString()).toBe('2026-11-16T23:00:00.000Z')
})

it('lays out nothing without shifts', () => {
  expect(layOutStrip([])).toEqual([])
  expect(layOutDays([], 'UTC')).toEqual([])
})
