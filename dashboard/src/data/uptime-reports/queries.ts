import { paginate, type StatusPage, type StatusPagesListQuery, type TagsListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { withTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'

/** The subject of a report: one of the three. */
export interface Scope {
  monitor_id?: number | undefined
  tag?: string | undefined
  status_page_id?: number | undefined
}

export interface FigureQuery extends Scope {
  month: string
  timezone: string
  target: number
}

export const figuresQuery = (query: FigureQuery) =>
  queryOptions({
    queryKey: ['incidents', 'uptime-report', query],
    queryFn: ({ signal }) => api.uptimeReports.figures(query, { signal }),
    placeholderData: keepPreviousData,
  })

export function csvUrl(query: FigureQuery, table: 'monitors' | 'incidents'): string {
  const params = new URLSearchParams({ format: 'csv', table })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  return withTeam(`${BASE_PATH}/api/uptime-report?${params.toString()}`)
}

export const monthlyReportsQuery = (page: number) =>
  queryOptions({
    queryKey: ['uptime-reports', 'list', page],
    queryFn: ({ signal }) => api.uptimeReports.list({ page }, { signal }),
    placeholderData: keepPreviousData,
  })

async function listPages(signal: AbortSignal): Promise<StatusPage[]> {
  const pages: StatusPage[] = []
  const list = (query: StatusPagesListQuery = {}) => api.statusPages.list(query, { signal })
  for await (const page of paginate(list, { pageSize: 100 })) pages.push(page)
  return pages
}

async function listTags(signal: AbortSignal): Promise<string[]> {
  const names: string[] = []
  const list = (query: TagsListQuery = {}) => api.tags.list(query, { signal })
  for await (const { name } of paginate(list, { pageSize: 100 })) names.push(name)
  return names
}

/** Status pages, tags, and the first hundred monitors. Reports on others are opened from their own page. */
export const scopesQuery = queryOptions({
  queryKey: ['monitors', 'report-scopes'],
  queryFn: async ({ signal }) => {
    const [pages, tags, monitors] = await Promise.all([
      listPages(signal),
      listTags(signal),
      api.monitors.list({ pageSize: 100 }, { signal }),
    ])
    return { pages, tags, monitors: monitors.data, monitor_count: monitors.meta.total }
  },
})
