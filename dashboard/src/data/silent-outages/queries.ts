import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const expectedTrafficQuery = (website_id: number, span: { from?: string; to?: string } = {}) =>
  queryOptions({
    queryKey: ['stats', website_id, 'expected-traffic', span],
    queryFn: ({ signal }) => api.websites.expectedTraffic(website_id, span, { signal }),
    refetchInterval: 60_000,
  })
