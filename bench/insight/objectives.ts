import { MINUTE_MS } from '@sitewatch/contract/durations'
import { createRandom } from './random.ts'
import { type BurnState, judgeBurn, longestLookback } from '../../server/src/insights/objectives/burn.ts'

/**
 * Planted burns of error budgets, judged each minute by the function that the worker uses, and a year of ordinary days, whose messages are
 * compared with a fixed threshold. Time is simulated; everything is seeded.
 */

const MINUTES_PER_DAY = 1440
/** Minutes from the first failed check, when an outage starts, until re-checks confirm it. It is known from then on. */
const CONFIRMED_AFTER = 1 / 3

interface Outage {
  from: number
  to: number
}

interface Objective {
  window_days: number
  target: number
}

const allowedOf = ({ target }: Objective): number => (100 - target) / 100
const budgetOf = (objective: Objective): number => objective.window_days * MINUTES_PER_DAY * allowedOf(objective)

interface Planted {
  rate: number
  start: number
  random: () => number
}

/** Creates failures of half a minute to three minutes, spaced so that the budget burns at the rate. `gone` is when a tenth of it is used up. */
function plantBurn(objective: Objective, { rate, start, random }: Planted): { outages: Outage[]; gone: number } {
  const share = Math.min(1, rate * allowedOf(objective))
  let left = budgetOf(objective) / 10
  if (share === 1) return { outages: [{ from: start, to: start + left }], gone: start + left }
  const outages: Outage[] = []
  for (let from = start; ;) {
    const length = 0.5 + 2.5 * random()
    outages.push({ from, to: from + length })
    if (length >= left) return { outages, gone: from + left }
    left -= length
    from += length / share
  }
}

/** Creates the short failures that every site has: together a tenth to a third of the budget of a window. */
function plantNoise(objective: Objective, minutes: number, random: () => number): Outage[] {
  const windows = minutes / (objective.window_days * MINUTES_PER_DAY)
  let left = budgetOf(objective) * windows * (0.1 + 0.2 * random())
  const outages: Outage[] = []
  while (left > 0) {
    const length = Math.min(left, 0.2 + 0.8 * random())
    const from = random() * minutes
    outages.push({ from, to: from + length })
    left -= length
  }
  return outages.sort((a, b) => a.from - b.from)
}

interface Watched {
  /** The minutes of burn alerts. */
  notices: number[]
  /** Messages of the fixed threshold. */
  threshold: number
}

/** Judges every minute and whenever an outage is confirmed, like the worker, with what is known at that time. */
function watch(outages: readonly Outage[], objective: Objective, minutes: number): Watched {
  const every = Array.from({ length: minutes }, (_, n) => n + 1)
  const moments = [...every, ...outages.map(({ from }) => from + CONFIRMED_AFTER)].sort((a, b) => a - b)
  const longest = longestLookback(objective.window_days) / MINUTE_MS
  let state: BurnState = { fast: null, slow: null }
  const notices: number[] = []
  let threshold = 0
  let wasExceeded = false
  let oldest = 0
  for (const now of moments) {
    while ((outages[oldest]?.to ?? Infinity) < now - longest) oldest++
    const failedIn = (lookback_ms: number): number => {
      const from = now - lookback_ms / MINUTE_MS
      let sum = 0
      for (let n = oldest; n < outages.length; n++) {
        const outage = outages[n] as Outage
        if (outage.from + CONFIRMED_AFTER > now) break
        sum += Math.max(0, Math.min(outage.to, now) - Math.max(outage.from, from))
      }
      return sum * MINUTE_MS
    }
    const allowedIn = (lookback_ms: number): number => lookback_ms * allowedOf(objective)
    const { window_days } = objective
    const judged = judgeBurn({ window_days, now_ms: now * MINUTE_MS, failedIn, allowedIn, state })
    state = judged.state
    if (judged.notice) notices.push(now)
    // The usual alert: more failures in five minutes than the target allows. It is sent again only after the failures fell below that.
    const exceeds = failedIn(5 * MINUTE_MS) > allowedIn(5 * MINUTE_MS)
    if (exceeds && !wasExceeded) threshold++
    wasExceeded = exceeds
  }
  return { notices, threshold }
}

interface Burn {
  objective: Objective
  rate: number
}

function judgePlanted({ objective, rate }: Burn, random: () => number): boolean {
  const before = objective.window_days * MINUTES_PER_DAY * 0.1
  const start = before + random()
  const noise = plantNoise(objective, before, random).filter(({ to }) => to < start)
  const { outages, gone } = plantBurn(objective, { rate, start, random })
  const { notices } = watch([...noise, ...outages], objective, Math.ceil(gone) + 1)
  // A notice about the noise before it is not about the burn.
  return notices.some((minute) => minute > start && minute <= gone)
}

const WINDOWS = [7, 28, 30, 90]
const TARGETS = [99, 99.5, 99.9, 99.95]

/** Rates from 1.2 to a total outage, evenly distributed on a logarithmic scale. */
function drawBurn(random: () => number): Burn {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const objective = { window_days: pick(WINDOWS), target: pick(TARGETS) }
  const maxRate = 1 / allowedOf(objective)
  return { objective, rate: 1.2 * (maxRate / 1.2) ** random() }
}

function runYears(years: number, random: () => number): { burn: number; threshold: number } {
  const total = { burn: 0, threshold: 0 }
  for (let year = 0; year < years; year++) {
    const objective = { window_days: 30, target: 99.9 }
    const minutes = 365 * MINUTES_PER_DAY
    const noise = plantNoise(objective, minutes, random)
    // Four real outages in a year, of 10 minutes to two hours.
    const real = Array.from({ length: 4 }, () => {
      const from = random() * minutes
      return { from, to: from + 10 + 110 * random() }
    })
    const outages = [...noise, ...real].sort((a, b) => a.from - b.from)
    const { notices, threshold } = watch(outages, objective, minutes)
    total.burn += notices.length
    total.threshold += threshold
  }
  return total
}

export function measureObjectives(isLarge: boolean): Record<string, number> {
  const { uniform } = createRandom(24)
  const random = (): number => uniform()
  const burns = Array.from({ length: isLarge ? 5000 : 1000 }, () => drawBurn(random))
  const inTime = burns.map((burn) => judgePlanted(burn, random))
  const shareOf = (isIncluded: (burn: Burn) => boolean): number => {
    const chosen = inTime.filter((_, n) => isIncluded(burns[n] as Burn))
    return Math.round((1000 * chosen.filter(Boolean).length) / chosen.length) / 1000
  }
  const messages = runYears(isLarge ? 20 : 2, random)
  return {
    burns_planted: burns.length,
    burns_alerted_in_time: shareOf(() => true),
    ...Object.fromEntries(
      TARGETS.map((target) => [
        `burns_in_time_target_${target}`,
        shareOf(({ objective }) => objective.target === target),
      ]),
    ),
    ...Object.fromEntries(
      WINDOWS.map((days) => [
        `burns_in_time_window_${days}`,
        shareOf(({ objective }) => objective.window_days === days),
      ]),
    ),
    burn_messages: messages.burn,
    threshold_messages: messages.threshold,
    messages_ratio: Math.round((1000 * messages.burn) / messages.threshold) / 1000,
  }
}
