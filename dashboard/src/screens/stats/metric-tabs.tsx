import { t } from '@lingui/core/macro'
import type { StatsSummary } from '@sitewatch/sdk'
import type { ReactNode } from 'react'
import { describeMeasureChange, formatMeasure } from '../../charts/index.ts'
import { formatFigure } from '../../platform/format.ts'
import { Tabs } from '../../ui/index.ts'
import { MEASURES } from './measures.ts'
import { DEFAULT_METRIC, type Metric, METRICS } from './metrics.ts'
import { useView } from './use-view.ts'

interface MetricTabsProps {
  /** Undefined while it is loading. */
  summary: StatsSummary | undefined
  /** The chart of the chosen metric. */
  children: ReactNode
}

/** The metrics of the period. The chart shows the chosen one. */
export function MetricTabs({ summary, children }: MetricTabsProps) {
  const { metric, change } = useView()
  return (
    <Tabs
      label={t`Figures`}
      look="figures"
      current={metric}
      onChange={(chosen) => change({ metric: chosen === DEFAULT_METRIC ? undefined : chosen })}
      tabs={METRICS.map((id) => ({ id, label: <MetricFigure metric={id} summary={summary} />, panel: children }))}
    />
  )
}

function MetricFigure({ metric, summary }: { metric: Metric; summary: StatsSummary | undefined }) {
  const { name, kind } = MEASURES[metric]
  const value = summary?.[metric] ?? null
  const exact = formatMeasure(kind, value)
  const change = describeMeasureChange(kind, value, summary?.comparison?.[metric])
  return (
    <>
      <span className="text-sm text-soft">{t(name)}</span>
      <span className="figures text-base whitespace-nowrap text-ink sm:text-lg" title={exact}>
        {kind === 'count' && value !== null ? formatFigure(value) : exact}
      </span>
      <span className="text-sm text-soft">{change ?? '\u00a0'}</span>
    </>
  )
}
