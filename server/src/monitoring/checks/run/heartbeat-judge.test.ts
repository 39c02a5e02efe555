import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { type HeartbeatFacts, judgeHeartbeat } from './heartbeat-judge.ts'

const T0 = Date.parse('2026-05-01T00:00:00Z')
const HOURLY = { period_seconds: 3600, cron: null, timezone: 'UTC', grace_seconds: 300 }
const NIGHTLY = { period_seconds: null, cron: '0 3 * * *', timezone: 'UTC', grace_seconds: 300 }

/** Minutes after T0; the last success was at T0. */
const judge = (settings: typeof HOURLY | typeof NIGHTLY, minutes: number, facts: Partial<HeartbeatFacts> = {}) =>
  judgeHeartbeat(settings, {
    now_ms: T0 + minutes * MINUTE_MS,
    armed_at: T0 - MINUTE_MS,
    last_success_at: T0,
    is_failed: false,
    exit_status: null,
    run_ms: null,
    body: null,
    received_until: T0 + minutes * MINUTE_MS,
    outages: [],
    ...facts,
  })
const outage = (from: number, to: number) => ({ outages: [[T0 + from * MINUTE_MS, T0 + to * MINUTE_MS] as const] })
const at = (minutes: number) => T0 + minutes * MINUTE_MS

describe('a heartbeat', () => {
  it('is on time until its grace period is over, and missed then', () => {
    expect(judge(HOURLY, 64.9)).toEqual({ kind: 'on_time', until: at(65) })
    expect(judge(HOURLY, 65)).toEqual({ kind: 'missed', expected_at: at(60) })
    expect(judge(NIGHTLY, 184)).toEqual({ kind: 'on_time', until: at(185) })
    expect(judge(NIGHTLY, 185)).toEqual({ kind: 'missed', expected_at: at(180) })
  })

  it('waits for its first ping, however long that takes', () => {
    expect(judge(HOURLY, 5000, { last_success_at: null })).toMatchObject({ kind: 'waiting' })
  })

  it('has failed when its last run has, even before a ping was expected', () => {
    expect(judge(HOURLY, 1, { is_failed: true })).toEqual({ kind: 'failed' })
    expect(judge(HOURLY, 1, { is_failed: true, last_success_at: null })).toEqual({ kind: 'failed' })
  })

  it('is not missed for a ping that was due before it was resumed or changed', () => {
    expect(judge(HOURLY, 100, { armed_at: at(90) })).toEqual({ kind: 'waiting', until: at(155) })
    expect(judge(HOURLY, 155, { armed_at: at(90) })).toEqual({ kind: 'missed', expected_at: at(150) })
  })

  it('is excused when Sitewatch was down at the expected time, and missed at the next one', () => {
    expect(judge(HOURLY, 70, outage(58, 62))).toEqual({ kind: 'waiting', until: at(125) })
    expect(judge(HOURLY, 125, outage(58, 62))).toEqual({ kind: 'missed', expected_at: at(120) })
    expect(judge(NIGHTLY, 190, outage(181, 182))).toEqual({ kind: 'waiting', until: at(1625) })
  })

  it('is excused for all expected times during a long outage, but not for an outage that was over before', () => {
    expect(judge(HOURLY, 600, outage(30, 594))).toEqual({ kind: 'waiting', until: at(605) })
    expect(judge(HOURLY, 65, outage(10, 40))).toEqual({ kind: 'missed', expected_at: at(60) })
  })

  it('gives the client a minute to retry after an outage as short as a restart', () => {
    expect(judge(HOURLY, 65, outage(64.8, 64.9))).toEqual({ kind: 'waiting', until: at(65.9) })
    expect(judge(HOURLY, 65.9, outage(64.8, 64.9))).toEqual({ kind: 'missed', expected_at: at(60) })
    expect(judge(HOURLY, 65, outage(61, 61.1))).toEqual({ kind: 'missed', expected_at: at(60) })
  })

  it('is not judged before it is known that pings were received until the deadline', () => {
    expect(judge(HOURLY, 65, { received_until: at(64.9) })).toEqual({ kind: 'unsure' })
  })

  it('is judged with 50 ms of processor time after a year of outage', () => {
    const began = process.threadCpuUsage()
    const minutely = { ...HOURLY, period_seconds: 1, grace_seconds: 1 }
    expect(judge(minutely, 500_000, outage(1, 499_999))).toMatchObject({ kind: 'missed' })
    expect(process.threadCpuUsage(began).user).toBeLessThan(50_000)
  })
})
