import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const goalsQuery = (id: number) =>
  queryOptions({
    queryKey: ['goals', id],
    queryFn: ({ signal }) => api.goals.list(id, { per_page: 100 }, { signal }),
  })
