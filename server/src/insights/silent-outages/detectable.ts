import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { JUDGED_MINUTES, judgeTraffic, type TrafficModel } from '../expected-traffic/index.ts'

const STEP_HOURS = 3
const WEEK_HOURS = 168

/**
 * Whether a drop could ever be distinguished from chance: whether twelve hours without a single visit would be noticed at any time of
 * the week. With less traffic, an alert could not be right.
 */
export function isDetectable(model: TrafficModel, now_ms: number): boolean {
  const start_ms = Math.floor(now_ms / HOUR_MS) * HOUR_MS
  for (let hours = 0; hours < WEEK_HOURS; hours += STEP_HOURS) {
    const until_ms = start_ms + hours * HOUR_MS
    const silence = Array.from({ length: JUDGED_MINUTES }, (_, index) => ({
      minute_ms: until_ms - (JUDGED_MINUTES - index) * MINUTE_MS,
      visits: 0,
    }))
    if (judgeTraffic(model, silence, until_ms).verdict !== 'cannot_tell') return true
  }
  return false
}
