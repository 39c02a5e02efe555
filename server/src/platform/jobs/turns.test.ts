import { setImmediate as pass } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FetchTurns } from './turns.ts'

afterEach(() => void vi.useRealTimers())

describe('FetchTurns', () => {
  it('gives one turn at a time, in the order of the calls', async () => {
    const turns = new FetchTurns()
    const started: number[] = []
    const ends = [1, 2, 3].map(async (n) => {
      const end = await turns.take()
      started.push(n)
      return end
    })
    await pass()
    expect(started).toEqual([1])
    const end = await ends[0]
    end?.()
    end?.()
    await pass()
    expect(started).toEqual([1, 2])
    ;(await ends[1])?.()
    await pass()
    expect(started).toEqual([1, 2, 3])
  })

  it('passes on a turn that was not ended after one second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const turns = new FetchTurns()
    await turns.take()
    let isNext = false
    void turns.take().then(() => (isNext = true))
    await vi.advanceTimersByTimeAsync(900)
    expect(isNext).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(isNext).toBe(true)
  })
})
