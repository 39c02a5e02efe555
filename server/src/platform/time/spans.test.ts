import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipSpans, intersectSpans, mergeSpans, type Span, subtractSpans, sumSpans } from './spans.ts'

const END = 30
const spans = fc.array(
  fc.tuple(fc.nat(END), fc.nat(END)).map(([from, to]): Span => ({ from, to })),
  { maxLength: 8 },
)
/** Which minutes are covered, tested one by one: the slow reference. */
const minutes = (all: readonly Span[]): boolean[] =>
  Array.from({ length: END }, (_, minute) => all.some(({ from, to }) => from <= minute && minute < to))

describe('spans', () => {
  it('merge, intersect and subtract as sets of minutes do', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const [left, right] = [mergeSpans(a), mergeSpans(b)]
        const [inA, inB] = [minutes(a), minutes(b)]
        expect(minutes(left)).toEqual(inA)
        expect(minutes(intersectSpans(left, right))).toEqual(inA.map((held, n) => held && inB[n]))
        expect(minutes(subtractSpans(left, right))).toEqual(inA.map((held, n) => held && !inB[n]))
        for (const [n, span] of left.entries()) expect(span.from).toBeGreaterThan(left[n - 1]?.to ?? -1)
      }),
    )
  })

  it('are clipped to a window and summed as their minutes are', () => {
    fc.assert(
      fc.property(spans, fc.nat(END), fc.nat(END), (all, a, b) => {
        const window = { from: Math.min(a, b), to: Math.max(a, b) }
        const inside = clipSpans(mergeSpans(all), window)
        const expected = minutes(all).map((held, minute) => held && window.from <= minute && minute < window.to)
        expect(minutes(inside)).toEqual(expected)
        expect(sumSpans(inside)).toBe(expected.filter(Boolean).length)
      }),
    )
  })

  it('may have no end', () => {
    const open = [{ from: 5, to: Infinity }]
    expect(subtractSpans(open, [{ from: -Infinity, to: 7 }])).toEqual([{ from: 7, to: Infinity }])
    expect(intersectSpans(open, [])).toEqual([])
  })
})
