import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { withTeam } from '../../current-team.ts'
import { BASE_PATH } from '../../page-facts.ts'

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

/** The first hundred of each. Reports on other monitors are opened from their own page. */
export const scopesQuery = queryOptions({
  queryKey: ['monitors', 'report-scopes'],
  queryFn: async ({ signal }) => {
    const [pages, tags, monitors] = await Promise.all([
      api.statusPages.list({ pageSize: 100 }, { signal }),
      api.tags.list({ pageSize: 100 }, { signal }),
      api.monitors.list({ pageSize: 100 }, { signal }),
    ])
    return {
      pages: pages.data,
      tags: tags.data.map(({ name }) => name),
      monitors: monitors.data,
      monitor_count: monitors.meta.total,
    }
  },
})
