import type { DeliveriesListQuery } from '@sitewatch/sdk'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { monitorListQuery } from '../monitors/queries.ts'
import { providersQuery } from './providers-query.ts'

export const preferencesQuery = queryOptions({
  queryKey: ['account', 'notifications'],
  queryFn: ({ signal }) => api.account.notifications({ signal }),
})

export const failedDeliveriesQuery = queryOptions({
  queryKey: ['deliveries', 'failed-count'],
  queryFn: ({ signal }) => api.deliveries.list({ status: 'failed', pageSize: 1 }, { signal }),
})

export const providerQuery = (id: number) =>
  queryOptions({
    queryKey: ['providers', id],
    queryFn: ({ signal }) => api.providers.show(id, { signal }),
  })

export const providerDeliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['deliveries', 'of', id],
    queryFn: ({ signal }) => api.deliveries.list({ provider_id: id, pageSize: 10 }, { signal }),
  })

/** A page of the monitors that a provider can be assigned to. */
export const assignableMonitorsQuery = (page: number) => monitorListQuery({ page, pageSize: 25 })

export const loadNotifications = (client: QueryClient) =>
  Promise.all([
    client.prefetchQuery(providersQuery),
    client.prefetchQuery(failedDeliveriesQuery),
    client.prefetchQuery(preferencesQuery),
  ])

export const loadProvider = (client: QueryClient, id: number) =>
  Promise.all([
    client.prefetchQuery(providerQuery(id)),
    client.prefetchQuery(assignableMonitorsQuery(1)),
    client.prefetchQuery(providerDeliveriesQuery(id)),
  ])

/** A page of the delivery log, with the names of the providers that still exist. */
export const deliveriesQuery = (query: DeliveriesListQuery) =>
  queryOptions({
    queryKey: ['deliveries', 'list', query],
    queryFn: async ({ client, signal }) => {
      const [listed, providers] = await Promise.all([
        api.deliveries.list(query, { signal }),
        client.fetchQuery(providersQuery),
      ])
      return { ...listed, names: new Map(providers.map(({ id, name }) => [id, name])) }
    },
    placeholderData: keepPreviousData,
  })
