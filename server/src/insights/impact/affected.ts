import { WEEK_MS } from '@sitewatch/contract/durations'
import { instantOf, wallOf } from '@sitewatch/contract/zone'
import type { Span } from '../expected-traffic/index.ts'

const WEEKS = 4

/** The same hours of the four weeks before, by the clock of the website; of weeks that ended before a longer outage began. */
export function listSameHours({ from_ms, to_ms }: Span, timezone: string): Span[] {
  const first = Math.max(1, Math.ceil((to_ms - from_ms) / WEEK_MS))
  return Array.from({ length: WEEKS }, (_, n) => {
    const from = instantOf(wallOf(from_ms, timezone) - (first + n) * WEEK_MS, timezone)
    return { from_ms: from, to_ms: from + (to_ms - from_ms) }
  })
}

/** Visits with one value of a dimension: in the same hours of past weeks together, and in the outage. */
export interface ValueVisits {
  readonly value: string
  readonly usual: number
  readonly seen: number
}

const MAX_VALUES = 5

/**
 * The values with the most expected visits lost: each is expected to have its usual share of the visits, and those that came are
 * subtracted. So an outage that only one country noticed names that country.
 */
export function rankAffected(
  expected_visits: number,
  values: readonly ValueVisits[],
): { value: string; visits_lost: number }[] {
  const total = values.reduce((sum, { usual }) => sum + usual, 0)
  if (total === 0) return []
  return values
    .map(({ value, usual, seen }) => ({ value, visits_lost: Math.round((expected_visits * usual) / total - seen) }))
    .filter(({ visits_lost }) => visits_lost > 0)
    .sort((a, b) => b.visits_lost - a.visits_lost || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES)
}
