import type { Objective, ObjectiveDay } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type Budget, computeBudget } from '../error-budget/index.ts'
import { type BurnJudgement, judgeBurn } from './burn.ts'
import { type Measured, startOfDay } from './measured.ts'

/** An objective as it is stored, with the state that the worker stored for it. */
export interface ObjectiveRow {
  id: number
  name: string
  monitor_id: number | null
  website_id: number | null
  target: number
  window_days: Objective['window_days']
  measure: Objective['measure']
  burning_fast_since: string | null
  burning_slow_since: string | null
  burn_rate_fast: number | null
  burn_rate_slow: number | null
  /** As the worker last judged it; null before. */
  judged_status: Objective['status'] | null
  created_at: string
  updated_at: string
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/** Milliseconds are shown as whole seconds, visits with a decimal: expected ones are an estimate. */
const toUnit = ({ measure }: Pick<Objective, 'measure'>, value: number): number =>
  measure === 'clock' ? Math.round(value / 1000) : round(value, 1)

/** Null without data. */
export const percentLeft = ({ total, left }: Budget): number | null =>
  total > 0 ? round((100 * left) / total, 2) : null

const AT_RISK_PERCENT = 25

export function judgeStatus(budget: Budget, isBurning: boolean): Objective['status'] {
  const left = percentLeft(budget)
  if (budget.is_met === null || left === null) return 'no_data'
  if (!budget.is_met) return 'missed'
  return isBurning || left < AT_RISK_PERCENT ? 'at_risk' : 'met'
}

const toMs = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

export function judgeObjective(
  row: Pick<ObjectiveRow, 'window_days' | 'burning_fast_since' | 'burning_slow_since'>,
  measured: Measured,
  now_ms: number,
): BurnJudgement {
  return judgeBurn({
    window_days: row.window_days,
    now_ms,
    failedIn: (lookback_ms) => measured.failedIn({ from: now_ms - lookback_ms, to: now_ms }),
    allowedIn: (lookback_ms) => lookback_ms * measured.allowed_per_ms,
    state: { fast: toMs(row.burning_fast_since), slow: toMs(row.burning_slow_since) },
  })
}

interface Burning {
  fast: number | null
  slow: number | null
  isBurning: boolean
}

/** Only the worker counts visits, so their burn rate is read from its state; that of time is computed on request. */
function readBurn(row: ObjectiveRow, measured: Measured, now_ms: number): Burning {
  if (row.measure === 'visitors')
    return { fast: row.burn_rate_fast, slow: row.burn_rate_slow, isBurning: row.judged_status === 'at_risk' }
  const { rates, isBurning } = judgeObjective(row, measured, now_ms)
  return { ...rates, isBurning }
}

export function describeObjective(row: ObjectiveRow, measured: Measured, now_ms: number): Objective {
  const budget = computeBudget(measured.spentUntil(now_ms), row.target)
  const { fast, slow, isBurning } = readBurn(row, measured, now_ms)
  const status = judgeStatus(budget, isBurning)
  const rate = (value: number | null): number | null =>
    status === 'no_data' || value === null ? null : round(value, 2)
  return {
    object: 'objective',
    id: row.id,
    name: row.name,
    monitor_id: row.monitor_id,
    website_id: row.website_id,
    target: row.target,
    window_days: row.window_days,
    measure: row.measure,
    status,
    current_percent: budget.percent,
    budget_total: toUnit(row, budget.total),
    budget_left: toUnit(row, budget.left),
    budget_left_percent: percentLeft(budget),
    burn_rate_fast: rate(fast),
    burn_rate_slow: rate(slow),
    burning_fast_since: row.burning_fast_since,
    burning_slow_since: row.burning_slow_since,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** The budget at the end of each day of the window; for today, as of now. */
export function describeDays(
  row: Pick<ObjectiveRow, 'target' | 'window_days' | 'measure'>,
  measured: Measured,
  now_ms: number,
): ObjectiveDay[] {
  const today_ms = startOfDay(now_ms)
  return Array.from({ length: row.window_days }, (_, index) => {
    const day_ms = today_ms - (row.window_days - 1 - index) * DAY_MS
    const budget = computeBudget(measured.spentUntil(Math.min(now_ms, day_ms + DAY_MS)), row.target)
    return {
      date: new Date(day_ms).toISOString().slice(0, 10),
      current_percent: budget.percent,
      budget_left_percent: percentLeft(budget),
      failed: toUnit(row, measured.failedOn(day_ms)),
    }
  })
}
