import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Under monitors: a new one is proposed no more. */
export const proposalsQuery = (website_id: number) =>
  queryOptions({
    queryKey: ['monitors', 'proposals', website_id],
    queryFn: ({ signal }) => api.websites.proposals(website_id, { signal }),
  })
