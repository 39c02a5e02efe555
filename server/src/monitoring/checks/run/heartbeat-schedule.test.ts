import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { findPingInterval, planPings } from './heartbeat-schedule.ts'
import { listCronTimes } from '../../../../test/monitoring/heartbeats/cron-oracle.ts'

/** Around both changes of each zone: Lord Howe moves by half an hour, Santiago at midnight. */
const CHANGES: readonly [timezone: string, ...days: string[]][] = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['America/Santiago', '2026-04-05', '2026-09-06'],
  ['Asia/Kolkata', '2026-03-29', '2026-10-25'],
]
const EXPRESSIONS = [
  '30 2 * * *',
  '15 1 * * *',
  '0 0 * * *',
  '59 23 * * *',
  '0 3 * * 0',
  '*/15 * * * *',
  '7 * * * *',
  '*/20 2 * * *',
  '10-50/20 1-3 * * *',
  '0 2,3 * * *',
  '30 2 29 3 *',
  '0 12 1 * 1',
  '5 4 * 4-10 1-5',
]

describe('a cron expression', () => {
  it.each(CHANGES)('in %s matches a minute-by-minute count over both clock changes', (timezone, ...days) => {
    for (const day of days) {
      const from = Date.parse(`${day}T00:00:00Z`) - DAY_MS
      for (const cron of EXPRESSIONS) {
        const { skipTo } = planPings({ period_seconds: null, cron, timezone }, 0)
        const found: number[] = []
        for (let at = skipTo(from - 1, from); at !== null && at < from + 3 * DAY_MS; at = skipTo(at, 0)) found.push(at)
        const expected = listCronTimes(cron, timezone, from, from + 3 * DAY_MS)
        const show = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())
        expect([cron, day, ...show(found)]).toEqual([cron, day, ...show(expected)])
      }
    }
  })

  it.each([
    ['30 2 * * *', 86_400],
    ['* * * * *', 60],
    ['0 9,17 * * 1-5', 8 * 3600],
    ['0 0 1 * *', 29 * 86_400],
    ['0 0 29 2 *', 366 * 86_400],
  ])('%s has a shortest gap of %i seconds', (cron, seconds) => {
    expect(findPingInterval({ period_seconds: null, cron, timezone: 'Europe/Berlin' })).toBe(seconds)
  })

  it('counts a ping that is a few seconds early for the time that it is meant for', () => {
    const { findNext } = planPings({ period_seconds: null, cron: '0 3 * * *', timezone: 'UTC' }, 0)
    expect(findNext(Date.parse('2026-05-01T02:59:58Z'))).toBe(Date.parse('2026-05-02T03:00:00Z'))
    expect(findNext(Date.parse('2026-05-01T02:59:50Z'))).toBe(Date.parse('2026-05-01T03:00:00Z'))
  })
})
