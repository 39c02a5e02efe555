import type { StatsBreakdownQuery, StatsSeriesQuery, StatsSummaryQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import type { Period } from './periods.ts'

/** The visits to include: parameters that all requests for statistics have in common. */
export interface StatsQuery {
  period: Period
  from?: string | undefined
  to?: string | undefined
  filters?: string | undefined
}

/** What the figures are compared with. */
export interface Comparison extends Pick<StatsSummaryQuery, 'compare_from' | 'compare_to' | 'exclude_outages'> {
  compare: NonNullable<StatsSummaryQuery['compare']>
}

const REALTIME_POLL_MS = 10_000
const choosePollInterval = ({ period }: StatsQuery): number =>
  period === 'realtime' ? REALTIME_POLL_MS : period === 'today' ? 3 * REALTIME_POLL_MS : 6 * REALTIME_POLL_MS

export const summaryQuery = (id: number, statsQuery: StatsQuery, comparison: Comparison) =>
  queryOptions({
    queryKey: ['stats', id, 'summary', statsQuery, comparison],
    queryFn: ({ signal }) => api.stats.summary(id, { ...statsQuery, ...comparison }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: choosePollInterval(statsQuery),
  })

export const seriesQuery = (id: number, query: StatsQuery & Pick<StatsSeriesQuery, 'interval'>) =>
  queryOptions({
    queryKey: ['stats', id, 'series', query],
    queryFn: ({ signal }) => api.stats.series(id, query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: choosePollInterval(query),
  })

export const breakdownQuery = (id: number, query: StatsQuery & Omit<StatsBreakdownQuery, keyof StatsQuery>) =>
  queryOptions({
    queryKey: ['stats', id, 'breakdown', query],
    queryFn: ({ signal }) => api.stats.breakdown(id, query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: choosePollInterval(query),
  })

export const realtimeQuery = (id: number, filters: string | undefined) =>
  queryOptions({
    queryKey: ['stats', id, 'realtime', filters],
    queryFn: ({ signal }) => api.stats.realtime(id, { filters }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REALTIME_POLL_MS,
  })

export const vitalsQuery = (id: number, statsQuery: StatsQuery) =>
  queryOptions({
    queryKey: ['stats', id, 'vitals', statsQuery],
    queryFn: ({ signal }) => api.stats.vitals(id, statsQuery, { signal }),
    placeholderData: keepPreviousData,
  })

export const funnelQuery = (id: number, statsQuery: StatsQuery, steps: string) =>
  queryOptions({
    queryKey: ['stats', id, 'funnel', statsQuery, steps],
    queryFn: ({ signal }) => api.stats.funnel(id, { ...statsQuery, steps }, { signal }),
    placeholderData: keepPreviousData,
  })

export const exportQuery = (id: number, { period, from, to }: StatsQuery) =>
  queryOptions({
    queryKey: ['stats', id, 'export', { period, from, to }],
    queryFn: ({ signal }) => api.stats.export(id, { period, from, to }, { signal }),
  })

export const revenueQuery = (id: number, query: StatsQuery & Comparison & Pick<StatsSeriesQuery, 'interval'>) =>
  queryOptions({
    queryKey: ['stats', id, 'revenue', query],
    queryFn: ({ signal }) => api.stats.revenue(id, query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 6 * REALTIME_POLL_MS,
  })
