import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DeployMetric, DeployVerdict } from '@sitewatch/sdk'
import { useState } from 'react'
import { formatCount, formatMinute } from '../../platform/format.ts'
import { type Column, Dialog, Table } from '../../ui/index.ts'
import { formatEffect, formatValue, nameMetric, nameReasons, VERDICT_NAMES } from './verdict-words.ts'

interface VerdictTextProps {
  verdict: DeployVerdict
  website_id: number | undefined
}

const COLOURS = { better: 'text-up', worse: 'text-down', no_difference: 'text-soft', not_enough_traffic: 'text-soft' }

function selectWebsite({ verdict, websites }: DeployVerdict, website_id: number | undefined) {
  const selected = websites.filter((website) => website_id === undefined || website.website_id === website_id)
  return {
    overall: website_id === undefined ? verdict : (selected[0]?.verdict ?? null),
    metrics: selected.flatMap((website) =>
      website.metrics.map((metric) => ({ ...metric, key: `${website.website_id} ${metric.metric} ${metric.goal_id}` })),
    ),
  }
}

/** "Worse: LCP +14.2 %", with a button that opens the comparison. */
export function VerdictText({ verdict, website_id }: VerdictTextProps) {
  const [isOpen, setOpen] = useState(false)
  const { overall, metrics } = selectWebsite(verdict, website_id)
  const until = formatMinute(verdict.ends_at)
  if (overall === null && metrics.length === 0)
    return <span className="text-soft">{t`Comparison running until ${until}`}</span>
  const label = overall === null ? t`Inconclusive so far` : t(VERDICT_NAMES[overall])
  const reasons = overall === 'better' || overall === 'worse' ? nameReasons(metrics, overall) : ''
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className={overall === null ? 'text-soft' : COLOURS[overall]}>
        {reasons === '' ? label : `${label}: ${reasons}`}
      </span>{' '}
      <button type="button" className="link min-h-6" onClick={() => setOpen(true)}>
        {t`View comparison`}
      </button>
      {isOpen && (
        <Dialog title={t`Before and after the deploy`} onClose={() => setOpen(false)} width_px={760}>
          <p className="text-soft">
            <Trans>
              Every hour since the deploy, until {until} at the latest, compared with the same hours of the 14 days
              before it. The confidence intervals stay valid however often you check.
            </Trans>
          </p>
          <Table
            caption={t`Before and after the deploy`}
            columns={listColumns()}
            rows={metrics}
            rowKey={({ key }) => key}
          />
        </Dialog>
      )}
    </span>
  )
}

function describeInterval(metric: DeployMetric): string {
  const { effect, low, high } = metric
  if (effect === null || low === null || high === null) return '–'
  const [change, from, to] = [formatEffect(metric, effect), formatEffect(metric, low), formatEffect(metric, high)]
  return t`${change} (${from} to ${to})`
}

const listColumns = (): readonly Column<DeployMetric>[] => [
  { head: t`Metric`, cell: nameMetric },
  { head: t`Before`, figures: true, cell: (metric) => formatValue(metric, metric.before) },
  { head: t`After`, figures: true, cell: (metric) => formatValue(metric, metric.after) },
  { head: t`Change`, figures: true, cell: describeInterval },
  { head: t`Samples`, figures: true, cell: ({ samples_after }) => formatCount(samples_after) },
  {
    head: t`Result`,
    cell: ({ verdict }) =>
      verdict === null ? (
        <span className="text-soft">{t`Inconclusive so far`}</span>
      ) : (
        <span className={COLOURS[verdict]}>{t(VERDICT_NAMES[verdict])}</span>
      ),
  },
]
