import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Visitors now grow without any change being told. */
const FIGURES_MS = 10_000

export const overviewQuery = (tag?: string) =>
  queryOptions({
    queryKey: ['overview', tag],
    queryFn: ({ signal }) => api.overview.show({ tag }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: FIGURES_MS,
  })
