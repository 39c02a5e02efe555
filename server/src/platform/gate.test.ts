import { describe, expect, it } from 'vitest'
import { createGate, GateFull } from './gate.ts'

describe('createGate', () => {
  it('runs a limited number of tasks at once, queues a limited number, and refuses the rest', async () => {
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
    const results = (await outcomes).map((each) =>
      each.status === 'fulfilled' ? each.value : (each.reason as Error).name,
    )
    expect(results).toEqual(['done', 'done', 'done', 'done', 'done', 'GateFull', 'GateFull', 'GateFull'])
    expect([inside, max]).toEqual([0, 2])
  })

  it('starts the next task after one that fails', async () => {
    const gate = createGate({ at_once: 1, max_waiting: 1 })
    const fail = () => gate.pass(() => Promise.reject(new Error('no')))
    await Promise.all([expect(fail()).rejects.toThrow('no'), expect(fail()).rejects.toThrow('no')])
    expect(await gate.pass(async () => 'in')).toBe('in')
    await expect(Promise.all([0, 0, 0].map(() => gate.pass(async () => 'in')))).rejects.toBeInstanceOf(GateFull)
  })
})
