import type { DeployMetric } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { judgeMetric, judgeOverall, lookAgain, type MeasuredMetric } from './judge.ts'
import { alphaOf, METRICS } from './metrics.ts'
import type { Samples, Sums } from './sequential.ts'

const ALPHA = alphaOf(1)
/** `n` values around a mean, with this spread. */
const around = (n: number, mean: number, spread: number): Sums => ({
  n,
  sum: n * mean,
  squares: n * (mean * mean + spread * spread),
})
const share = (n: number, events: number): Sums => ({ n, sum: events, squares: events })
const days = (day: Sums): Sums[] => Array.from({ length: 14 }, () => day)
const lcp = (after_ms: number, n: number): Samples => ({
  after: [around(n, Math.log(after_ms), 0.6)],
  before: days(around(n, Math.log(2000), 0.6)),
})

describe('a metric', () => {
  it('is worse, better, no different or undecided by where its interval lies', () => {
    expect(judgeMetric(METRICS.lcp, lcp(2300, 2000), ALPHA)).toMatchObject({ verdict: 'worse' })
    expect(judgeMetric(METRICS.lcp, lcp(1700, 2000), ALPHA)).toMatchObject({ verdict: 'better' })
    expect(judgeMetric(METRICS.lcp, lcp(2020, 2000), ALPHA)).toMatchObject({ verdict: 'no_difference' })
    expect(judgeMetric(METRICS.lcp, lcp(2200, 100), ALPHA)).toMatchObject({ verdict: null })
    expect(judgeMetric(METRICS.lcp, lcp(2200, 20), ALPHA)).toBeNull()
  })

  it('has its effect in percent: +15 % of 2,000 ms is 2,300 ms', () => {
    const judged = judgeMetric(METRICS.lcp, lcp(2300, 2000), ALPHA)
    expect(judged?.effect).toBeCloseTo(15, 6)
    expect(judged?.low).toBeGreaterThan(0)
    expect(judged?.high).toBeLessThan(30)
  })

  it('of a goal is better when more visitors reach it, and its effect is relative to the share before', () => {
    const goal = (events: number): Samples => ({ after: [share(4000, events)], before: days(share(4000, 400)) })
    expect(judgeMetric(METRICS.goal, goal(600), ALPHA)).toMatchObject({ verdict: 'better' })
    const worse = judgeMetric(METRICS.goal, goal(240), ALPHA)
    expect(worse).toMatchObject({ verdict: 'worse' })
    expect(worse?.effect).toBeCloseTo(-40, 6)
  })

  it('of failures needs more failed hours than one short outage has', () => {
    const failures = (hours: number): Samples => ({ after: [share(8, hours)], before: days(share(8, 0)) })
    expect(judgeMetric(METRICS.failures, failures(4), ALPHA)?.verdict).toBeNull()
    expect(judgeMetric(METRICS.failures, failures(7), ALPHA)?.verdict).toBe('worse')
  })

  it('is not decided by the effect of the deploy before it: days that differ make the interval wide', () => {
    const before = Array.from({ length: 14 }, (_, day) => around(2000, Math.log(day < 2 ? 2400 : 2000), 0.6))
    const samples = { after: [around(2000, Math.log(2400), 0.6)], before }
    expect(judgeMetric(METRICS.lcp, samples, ALPHA)?.verdict).toBeNull()
  })
})

describe('another look', () => {
  const measured = (samples: Samples): MeasuredMetric => ({ metric: 'lcp', goal_id: null, name: null, samples })
  const look = (known: readonly DeployMetric[], samples: Samples, now: string, is_last = false) =>
    lookAgain(known, [measured(samples)], { alpha: ALPHA, now, is_last })

  it('keeps a decided metric, with its figures and its time', () => {
    const first = look([], lcp(2300, 2000), '2026-11-16T10:00:00.000Z')
    expect(first[0]).toMatchObject({
      verdict: 'worse',
      decided_at: '2026-11-16T10:00:00.000Z',
      before: 2000,
      after: 2300,
    })
    expect(look(first, lcp(2000, 9000), '2026-11-16T11:00:00.000Z')).toEqual(first)
    expect(lookAgain(first, [], { alpha: ALPHA, now: '2026-11-16T12:00:00.000Z', is_last: true })).toEqual(first)
  })

  it('ends with not_enough_traffic for a metric that is still undecided', () => {
    const open = look([], lcp(2200, 100), '2026-11-16T10:00:00.000Z')
    expect(open[0]).toMatchObject({ verdict: null, decided_at: null, samples_after: 100, samples_before: 1400 })
    expect(look(open, lcp(2200, 110), '2026-11-18T10:00:00.000Z', true)[0]).toMatchObject({
      verdict: 'not_enough_traffic',
      decided_at: '2026-11-18T10:00:00.000Z',
    })
  })
})

describe('the overall verdict', () => {
  const overall = (verdicts: DeployMetric['verdict'][], is_last = false) =>
    judgeOverall(
      verdicts.map((verdict) => ({ verdict })),
      is_last,
    )

  it('is worse before better, and better before the rest, which is only given at the end', () => {
    expect(overall(['better', 'worse', null])).toBe('worse')
    expect(overall(['better', 'no_difference'])).toBe('better')
    expect(overall(['no_difference', 'no_difference'])).toBeNull()
    expect(overall(['no_difference', 'not_enough_traffic'], true)).toBe('no_difference')
    expect(overall(['not_enough_traffic'], true)).toBe('not_enough_traffic')
    expect(overall([], true)).toBe('not_enough_traffic')
  })
})
