interface Entry<Value> {
  value: Promise<Value>
  until_ms: number
}

export interface AnswerCache<Value> {
  read(key: string, build: () => Promise<Value>): Promise<Value>
}

/** Concurrent requests for the same key share one computation, which is then cached for a while. Failures are not cached. */
export function createAnswerCache<Value>({ keep_ms, max }: { keep_ms: number; max: number }): AnswerCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  return {
    read(key, build) {
      const found = entries.get(key)
      if (found && found.until_ms > Date.now()) return found.value
      entries.delete(key)
      const entry: Entry<Value> = { value: build(), until_ms: Number.POSITIVE_INFINITY }
      entry.value.then(
        () => (entry.until_ms = Date.now() + keep_ms),
        () => entries.get(key) === entry && entries.delete(key),
      )
      if (entries.size >= max) entries.delete(entries.keys().next().value ?? '')
      entries.set(key, entry)
      return entry.value
    },
  }
}
