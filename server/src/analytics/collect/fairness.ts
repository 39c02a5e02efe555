/** The load since the last call: 1 and more is overload, see createPressureMeter. */
export type PressureMeter = () => number

export interface Fairness {
  /** False: this website has had its share of this tick. */
  admit(website_id: number): boolean
  /** Called at the end of each tick. */
  onTick(): void
}

/** Short, so that requests admitted at its start do not delay the others. */
export const TICK_MS = 10
/** A flood is limited within a tenth of a second; with a decision every 250 ms, the p99 of the other websites was twice as high. */
const TICKS_PER_DECISION = 5
const LOW_PRESSURE = 0.5
/** Requests per tick that a website may always send: 1,000 a second for each process. */
const MIN_LIMIT = 10
/** 200 decisions are 10 s: a website that sends now and then is protected from its first request on. */
const ONLY_WEBSITE_DECISIONS = 200
const SHRINK_FACTOR = 0.5
const GROWTH_FACTOR = 1.01

/**
 * While the process is overloaded, the limit of the one website that sends more than all others together is halved, down to a floor,
 * and raised again slowly. While only one website is active there is none to protect and nothing is limited: a large site may use a
 * whole core.
 */
export function createFairness(measurePressure: PressureMeter): Fairness {
  let tickCounts = new Map<number, number>()
  const recentCounts = new Map<number, number>()
  const limits = new Map<number, number>()
  let ticks = 0
  /** How many decisions ago more than one website was active. */
  let decisions_with_one_website = Number.POSITIVE_INFINITY

  const shrink = (total: number): void => {
    for (const [website_id, sum] of recentCounts) {
      const count = sum / TICKS_PER_DECISION
      if (count <= MIN_LIMIT || sum * 2 <= total) continue
      const limit = Math.min(count, limits.get(website_id) ?? count)
      limits.set(website_id, Math.max(MIN_LIMIT, limit * SHRINK_FACTOR))
    }
  }
  const grow = (): void => {
    for (const [website_id, limit] of limits) {
      const count = (recentCounts.get(website_id) ?? 0) / TICKS_PER_DECISION
      if (count * 2 < limit) limits.delete(website_id)
      else limits.set(website_id, limit * GROWTH_FACTOR)
    }
  }
  const adjustLimits = (): void => {
    const pressure = measurePressure()
    let total = 0
    for (const sum of recentCounts.values()) total += sum
    decisions_with_one_website = recentCounts.size > 1 ? 0 : decisions_with_one_website + 1
    if (decisions_with_one_website >= ONLY_WEBSITE_DECISIONS) limits.clear()
    else if (pressure >= 1) shrink(total)
    else if (pressure < LOW_PRESSURE) grow()
    recentCounts.clear()
  }

  return {
    admit(website_id) {
      const count = (tickCounts.get(website_id) ?? 0) + 1
      tickCounts.set(website_id, count)
      return limits.size === 0 || count <= (limits.get(website_id) ?? Number.POSITIVE_INFINITY)
    },
    onTick() {
      for (const [website_id, count] of tickCounts)
        recentCounts.set(website_id, (recentCounts.get(website_id) ?? 0) + count)
      tickCounts = new Map()
      if (++ticks % TICKS_PER_DECISION === 0) adjustLimits()
    },
  }
}
