import { wallOf } from '../../platform/time/zone.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 20_000

/** By zone and UTC day: local time minus UTC; null on a day on which the clocks are changed. */
const offsets = new Map<string, Map<number, number | null>>()
let kept = 0

/** wallOf for thousands of times of few days: formatting each of them took two thirds of judging a website. */
export function localTimeOf(time_ms: number, timezone: string): number {
  if (timezone === 'UTC') return time_ms
  const day = Math.floor(time_ms / DAY_MS)
  let days = offsets.get(timezone)
  const known = days?.get(day)
  if (known !== undefined) return known === null ? wallOf(time_ms, timezone) : time_ms + known
  if (kept >= MAX_DAYS) {
    offsets.clear()
    days = undefined
    kept = 0
  }
  if (!days) offsets.set(timezone, (days = new Map()))
  const [before, after] = [day, day + 1].map((each) => wallOf(each * DAY_MS, timezone) - each * DAY_MS)
  days.set(day, before === after ? (before ?? null) : null)
  kept += 1
  return wallOf(time_ms, timezone)
}
