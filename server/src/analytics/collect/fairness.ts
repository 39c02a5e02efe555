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
const TICKS_JUDGED = 5
const RELAXED = 0.5
/** What a website may always send, in requests a tick: 1,000 a second for each process. */
const FLOOR = 10
/** Decisions, 10 s: websites that send now and then are protected from their first request on. */
const ONLY_WEBSITE_AFTER = 200
const SHRINK = 0.5
const GROW = 1.01

/**
 * While the process is overloaded, the limit of the one website that sends more than all others together is halved, down to a floor,
 * and raised again slowly. While only one website is active there is none to protect and nothing is limited: a large site may use a
 * whole core.
 */
export function createFairness(measurePressure: PressureMeter): Fairness {
  let offered = new Map<number, number>()
  const judged = new Map<number, number>()
  const limits = new Map<number, number>()
  let ticks = 0
  /** How many decisions ago more than one website was active. */
  let only_website_for = Number.POSITIVE_INFINITY

  const shrink = (total: number): void => {
    for (const [website_id, sum] of judged) {
      const count = sum / TICKS_JUDGED
      if (count <= FLOOR || sum * 2 <= total) continue
      const limit = Math.min(count, limits.get(website_id) ?? count)
      limits.set(website_id, Math.max(FLOOR, limit * SHRINK))
    }
  }
  const grow = (): void => {
    for (const [website_id, limit] of limits) {
      const count = (judged.get(website_id) ?? 0) / TICKS_JUDGED
      if (count * 2 < limit) limits.delete(website_id)
      else limits.set(website_id, limit * GROW)
    }
  }
  const judge = (): void => {
    const pressure = measurePressure()
    let total = 0
    for (const sum of judged.values()) total += sum
    only_website_for = judged.size > 1 ? 0 : only_website_for + 1
    if (only_website_for >= ONLY_WEBSITE_AFTER) limits.clear()
    else if (pressure >= 1) shrink(total)
    else if (pressure < RELAXED) grow()
    judged.clear()
  }

  return {
    admit(website_id) {
      const count = (offered.get(website_id) ?? 0) + 1
      offered.set(website_id, count)
      return limits.size === 0 || count <= (limits.get(website_id) ?? Number.POSITIVE_INFINITY)
    },
    onTick() {
      for (const [website_id, count] of offered) judged.set(website_id, (judged.get(website_id) ?? 0) + count)
      offered = new Map()
      if (++ticks % TICKS_JUDGED === 0) judge()
    },
  }
}
