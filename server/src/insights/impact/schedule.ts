import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { TRAFFIC_CHECK_MS } from './estimate.ts'

/** How long an event may take until it is in ClickHouse. */
export const LOADED_MS = 30_000

/** After this, the baseline is outdated; the last figures stay. */
export const MAX_MEASURED_MS = 28 * DAY_MS

/** When an open incident is measured again; null: not before it ends. */
export function planNextMeasure(started_ms: number, now_ms: number): number | null {
  const age_ms = now_ms - started_ms
  const withTrafficCheck = started_ms + TRAFFIC_CHECK_MS + LOADED_MS
  if (now_ms < withTrafficCheck) return withTrafficCheck
  if (age_ms < HOUR_MS) return now_ms + 3 * MINUTE_MS
  if (age_ms < DAY_MS) return now_ms + 15 * MINUTE_MS
  return age_ms < MAX_MEASURED_MS ? now_ms + HOUR_MS : null
}
