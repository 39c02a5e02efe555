import { describe, expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'

const sizeOf = (text: string | null): number => (text?.length ?? 0) * 2

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
      const cache = createPageCache({ now: () => time, sizeOf })
      const { make, calls } = count(text)
      expect(await Promise.all([cache.get('a', 'page', make), cache.get('a', 'page', make)])).toEqual([text, text])
      time = 9999
      await cache.get('a', 'page', make)
      expect(calls()).toBe(1)
      time = 15_000
      await cache.get('a', 'page', make)
      expect(calls()).toBe(2)
    }
  })

  it('does not cache a failure', async () => {
    const cache = createPageCache({ sizeOf })
    await expect(cache.get('a', 'page', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cache.get('a', 'page', async () => 'back')).toBe('back')
  })

  it('evicts the oldest page beyond its size or count limit', async () => {
    const small = createPageCache({ max_entries: 2, sizeOf })
    const first = count('x')
    await small.get('a', 'page', first.make)
    await small.get('b', 'page', count('x').make)
    await small.get('c', 'page', count('x').make)
    await small.get('a', 'page', first.make)
    expect(first.calls()).toBe(2)
    const tight = createPageCache({ max_bytes: 100, sizeOf })
    const [large, other] = [count('x'.repeat(40)), count('y'.repeat(40))]
    await tight.get('a', 'page', large.make)
    await tight.get('b', 'page', other.make)
    await tight.get('b', 'page', other.make)
    await tight.get('a', 'page', large.make)
    expect([large.calls(), other.calls()]).toEqual([2, 1])
  })

  it('renders an invalidated page again, even if it was being rendered', async () => {
    const cache = createPageCache({ sizeOf })
    let finish: (text: string) => void = () => undefined
    const old = cache.get('a', 'page', () => new Promise((resolve) => (finish = resolve)))
    cache.drop('a')
    const made = cache.get('a', 'page', async () => 'new')
    finish('old')
    expect(await Promise.all([old, made])).toEqual(['old', 'new'])
    expect(await cache.get('a', 'page', count('other').make)).toBe('new')
    await cache.get('a', 'feed', async () => 'old feed')
    await cache.get('b', 'page', async () => 'b')
    cache.drop('a')
    expect(await cache.get('a', 'feed', async () => 'new feed')).toBe('new feed')
    expect(await cache.get('b', 'page', count('other').make)).toBe('b')
    cache.expire()
    expect(await cache.get('a', 'page', count('other').make)).toBe('other')
  })

  it('renews a page in the background after ten seconds, and makes requests wait after fifteen', async () => {
    let time = 0
    const cache = createPageCache({ now: () => time, sizeOf })
    await cache.get('a', 'page', count('old').make)
    time = 10_000
    expect(await cache.get('a', 'page', count('new').make)).toBe('old')
    expect(await cache.get('a', 'page', count('other').make)).toBe('new')
    time = 25_000
    expect(await cache.get('a', 'page', count('newest').make)).toBe('newest')
  })

  it('returns the last good page for an hour while rendering fails, and tries again every second', async () => {
    let time = 0
    const failures: unknown[] = []
    const cache = createPageCache({ now: () => time, sizeOf, onStale: (error) => failures.push(error) })
    await cache.get('a', 'page', count('good').make)
    const fail = () => Promise.reject(new Error('away'))
    for (time = 20_000; time < 25_000; time += 100) expect(await cache.get('a', 'page', fail)).toBe('good')
    expect(failures.length).toBeLessThanOrEqual(5)
    cache.expire()
    expect(await cache.get('a', 'page', fail)).toBe('good')
    time = 3_600_001
    await expect(cache.get('a', 'page', fail)).rejects.toThrow('away')
    cache.drop('a')
    await expect(cache.get('a', 'page', fail)).rejects.toThrow('away')
  })

  it('does not bring back a dropped page while rendering fails', async () => {
    const cache = createPageCache({ sizeOf })
    await cache.get('a', 'page', count('private by now').make)
    cache.drop('a')
    await expect(cache.get('a', 'page', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })

  it('renders a page again that was read before notifications were missed', async () => {
    const cache = createPageCache({ sizeOf })
    let finish: (text: string) => void = () => undefined
    const before = cache.get('a', 'page', () => new Promise((resolve) => (finish = resolve)))
    cache.expire()
    finish('read before')
    expect(await before).toBe('read before')
    expect(await cache.get('a', 'page', count('read after').make)).toBe('read after')
  })
})
