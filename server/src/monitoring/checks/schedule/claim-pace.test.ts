import type { MonitorType } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { mapCheckTypes } from '../types/check-types.ts'
import { ClaimPace } from './claim-pace.ts'
import type { ClaimRequest } from './claim.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'

const FREE = { free: 400, isWorthClaiming: true }
const SCARCE = { free: 20, isWorthClaiming: false }
const FULL = { free: 0, isWorthClaiming: false }
const TYPES: MonitorType[] = ['http', 'ping']
const FULL_TEAM = { team_room: 10, host_room: 5, teams: { 7: 0 }, hosts: {}, pairs: [] }

const request = (type: MonitorType, more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  location: '',
  type,
  limit: 10,
  ...more,
})
const answer = (claimed: readonly MonitorType[], { is_more = false, idle_ms = null as number | null } = {}) => ({
  held: claimed.map((type) => ({ prober_id: 1, check: { type } as ClaimedCheck })),
  is_more,
  idle_ms,
})
const at = (claimed_ms: number, now_ms = claimed_ms) => ({ claimed_ms, now_ms })

function makePace() {
  const pools = mapCheckTypes(() => FREE)
  const pace = new ClaimPace(pools)
  const listClaimable = (now_ms: number): MonitorType[] => TYPES.filter((type) => pace.mayClaim(type, now_ms))
  return { pools, pace, listClaimable }
}

describe('ClaimPace', () => {
  it('claims every type at first, and then when the next check is due, within a quarter of a second to one', () => {
    const { pace, listClaimable } = makePace()
    expect([listClaimable(0), pace.plan_ms(TYPES, 0)]).toEqual([TYPES, 0])
    for (const [idle_ms, pause_ms] of [
      [null, 1000],
      [5000, 1000],
      [600, 600],
      [3, 250],
    ] as const) {
      pace.recordAnswer(
        TYPES.map((type) => request(type)),
        answer([], { idle_ms }),
        at(0),
      )
      expect(pace.plan_ms(TYPES, 0)).toBe(pause_ms)
    }
  })

  it('claims a type again at once if more is due and its pool has much room', () => {
    const { pace, listClaimable } = makePace()
    pace.recordAnswer(
      TYPES.map((type) => request(type)),
      answer(['http'], { is_more: true }),
      at(0),
    )
    expect([listClaimable(1), pace.plan_ms(TYPES, 1)]).toEqual([['http'], 0])
  })

  it('claims a crowded type after a quarter of a second, or as soon as its pool has much room', () => {
    const { pools, pace, listClaimable } = makePace()
    pace.recordAnswer([request('http')], answer(['http'], { is_more: true }), at(0))
    pools.http = SCARCE
    expect([pace.hasRoomAgain('http'), pace.mayClaim('http', 100), pace.plan_ms(['http'], 100)]).toEqual([
      false,
      false,
      150,
    ])
    expect(listClaimable(250)).toContain('http')
    pools.http = FREE
    expect([pace.hasRoomAgain('http'), pace.mayClaim('http', 100)]).toEqual([true, true])
  })

  it('does not claim other types whenever a crowded one has room again', () => {
    const { pools, pace, listClaimable } = makePace()
    pools.http = SCARCE
    pace.recordAnswer(
      TYPES.map((type) => request(type)),
      answer(['http'], { is_more: true, idle_ms: 900 }),
      at(0),
    )
    expect([listClaimable(100), pace.plan_ms(TYPES, 100)]).toEqual([[], 150])
    pools.http = FREE
    expect(listClaimable(100)).toEqual(['http'])
    pools.http = FULL
    expect([listClaimable(250), pace.plan_ms(['http'], 250)]).toEqual([['ping'], 250])
  })

  it('claims the others in time while one type pauses because it skips checks of busy teams', () => {
    const { pace, listClaimable } = makePace()
    pace.recordAnswer([request('http', { busy: FULL_TEAM }), request('ping')], answer([], { idle_ms: 300 }), at(0, 300))
    expect([listClaimable(550), pace.plan_ms(TYPES, 300)]).toEqual([['ping'], 300])
    expect(listClaimable(1200)).toEqual(TYPES)
  })

  it('claims a type soon after a claim for the others only, which does not show what else is due', () => {
    const { pools, pace } = makePace()
    pools.http = SCARCE
    pace.recordAnswer([request('http', { busy: FULL_TEAM, isOthersTurn: true })], answer([]), at(0, 200))
    expect(pace.plan_ms(['http'], 200)).toBe(50)
    pools.http = FREE
    expect(pace.plan_ms(['http'], 200)).toBe(0)
  })

  it('waits a quarter of a second while there is no type to claim', () => {
    expect(makePace().pace.plan_ms([], 0)).toBe(250)
  })
})
