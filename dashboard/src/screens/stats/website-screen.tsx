import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatFigure } from '../../platform/format.ts'
import { Button, buttonClass, ErrorBox, Loaded, Notice, PageHeader, Skeleton } from '../../ui/index.ts'
import { ChartLoaded } from './after-picture.ts'
import { MetricTabs } from './metric-tabs.tsx'
import { PeriodBar } from './period-bar.tsx'
import { listIntervals } from '../../data/stats/periods.ts'
import { realtimeQuery, seriesQuery, summaryQuery } from '../../data/stats/queries.ts'
import { websiteQuery } from '../../data/websites/queries.ts'
import { useView } from './use-view.ts'
import { FilterChips } from './website-parts.ts'
import { lazyPart } from '../../platform/lazy.tsx'

// Fetched together with the figures that it draws.
const Picture = lazyPart(
  async () => (await import('./picture.tsx')).Picture,
  () => <Skeleton rows={8} label={t`Loading chart`} />,
)
const FavoriteStar = lazyPart(async () => (await import('../../parts/websites/favorite-star.tsx')).FavoriteStar)
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)
// The lists are below the chart and wait for it: their script comes after the first paint.
const WebsiteLists = lazyPart(
  async () => (await import('./website-lists.tsx')).WebsiteLists,
  () => <Skeleton rows={6} />,
)
const WaitingForVisits = lazyPart(
  async () => (await import('./waiting-for-visits.tsx')).WaitingForVisits,
  () => <Skeleton rows={6} />,
)

export function WebsiteScreen() {
  const { id } = useView()
  const website = useQuery(websiteQuery(id))
  return (
    <Loaded query={website} rows={8} label={t`Loading website`}>
      {(data) => (
        <div key={id}>
          <Head website={data} />
          {data.first_event_at === null ? <WaitingForVisits website={data} /> : <Statistics website={data} />}
        </div>
      )}
    </Loaded>
  )
}

function Head({ website }: { website: Website }) {
  const [isExporting, setExporting] = useState(false)
  const hasVisits = website.first_event_at !== null
  return (
    <>
      <PageHeader
        title={website.domain}
        heading={
          <span className="flex items-start gap-2">
            <span className="mt-1.5 size-7">
              <FavoriteStar website={website} />
            </span>
            <span className="min-w-0 wrap-anywhere">{website.domain}</span>
          </span>
        }
        actions={
          <>
            {hasVisits && <Button onClick={() => setExporting(true)}>{t`Export`}</Button>}
            <Link
              to="/websites/$websiteId/settings"
              params={{ websiteId: String(website.id) }}
              className={buttonClass()}
            >
              {t`Settings`}
            </Link>
          </>
        }
      >
        {hasVisits ? <VisitorsNow /> : t`No visits yet.`}
      </PageHeader>
      {isExporting && <ExportDialog website={website} onClose={() => setExporting(false)} />}
    </>
  )
}

function VisitorsNow() {
  const { id, statsQuery } = useView()
  const { data } = useQuery(realtimeQuery(id, statsQuery.filters))
  const count = data === undefined ? '–' : formatFigure(data.visitors)
  return (
    <Trans>
      <span className="figures text-ink">{count}</span>{' '}
      <Plural value={data?.visitors ?? 0} one="visitor" other="visitors" /> now
    </Trans>
  )
}

const isSettled = ({ isError, isSuccess, isPlaceholderData }: UseQueryResult): boolean =>
  isError || (isSuccess && !isPlaceholderData)

function Statistics({ website }: { website: Website }) {
  const { id, statsQuery, search, comparison } = useView()
  const summary = useQuery(summaryQuery(id, statsQuery, comparison))
  const series = useQuery(seriesQuery(id, { ...statsQuery, interval: search.interval }))
  const intervals = series.data ? listIntervals(Date.parse(series.data.to) - Date.parse(series.data.from)) : []
  return (
    <ChartLoaded value={isSettled(summary) && isSettled(series)}>
      <PeriodBar
        website={website}
        intervals={intervals}
        automatic={search.interval === undefined ? series.data?.interval : undefined}
      />
      {search.filters !== undefined && <FilterChips />}
      {summary.isError && <ErrorBox error={summary.error} retry={() => void summary.refetch()} />}
      <MetricTabs summary={summary.data}>
        <div className="min-h-93 sm:min-h-[398px]">
          <Picture website={website} summary={summary.data} series={series} />
        </div>
      </MetricTabs>
      {typeof summary.data?.sample_percent === 'number' && (
        <div className="mt-4">
          <Notice title={t`Sampled: figures are extrapolated from ${summary.data.sample_percent} % of visitors.`}>
            {t`This period has too many visits to count them all at once. Choose a shorter period for exact figures.`}
          </Notice>
        </div>
      )}
      <WebsiteLists />
    </ChartLoaded>
  )
}
