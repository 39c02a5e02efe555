/** How much of its time the process is busy, 0–1, since it was last asked. */
export type BusyMeter = () => number

export interface Fairness {
  /** False: this website has had its share for now. */
  admit(website_id: number): boolean
  /** Called at the end of each window. */
  turn(): void
}

export const WINDOW_MS = 250
const PRESSED = 0.85
const RELAXED = 0.6
/** What a website may always send, in requests a window: 1,000 a second for each process. */
const FLOOR = 250
const SHRINK = 0.5
const GROW = 1.02

/**
 * While the process is out of breath, the one website that sends more than all others together is cut back by halves, down to a
 * floor, and let grow again slowly. With only one website at work there is nobody to protect and nothing is cut: a large
 * site may use a whole core.
 */
export function createFairness(measureBusy: BusyMeter): Fairness {
  let offered = new Map<number, number>()
  let total = 0
  const limits = new Map<number, number>()

  const shrink = (): void => {
    for (const [website_id, count] of offered) {
      if (count <= FLOOR || count * 2 <= total || count === total) continue
      const limit = Math.min(count, limits.get(website_id) ?? count)
      limits.set(website_id, Math.max(FLOOR, Math.floor(limit * SHRINK)))
    }
  }
  const grow = (): void => {
    for (const [website_id, limit] of limits) {
      if ((offered.get(website_id) ?? 0) * 2 < limit) limits.delete(website_id)
      else limits.set(website_id, Math.ceil(limit * GROW))
    }
  }

  return {
    admit(website_id) {
      const count = (offered.get(website_id) ?? 0) + 1
      offered.set(website_id, count)
      total++
      return limits.size === 0 || count <= (limits.get(website_id) ?? Number.POSITIVE_INFINITY)
    },
    turn() {
      const busy = measureBusy()
      if (busy > PRESSED) shrink()
      else if (busy < RELAXED) grow()
      offered = new Map()
      total = 0
    },
  }
}
