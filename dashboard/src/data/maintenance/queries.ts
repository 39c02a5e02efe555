import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const maintenanceQuery = (page: number | undefined) =>
  queryOptions({
    queryKey: ['maintenance', 'list', page],
    queryFn: ({ signal }) => api.maintenance.list({ page }, { signal }),
    placeholderData: keepPreviousData,
  })
