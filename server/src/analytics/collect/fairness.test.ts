import { describe, expect, it } from 'vitest'
import { createFairness } from './fairness.ts'

function run(loads: Record<number, number>, busy: number, ticks: number, fairness = createFairness(() => busy)) {
  let admitted: Record<string, number> = {}
  for (let n = 0; n < ticks; n++) {
    admitted = {}
    for (const [id, count] of Object.entries(loads)) {
      for (let each = 0; each < count; each++) if (fairness.admit(Number(id))) admitted[id] = (admitted[id] ?? 0) + 1
    }
    fairness.onTick()
  }
  return admitted
}

describe('fairness', () => {
  it('admits every website while there is no pressure', () =>
    expect(run({ 1: 5000, 2: 10 }, 0.8, 50)).toEqual({ 1: 5000, 2: 10 }))

  it('limits the one website that sends more than all others together, down to the floor, and no other', () => {
    expect(run({ 1: 5000, 2: 300, 3: 10 }, 1, 50)).toEqual({ 1: 10, 2: 300, 3: 10 })
  })

  it('limits no website when there is only one, or when none stands out', () => {
    expect(run({ 1: 5000 }, 1, 50)).toEqual({ 1: 5000 })
    expect(run({ 1: 800, 2: 800, 3: 800 }, 1, 50)).toEqual({ 1: 800, 2: 800, 3: 800 })
  })

  it('protects websites that sent something in the last ten seconds', () => {
    const fairness = createFairness(() => 1)
    run({ 2: 1 }, 1, 5, fairness)
    run({ 1: 1, 2: 1 }, 1, 5, fairness)
    expect(run({ 1: 5000 }, 1, 50, fairness)).toEqual({ 1: 10 })
    const afterPause = createFairness(() => 1)
    run({ 1: 1, 2: 1 }, 1, 5, afterPause)
    run({}, 1, 1000, afterPause)
    expect(run({ 1: 5000 }, 1, 50, afterPause)).toEqual({ 1: 5000 })
  })

  it('lifts the limit of a website that is the only one left, however busy it keeps the process', () => {
    const fairness = createFairness(() => 1)
    expect(run({ 1: 5000, 2: 10 }, 1, 50, fairness)).toEqual({ 1: 10, 2: 10 })
    expect(run({ 1: 500 }, 1, 900, fairness)).toEqual({ 1: 10 })
    expect(run({ 1: 500 }, 1, 200, fairness)).toEqual({ 1: 500 })
  })

  it('raises a limit slowly once the pressure is low', () => {
    let busy = 1
    const fairness = createFairness(() => busy)
    run({ 1: 5000, 2: 10 }, 1, 50, fairness)
    busy = 0.3
    expect(run({ 1: 5000, 2: 10 }, 0, 20, fairness)[1]).toBeLessThan(12)
    expect(run({ 1: 5000, 2: 10 }, 0, 4000, fairness)[1]).toBe(5000)
  })
})
