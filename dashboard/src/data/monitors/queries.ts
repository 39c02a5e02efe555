import type { MonitorsListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import type { Window } from './windows.ts'

const CHECK_POLL_MS = 15_000

export const monitorListQuery = (query: MonitorsListQuery) =>
  queryOptions({
    queryKey: ['monitors', 'list', query],
    queryFn: ({ signal }) => api.monitors.list(query, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 30_000,
  })

/** The latest checks of all monitors on one page of the list, in one request. */
export const recentChecksQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['monitors', 'recent-checks', ids],
    queryFn: async ({ signal }) => {
      const { data } = await api.monitors.recentChecks({ monitor_ids: ids.join(','), pageSize: 100 }, { signal })
      return new Map(data.map(({ monitor_id, checks }) => [monitor_id, checks]))
    },
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
    refetchInterval: 30_000,
  })

export const monitorQuery = (id: number) =>
  queryOptions({
    queryKey: ['monitors', id],
    queryFn: ({ signal }) => api.monitors.show(id, { signal }),
    refetchInterval: CHECK_POLL_MS,
  })

export const checksQuery = (id: number) =>
  queryOptions({
    queryKey: ['monitors', id, 'checks'],
    queryFn: ({ signal }) => api.monitors.checks(id, { pageSize: 100 }, { signal }),
    refetchInterval: CHECK_POLL_MS,
  })

export const pingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['monitors', id, 'pings'],
    queryFn: ({ signal }) => api.monitors.pings(id, { pageSize: 10 }, { signal }),
    refetchInterval: CHECK_POLL_MS,
  })

export const responseTimesQuery = (id: number, window: Window) =>
  queryOptions({
    queryKey: ['monitors', id, 'response-times', window],
    queryFn: ({ signal }) => api.monitors.responseTimes(id, { window }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })

export const uptimeQuery = (id: number, window: Window) =>
  queryOptions({
    queryKey: ['monitors', id, 'uptime', window],
    queryFn: ({ signal }) => api.monitors.uptime(id, { window }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })

export const monitorIncidentsQuery = (id: number, window: Window, page = 1) =>
  queryOptions({
    queryKey: ['monitors', id, 'incidents', window, page],
    queryFn: ({ signal }) => api.monitors.incidents(id, { window, page, pageSize: 25 }, { signal }),
    placeholderData: (previous) => previous,
  })

export const openIncidentQuery = (monitor_id: number) =>
  queryOptions({
    queryKey: ['incidents', 'latest-of', monitor_id],
    queryFn: ({ signal }) => api.incidents.list({ monitor_id, pageSize: 1 }, { signal }),
    refetchInterval: CHECK_POLL_MS,
  })

export const assignmentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['monitors', id, 'assignments'],
    queryFn: ({ signal }) => api.monitors.notifications(id, { pageSize: 100 }, { signal }),
  })

/** A monitor of a website, with its uptime and its incidents in a window. */
export const monitorHistoryQuery = (monitor_id: number, window: Window) =>
  queryOptions({
    queryKey: ['monitors', monitor_id, 'watched', window],
    queryFn: async ({ signal }) => {
      const [monitor, uptime, incidents] = await Promise.all([
        api.monitors.show(monitor_id, { signal }),
        api.monitors.uptime(monitor_id, { window }, { signal }),
        api.monitors.incidents(monitor_id, { window, pageSize: 100 }, { signal }),
      ])
      return { monitor, uptime, incidents: incidents.data }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
