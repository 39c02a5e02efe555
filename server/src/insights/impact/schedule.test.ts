import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { planNextMeasure } from './schedule.ts'

const after = (age_minutes: number): number | null => {
  const next = planNextMeasure(0, age_minutes * MINUTE_MS)
  return next === null ? null : next / MINUTE_MS - age_minutes
}

describe('planNextMeasure', () => {
  it('measures first when the traffic check is possible, then every few minutes, then less often, then no more', () => {
    expect(after(0)).toBe(5.5)
    expect(after(5)).toBe(0.5)
    expect(after(5.5)).toBe(3)
    expect(after(59)).toBe(3)
    expect(after(60)).toBe(15)
    expect(after(24 * 60)).toBe(60)
    expect(after(28 * 24 * 60)).toBeNull()
  })
})
