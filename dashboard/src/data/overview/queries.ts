import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The number of current visitors changes without a live update. */
const POLL_MS = 10_000

export const overviewQuery = (tag?: string) =>
  queryOptions({
    queryKey: ['overview', tag],
    queryFn: ({ signal }) => api.overview.show({ tag }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: POLL_MS,
  })
