/** Visitors per generation, of which there are two. A visitor takes 100 bytes. */
const MAX_VISITORS = 50_000

/**
 * How many events a visitor has sent today. Only in this process, and only for recent visitors: it bounds what one visitor adds to
 * the statistics of a website; nothing depends on the exact number. The id of a visitor changes every day.
 */
export function createVisitorEvents(max_events: number, max_visitors = MAX_VISITORS): { admit(id: string): boolean } {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  return {
    admit(id) {
      const count = current.get(id) ?? previous.get(id) ?? 0
      if (!current.has(id) && current.size >= max_visitors) {
        previous = current
        current = new Map()
      }
      current.set(id, Math.min(count + 1, max_events + 1))
      return count < max_events
    },
  }
}
