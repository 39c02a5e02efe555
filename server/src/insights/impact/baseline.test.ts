import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Baseline,
  judgeImpact,
  judgeTrafficCheck,
  listSpans,
  medianOf,
  planBaseline,
  type Span,
} from './baseline.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 168 * HOUR_MS
const at = (text: string): number => Date.parse(text)
const text = (time_ms: number): string => new Date(time_ms).toISOString()

const plan = (from: string, to: string, timezone = 'UTC'): Baseline =>
  planBaseline({ from_ms: at(from), to_ms: at(to), timezone })

describe('planBaseline', () => {
  it('compares with the same hours of the four weeks before', () => {
    const { weeks } = plan('2026-06-10T09:00:00Z', '2026-06-10T10:30:00Z')
    expect(weeks.map(({ span }) => [text(span.from_ms), text(span.to_ms)])).toEqual([
      ['2026-06-03T09:00:00.000Z', '2026-06-03T10:30:00.000Z'],
      ['2026-05-27T09:00:00.000Z', '2026-05-27T10:30:00.000Z'],
      ['2026-05-20T09:00:00.000Z', '2026-05-20T10:30:00.000Z'],
      ['2026-05-13T09:00:00.000Z', '2026-05-13T10:30:00.000Z'],
    ])
  })

  it("uses the website's time zone, so nine o'clock stays nine across daylight saving time", () => {
    const { weeks } = plan('2026-03-30T07:00:00Z', '2026-03-30T08:00:00Z', 'Europe/Berlin')
    expect(text(weeks[0]?.span.from_ms ?? 0)).toBe('2026-03-23T08:00:00.000Z')
  })

  it('compares an outage of nine days with weeks that ended before it', () => {
    const from_ms = at('2026-06-10T09:00:00Z')
    const { weeks } = planBaseline({ from_ms, to_ms: from_ms + 9 * 24 * HOUR_MS, timezone: 'UTC' })
    expect(weeks.map(({ span }) => (from_ms - span.from_ms) / WEEK_MS)).toEqual([2, 3, 4, 5])
    expect(weeks.every(({ span, around }) => span.to_ms <= from_ms && around.to_ms <= from_ms)).toBe(true)
  })

  it('checks the traffic of the first five minutes, and only when it lasted that long', () => {
    expect(plan('2026-06-10T09:00:00Z', '2026-06-10T09:04:59Z').traffic_check).toBeNull()
    const { traffic_check, weeks } = plan('2026-06-10T09:00:00Z', '2026-06-10T11:00:00Z')
    expect(traffic_check && [text(traffic_check.from_ms), text(traffic_check.to_ms)]).toEqual([
      '2026-06-10T09:00:00.000Z',
      '2026-06-10T09:05:00.000Z',
    ])
    expect(weeks[0]?.usual).toHaveLength(13)
    expect(text(weeks[0]?.usual[6]?.from_ms ?? 0)).toBe('2026-06-03T09:00:00.000Z')
  })

  it('never uses the outage itself as part of the baseline', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.integer({ min: 1, max: 28 * 24 * HOUR_MS }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
        (from_ms, length_ms, timezone) => {
          const { weeks, outage } = planBaseline({ from_ms, to_ms: from_ms + length_ms, timezone })
          // The clocks may be set back in between, by an hour at most.
          for (const { span } of weeks) expect(span.to_ms).toBeLessThanOrEqual(outage.from_ms + HOUR_MS)
        },
      ),
    )
  })
})

/** Answers for each span with as many visitors as `count` returns. */
function judge(baseline: Baseline, count: { seen: number; weeks: number[]; around?: number[]; usual?: number[] }) {
  const visitors = new Map<Span, number>([[baseline.outage, count.seen]])
  baseline.weeks.forEach(({ span, around, usual }, index) => {
    visitors.set(span, count.weeks[index] ?? 0)
    visitors.set(around, count.around?.[index] ?? 1000)
    usual.forEach((each) => visitors.set(each, count.usual?.[index] ?? 0))
  })
  return judgeImpact(baseline, (span) => visitors.get(span) ?? 0)
}

describe('judgeImpact', () => {
  const baseline = plan('2026-06-10T09:00:00Z', '2026-06-10T09:04:00Z')

  it('estimates the loss as the median of the weeks before, minus the visitors who came', () => {
    expect(judge(baseline, { seen: 12, weeks: [100, 140, 120, 900] })).toEqual({
      visitors_expected: 130,
      visitors_seen: 12,
      visitors_lost: 118,
      basis: '4 weeks',
      traffic_check: null,
    })
  })

  it('never returns a negative loss', () => {
    expect(judge(baseline, { seen: 200, weeks: [100, 100, 100, 100] })).toMatchObject({ visitors_lost: 0 })
  })

  it('counts a quiet hour of a busy day as zero, and ignores weeks without any traffic', () => {
    expect(judge(baseline, { seen: 0, weeks: [30, 0, 10, 0], around: [500, 500, 500, 0] })).toMatchObject({
      visitors_expected: 10,
      basis: '3 weeks',
    })
  })

  it('returns null when fewer than two weeks had traffic', () => {
    expect(judge(baseline, { seen: 0, weeks: [30, 0, 0, 0], around: [500, 0, 0, 0] })).toBeNull()
    expect(judge(baseline, { seen: 0, weeks: [30, 20, 0, 0], around: [500, 400, 0, 0] })).toMatchObject({
      visitors_expected: 25,
      basis: '2 weeks',
    })
  })

  it('counts visitors only in spans that listSpans returns', () => {
    const long = plan('2026-06-10T09:00:00Z', '2026-06-10T11:00:00Z')
    const listed = new Set(listSpans(long))
    judgeImpact(long, (span) => {
      expect(listed.has(span)).toBe(true)
      return 1
    })
    expect(listed.size).toBe(1 + 4 * (2 + 13) + 1)
  })

  it('compares the traffic check with the usual traffic around that time', () => {
    const long = plan('2026-06-10T09:00:00Z', '2026-06-10T11:00:00Z')
    expect(judge(long, { seen: 0, weeks: [9, 9, 9, 9], usual: [20, 22, 30, 10] })?.traffic_check).toEqual({
      visitors_last_5_min: 0,
      usual: 21,
      verdict: 'traffic_gone',
    })
  })
})

describe('judgeTrafficCheck', () => {
  it.each([
    [0, 4.9, 'inconclusive'],
    [40, 4, 'inconclusive'],
    [0, 5, 'traffic_gone'],
    [4, 20, 'traffic_gone'],
    [5, 20, 'inconclusive'],
    [11, 20, 'inconclusive'],
    [12, 20, 'traffic_normal'],
    [60, 20, 'traffic_normal'],
  ])('%i of usually %d: %s', (seen, usual, verdict) => {
    expect(judgeTrafficCheck(seen, usual).verdict).toBe(verdict)
  })
})

describe('medianOf', () => {
  it('returns the middle value, or the mean of the two in the middle', () => {
    expect([medianOf([]), medianOf([7]), medianOf([1, 2]), medianOf([9, 1, 5]), medianOf([4, 1, 3, 2])]).toEqual([
      0, 7, 1.5, 5, 2.5,
    ])
  })
})
