import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The first hundred by name; a tag beyond them is chosen by its chip in a list. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => api.tags.list({ pageSize: 100 }, { signal }),
})
