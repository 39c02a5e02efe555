/**
 * Caches the newest results of a pure function. Two generations instead of an LRU list: a hit costs one look-up, and an
 * unused entry is dropped after two generations.
 */
export function memoizeRecent<Value>(max: number, compute: (key: string) => Value): (key: string) => Value {
  let current = new Map<string, Value>()
  let previous = new Map<string, Value>()
  return (key) => {
    const found = current.get(key)
    if (found !== undefined) return found
    const value = previous.get(key) ?? compute(key)
    if (current.size >= max) {
      previous = current
      current = new Map()
    }
    current.set(key, value)
    return value
  }
}
