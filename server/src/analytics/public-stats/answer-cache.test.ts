import { describe, expect, it } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

describe('the answer cache', () => {
  it('computes an answer once for concurrent requests, and keeps a limited number', async () => {
    const cache = createAnswerCache<string>({ keep_ms: 60_000, max: 2 })
    const computed: string[] = []
    const read = (key: string) =>
      cache.read(key, async () => {
        computed.push(key)
        return key.toUpperCase()
      })
    expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['A', 'A', 'B'])
    await read('c')
    await read('b')
    await read('a')
    expect(computed).toEqual(['a', 'b', 'c', 'a'])
  })

  it('does not cache failures, and expires cached answers', async () => {
    const cache = createAnswerCache<number>({ keep_ms: 0, max: 2 })
    await expect(cache.read('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.read('a', async () => 1)).toBe(1)
    expect(await cache.read('a', async () => 2)).toBe(2)
  })
})
