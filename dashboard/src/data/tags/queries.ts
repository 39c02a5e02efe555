import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The first hundred by name. Other tags are chosen by their chips in a list. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => api.tags.list({ pageSize: 100 }, { signal }),
})
