import { describe, expect, it } from 'vitest'
import { SkipPause } from './skip-pause.ts'

const BOUNDS = { min_ms: 250, max_ms: 1000, factor: 3 }

describe('SkipPause', () => {
  it('is three times as long as the claim took, within bounds', () => {
    expect(new SkipPause(BOUNDS).plan_ms(5)).toBe(250)
    expect(new SkipPause(BOUNDS).plan_ms(140)).toBe(420)
    expect(new SkipPause(BOUNDS).plan_ms(2000)).toBe(1000)
  })

  it('does not grow because of a single slow claim, which may have waited for a busy machine', () => {
    const pause = new SkipPause(BOUNDS)
    expect([5, 8, 217, 6].map((took_ms) => pause.plan_ms(took_ms))).toEqual([250, 250, 250, 250])
  })

  it('grows once every claim is slow', () => {
    const pause = new SkipPause(BOUNDS)
    expect([5, 300, 200, 400, 300].map((took_ms) => pause.plan_ms(took_ms))).toEqual([250, 250, 250, 250, 600])
  })
})
