import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Vitals } from '../../charts/index.ts'
import { formatCount } from '../../format.ts'
import { Button, buttonClass, ErrorBox, Loaded, Notice, PageHeader, Section } from '../../ui/index.ts'
import { FirstVisit } from '../onboarding/first-visit.tsx'
import { SnippetTabs } from '../onboarding/snippet-tabs.tsx'
import { PictureDrawn, useIsPictureDrawn } from './after-picture.ts'
import { BreakdownDialog } from './breakdown-dialog.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { Drops } from './drops.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { FavoriteStar } from './favorite-star.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FunnelBuilder } from './funnel-builder.tsx'
import { Goals } from './goals.tsx'
import { MetricTabs } from './metric-tabs.tsx'
import { PeriodBar } from './period-bar.tsx'
import { listIntervals } from './periods.ts'
import { Picture } from './picture.tsx'
import { realtimeQuery, seriesQuery, summaryQuery, vitalsQuery, websiteQuery } from './queries.ts'
import { useView } from './use-view.ts'

export function WebsiteScreen() {
  const { id } = useView()
  const website = useQuery(websiteQuery(id))
  return (
    <Loaded query={website} rows={8} label={t`Loading website`}>
      {(data) => (
        <div key={id}>
          <Head website={data} />
          {data.first_event_at === null ? <Waiting website={data} /> : <Statistics website={data} />}
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
            <span className="mt-1.5">
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
  const count = data === undefined ? '–' : formatCount(data.visitors)
  return (
    <Trans>
      <span className="figures text-ink">{count}</span>{' '}
      <Plural value={data?.visitors ?? 0} one="visitor" other="visitors" /> now
    </Trans>
  )
}

function Waiting({ website }: { website: Website }) {
  return (
    <>
      <Section title={t`Add the tracking script`}>
        <SnippetTabs tracking_id={website.tracking_id} />
      </Section>
      <Section title={t`Installation`}>
        <FirstVisit website={website} />
      </Section>
      {website.monitor_ids.length === 0 && (
        <Section title={t`Uptime`}>
          <p className="text-soft">
            <Trans>
              This website has no monitor.{' '}
              <Link
                to="/monitors/new"
                search={{ url: `https://${website.domain}/`, website_id: website.id }}
                className="link"
              >
                Add a monitor
              </Link>
            </Trans>
          </p>
        </Section>
      )}
      <Drops id={website.id} />
    </>
  )
}

const isAnswered = ({ isError, isSuccess, isPlaceholderData }: UseQueryResult): boolean =>
  isError || (isSuccess && !isPlaceholderData)

function Statistics({ website }: { website: Website }) {
  const { id, statsQuery, search, comparison } = useView()
  const summary = useQuery(summaryQuery(id, statsQuery, comparison))
  const series = useQuery(seriesQuery(id, { ...statsQuery, interval: search.interval }))
  const intervals = series.data ? listIntervals(Date.parse(series.data.to) - Date.parse(series.data.from)) : []
  return (
    <PictureDrawn value={isAnswered(summary) && isAnswered(series)}>
      <PeriodBar
        website={website}
        intervals={intervals}
        automatic={search.interval === undefined ? series.data?.interval : undefined}
      />
      <FilterChips />
      {summary.isError && <ErrorBox error={summary.error} retry={() => void summary.refetch()} />}
      <MetricTabs summary={summary.data}>
        <Picture website={website} summary={summary.data} series={series} />
      </MetricTabs>
      {typeof summary.data?.sample_percent === 'number' && (
        <div className="mt-4">
          <Notice title={t`Sampled: figures are extrapolated from ${summary.data.sample_percent} % of visitors.`}>
            {t`This period has too many visits to count them all at once. Choose a shorter period for exact figures.`}
          </Notice>
        </div>
      )}
      <Breakdowns />
      <Goals />
      <FunnelBuilder />
      <PageSpeed />
      <Drops id={id} />
      {search.all !== undefined && <BreakdownDialog key={search.all} dimension={search.all} />}
    </PictureDrawn>
  )
}

function PageSpeed() {
  const { id, statsQuery } = useView()
  const vitals = useQuery({ ...vitalsQuery(id, statsQuery), enabled: useIsPictureDrawn() })
  return (
    <Section title={t`Web vitals`}>
      <Loaded query={vitals} rows={4} label={t`Loading web vitals`}>
        {(data) =>
          data.lcp_ms.samples + data.ttfb_ms.samples + data.fcp_ms.samples === 0 ? (
            <p className="text-soft">{t`No web vitals in this period.`}</p>
          ) : (
            <Vitals vitals={data} />
          )
        }
      </Loaded>
    </Section>
  )
}
