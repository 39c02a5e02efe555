import { describe, expect, it } from 'vitest'
import type { ClaimRequest, Pair } from './claim.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'
import { OthersTurn } from './others-turn.ts'

const HTTP: Pair = { location: '', type: 'http' }
const PING: Pair = { location: '', type: 'ping' }
const BUSY = { team_room: 10, host_room: 5, teams: {}, hosts: {}, pairs: [] }

interface Owned {
  readonly team_id: number
  readonly host_key: number
}

/** `count` checks of a team, each at a different host. */
const checksOf = (team_id: number, count: number): Owned[] =>
  Array.from({ length: count }, (_, n) => ({ team_id, host_key: team_id * 1000 + n }))

class Claims {
  now_ms = 0
  #turn = new OthersTurn()

  /** A claim that finds these checks. Returns the teams and hosts that it left out. */
  claim(found: readonly Owned[], { is_more = true, took_ms = 2, teams = {}, team_room = 10, pair = HTTP } = {}) {
    const request: ClaimRequest = this.#turn.plan(
      { ...pair, limit: 500, busy: { ...BUSY, teams, team_room } },
      this.now_ms,
    )
    const held = found.map((check) => ({ prober_id: 1, check: { ...pair, ...check } as ClaimedCheck }))
    this.now_ms += took_ms
    this.#turn.recordAnswer([request], { held, is_more }, { took_ms, now_ms: this.now_ms })
    const listFull = (rooms: Readonly<Record<string, number>> = {}) =>
      Object.keys(rooms).filter((key) => rooms[key] === 0)
    return { teams: listFull(request.busy?.teams), hosts: listFull(request.busy?.hosts) }
  }
}

const NOTHING_SKIPPED = { teams: [], hosts: [] }

describe('OthersTurn', () => {
  it('leaves out a team in the next claim after it used all its room, and only in that one', () => {
    const claims = new Claims()
    expect(claims.claim(checksOf(7, 10))).toEqual(NOTHING_SKIPPED)
    expect(claims.claim(checksOf(8, 1), { is_more: false })).toEqual({ teams: ['7'], hosts: [] })
    expect(claims.claim(checksOf(7, 3))).toEqual(NOTHING_SKIPPED)
  })

  it('uses the room that the request gives the team', () => {
    const claims = new Claims()
    claims.claim([...checksOf(7, 2), ...checksOf(8, 2)], { teams: { 7: 2, 8: 30 } })
    expect(claims.claim([]).teams).toEqual(['7'])
  })

  it('leaves out a host that used all its room', () => {
    const claims = new Claims()
    claims.claim(Array.from({ length: 5 }, () => ({ team_id: 7, host_key: 99 })))
    expect(claims.claim([])).toEqual({ teams: [], hosts: ['99'] })
  })

  it('leaves out nobody if no more checks were due, or if everybody has room', () => {
    const claims = new Claims()
    claims.claim(checksOf(7, 10), { is_more: false })
    expect(claims.claim(checksOf(7, 9))).toEqual(NOTHING_SKIPPED)
    expect(claims.claim([])).toEqual(NOTHING_SKIPPED)
  })

  it('leaves out nobody if many teams used all their room, because then the claim was mixed', () => {
    const claims = new Claims()
    claims.claim(Array.from({ length: 21 }, (_, n) => checksOf(n + 1, 10)).flat())
    expect(claims.claim([])).toEqual(NOTHING_SKIPPED)
  })

  it('waits until there is room for a team that has no checks running', () => {
    const claims = new Claims()
    claims.claim(checksOf(7, 3), { team_room: 0, teams: { 7: 3 } })
    expect(claims.claim(checksOf(7, 10))).toEqual(NOTHING_SKIPPED)
    expect(claims.claim([], { team_room: 0 })).toEqual(NOTHING_SKIPPED)
    expect(claims.claim([]).teams).toEqual(['7'])
  })

  it('forgets a team as soon as a claim has seen all that was due', () => {
    const claims = new Claims()
    claims.claim(checksOf(7, 10))
    claims.claim([])
    claims.claim(checksOf(7, 10))
    claims.claim(checksOf(7, 1), { is_more: false })
    claims.now_ms += 10_000
    expect(claims.claim([])).toEqual(NOTHING_SKIPPED)
  })

  it('also leaves out, at the next turn, the team that used up the turn of the others', () => {
    const claims = new Claims()
    claims.claim(checksOf(7, 10))
    expect(claims.claim(checksOf(8, 10)).teams).toEqual(['7'])
    claims.now_ms += 10_000
    expect(claims.claim(checksOf(7, 10)).teams).toEqual([])
    expect(claims.claim(checksOf(9, 1)).teams).toEqual(['7', '8'])
    claims.now_ms += 10_000
    claims.claim(checksOf(7, 10))
    expect(claims.claim([]).teams).toEqual(['7'])
  })

  it.each([
    { took_ms: 5, pause_ms: 1000 },
    { took_ms: 100, pause_ms: 1900 },
    { took_ms: 3000, pause_ms: 5000 },
  ])('pauses $pause_ms ms after a turn that took $took_ms ms', ({ took_ms, pause_ms }) => {
    const claims = new Claims()
    claims.claim(checksOf(7, 10))
    claims.claim([], { took_ms })
    const ended_ms = claims.now_ms
    claims.claim(checksOf(7, 10))
    claims.now_ms = ended_ms + pause_ms - 1
    expect(claims.claim(checksOf(7, 10), { took_ms: 1 })).toEqual(NOTHING_SKIPPED)
    expect(claims.claim([]).teams).toEqual(['7'])
  })

  it('keeps the check types apart', () => {
    const claims = new Claims()
    claims.claim(checksOf(7, 10))
    expect(claims.claim([], { pair: PING })).toEqual(NOTHING_SKIPPED)
    expect(claims.claim([]).teams).toEqual(['7'])
  })
})
