import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StatsSeries, StatsSummary, Website } from '@sitewatch/sdk'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { findBucket, type Span, TrafficPicture } from '../../charts/index.ts'
import { Loaded, useNow } from '../../ui/index.ts'
import { useChartEvents } from './use-chart-events.ts'
import { CAUSE_NAMES } from '../../parts/incidents/cause-names.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { COMPARE_NAMES } from './compare-choice.tsx'
import { MEASURES } from './measures.ts'
import type { Metric } from './metrics.ts'
import { PERIOD_PHRASES } from './period-names.ts'
import { canList, dayIn, pickWindow } from '../../data/stats/periods.ts'
import { type StatsQuery, seriesQuery } from '../../data/stats/queries.ts'
import { monitorHistoryQuery } from '../../data/monitors/queries.ts'
import { useView } from './use-view.ts'
import { joinUptime, toOutage } from './website-uptime.ts'
import { ChartEventList } from './chart-event-list.tsx'

interface PictureProps {
  website: Website
  summary: StatsSummary | undefined
  series: UseQueryResult<StatsSeries>
}

/** The comparison period with the same intervals. The server determines its days, so they are requested by date. */
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

function useMonitorHistory({ monitor_ids }: Website, series: StatsSeries) {
  const range = useMemo(() => ({ from: Date.parse(series.from), to: Date.parse(series.to) }), [series])
  const window = pickWindow(range.from, useNow())
  const results = useQueries({ queries: monitor_ids.map((id) => monitorHistoryQuery(id, window)) })
  const histories = results.flatMap(({ data }) => data ?? [])
  return {
    uptime: joinUptime(histories, range),
    outages: histories.flatMap(({ monitor, incidents }) =>
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
      {(series) => <DrawnChart {...props} drawn={series} comparison={comparison} />}
    </Loaded>
  )
}

const pointsOf = ({ points }: StatsSeries, metric: Metric) =>
  points.map((point) => ({ start: point.start, value: point[metric] }))

/** The end of the current day or month, which are drawn in full from their first hour on. */
function endOf({ period, from, timezone }: StatsSeries): number | undefined {
  if (period !== 'today' && period !== 'month') return undefined
  return findBucket(Date.parse(from), period === 'today' ? 'day' : 'month', timezone, 1)
}

function DrawnChart({
  website,
  drawn,
  comparison,
}: PictureProps & { drawn: StatsSeries; comparison: StatsSeries | undefined }) {
  const navigate = useNavigate()
  const { uptime, outages } = useMonitorHistory(website, drawn)
  const chartEvents = useChartEvents(website.id, drawn)
  const [chosen, setChosen] = useState<Span>()
  const { terms, metric, comparison: compared } = useView()
  const points = useMemo(() => pointsOf(drawn, metric), [drawn, metric])
  const comparisonPoints = useMemo(() => comparison && pointsOf(comparison, metric), [comparison, metric])
  // The cost of an outage is known only for all visitors: beside filtered figures it would be wrong.
  const shownOutages = terms.length === 0 ? outages : outages.map((outage) => ({ ...outage, visitors_lost: null }))
  const measure = MEASURES[metric]
  return (
    <>
      <TrafficPicture
        measure={measure}
        points={points}
        {...(comparisonPoints && { comparison: comparisonPoints, comparisonName: t(COMPARE_NAMES[compared.compare]) })}
        interval={drawn.interval}
        timezone={drawn.timezone}
        {...(drawn.period !== 'today' && { period: { from: Date.parse(drawn.from), to: Date.parse(drawn.to) } })}
        until={endOf(drawn)}
        uptime={uptime}
        isWatched={website.monitor_ids.length > 0}
        outages={shownOutages}
        events={chartEvents.events}
        label={`${t(measure.name)}, ${t(PERIOD_PHRASES[drawn.period])}`}
        onOpenOutage={(id) => void navigate({ to: '/incidents/$incidentId', params: { incidentId: String(id) } })}
        onOpenEvents={(span) => setChosen({ ...span })}
      />
      <ChartEventList website={website} found={chartEvents} until={Date.parse(drawn.to)} chosen={chosen} />
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
