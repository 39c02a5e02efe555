import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const keysQuery = (page: number | undefined) =>
  queryOptions({
    queryKey: ['keys', page],
    queryFn: ({ signal }) => api.keys.list({ page }, { signal }),
    placeholderData: keepPreviousData,
  })
