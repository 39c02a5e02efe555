import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const providerListQuery = queryOptions({
  queryKey: ['providers', 'list'],
  queryFn: ({ signal }) => api.providers.list({ pageSize: 100 }, { signal }),
})

export const preferencesQuery = queryOptions({
  queryKey: ['account', 'notifications'],
  queryFn: ({ signal }) => api.account.notifications({ signal }),
})
