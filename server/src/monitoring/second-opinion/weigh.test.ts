import { describe, expect, it } from 'vitest'
import { CAUSE_KINDS } from '@sitewatch/contract'
import { decide, describeDecision, describeHeld, type Opinion, type TrafficWindow, weighTraffic } from './weigh.ts'

const NOW = Date.UTC(2026, 10, 17)
const FAILED = NOW - 20_000

/** 38 visits are expected in five minutes. */
const QUIET: TrafficWindow[] = [
  { seconds: 15, visits: 2, expected: 1.9, low: 0, high: 6 },
  { seconds: 60, visits: 8, expected: 7.6, low: 1, high: 16 },
  { seconds: 300, visits: 41, expected: 38, low: 24, high: 54 },
]
const seen = (...visits: number[]) => QUIET.map((window, n) => ({ ...window, visits: visits[n] ?? 0 }))
const weigh = (windows: TrafficWindow[], counted_until = NOW - 2000, first_failure_at = FAILED) =>
  weighTraffic({ counted_until, windows }, { first_failure_at, now: NOW })

describe('weighTraffic', () => {
  it('finds visits that arrive as expected, or more of them, in the longest window', () => {
    expect(weigh(QUIET)).toEqual({ ...QUIET[2], verdict: 'as_expected' })
    expect(weigh(seen(2, 8, 24))?.verdict).toBe('as_expected')
    expect(weigh(seen(20, 90, 400))?.verdict).toBe('as_expected')
  })

  it('finds that visits stopped, with the longest window that shows it', () => {
    expect(weigh(seen(0, 0, 30))).toMatchObject({ verdict: 'stopped', seconds: 60, visits: 0, expected: 7.6 })
    expect(weigh(seen(0, 0, 3))).toMatchObject({ verdict: 'stopped', seconds: 300, visits: 3 })
  })

  it('does not find that visits stopped when a short window could be empty by chance', () => {
    expect(weigh(seen(0, 5, 40))?.verdict).toBe('as_expected')
  })

  it('has no opinion when visits are fewer than expected but have not stopped', () => {
    expect(weigh(seen(1, 4, 23))).toBeUndefined()
    expect(weigh(seen(1, 1, 4))).toBeUndefined()
  })

  it('has no opinion with so little traffic that five minutes without a visit are usual', () => {
    const rare = { seconds: 300, expected: 2, low: 0, high: 6 }
    for (const visits of [0, 2, 9]) expect(weigh([{ ...rare, visits }])).toBeUndefined()
    expect(weigh([])).toBeUndefined()
  })

  it('has no opinion when traffic was counted more than 15 s ago, before the first failure, or by another clock', () => {
    expect(weigh(QUIET, NOW - 15_000)).toBeDefined()
    expect(weigh(QUIET, NOW - 15_001)).toBeUndefined()
    expect(weigh(QUIET, NOW - 9000, NOW - 8999)).toBeUndefined()
    expect(weigh(QUIET, NOW + 15_001)).toBeUndefined()
  })
})

describe('decide', () => {
  const arrive: Opinion = { seconds: 300, visits: 41, expected: 38.2, low: 24.4, high: 53.1, verdict: 'as_expected' }
  const stopped: Opinion = { ...arrive, visits: 0, verdict: 'stopped' }
  const at = (failures: number, cause_kind = 'connect') => ({ failures, needed: 3, cause_kind })

  it('holds the third failure once while visits arrive', () => {
    expect([1, 2, 3, 4, 5].map((failures) => decide(arrive, at(failures)))).toEqual([null, null, 'held', null, null])
  })

  it('confirms at the second failure when visits stopped', () => {
    expect([1, 2, 3, 4].map((failures) => decide(stopped, at(failures)))).toEqual([
      null,
      'confirmed_sooner',
      null,
      null,
    ])
  })

  it('holds no failure that the server itself stated', () => {
    const held = CAUSE_KINDS.filter((kind) => decide(arrive, at(3, kind)) === 'held')
    expect(held).toEqual(['dns', 'connect', 'timeout', 'icmp'])
  })

  it('decides nothing without an opinion', () => {
    for (let failures = 1; failures < 6; failures++) expect(decide(undefined, at(failures))).toBeNull()
  })

  it('makes a decision that is described in whole visits, with an interval that is never narrower', () => {
    const described = describeDecision('held', arrive)
    expect(described).toEqual({ decision: 'held', window_seconds: 300, visits: 41, expected: 38, low: 24, high: 54 })
    expect(describeHeld(described)).toBe(
      'Possibly a problem on our side: 41 visits in 5 minutes, 38 expected (24–54). Held for one more check.',
    )
  })
})
