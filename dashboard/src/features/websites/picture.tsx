import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StatsSeries, StatsSummary, Website } from '@sitewatch/sdk'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { findBucket, type Span, TrafficPicture } from '../../charts/index.ts'
import { Loaded, useNow } from '../../ui/index.ts'
import { useChartEvents } from '../annotations/use-chart-events.ts'
import { CAUSE_NAMES } from '../incidents/cause-names.ts'
import { ForEditors } from '../teams/for-editors.tsx'
import { COMPARE_NAMES } from './compare-choice.tsx'
import { MEASURES } from './measures.ts'
import type { Metric } from './metrics.ts'
import { PERIOD_WORDS } from './period-names.ts'
import { canList, dayIn, pickWindow } from './periods.ts'
import { type StatsQuery, seriesQuery, watchedQuery } from './queries.ts'
import { useView } from './use-view.ts'
import { joinUptime, toOutage } from './website-uptime.ts'

// In words under the picture: it may come after it.
const ChartEventList = lazy(async () => ({
  default: (await import('../annotations/chart-event-list.tsx')).ChartEventList,
}))

interface PictureProps {
  website: Website
  summary: StatsSummary | undefined
  series: UseQueryResult<StatsSeries>
}

/** The comparison period by the same intervals. The server decides its days, so they are requested by date. */
function useComparison({ website, summary, series }: PictureProps): StatsSeries | undefined {
  const { id, statsQuery } = useView()
  const before = summary?.comparison
  const isEnabled =
    before !== null &&
    before !== undefined &&
    statsQuery.period !== 'realtime' &&
    series.data !== undefined &&
    canList(Date.parse(before.to) - Date.parse(before.from), series.data.interval)
  const query: StatsQuery = {
    period: 'custom',
    from: before ? dayIn(Date.parse(before.from), website.timezone) : undefined,
    to: before ? dayIn(Date.parse(before.to) - 1, website.timezone) : undefined,
    filters: statsQuery.filters,
  }
  const comparison = useQuery({ ...seriesQuery(id, { ...query, interval: series.data?.interval }), enabled: isEnabled })
  return isEnabled ? comparison.data : undefined
}

function useWatched({ monitor_ids }: Website, series: StatsSeries) {
  const range = useMemo(() => ({ from: Date.parse(series.from), to: Date.parse(series.to) }), [series])
  const window = pickWindow(range.from, useNow())
  const answers = useQueries({ queries: monitor_ids.map((id) => watchedQuery(id, window)) })
  const watched = answers.flatMap(({ data }) => data ?? [])
  return {
    uptime: joinUptime(watched, range),
    outages: watched.flatMap(({ monitor, incidents }) =>
      incidents.map((incident) =>
        toOutage(incident, `${monitor.friendly_name}: ${t(CAUSE_NAMES[incident.cause.kind])}`),
      ),
    ),
  }
}

export function Picture(props: PictureProps) {
  const comparison = useComparison(props)
  return (
    <Loaded query={props.series} rows={8} label={t`Loading chart`}>
      {(series) => <Drawn {...props} drawn={series} comparison={comparison} />}
    </Loaded>
  )
}

const pointsOf = ({ points }: StatsSeries, metric: Metric) =>
  points.map((point) => ({ start: point.start, value: point[metric] }))

/** A day and a month are drawn whole from their first hour on. */
function endOf({ period, from, timezone }: StatsSeries): number | undefined {
  if (period !== 'today' && period !== 'month') return undefined
  return findBucket(Date.parse(from), period === 'today' ? 'day' : 'month', timezone, 1)
}

function Drawn({
  website,
  drawn,
  comparison,
}: PictureProps & { drawn: StatsSeries; comparison: StatsSeries | undefined }) {
  const navigate = useNavigate()
  const { uptime, outages } = useWatched(website, drawn)
  const found = useChartEvents(website.id, drawn)
  const [chosen, setChosen] = useState<Span>()
  const { terms, metric, comparison: compared } = useView()
  const points = useMemo(() => pointsOf(drawn, metric), [drawn, metric])
  const others = useMemo(() => comparison && pointsOf(comparison, metric), [comparison, metric])
  // What an outage cost is known of all visitors: beside those of one country it would be wrong.
  const shown = terms.length === 0 ? outages : outages.map((outage) => ({ ...outage, visitors_lost: null }))
  const measure = MEASURES[metric]
  return (
    <>
      <TrafficPicture
        measure={measure}
        points={points}
        {...(others && { comparison: others, comparisonName: t(COMPARE_NAMES[compared.compare]) })}
        interval={drawn.interval}
        timezone={drawn.timezone}
        {...(drawn.period !== 'today' && { period: { from: Date.parse(drawn.from), to: Date.parse(drawn.to) } })}
        until={endOf(drawn)}
        uptime={uptime}
        isWatched={website.monitor_ids.length > 0}
        outages={shown}
        events={found.events}
        label={`${t(measure.name)}, ${t(PERIOD_WORDS[drawn.period])}`}
        onOpenOutage={(id) => void navigate({ to: '/incidents/$incidentId', params: { incidentId: String(id) } })}
        onOpenEvents={(span) => setChosen({ ...span })}
      />
      <Suspense fallback={<div className="mt-3 min-h-10" />}>
        <ChartEventList website={website} found={found} until={Date.parse(drawn.to)} chosen={chosen} />
      </Suspense>
      {website.monitor_ids.length === 0 && (
        <ForEditors>
          <p className="mt-3 text-sm text-soft">
            <Trans>
              This website has no monitor.{' '}
              <Link
                to="/monitors/new"
                search={{ url: `https://${website.domain}/`, website_id: website.id }}
                className="link"
              >
                Add a monitor
              </Link>{' '}
              to see what an outage costs in visitors.
            </Trans>
          </p>
        </ForEditors>
      )}
    </>
  )
}
