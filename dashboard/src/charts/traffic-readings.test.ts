import { msg } from '@lingui/core/macro'
import { expect, it } from 'vitest'
import type { Bucket } from './traffic-geometry.ts'
import { readBucket, readPeriod, describeBucket } from './traffic-readings.ts'

const at = (text: string): number => Date.parse(text)
const bucket: Bucket = {
  from: at('2026-07-14T00:00Z'),
  to: at('2026-07-15T00:00Z'),
  status: 'whole',
  value: 120,
  before: { from: at('2025-07-14T00:00Z'), value: 100 },
}
const measure = { name: msg`Visitors`, kind: 'count' } as const
const context = { measure, interval: 'day', timezone: 'UTC', groups: [], uptime: [], events: [] } as const

it('readBucket returns both values with their dates, and the change', () => {
  expect(describeBucket(measure, readBucket(bucket, context))).toBe(
    'Tue 14 Jul, Visitors 120, Mon 14 Jul 2025 100, ↑ 20 %',
  )
})

it('readBucket returns no change for the current bucket, and no value for a future one', () => {
  expect(readBucket({ ...bucket, status: 'partial' }, context)).toMatchObject({
    title: 'Tue 14 Jul so far',
    change: undefined,
  })
  expect(readBucket({ ...bucket, status: 'future', value: null }, context)).toMatchObject({
    value: '–',
    change: undefined,
  })
})

it('readPeriod returns the days and the visitors lost in outages', () => {
  const group = {
    from: at('2026-07-14T09:00Z'),
    to: at('2026-07-14T10:00Z'),
    outages: [{ id: 1, from: '2026-07-14T09:00Z', to: '2026-07-14T10:00Z' }],
    visitors_lost: 12,
  }
  expect(readPeriod([bucket], { ...context, groups: [group] })).toEqual({
    title: '14 Jul 2026',
    readings: [{ value: '−12', unit: 'visitors in 1 outage', tone: 'down' }],
  })
  expect(readBucket(bucket, { ...context, groups: [group] }).extras).toEqual([
    { value: '−12', unit: 'visitors', tone: 'down' },
  ])
})
