import { describe, expect, it } from 'vitest'
import { WeighedCache } from './weighed-cache.ts'

const fill = (cache: WeighedCache<number>, ...entries: [key: string, bytes: number][]): void => {
  for (const [key, bytes] of entries) cache.set(key, 1, bytes)
}
const cachedKeys = (cache: WeighedCache<number>, keys: string): string =>
  [...keys].filter((key) => cache.get(key)).join('')

describe('WeighedCache', () => {
  it('evicts the oldest entry when there are too many entries or too many bytes', () => {
    const cache = new WeighedCache<number>({ entries: 3, bytes: 100 })
    fill(cache, ['a', 10], ['b', 10], ['c', 10], ['d', 10])
    expect(cachedKeys(cache, 'abcd')).toBe('bcd')
    fill(cache, ['e', 75])
    expect([cachedKeys(cache, 'abcde'), cache.bytes]).toEqual(['cde', 95])
    fill(cache, ['f', 80])
    expect([cachedKeys(cache, 'abcdef'), cache.bytes]).toEqual(['f', 80])
  })

  it('counts the bytes of a replaced or deleted entry once', () => {
    const cache = new WeighedCache<number>({ entries: 3, bytes: 100 })
    fill(cache, ['a', 60], ['a', 90])
    expect(cache.bytes).toBe(90)
    cache.delete('a')
    cache.delete('a')
    expect(cache.bytes).toBe(0)
  })

  it('does not cache an entry that exceeds the limit by itself, and keeps the others', () => {
    const cache = new WeighedCache<number>({ entries: 3, bytes: 100 })
    fill(cache, ['a', 50], ['b', 101])
    expect(cachedKeys(cache, 'ab')).toBe('a')
  })
})
