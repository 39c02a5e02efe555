import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { DeployMetric, DeployVerdict } from '@sitewatch/sdk'
import { formatMs, formatPercent } from '../../platform/format.ts'
import { currentLanguage } from '../../platform/language.ts'

type VerdictName = NonNullable<DeployVerdict['verdict']>

export const VERDICT_NAMES: Record<VerdictName, MessageDescriptor> = {
  better: msg`Better`,
  no_difference: msg`No difference`,
  worse: msg`Worse`,
  not_enough_traffic: msg`Not enough traffic`,
}

const METRIC_NAMES: Record<Exclude<DeployMetric['metric'], 'goal'>, MessageDescriptor> = {
  lcp: msg`LCP`,
  inp: msg`INP`,
  cls: msg`CLS`,
  ttfb: msg`TTFB`,
  fcp: msg`FCP`,
  not_found: msg`Visitors with a 404 page`,
  response_time: msg`Response time`,
  failures: msg`Hours with a failed check`,
}

export const nameMetric = ({ metric, name }: DeployMetric): string =>
  metric === 'goal' ? (name ?? t`Goal`) : t(METRIC_NAMES[metric])

/** "+14.2 %", "−0.3 points" */
export function formatEffect({ unit }: Pick<DeployMetric, 'unit'>, effect: number): string {
  const text = new Intl.NumberFormat(currentLanguage(), {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  }).format(effect)
  return unit === 'percent' ? `${text}\u00a0%` : t`${text} points`
}

export function formatValue({ metric, unit }: DeployMetric, value: number | null): string {
  if (value === null) return '–'
  if (metric === 'cls') return String(value)
  return metric === 'goal' || unit === 'points' ? formatPercent(value) : formatMs(value)
}

/** The metrics that decided the verdict: "LCP +14.2 %, Order −20 %". */
export function nameReasons(metrics: readonly DeployMetric[], verdict: VerdictName): string {
  return metrics
    .filter((metric) => metric.verdict === verdict)
    .map((metric) => `${nameMetric(metric)} ${formatEffect(metric, metric.effect ?? 0)}`)
    .join(', ')
}
