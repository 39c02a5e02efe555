import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The keys start with the live topic, so that live updates refetch them. */
export const policyListQuery = queryOptions({
  queryKey: ['escalation_policy', 'list'],
  queryFn: ({ signal }) => api.escalationPolicies.list({ pageSize: 100 }, { signal }),
})

export const policyQuery = (id: number) =>
  queryOptions({
    queryKey: ['escalation_policy', id],
    queryFn: ({ signal }) => api.escalationPolicies.show(id, { signal }),
  })
