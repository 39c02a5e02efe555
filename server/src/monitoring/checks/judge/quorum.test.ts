import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Effect } from './event.ts'
import { judgeQuorum, type LocationState } from './quorum.ts'
import { createState, type MonitorState } from './state.ts'
import { sized } from '../../../../test/support/size.ts'

const schedule = { interval_ms: 60_000, phase_ms: 0 }
const AGGREGATE: MonitorState = { ...createState(1000, { schedule, is_active: true }), next_due_at: null }
const NEXT = 60_000
const UP: LocationState = { status: 'up', unknown: null, unobserved_since: null, next_due_at: NEXT }
const DOWN: LocationState = { status: 'down', unknown: null, unobserved_since: null, next_due_at: NEXT }
const NEW: LocationState = { status: 'pending', unknown: null, unobserved_since: 1000, next_due_at: NEXT }
const BLIND: LocationState = { status: 'up', unknown: 'offline', unobserved_since: 4000, next_due_at: NEXT }
/** The probers of these locations died long before the recorded check. */
const DEAD_UP: LocationState = { ...UP, next_due_at: -100_000 }
const DEAD_DOWN: LocationState = { ...DOWN, next_due_at: -100_000 }

const cause = { kind: 'timeout', http_status: null, message: 'Too slow.' } as const
const opened: Effect = { kind: 'open_incident', started_at: 4500, confirmed_at: 5000, cause, alert: 'send' }
const vote = (effects: Effect[] = []) => ({ at: 5000, now: 5100, effects, timeout_ms: 10_000, due_before: 4000 })
const up: MonitorState = { ...AGGREGATE, status: 'up', unobserved_since: null }

describe('judgeQuorum', () => {
  it('opens one incident when the quorum is reached, starting at the failure that reached it', () => {
    const first = judgeQuorum(up, [DOWN, UP, UP], 2, vote([opened]))
    expect(first).toEqual({ state: up, effects: [] })
    const second = judgeQuorum(up, [DOWN, DOWN, UP], 2, vote([opened]))
    expect(second.state.status).toBe('down')
    expect(second.effects).toEqual([
      { kind: 'open_incident', started_at: 4500, confirmed_at: 5100, cause, alert: 'send' },
    ])
    expect(judgeQuorum(second.state, [DOWN, DOWN, DOWN], 2, vote([opened])).effects).toEqual([])
  })

  it('resolves the incident when the quorum is lost', () => {
    const down: MonitorState = { ...up, status: 'down', incident_floor_at: 4600 }
    const resolved: Effect = { kind: 'resolve_incident', resolved_at: 4900, resolution: 'recovered', alert: 'send' }
    const after = judgeQuorum(down, [DOWN, UP, UP], 2, vote([resolved]))
    expect(after.state.status).toBe('up')
    expect(after.effects).toEqual([
      { kind: 'resolve_incident', resolved_at: 4900, resolution: 'recovered', alert: 'send' },
    ])
  })

  it('keeps the aggregate pending and unobserved until one location has reported', () => {
    expect(judgeQuorum(AGGREGATE, [NEW, NEW], 1, vote()).state).toEqual(AGGREGATE)
    const seen = judgeQuorum(AGGREGATE, [UP, NEW], 2, vote())
    expect(seen.state).toMatchObject({ status: 'up', unobserved_since: null })
    expect(seen.effects).toEqual([{ kind: 'record_unobserved', from: 1000, to: 5000, reason: 'unknown' }])
  })

  it('marks the aggregate unobserved only while no location observes the target', () => {
    expect(judgeQuorum(up, [BLIND, UP], 2, vote()).state.unobserved_since).toBeNull()
    const blind = judgeQuorum(up, [BLIND, BLIND], 2, vote()).state
    expect(blind).toMatchObject({ status: 'up', unknown: 'offline', unobserved_since: 5000 })
  })

  it('gives no vote to a location that is overdue, has not reported yet or could not check', () => {
    const down: MonitorState = { ...up, status: 'down', incident_floor_at: 4600 }
    for (const silent of [DEAD_DOWN, NEW, { ...BLIND, status: 'down' } as const]) {
      expect(judgeQuorum(up, [DOWN, silent, UP], 2, vote([opened])).state.status).toBe('up')
      expect(judgeQuorum(down, [silent, UP], 1, vote()).state.status).toBe('up')
      expect(judgeQuorum(down, [silent, DOWN], 2, vote()).state.status).toBe('down')
    }
  })

  it('keeps the vote of a location whose check is still within its timeout', () => {
    const waiting: LocationState = { ...DOWN, next_due_at: 5100 - 60_000 - 10_000 }
    expect(judgeQuorum(up, [waiting, DOWN], 2, vote([opened])).state.status).toBe('down')
  })

  it('records the time during which no location checked', () => {
    const late = { ...vote(), at: 500_000, now: 500_100, due_before: 100_000 }
    const next: LocationState = { ...UP, next_due_at: 560_000 }
    const seen = judgeQuorum(up, [next, DEAD_UP], 1, late)
    expect(seen.effects).toEqual([{ kind: 'record_unobserved', from: 100_000, to: 500_000, reason: 'unknown' }])
    const blind = judgeQuorum(up, [{ ...next, unknown: 'offline', unobserved_since: 500_000 }, DEAD_UP], 1, late)
    expect(blind).toMatchObject({ state: { unknown: 'offline', unobserved_since: 100_000 }, effects: [] })
  })

  it('does not change a paused monitor', () => {
    const paused: MonitorState = { ...AGGREGATE, status: 'paused' }
    expect(judgeQuorum(paused, [DOWN, DOWN], 1, vote([opened]))).toEqual({ state: paused, effects: [] })
  })

  it('alternates between opening and resolving, in time order, for any sequence of votes', () => {
    const location = fc.constantFrom(UP, DOWN, NEW, BLIND, DEAD_UP, DEAD_DOWN)
    const rounds = fc.array(fc.array(location, { minLength: 3, maxLength: 3 }), { maxLength: 60 })
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 3 }), (history, quorum) => {
        let aggregate = AGGREGATE
        let isOpen = false
        let last = 0
        history.forEach((locations, n) => {
          const now = 10_000 + n * 100
          const { state, effects } = judgeQuorum(aggregate, locations, quorum, { ...vote(), at: now, now })
          for (const effect of effects) {
            if (effect.kind === 'open_incident') {
              expect(isOpen).toBe(false)
              expect(effect.started_at).toBeGreaterThanOrEqual(last)
              last = effect.confirmed_at
              isOpen = true
            } else if (effect.kind === 'resolve_incident') {
              expect(isOpen).toBe(true)
              expect(effect.resolved_at).toBeGreaterThanOrEqual(last)
              last = effect.resolved_at
              isOpen = false
            }
          }
          // No voting location reports the target as up, so the last known status stays.
          const wasOpen = aggregate.status === 'down' && !locations.includes(UP)
          expect(isOpen).toBe(locations.filter((one) => one === DOWN).length >= quorum || wasOpen)
          expect(state.status === 'down').toBe(isOpen)
          aggregate = state
        })
      }),
      { numRuns: sized(500, 2000) },
    )
  })
})
