import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** Under the `monitors` key, so that a monitor is no longer proposed once it exists. */
export const proposalsQuery = (website_id: number) =>
  queryOptions({
    queryKey: ['monitors', 'proposals', website_id],
    queryFn: ({ signal }) => api.websites.proposals(website_id, { signal }),
  })
