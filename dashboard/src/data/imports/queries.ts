import type { StatisticsImport } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

const POLL_MS = 1000
const BUSY: ReadonlySet<StatisticsImport['status']> = new Set(['queued', 'running', 'undoing'])

export const isBusy = ({ status }: Pick<StatisticsImport, 'status'>): boolean => BUSY.has(status)

export const importsQuery = (website_id: number, page: number) =>
  queryOptions({
    queryKey: ['websites', website_id, 'imports', page],
    queryFn: ({ signal }) => api.statisticsImports.list(website_id, { page, per_page: 10 }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? POLL_MS : false),
  })
