import { paginate, type Provider, type ProvidersListQuery } from '@sitewatch/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

export const providersQuery = queryOptions({
  queryKey: ['providers', 'all'],
  queryFn: async ({ signal }): Promise<Provider[]> => {
    const providers: Provider[] = []
    const list = (query: ProvidersListQuery = {}) => api.providers.list(query, { signal })
    for await (const provider of paginate(list, { pageSize: 100 })) providers.push(provider)
    return providers
  },
})
