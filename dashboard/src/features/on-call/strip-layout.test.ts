import type { OnCallShift } from '@sitewatch/sdk'
import { expect, it } from 'vitest'
import { layDays, layStrip } from './strip-layout.ts'

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

it('gives everybody one lane, and gaps the last one', () => {
  const lanes = layStrip(shifts)
  expect(lanes.map(({ member, bars }) => [member, bars.length])).toEqual([
    ['Sam', 2],
    ['Kim', 1],
    [null, 1],
  ])
  const widths = lanes.flatMap(({ bars }) => bars.map(({ width }) => width))
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100)
})

it('cuts days at local midnight', () => {
  expect(layDays(shifts, 'UTC').map(({ at_ms }) => new Date(at_ms).toISOString())).toEqual([
    '2026-11-16T12:00:00.000Z',
    '2026-11-17T00:00:00.000Z',
    '2026-11-18T00:00:00.000Z',
  ])
  expect(new Date(layDays(shifts, 'Europe/Berlin')[1]?.at_ms ?? 0).toISOString()).toBe('2026-11-16T23:00:00.000Z')
})

it('draws nothing without shifts', () => {
  expect(layStrip([])).toEqual([])
  expect(layDays([], 'UTC')).toEqual([])
})
