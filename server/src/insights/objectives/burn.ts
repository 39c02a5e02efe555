import type { Burn } from '@sitewatch/contract'
import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'

interface BurnRule {
  burn: Burn
  /** How many times faster than the target allows. 1: the budget is used up exactly when the window ends. */
  rate: number
  /** The part of the budget that is used when the rate has been reached for the whole lookback. */
  budget_share: number
}

/**
 * The multiwindow, multi-burn-rate alerts of the SRE workbook, in shares of the window instead of hours, so that they mean the same for 7
 * and for 90 days: of 30 days, 14.4 times over an hour and 6 times over six hours. The third looks back until 8 % of the budget is used (58
 * hours), not three days: at 10 %, as in the book, a notice could never come before a tenth of the budget is gone.
 */
const RULES: readonly BurnRule[] = [
  { burn: 'fast', rate: 14.4, budget_share: 0.02 },
  { burn: 'slow', rate: 6, budget_share: 0.05 },
  { burn: 'slow', rate: 1, budget_share: 0.08 },
]

/** The last twelfth must burn as fast, or it is over already. Not shorter than this: a flapping site is up between two failed checks. */
const SHORT_SHARE = 1 / 12
const MIN_SHORT_MS = 5 * MINUTE_MS

interface Lookback extends BurnRule {
  long_ms: number
  short_ms: number
}

export const listLookbacks = (window_days: number): Lookback[] =>
  RULES.map((rule) => {
    const long_ms = (window_days * DAY_MS * rule.budget_share) / rule.rate
    return { ...rule, long_ms, short_ms: Math.max(MIN_SHORT_MS, long_ms * SHORT_SHARE) }
  })

/** How far back failures matter for alerts. */
export const longestLookback = (window_days: number): number =>
  Math.max(...listLookbacks(window_days).map(({ long_ms }) => long_ms))

/** Null: it does not burn. */
export type BurnState = Record<Burn, number | null>

export interface BurnNotice {
  burn: Burn
  rate: number
  lookback_ms: number
}

export interface BurnInput {
  window_days: number
  now_ms: number
  /** What failed in the time up to now, and what the target allows to fail in that time on average over the window, in the same unit. */
  failedIn: (lookback_ms: number) => number
  allowedIn: (lookback_ms: number) => number
  state: BurnState
}

export interface BurnJudgement {
  state: BurnState
  rates: Record<Burn, number>
  /** At this moment, by any rule. The state lasts longer: until the lookback is quiet. */
  isBurning: boolean
  /** To be sent now: one when a burn begins, none while it continues. */
  notice: BurnNotice | null
}

/** A burn ends below this part of the rate that it began with: one that stays around it is announced once. */
const END_SHARE = 0.5

/**
 * | burn | begins                                                             | ends                                        |
 * |------|--------------------------------------------------------------------|---------------------------------------------|
 * | fast | at the rate of its rule, in the lookback and in its last twelfth   | below half of that rate in the lookback     |
 * | slow | the same by one of its two rules                                   | the same by both of its rules               |
 *
 * Pure: the only clock is `now_ms`. While the budget burns fast, the start of a slow burn is not announced: people were already notified.
 */
export function judgeBurn({ window_days, now_ms, failedIn, allowedIn, state }: BurnInput): BurnJudgement {
  const rateIn = (lookback_ms: number): number => {
    const allowed = allowedIn(lookback_ms)
    return allowed > 0 ? failedIn(lookback_ms) / allowed : 0
  }
  const measured = listLookbacks(window_days).map((rule) => ({ ...rule, reached: rateIn(rule.long_ms) }))
  const triggered = measured.filter((rule) => rule.reached >= rule.rate && rateIn(rule.short_ms) >= rule.rate)
  const judge = (burn: Burn): number | null => {
    if (state[burn] === null) return triggered.some((rule) => rule.burn === burn) ? now_ms : null
    return measured.some((rule) => rule.burn === burn && rule.reached >= rule.rate * END_SHARE) ? state[burn] : null
  }
  const next: BurnState = { fast: judge('fast'), slow: judge('slow') }
  const isNew = (burn: Burn): boolean => state[burn] === null && next[burn] !== null
  const announced = isNew('fast') ? 'fast' : isNew('slow') && next.fast === null ? 'slow' : null
  const rule = triggered.find(({ burn }) => burn === announced)
  const rateOf = (burn: Burn): number => measured.find((each) => each.burn === burn)?.reached ?? 0
  return {
    state: next,
    rates: { fast: rateOf('fast'), slow: rateOf('slow') },
    isBurning: triggered.length > 0,
    notice: rule ? { burn: rule.burn, rate: rule.reached, lookback_ms: rule.long_ms } : null,
  }
}
