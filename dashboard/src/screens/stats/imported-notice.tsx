import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { StatsSummary } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { seriesQuery, summaryQuery } from '../../data/stats/queries.ts'
import { useView } from './use-view.ts'

type Reason = NonNullable<NonNullable<StatsSummary['imported']>['reason']>

const REASONS: Record<Reason, MessageDescriptor> = {
  filter: msg`Imported statistics are left out: they cannot be filtered.`,
  interval: msg`Imported statistics are left out of the chart: they have days, but no hours.`,
  dimension: msg`Imported statistics are left out: the import has no such figures.`,
}

/** Shown under the chart that it is about. Both queries are already cached. */
export function ImportedNotice() {
  const { id, statsQuery, search, comparison } = useView()
  const summary = useQuery(summaryQuery(id, statsQuery, comparison))
  const series = useQuery(seriesQuery(id, { ...statsQuery, interval: search.interval }))
  const reason = summary.data?.imported?.reason ?? series.data?.imported?.reason
  if (reason) return <p className="mt-4 text-sm text-soft">{t(REASONS[reason])}</p>
  if (summary.data?.imported?.state !== 'included') return null
  return <p className="mt-4 text-sm text-soft">{t`Includes imported statistics.`}</p>
}
