import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GateFull } from '../gate.ts'
import { shareKeyOf, TeamShare } from './team-share.ts'

const LIMIT_MS = 10_000
const [BUSY, SECOND, THIRD, FOURTH] = [1, 2, 3, 4]

const settle = () => vi.advanceTimersByTimeAsync(0)

/** `entered` lists the admitted transactions in order. */
function createTurns(size: number) {
  const share = new TeamShare({ size, max_wait_ms: LIMIT_MS })
  const entered: string[] = []
  const inside = new Map<string, () => void>()
  const enter = (key: number, name: string): Promise<void> =>
    share.enter(key).then((leave) => {
      entered.push(name)
      inside.set(name, leave)
    })
  const leave = async (name: string): Promise<void> => {
    await settle()
    inside.get(name)?.()
    inside.delete(name)
    await settle()
  }
  return { share, entered, inside, enter, leave }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the share of a team in the connection pool', () => {
  it('is two thirds for a team that is alone, and the rest of its transactions wait', async () => {
    const { share, entered, enter } = createTurns(10)
    for (let at = 0; at < 30; at++) void enter(BUSY, `${at}`).catch(() => undefined)
    await settle()
    expect(entered).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(share.waiting).toBe(23)
  })

  it('leaves room for the next teams, which enter at once', async () => {
    const { entered, enter } = createTurns(10)
    for (let at = 0; at < 30; at++) void enter(BUSY, 'busy').catch(() => undefined)
    await Promise.all([enter(SECOND, 'second'), enter(THIRD, 'third')])
    expect(entered.slice(-2)).toEqual(['second', 'third'])
  })

  it('is the only connection of a pool of one', async () => {
    const { entered, enter, leave } = createTurns(1)
    await enter(BUSY, 'first')
    void enter(BUSY, 'next')
    await leave('first')
    expect(entered).toEqual(['first', 'next'])
  })

  it('is a separate one for the background work of the same team', async () => {
    const system = shareKeyOf({ team_id: BUSY, system: true })
    expect(shareKeyOf({ team_id: BUSY, user_id: 5, role: 'owner', key_id: 7 })).toBe(BUSY)
    const { entered, enter } = createTurns(10)
    for (let at = 0; at < 30; at++) void enter(BUSY, 'request').catch(() => undefined)
    await enter(system, 'background')
    expect(entered.at(-1)).toBe('background')
  })

  it('shrinks when other teams arrive, which get the connections that it releases', async () => {
    const { entered, enter, leave } = createTurns(10)
    for (let at = 0; at < 9; at++) void enter(BUSY, `b${at}`)
    await Promise.all([enter(SECOND, 's1'), enter(SECOND, 's2'), enter(THIRD, 't1')])
    void enter(SECOND, 's3')
    void enter(FOURTH, 'f1')
    for (const name of ['b0', 'b1']) await leave(name)
    expect(entered.slice(10)).toEqual(['f1'])
    await leave('b2')
    expect(entered.slice(10)).toEqual(['f1', 's3'])
  })
})

describe('the queue for a share', () => {
  it('admits the transactions of a team in the order in which they came', async () => {
    const { entered, enter, leave } = createTurns(1)
    for (const name of ['1', '2', '3', '4']) void enter(BUSY, name)
    for (const name of ['1', '2', '3']) await leave(name)
    expect(entered).toEqual(['1', '2', '3', '4'])
  })

  it('alternates between teams, however many transactions of one of them wait', async () => {
    const { entered, enter, leave } = createTurns(1)
    await enter(FOURTH, 'first')
    for (const name of ['b1', 'b2', 'b3']) void enter(BUSY, name)
    for (const name of ['s1', 's2']) void enter(SECOND, name)
    void enter(THIRD, 't1')
    for (const name of ['first', 'b1', 's1', 't1', 'b2', 's2']) await leave(name)
    expect(entered).toEqual(['first', 'b1', 's1', 't1', 'b2', 's2', 'b3'])
  })

  it('rejects a transaction that waited too long with GateFull, and no longer counts it', async () => {
    const { share, entered, enter, leave } = createTurns(1)
    await enter(BUSY, 'first')
    const refused = enter(BUSY, 'late').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1)
    expect(share.waiting).toBe(1)
    void enter(BUSY, 'next')
    await vi.advanceTimersByTimeAsync(1)
    expect(await refused).toBeInstanceOf(GateFull)
    expect(share.waiting).toBe(1)
    await leave('first')
    expect(entered).toEqual(['first', 'next'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('never admits more than the pool has and leaks no place, in any order of enter, leave and timeout', async () => {
    const step = fc.oneof(
      fc.record({ enter: fc.integer({ min: -3, max: 3 }) }),
      fc.record({ leave: fc.nat(20) }),
      fc.record({ pass_ms: fc.nat(LIMIT_MS) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 80 }), async (size, steps) => {
        const { share, inside, enter, leave } = createTurns(size)
        const leaveNth = async (at: number) => leave([...inside.keys()][at % inside.size] ?? '')
        for (const [at, one] of steps.entries()) {
          if ('enter' in one) void enter(one.enter, `${at}`).catch(() => undefined)
          else if ('leave' in one) await leaveNth(one.leave)
          else await vi.advanceTimersByTimeAsync(one.pass_ms)
          await settle()
          expect(share.used).toBe(inside.size)
          expect(share.used).toBeLessThanOrEqual(size)
          // At least one is served while others wait.
          if (share.waiting > 0) expect(inside.size).toBeGreaterThan(0)
        }
        while (inside.size > 0) await leaveNth(0)
        expect([share.used, share.waiting, vi.getTimerCount()]).toEqual([0, 0, 0])
      }),
    )
  })
})
