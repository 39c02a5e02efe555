/**
 * Caches the newest results of a pure function. Two generations instead of a list of uses (LRU): a hit costs one look-up, and an
 * unused entry is dropped after two generations.
 */
export function rememberNewest<Value>(max: number, compute: (key: string) => Value): (key: string) => Value {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return (key) => {
    const found = young.get(key)
    if (found !== undefined) return found
    const value = old.get(key) ?? compute(key)
    if (young.size >= max) {
      old = young
      young = new Map()
    }
    young.set(key, value)
    return value
  }
}
