import { describe, expect, it } from 'vitest'
import { fillBuckets, findTop, intervalOf, stackPhases } from './response-geometry.ts'

const quantiles = (ms: number) => ({ p50_ms: ms, p95_ms: ms * 2 })
const point = (start: string) => ({
  start,
  up: 10,
  down: 0,
  unknown: 0,
  dns: quantiles(2),
  connect: quantiles(10),
  tls: null,
  first_byte: quantiles(50),
  total: quantiles(65),
})
const from = Date.parse('2026-07-14T00:00Z')
const points = [point('2026-07-14T00:00:00.000Z'), point('2026-07-14T02:00:00.000Z')]

describe('fillBuckets', () => {
  it('turns missing points into gaps', () => {
    const buckets = fillBuckets(points, { from, to: from + 4 * 3_600_000, bucket_ms: 3_600_000 })
    expect(buckets.map(({ point }) => point !== null)).toEqual([true, false, true, false])
  })
})

describe('stackPhases', () => {
  it('stacks the phases, with zero for a phase that did not take place, and keeps gaps', () => {
    const buckets = fillBuckets(points, { from, to: from + 2 * 3_600_000, bucket_ms: 3_600_000 })
    const stack = stackPhases(buckets)
    expect(stack.connect[0]).toEqual({ low: 2, high: 12 })
    expect(stack.tls[0]).toEqual({ low: 12, high: 12 })
    expect(stack.first_byte[0]).toEqual({ low: 12, high: 62 })
    expect(stack.dns[1]).toEqual({ low: null, high: null })
  })
})

describe('findTop', () => {
  it('returns the slowest of a few values, and ignores a single slow one among many', () => {
    const buckets = fillBuckets(points, { from, to: from + 1, bucket_ms: 1 })
    expect(findTop(buckets)).toBe(130)
    expect(findTop([])).toBe(1)
    expect([100, 300, 900].map((slow_ms) => findTop(buckets, slow_ms))).toEqual([130, 300, 130])
    const many = Array.from({ length: 300 }, (_, at) => ({
      at,
      point: { ...point(''), total: quantiles(at === 7 ? 9000 : 50) },
    }))
    expect(findTop(many)).toBe(100)
  })
})

describe('intervalOf', () => {
  it.each([
    [600_000, 'minute'],
    [3_600_000, 'hour'],
    [86_400_000, 'day'],
  ])('of %d ms is %s', (bucket_ms, interval) => expect(intervalOf(bucket_ms)).toBe(interval))
})
