import { DAY_MS } from '@sitewatch/contract/durations'
import { wallOf } from '@sitewatch/contract/zone'

const MAX_DAYS = 20_000

/** By zone and UTC day: local time minus UTC; null on a day on which the clocks are changed. */
const offsets = new Map<string, Map<number, number | null>>()
let cached_days = 0

/** wallOf with a cache, for thousands of times on few days: formatting each of them took two thirds of the time to judge a website. */
export function localTimeOf(time_ms: number, timezone: string): number {
  if (timezone === 'UTC') return time_ms
  const day = Math.floor(time_ms / DAY_MS)
  let days = offsets.get(timezone)
  const known = days?.get(day)
  if (known !== undefined) return known === null ? wallOf(time_ms, timezone) : time_ms + known
  if (cached_days >= MAX_DAYS) {
    offsets.clear()
    days = undefined
    cached_days = 0
  }
  if (!days) offsets.set(timezone, (days = new Map()))
  const [before, after] = [day, day + 1].map((each) => wallOf(each * DAY_MS, timezone) - each * DAY_MS)
  days.set(day, before === after ? (before ?? null) : null)
  cached_days += 1
  return wallOf(time_ms, timezone)
}
