import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Visitors now grow without any change being told. */
const FIGURES_MS = 10_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => api.overview.show({ signal }),
  refetchInterval: FIGURES_MS,
})
