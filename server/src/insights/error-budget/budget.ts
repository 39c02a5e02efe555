import { computeUptime } from '../../monitoring/incidents/index.ts'

/** What counts, and how much of it failed, in any unit: milliseconds of monitored time, or visits. */
export interface Spent {
  counted: number
  failed: number
  /** The part of the period that is still to come. */
  ahead?: number
}

export interface Budget {
  /** What the target allows to fail. */
  total: number
  /** Negative if the target is missed. */
  left: number
  /** Null if nothing counts. */
  is_met: boolean | null
  /** What was reached: three decimals, but 100 only when nothing failed. */
  percent: number | null
}

/** The share that may fail, in thousandths of a percent: a whole number, so that nothing is lost in rounding. */
const allowedOf = (target: number): number => 100_000 - Math.round(target * 1000)

/** The share that may fail, of 1. */
export const allowedShareOf = (target: number): number => allowedOf(target) / 100_000

/** The only definition of an error budget, for uptime reports and objectives. */
export function computeBudget({ counted, failed, ahead = 0 }: Spent, target: number): Budget {
  const total = ((counted + ahead) * allowedOf(target)) / 100_000
  // Computed as the uptime of one monitor over the whole time, so that it is rounded as everywhere else.
  const { uptime_percent } = computeUptime({
    window: { start: 0, end: counted },
    observed_from: 0,
    incidents: [{ started_at: 0, resolved_at: failed }],
    unobserved: [],
  })
  return {
    total,
    left: total - failed,
    is_met: counted === 0 ? null : failed * 100_000 <= counted * allowedOf(target),
    percent: uptime_percent,
  }
}
