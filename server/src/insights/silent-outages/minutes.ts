import { MINUTE_MS } from '@sitewatch/contract/durations'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import { JUDGED_MINUTES, type MinuteOfVisits } from '../expected-traffic/index.ts'
import { countMinutesUnscoped } from './visits.ts'

/** Minutes that are counted once more: an event may have been loaded late. */
const RECOUNTED_MINUTES = 5

export interface RecentMinutes {
  /** Counts what is new up to `until_ms`; for websites that are new, the whole window. */
  refresh(clickhouse: Pick<ClickHouse, 'read'>, ids: readonly number[], until_ms: number): Promise<void>
  /** Every observed minute of the window that ends at `until_ms`, oldest first, those without visits too. */
  list(id: number, until_ms: number): MinuteOfVisits[]
}

/** The slot of a minute in the ring buffer of its website, which takes three kilobytes. */
const slotOf = (minute: number): number => minute % JUDGED_MINUTES

/**
 * Kept in memory, so that a run reads the last minutes, and not the last hours, of every website. Minutes before `observed_from_ms` do
 * not count: visits that were not collected while this server was down are no drop of the website.
 */
export function createRecentMinutes(observed_from_ms = 0): RecentMinutes {
  const rings = new Map<number, Uint32Array>()
  let counted_until_ms = 0

  const count = async (
    clickhouse: Pick<ClickHouse, 'read'>,
    ids: readonly number[],
    span: { from_ms: number; to_ms: number },
  ): Promise<void> => {
    const found = await countMinutesUnscoped(clickhouse, ids, span)
    for (const id of ids) {
      const ring = rings.get(id) ?? new Uint32Array(JUDGED_MINUTES)
      rings.set(id, ring)
      for (let at_ms = span.from_ms; at_ms < span.to_ms; at_ms += MINUTE_MS) ring[slotOf(at_ms / MINUTE_MS)] = 0
    }
    for (const { website_id, minutes, counts } of found) {
      const ring = rings.get(website_id)
      if (ring) minutes.forEach((minute, index) => (ring[slotOf(minute)] = counts[index] ?? 0))
    }
  }

  return {
    async refresh(clickhouse, ids, until_ms) {
      const oldest_ms = until_ms - JUDGED_MINUTES * MINUTE_MS
      if (counted_until_ms < oldest_ms || counted_until_ms > until_ms) rings.clear()
      const current = new Set(ids)
      for (const id of rings.keys()) if (!current.has(id)) rings.delete(id)
      const [known, added] = [ids.filter((id) => rings.has(id)), ids.filter((id) => !rings.has(id))]
      const from_ms = Math.max(oldest_ms, counted_until_ms - RECOUNTED_MINUTES * MINUTE_MS)
      await count(clickhouse, known, { from_ms, to_ms: until_ms })
      await count(clickhouse, added, { from_ms: oldest_ms, to_ms: until_ms })
      counted_until_ms = until_ms
    },
    list(id, until_ms) {
      const ring = rings.get(id)
      const first_ms = Math.max(
        until_ms - JUDGED_MINUTES * MINUTE_MS,
        Math.ceil(observed_from_ms / MINUTE_MS) * MINUTE_MS,
      )
      const length = Math.max(0, (until_ms - first_ms) / MINUTE_MS)
      return Array.from({ length }, (_, index) => {
        const minute_ms = first_ms + index * MINUTE_MS
        return { minute_ms, visits: ring?.[slotOf(minute_ms / MINUTE_MS)] ?? 0 }
      })
    },
  }
}
