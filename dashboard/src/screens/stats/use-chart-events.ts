import type { Annotation, Deploy, StatsSeries } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartEvent } from '../../charts/index.ts'
import { toDeployEvent } from '../../parts/deploys/deploy-words.ts'
import { deploysQuery } from '../../data/deploys/queries.ts'
import { useCurrentTeam } from '../../data/teams/roles.ts'
import { useIsChartLoaded } from './after-picture.ts'
import { annotationsQuery } from '../../data/annotations/queries.ts'

export interface ChartEvents {
  events: readonly ChartEvent[]
  annotations: readonly Annotation[]
  deploys: readonly Deploy[]
  /** Number of entries in the period that were not loaded. */
  others: number
}

const EMPTY: readonly never[] = []

const toEvent = ({ id, happened_at, text }: Annotation): ChartEvent => ({
  id: `annotation ${id}`,
  kind: 'annotation',
  at: happened_at,
  text,
})

/** No end for a period that lasts until now: it would change the query key, and so refetch, with each refresh of the statistics. */
const endOf = ({ to }: StatsSeries): string | undefined => (Date.parse(to) > Date.now() - 120_000 ? undefined : to)

/** Requested after the chart is drawn, so that they do not delay it. */
export function useChartEvents(website_id: number, series: StatsSeries): ChartEvents {
  const isChartLoaded = useIsChartLoaded()
  const role = useCurrentTeam()?.role
  const period = { from: series.from, to: endOf(series) }
  const annotationPage = useQuery({ ...annotationsQuery(website_id, period), enabled: isChartLoaded })
  // A guest may not see deploys.
  const isAllowed = role !== undefined && role !== 'guest'
  const deployPage = useQuery({ ...deploysQuery({ website_id, ...period }), enabled: isChartLoaded && isAllowed })
  const annotations = annotationPage.data?.data ?? EMPTY
  const deploys = deployPage.data?.data ?? EMPTY
  const events = useMemo(() => [...annotations.map(toEvent), ...deploys.map(toDeployEvent)], [annotations, deploys])
  const total = (annotationPage.data?.meta.total ?? 0) + (deployPage.data?.meta.total ?? 0)
  const others = total - events.length
  return useMemo(() => ({ events, annotations, deploys, others }), [events, annotations, deploys, others])
}
