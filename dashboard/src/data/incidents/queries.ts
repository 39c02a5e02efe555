import type { IncidentsListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { providersQuery } from '../notifications/providers-query.ts'

export const incidentQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', id],
    queryFn: ({ signal }) => api.incidents.show(id, { signal }),
    refetchInterval: 15_000,
  })

export const evidenceQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', id, 'evidence'],
    queryFn: ({ signal }) => api.incidents.evidence(id, { signal }),
    staleTime: Infinity,
  })

/** Every delivery of an incident, with the name of its provider where that still exists. */
export const incidentDeliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', id, 'deliveries'],
    queryFn: async ({ client, signal }) => {
      const [deliveries, providers] = await Promise.all([
        api.deliveries.list({ incident_id: id, pageSize: 100 }, { signal }),
        client.fetchQuery(providersQuery),
      ])
      const names = new Map(providers.map(({ id: provider_id, name }) => [provider_id, name]))
      return deliveries.data.map((delivery) => ({ delivery, provider_name: names.get(delivery.provider_id) }))
    },
  })

export const incidentListQuery = (query: IncidentsListQuery) =>
  queryOptions({
    queryKey: ['incidents', 'list', query],
    queryFn: ({ signal }) => api.incidents.list(query, { signal }),
    placeholderData: keepPreviousData,
  })
