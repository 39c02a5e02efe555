/** Returns a function that finds the value of each requested key. */
type Ask<Value> = (keys: readonly string[]) => Promise<(key: string) => Value>

/** Combines concurrent lookups: one query at a time, for up to `max` keys that were requested before it started. */
export function createBatchedLookup<Value>(max: number, ask: Ask<Value>): (key: string) => Promise<Value> {
  let waiting = new Map<string, PromiseWithResolvers<Value>>()
  let isAsking = false

  const askFor = async (batch: ReadonlyMap<string, PromiseWithResolvers<Value>>): Promise<void> => {
    try {
      const find = await ask([...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(find(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  const askAll = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, max))
      waiting = new Map([...waiting].slice(max))
      await askFor(batch)
    }
    isAsking = false
  }

  return (key) => {
    const already = waiting.get(key)
    if (already) return already.promise
    const own = Promise.withResolvers<Value>()
    waiting.set(key, own)
    // Deferred, so that all lookups of this turn of the event loop share one query.
    if (!isAsking) setImmediate(() => void askAll())
    return own.promise
  }
}
