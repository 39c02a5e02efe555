import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildUptime, clipSpan, mergeSpans, readUptime, sumStates } from './intervals.ts'

const span = fc.tuple(fc.integer({ min: -20, max: 120 }), fc.integer({ min: 0, max: 40 })).map(([from, length]) => ({
  from,
  to: from + length,
}))
const spans = fc.array(span, { maxLength: 12 })

describe('mergeSpans', () => {
  it('joins spans that overlap, touch or are near each other, in any order', () => {
    const unsorted = [
      { from: 50, to: 60 },
      { from: 0, to: 10 },
      { from: 5, to: 20 },
      { from: 20, to: 25 },
      { from: 28, to: 30 },
    ]
    expect(mergeSpans(unsorted)).toEqual([
      { from: 0, to: 25 },
      { from: 28, to: 30 },
      { from: 50, to: 60 },
    ])
    expect(mergeSpans(unsorted, 3)).toEqual([
      { from: 0, to: 30 },
      { from: 50, to: 60 },
    ])
  })

  it('joins a span that lies within another', () => {
    expect(
      mergeSpans([
        { from: 0, to: 100 },
        { from: 10, to: 20 },
      ]),
    ).toEqual([{ from: 0, to: 100 }])
  })
})

describe('clipSpan', () => {
  it('cuts a span to the range, and returns undefined for a span outside it', () => {
    expect(clipSpan({ from: -5, to: 5 }, { from: 0, to: 10 })).toEqual({ from: 0, to: 5 })
    expect(clipSpan({ from: 11, to: 15 }, { from: 0, to: 10 })).toBeUndefined()
  })
})

describe('buildUptime', () => {
  const range = { from: 0, to: 100 }

  it('covers the range once, in order, with different states next to each other', () => {
    const check = fc.property(spans, spans, spans, spans, (down, degraded, paused, unknown) => {
      const segments = buildUptime({ range, down, degraded, paused, unknown })
      expect(segments[0]?.from).toBe(0)
      expect(segments.at(-1)?.to).toBe(100)
      for (const [index, segment] of segments.entries()) {
        expect(segment.to).toBeGreaterThan(segment.from)
        const next = segments[index + 1]
        if (next) expect([next.from, next.state === segment.state]).toEqual([segment.to, false])
      }
    })
    fc.assert(check)
  })

  it('uses the worst state where several apply, and unknown for times that were not observed', () => {
    expect(
      buildUptime({
        range,
        down: [{ from: 20, to: 30 }],
        degraded: [{ from: 10, to: 40 }],
        paused: [{ from: 35, to: 50 }],
        since: 5,
        now: 90,
      }),
    ).toEqual([
      { from: 0, to: 5, state: 'unknown' },
      { from: 5, to: 10, state: 'up' },
      { from: 10, to: 20, state: 'degraded' },
      { from: 20, to: 30, state: 'down' },
      { from: 30, to: 40, state: 'degraded' },
      { from: 40, to: 50, state: 'paused' },
      { from: 50, to: 90, state: 'up' },
      { from: 90, to: 100, state: 'unknown' },
    ])
  })
})

describe('readUptime', () => {
  const segments = buildUptime({
    range: { from: 0, to: 100 },
    down: [{ from: 10, to: 20 }],
    degraded: [{ from: 20, to: 30 }],
    paused: [{ from: 50, to: 100 }],
  })

  it('counts only observed time, and degraded as up', () => {
    expect(readUptime(segments, { from: 0, to: 100 })).toBe(80)
    expect(readUptime(segments, { from: 15, to: 25 })).toBe(50)
    expect(readUptime(segments, { from: 60, to: 70 })).toBeNull()
  })

  it('has its time and count by state from sumStates', () => {
    expect(sumStates(segments).down).toEqual({ count: 1, total_ms: 10 })
    expect(sumStates(segments).up).toEqual({ count: 2, total_ms: 30 })
  })
})
