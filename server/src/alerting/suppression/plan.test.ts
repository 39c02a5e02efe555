import { describe, expect, it } from 'vitest'
import { type Parent, planAlert, type Situation } from './plan.ts'

const START = 1_000_000
const CONFIRMED = START + 20_000

const router = (over: Partial<Parent> = {}): Parent => ({
  monitor_id: 1,
  is_down: false,
  is_confirming: false,
  is_observed: true,
  checked_at: START + 5000,
  recovered_at: null,
  ...over,
})

const plan = (over: Partial<Situation>) =>
  planAlert({
    now: CONFIRMED,
    started_at: START,
    confirmed_at: CONFIRMED,
    checked_at: over.now ?? CONFIRMED,
    is_recovering: false,
    parents: [router()],
    ...over,
  })

describe('planAlert', () => {
  it('alerts when every parent was checked and is up', () => {
    expect(plan({}).kind).toBe('alert')
    expect(plan({ parents: [router(), router({ monitor_id: 2 })] }).kind).toBe('alert')
  })

  it('suppresses the alert while any parent is down, however long that takes', () => {
    const parents = [router(), router({ monitor_id: 2, is_down: true })]
    expect(plan({ parents })).toMatchObject({ kind: 'suppress', by: 2 })
    expect(plan({ parents, now: CONFIRMED + 86_400_000 })).toMatchObject({ kind: 'suppress', by: 2 })
  })

  it.each([
    ['is being confirmed', router({ is_confirming: true })],
    ['was not checked since the first failure', router({ checked_at: START - 1 })],
    ['was never checked', router({ checked_at: null })],
  ])('waits up to a minute for a parent that %s', (_why, parent) => {
    expect(plan({ parents: [parent] })).toEqual({ kind: 'wait', look_at: CONFIRMED + 2000 })
    expect(plan({ parents: [parent], now: CONFIRMED + 59_999 }).kind).toBe('wait')
    expect(plan({ parents: [parent], now: CONFIRMED + 60_000 }).kind).toBe('alert')
  })

  it('does not wait for a parent that is paused or in maintenance', () => {
    expect(plan({ parents: [router({ is_observed: false, checked_at: null })] }).kind).toBe('alert')
  })

  it('gives a child two minutes to recover after its parent', () => {
    const recovered_at = START + 300_000
    const parents = [router({ recovered_at })]
    expect(plan({ parents, now: recovered_at })).toEqual({ kind: 'wait', look_at: recovered_at + 120_000 })
    expect(plan({ parents, now: recovered_at + 120_000 }).kind).toBe('alert')
  })

  it('waits up to ten minutes for a child that is recovering or was not checked since', () => {
    const recovered_at = START + 300_000
    const parents = [router({ recovered_at })]
    for (const over of [{ is_recovering: true }, { checked_at: recovered_at - 1 }, { checked_at: null }]) {
      expect(plan({ parents, now: recovered_at + 130_000, ...over }).kind).toBe('wait')
      expect(plan({ parents, now: recovered_at + 600_000, ...over }).kind).toBe('alert')
    }
  })

  it('alerts about a child that failed after its parent had recovered', () => {
    expect(plan({ parents: [router({ recovered_at: START - 1 })] }).kind).toBe('alert')
  })
})
