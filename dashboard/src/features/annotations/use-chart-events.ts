import type { Annotation, Deploy, StatsSeries } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartEvent } from '../../charts/index.ts'
import { toDeployEvent } from '../deploys/deploy-words.ts'
import { deploysQuery } from '../deploys/queries.ts'
import { useCurrentTeam } from '../teams/roles.ts'
import { useIsPictureDrawn } from '../websites/after-picture.ts'
import { annotationsQuery } from './queries.ts'

export interface ChartEvents {
  events: readonly ChartEvent[]
  annotations: readonly Annotation[]
  deploys: readonly Deploy[]
  /** How many more there are in the period than were loaded. */
  others: number
}

const NONE: readonly never[] = []

const toEvent = ({ id, happened_at, text }: Annotation): ChartEvent => ({
  id: `annotation ${id}`,
  kind: 'annotation',
  at: happened_at,
  text,
})

/** A period that lasts until now has no end: with one, each refresh of the figures would ask anew. */
const endOf = ({ to }: StatsSeries): string | undefined => (Date.parse(to) > Date.now() - 120_000 ? undefined : to)

/** Requested after the picture is there, so that nothing waits for them. */
export function useChartEvents(website_id: number, series: StatsSeries): ChartEvents {
  const isPictureDrawn = useIsPictureDrawn()
  const role = useCurrentTeam()?.role
  const period = { from: series.from, to: endOf(series) }
  const notes = useQuery({ ...annotationsQuery(website_id, period), enabled: isPictureDrawn })
  // A guest may not see deploys.
  const isAllowed = role !== undefined && role !== 'guest'
  const made = useQuery({ ...deploysQuery({ website_id, ...period }), enabled: isPictureDrawn && isAllowed })
  const annotations = notes.data?.data ?? NONE
  const deploys = made.data?.data ?? NONE
  const events = useMemo(() => [...annotations.map(toEvent), ...deploys.map(toDeployEvent)], [annotations, deploys])
  const total = (notes.data?.meta.total ?? 0) + (made.data?.meta.total ?? 0)
  const others = total - events.length
  return useMemo(() => ({ events, annotations, deploys, others }), [events, annotations, deploys, others])
}
