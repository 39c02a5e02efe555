/** Returns a function that finds the value of each requested key. */
type LookUp<Value> = (keys: readonly string[]) => Promise<(key: string) => Value>

/** Combines concurrent lookups: one query at a time, for up to `max` keys that were requested before it started. */
export function createBatchedLookup<Value>(max: number, lookUp: LookUp<Value>): (key: string) => Promise<Value> {
  let waiting = new Map<string, PromiseWithResolvers<Value>>()
  let isRunning = false

  const runBatch = async (batch: ReadonlyMap<string, PromiseWithResolvers<Value>>): Promise<void> => {
    try {
      const find = await lookUp([...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(find(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  const runBatches = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, max))
      waiting = new Map([...waiting].slice(max))
      await runBatch(batch)
    }
    isRunning = false
  }

  return (key) => {
    const queued = waiting.get(key)
    if (queued) return queued.promise
    const deferred = Promise.withResolvers<Value>()
    waiting.set(key, deferred)
    // Deferred, so that all lookups of this turn of the event loop share one query.
    if (!isRunning) setImmediate(() => void runBatches())
    return deferred.promise
  }
}
