import type { StatsSummary } from '@sitewatch/sdk'
import { formatCount, formatDuration, formatPercent } from '../../format.ts'
import { FigureRow } from '../../ui/index.ts'
import { describeChange, describePoints } from './changes.ts'

export function SummaryFigures({ summary }: { summary: StatsSummary }) {
  const { comparison: before } = summary
  const counts = (['visitors', 'visits', 'pageviews'] as const).map((name) => ({
    label: { visitors: 'Visitors', visits: 'Visits', pageviews: 'Page views' }[name],
    value: formatCount(summary[name]),
    note: describeChange(summary[name], before?.[name]),
  }))
  return (
    <FigureRow
      entries={[
        ...counts,
        {
          label: 'Views per visit',
          value: summary.views_per_visit?.toFixed(1) ?? '–',
          note: describeChange(summary.views_per_visit, before?.views_per_visit),
        },
        {
          label: 'Bounce rate',
          value: formatPercent(summary.bounce_percent),
          note: describePoints(summary.bounce_percent, before?.bounce_percent),
        },
        {
          label: 'Visit duration',
          value: formatDuration(summary.visit_seconds),
          note: describeChange(summary.visit_seconds, before?.visit_seconds),
        },
        ...(summary.events === 0
          ? []
          : [
              {
                label: 'Events',
                value: formatCount(summary.events),
                note: describeChange(summary.events, before?.events),
              },
            ]),
      ]}
    />
  )
}
