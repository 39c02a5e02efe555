import type { Objective, ObjectivesListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** An outage uses up the budget while the screen is open. */
const REFRESH_MS = 60_000

export const objectivesQuery = (query: ObjectivesListQuery) =>
  queryOptions({
    queryKey: ['objective', 'list', query],
    queryFn: ({ signal }) => api.objectives.list(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const objectiveQuery = (id: number) =>
  queryOptions({
    queryKey: ['objective', id],
    queryFn: ({ signal }) => api.objectives.show(id, { signal }),
    refetchInterval: REFRESH_MS,
  })

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['objective', id, 'history'],
    queryFn: ({ signal }) => api.objectives.history(id, { signal }),
    refetchInterval: REFRESH_MS,
  })

type Subject = Pick<Objective, 'monitor_id' | 'website_id' | 'window_days'>

export const experiencedQuery = ({ monitor_id, website_id, window_days: days }: Subject) =>
  queryOptions({
    queryKey: ['objective', 'experienced', monitor_id, website_id, days],
    queryFn: ({ signal }) =>
      monitor_id === null
        ? api.websites.experiencedUptime(website_id ?? 0, { days }, { signal })
        : api.monitors.experiencedUptime(monitor_id, { days }, { signal }),
    retry: false,
  })
