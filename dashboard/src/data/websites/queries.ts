import type { WebsitesListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const websiteListQuery = (query: WebsitesListQuery) =>
  queryOptions({
    queryKey: ['websites', 'list', query],
    queryFn: ({ signal }) => api.websites.list(query, { signal }),
    placeholderData: keepPreviousData,
  })

export const websiteQuery = (id: number) =>
  queryOptions({ queryKey: ['websites', id], queryFn: ({ signal }) => api.websites.show(id, { signal }) })

export const dropsQuery = (id: number, days: number) =>
  queryOptions({
    queryKey: ['stats', id, 'drops', days],
    queryFn: ({ signal }) => api.websites.drops(id, { days }, { signal }),
  })

export const reportQuery = (id: number, period: 'weekly' | 'monthly') =>
  queryOptions({
    queryKey: ['stats', id, 'report', period],
    queryFn: ({ signal }) => api.reports.preview(id, { period }, { signal }),
  })

export const reportSendsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['websites', id, 'report-sends', page],
    queryFn: ({ signal }) => api.reports.sends(id, { page, per_page: 10 }, { signal }),
    placeholderData: keepPreviousData,
  })
