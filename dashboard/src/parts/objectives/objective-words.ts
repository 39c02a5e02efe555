import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { BurnAlert, Objective } from '@sitewatch/sdk'
import { formatShort } from '../../charts/figures.ts'
import { formatDuration } from '../../platform/format.ts'
import { formatTarget } from '../../platform/months.ts'
import type { StatusName } from '../../ui/index.ts'

export const STATUS_NAMES: Record<Objective['status'], MessageDescriptor> = {
  met: msg`Met`,
  at_risk: msg`At risk`,
  missed: msg`Missed`,
  no_data: msg`No data`,
}

export const STATUS_MARKS: Record<Objective['status'], StatusName> = {
  met: 'up',
  at_risk: 'degraded',
  missed: 'down',
  no_data: 'unknown',
}

export const MEASURE_NAMES: Record<Objective['measure'], MessageDescriptor> = {
  clock: msg`Time: share of time up`,
  visitors: msg`Visits: share of successful visits`,
}

/** "12 min", "240 visits" */
export function formatSpent(measure: Objective['measure'], value: number): string {
  return measure === 'clock'
    ? formatDuration(Math.max(0, value))
    : plural(Math.max(0, Math.round(value)), { one: '# visit', other: '# visits' })
}

export function describeGoal({
  target,
  window_days,
  measure,
}: Pick<Objective, 'target' | 'window_days' | 'measure'>): string {
  const percent = formatTarget(target)
  return measure === 'clock'
    ? t`${percent} of the time in ${window_days} days`
    : t`${percent} of the visits in ${window_days} days`
}

export function describeLeft({ measure, budget_left, budget_total, budget_left_percent }: Objective): string {
  if (budget_left_percent === null) return '–'
  const total = formatSpent(measure, budget_total)
  if (budget_left < 0) {
    const over = formatSpent(measure, -budget_left)
    return t`exceeded by ${over} (${total} allowed)`
  }
  const left = formatSpent(measure, budget_left)
  return t`${left} of ${total} left`
}

export function formatRate(rate: number | null): string {
  if (rate === null) return '–'
  return `${formatShort(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))}×`
}

export function describeAlert({ burn, burn_rate }: BurnAlert): string {
  const rate = formatRate(burn_rate)
  return burn === 'fast' ? t`fast burn, ${rate}` : t`slow burn, ${rate}`
}
