import { describe, expect, it } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'
import { createGate, GateFull } from '../../platform/gate.ts'

describe('the gate', () => {
  it('runs a limited number at once, lets a limited number wait, and refuses the rest', async () => {
    const gate = createGate({ at_once: 2, max_waiting: 3 })
    let inside = 0
    let max = 0
    const open = Promise.withResolvers<void>()
    const works = Array.from({ length: 8 }, () =>
      gate.pass(async () => {
        max = Math.max(max, ++inside)
        await open.promise
        inside--
        return 'done'
      }),
    )
    const outcomes = Promise.allSettled(works)
    open.resolve()
    const told = (await outcomes).map((each) =>
      each.status === 'fulfilled' ? each.value : (each.reason as Error).name,
    )
    expect(told).toEqual(['done', 'done', 'done', 'done', 'done', 'GateFull', 'GateFull', 'GateFull'])
    expect([inside, max]).toEqual([0, 2])
  })

  it('is released by work that fails', async () => {
    const gate = createGate({ at_once: 1, max_waiting: 1 })
    const fail = () => gate.pass(() => Promise.reject(new Error('no')))
    await Promise.all([expect(fail()).rejects.toThrow('no'), expect(fail()).rejects.toThrow('no')])
    expect(await gate.pass(async () => 'in')).toBe('in')
    await expect(Promise.all([0, 0, 0].map(() => gate.pass(async () => 'in')))).rejects.toBeInstanceOf(GateFull)
  })
})

describe('the cache', () => {
  it('computes an answer once for concurrent requests, and keeps a limited number', async () => {
    const cache = createAnswerCache<string>({ keep_ms: 60_000, max: 2 })
    const made: string[] = []
    const read = (key: string) =>
      cache.read(key, async () => {
        made.push(key)
        return key.toUpperCase()
      })
    expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['A', 'A', 'B'])
    await read('c')
    await read('b')
    await read('a')
    expect(made).toEqual(['a', 'b', 'c', 'a'])
  })

  it('keeps no failure, and nothing for ever', async () => {
    const cache = createAnswerCache<number>({ keep_ms: 0, max: 2 })
    await expect(cache.read('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.read('a', async () => 1)).toBe(1)
    expect(await cache.read('a', async () => 2)).toBe(2)
  })
})
