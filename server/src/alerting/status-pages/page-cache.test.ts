import { describe, expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'

function count(text: string | null) {
  let calls = 0
  return {
    make: async () => {
      calls++
      return text
    },
    calls: () => calls,
  }
}

describe('the cache of rendered pages', () => {
  it('renders a page once for all requests within fifteen seconds, a missing page too', async () => {
    for (const text of ['page', null]) {
      let time = 0
      const cache = createPageCache({ now: () => time })
      const { make, calls } = count(text)
      expect(await Promise.all([cache.get('a', make), cache.get('a', make)])).toEqual([text, text])
      time = 14_999
      await cache.get('a', make)
      expect(calls()).toBe(1)
      time = 15_000
      await cache.get('a', make)
      expect(calls()).toBe(2)
    }
  })

  it('does not cache a failure', async () => {
    const cache = createPageCache()
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('a', async () => 'back')).toBe('back')
  })

  it('evicts the oldest page beyond its size or count limit', async () => {
    const small = createPageCache({ max_entries: 2 })
    const first = count('x')
    await small.get('a', first.make)
    await small.get('b', count('x').make)
    await small.get('c', count('x').make)
    await small.get('a', first.make)
    expect(first.calls()).toBe(2)
    const tight = createPageCache({ max_bytes: 100 })
    const [large, other] = [count('x'.repeat(40)), count('y'.repeat(40))]
    await tight.get('a', large.make)
    await tight.get('b', other.make)
    await tight.get('b', other.make)
    await tight.get('a', large.make)
    expect([large.calls(), other.calls()]).toEqual([2, 1])
  })

  it('renders an invalidated page again, even if it was being rendered', async () => {
    const cache = createPageCache()
    let finish: (text: string) => void = () => undefined
    const old = cache.get('a', () => new Promise((resolve) => (finish = resolve)))
    cache.drop('a')
    const made = cache.get('a', async () => 'new')
    finish('old')
    expect(await Promise.all([old, made])).toEqual(['old', 'new'])
    expect(await cache.get('a', count('other').make)).toBe('new')
    cache.clear()
    expect(await cache.get('a', count('other').make)).toBe('other')
  })
})
