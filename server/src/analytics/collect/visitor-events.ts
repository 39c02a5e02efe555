/** The visitors of each of two generations; 100 bytes each. */
const MAX_VISITORS = 50_000

/**
 * How many events a visitor has sent today. Only in this process, and only for recent visitors: it bounds what one visitor adds to
 * the statistics of a website; nothing depends on the exact number. The id of a visitor changes every day.
 */
export function createVisitorEvents(max_events: number, max_visitors = MAX_VISITORS): { admit(id: string): boolean } {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  return {
    admit(id) {
      const count = young.get(id) ?? old.get(id) ?? 0
      if (!young.has(id) && young.size >= max_visitors) {
        old = young
        young = new Map()
      }
      young.set(id, Math.min(count + 1, max_events + 1))
      return count < max_events
    },
  }
}
