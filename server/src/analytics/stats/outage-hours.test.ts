import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planOutageHours } from './outage-hours.ts'
import type { Span } from './period.ts'

const spanOf = (from: string, to: string): Span => ({ from_ms: Date.parse(from), to_ms: Date.parse(to) })
const show = (spans: readonly Span[]): string[] =>
  spans.map(
    ({ from_ms, to_ms }) =>
      `${new Date(from_ms).toISOString().slice(5, 16)} ${new Date(to_ms).toISOString().slice(5, 16)}`,
  )

describe('the hours excluded because of outages', () => {
  const span = spanOf('2026-06-08T00:00:00Z', '2026-06-15T00:00:00Z')
  const other = spanOf('2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z')

  it('are whole hours in both periods, whichever period had the outage', () => {
    const outages = [
      spanOf('2026-06-09T10:20:00Z', '2026-06-09T12:00:00Z'),
      spanOf('2026-06-02T03:59:59Z', '2026-06-02T04:00:01Z'),
    ]
    const excluded = planOutageHours({ span, other, timezone: 'UTC' }, outages)
    expect(excluded.hours).toBe(4)
    expect(show(excluded.span)).toEqual(['06-09T03:00 06-09T05:00', '06-09T10:00 06-09T12:00'])
    expect(show(excluded.other)).toEqual(['06-02T03:00 06-02T05:00', '06-02T10:00 06-02T12:00'])
  })

  it('are the same local hours in both periods when the clocks change in between', () => {
    const periods = {
      span: spanOf('2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'),
      other: spanOf('2026-03-22T23:00:00Z', '2026-03-23T23:00:00Z'),
      timezone: 'Europe/Berlin',
    }
    const excluded = planOutageHours(periods, [spanOf('2026-03-30T07:00:00Z', '2026-03-30T08:00:00Z')])
    expect(show(excluded.span)).toEqual(['03-30T07:00 03-30T08:00'])
    expect(show(excluded.other)).toEqual(['03-23T08:00 03-23T09:00'])
  })

  it('are none without an outage, and only those of the period itself without a comparison', () => {
    const outside = spanOf('2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z')
    expect(planOutageHours({ span, other, timezone: 'UTC' }, [outside])).toEqual({ span: [], other: [], hours: 0 })
    const excluded = planOutageHours({ span, other: undefined, timezone: 'UTC' }, [
      spanOf('2026-06-14T23:30:00Z', '2026-07-01T00:00:00Z'),
    ])
    expect([show(excluded.span), excluded.other]).toEqual([['06-14T23:00 06-15T00:00'], []])
  })

  it('contain every moment of every outage in their period, and lie within it, in order', () => {
    const at = fc.integer({ min: other.from_ms - 86_400_000, max: span.to_ms + 86_400_000 })
    const outage = fc
      .tuple(at, fc.integer({ min: 1, max: 50 * 3_600_000 }))
      .map(([from_ms, length]) => ({ from_ms, to_ms: from_ms + length }))
    fc.assert(
      fc.property(
        fc.array(outage, { maxLength: 6 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
        (outages, timezone) => {
          const excluded = planOutageHours({ span, other, timezone }, outages)
          for (const [period, spans] of [
            [span, excluded.span],
            [other, excluded.other],
          ] as const) {
            for (const [n, each] of spans.entries()) {
              expect(each.from_ms).toBeGreaterThanOrEqual(spans[n - 1]?.to_ms ?? period.from_ms)
              expect(each.to_ms).toBeLessThanOrEqual(period.to_ms)
            }
            for (const { from_ms, to_ms } of outages) {
              for (const moment of [from_ms, to_ms - 1]) {
                if (moment < period.from_ms || moment >= period.to_ms) continue
                expect(spans.some((each) => each.from_ms <= moment && moment < each.to_ms)).toBe(true)
              }
            }
          }
        },
      ),
    )
  })
})
