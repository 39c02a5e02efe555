import { describe, expect, it } from 'vitest'
import { createAdmissionQueue } from './admission-queue.ts'

/** Admits at most `max` requests per website and tick. */
function createLimit(max: number) {
  let counts = new Map<number, number>()
  return {
    admit(website_id: number) {
      const count = (counts.get(website_id) ?? 0) + 1
      counts.set(website_id, count)
      return count <= max
    },
    onTick: () => void (counts = new Map()),
  }
}

describe('the admission queue', () => {
  it('admits requests up to the limit at once, the rest in order at later ticks, and does not delay other websites', async () => {
    const queue = createAdmissionQueue(createLimit(2))
    const order: number[] = []
    const admit = (n: number, site = 1) =>
      Promise.resolve(queue.admit(site)).then((isAdmitted) => isAdmitted && order.push(n))
    const admissions = [1, 2, 3, 4, 5].map((n) => admit(n))
    await admit(100, 2)
    expect(order.sort((a, b) => a - b)).toEqual([1, 2, 100])
    order.length = 0
    queue.onTick()
    const late = admit(6)
    await Promise.resolve()
    queue.onTick()
    await Promise.all([...admissions, late])
    expect(order).toEqual([3, 4, 5, 6])
    expect(queue.admit(3)).toBe(true)
  })

  it('refuses requests that waited too long, and new ones while too many wait', async () => {
    const queue = createAdmissionQueue(createLimit(0))
    const waiting = Array.from({ length: 1000 }, () => Promise.resolve(queue.admit(1)))
    expect(queue.admit(1)).toBe(false)
    queue.onTick(Date.now() + 1000)
    queue.onTick(Date.now() + 5000)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]))
    expect(queue.admit(1)).toBeInstanceOf(Promise)
  })
})
