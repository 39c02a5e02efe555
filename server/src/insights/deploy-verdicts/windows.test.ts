import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { DAYS_BEFORE, planNextLook, planWindows } from './windows.ts'

const at = (text: string): number => Date.parse(text)
const text = (ms: number): string => new Date(ms).toISOString()

describe('the windows of a comparison', () => {
  it('are the hours since the deploy and the same hours of the days before', () => {
    const windows = planWindows(at('2026-11-16T09:00:00Z'), at('2026-11-16T11:30:00Z'), 'UTC')
    expect(windows).toHaveLength(1 + DAYS_BEFORE)
    expect(windows.slice(0, 2).map(({ from_ms, to_ms }) => [text(from_ms), text(to_ms)])).toEqual([
      ['2026-11-16T09:00:00.000Z', '2026-11-16T11:30:00.000Z'],
      ['2026-11-15T09:00:00.000Z', '2026-11-15T11:30:00.000Z'],
    ])
  })

  it("follow the website's local time: nine o'clock stays nine across daylight saving time", () => {
    const windows = planWindows(at('2026-03-30T07:00:00Z'), at('2026-03-30T08:00:00Z'), 'Europe/Berlin')
    expect(text(windows[2]?.from_ms ?? 0)).toBe('2026-03-28T08:00:00.000Z')
  })

  it('never reach into the time after the deploy, and give each hour the same weight on both sides', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.integer({ min: 1, max: 48 * HOUR_MS }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
        (deployed_ms, length_ms, timezone) => {
          const windows = planWindows(deployed_ms, deployed_ms + length_ms, timezone)
          const [after, before] = [
            windows.filter(({ side }) => side === 'after'),
            windows.filter(({ side }) => side === 'before'),
          ]
          expect(after.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)).toBe(length_ms)
          for (const { from_ms, to_ms } of before) {
            expect(to_ms).toBeLessThanOrEqual(deployed_ms)
            expect(from_ms).toBeLessThanOrEqual(to_ms)
          }
          const total = before.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)
          expect(Math.abs(total - DAYS_BEFORE * length_ms)).toBeLessThanOrEqual(2 * 2 * HOUR_MS)
        },
      ),
    )
  })

  it('are looked at every five minutes at first, then less often', () => {
    const after = (hours: number): number => (planNextLook(0, hours * HOUR_MS) - hours * HOUR_MS) / 60_000
    expect([0.1, 1.9, 3, 11, 13, 47].map(after)).toEqual([5, 5, 15, 15, 60, 60])
  })
})
