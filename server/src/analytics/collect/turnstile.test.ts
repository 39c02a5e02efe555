import { describe, expect, it } from 'vitest'
import { createTurnstile } from './turnstile.ts'

/** Lets in that many of each website in a moment. */
function createLimit(most: number) {
  let counts = new Map<number, number>()
  return {
    admit(website_id: number) {
      const count = (counts.get(website_id) ?? 0) + 1
      counts.set(website_id, count)
      return count <= most
    },
    turn: () => void (counts = new Map()),
  }
}

describe('a turnstile', () => {
  it('lets in at once, then by turns, first come first served, and others meanwhile', async () => {
    const turnstile = createTurnstile(createLimit(2))
    const order: number[] = []
    const enter = (n: number, site = 1) => Promise.resolve(turnstile.enter(site)).then((isIn) => isIn && order.push(n))
    const entered = [1, 2, 3, 4, 5].map((n) => enter(n))
    await enter(100, 2)
    expect(order.sort((a, b) => a - b)).toEqual([1, 2, 100])
    order.length = 0
    turnstile.turn()
    const late = enter(6)
    await Promise.resolve()
    turnstile.turn()
    await Promise.all([...entered, late])
    expect(order).toEqual([3, 4, 5, 6])
    expect(turnstile.enter(3)).toBe(true)
  })

  it('sends away who has waited too long, and who finds too many waiting', async () => {
    const turnstile = createTurnstile(createLimit(0))
    const waiting = Array.from({ length: 1000 }, () => Promise.resolve(turnstile.enter(1)))
    expect(turnstile.enter(1)).toBe(false)
    turnstile.turn(Date.now() + 1000)
    turnstile.turn(Date.now() + 5000)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]))
    expect(turnstile.enter(1)).toBeInstanceOf(Promise)
  })
})
