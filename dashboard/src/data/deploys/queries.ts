import type { DeploysListQuery } from '@sitewatch/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The keys start with the live topic, so a new deploy appears at once. */
export const deploysQuery = (query: DeploysListQuery) =>
  queryOptions({
    queryKey: ['deploy', 'list', query],
    queryFn: ({ signal }) => api.deploys.list({ ...query, pageSize: 100 }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deploysBeforeQuery = (incident_id: number) =>
  queryOptions({
    queryKey: ['deploy', 'before', incident_id],
    queryFn: ({ signal }) => api.incidents.deploys(incident_id, { pageSize: 100 }, { signal }),
  })
