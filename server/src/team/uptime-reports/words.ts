import type { ReportedIncident, UptimeFigures, UptimeTotals } from '@sitewatch/contract'
import { describePeriod, formatTime } from '../../analytics/reports/index.ts'
import { formatCount, formatDuration, formatTarget, formatUptime } from '../../platform/text/format.ts'
import { t } from '../../platform/text/index.ts'
import { dayAt } from '@sitewatch/contract/zone'

/** "2026-10" */
export function monthOf({ from, timezone }: Pick<UptimeFigures, 'from' | 'timezone'>): string {
  const { year, month } = dayAt(Date.parse(from), timezone)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** "October 2026" */
export function describeMonth(figures: Pick<UptimeFigures, 'from' | 'timezone'>): string {
  const first = `${monthOf(figures)}-01`
  return describePeriod({ kind: 'monthly', first, last: first })
}

export const composeSubject = (figures: UptimeFigures, name: string): string =>
  t('{name}, {month}: {uptime} uptime', {
    name,
    month: describeMonth(figures),
    uptime: formatUptime(figures.total.uptime_percent),
  })

export function describeTarget({ is_target_met }: UptimeTotals, target: number): string {
  const values = { target: formatTarget(target) }
  if (is_target_met === null) return t('Target {target}', values)
  return is_target_met ? t('Target {target}: met', values) : t('Target {target}: missed', values)
}

/** "26 min left of 44 min", "exceeded by 12 min (44 min allowed)". */
export function describeBudget({ budget_seconds, budget_remaining_seconds }: UptimeTotals): string {
  const budget = formatDuration(budget_seconds)
  return budget_remaining_seconds < 0
    ? t('exceeded by {duration} ({budget} allowed)', { duration: formatDuration(-budget_remaining_seconds), budget })
    : t('{duration} left of {budget}', { duration: formatDuration(budget_remaining_seconds), budget })
}

interface Line {
  label: string
  value: string
}

const describeTimes = (median: number | null, mean: number | null): string =>
  median === null
    ? '–'
    : t('{median} (median), {mean} (mean)', { median: formatDuration(median), mean: formatDuration(mean) })

export const composeLines = ({ total, target }: UptimeFigures): Line[] => [
  { label: t('Uptime'), value: `${formatUptime(total.uptime_percent)} (${describeTarget(total, target)})` },
  { label: t('Downtime'), value: formatDuration(total.downtime_seconds) },
  { label: t('Downtime budget'), value: describeBudget(total) },
  { label: t('Incidents'), value: formatCount(total.incident_count) },
  {
    label: t('Time to acknowledge'),
    value: describeTimes(total.acknowledge_median_seconds, total.acknowledge_mean_seconds),
  },
  { label: t('Time to resolve'), value: describeTimes(total.resolve_median_seconds, total.resolve_mean_seconds) },
]

const toMinutes = (seconds: number): number => Math.round(seconds / 60)

/** What the figures do not include, a sentence each. */
export function describeExclusions({ maintenance_seconds, unobserved_seconds }: UptimeTotals): string[] {
  const [maintenance, unobserved] = [toMinutes(maintenance_seconds), toMinutes(unobserved_seconds)]
  return [
    maintenance === 0
      ? t('No maintenance was excluded.')
      : t(
          '{count, plural, one {# minute of maintenance is excluded.} other {# minutes of maintenance are excluded.}}',
          { count: maintenance },
        ),
    ...(unobserved === 0
      ? []
      : [
          t(
            '{count, plural, one {# minute without monitoring (before the monitor was created, paused, or not checked) is excluded.} other {# minutes without monitoring (before the monitor was created, paused, or not checked) are excluded.}}',
            { count: unobserved },
          ),
        ]),
  ]
}

export function describeMonitor(figures: UptimeTotals): string {
  const { incident_count: count, downtime_seconds } = figures
  const budget = describeBudget(figures)
  if (count === 0) return t('no incidents; budget: {budget}', { budget })
  const duration = formatDuration(downtime_seconds)
  return t('{count, plural, one {# incident} other {# incidents}}, {duration} down; budget: {budget}', {
    count,
    duration,
    budget,
  })
}

/** "Tue 3 Feb, 10:12, for 12 min" */
export function describeWhen({ started_at, resolved_at, resolve_seconds }: ReportedIncident, timezone: string): string {
  const time = formatTime(started_at, timezone)
  return resolved_at === null
    ? t('{time}, ongoing', { time })
    : t('{time}, for {duration}', { time, duration: formatDuration(resolve_seconds) })
}
