import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Their keys are the names of their topics, by which live updates find them. */
export const policyListQuery = queryOptions({
  queryKey: ['escalation_policy', 'list'],
  queryFn: ({ signal }) => api.escalationPolicies.list({ pageSize: 100 }, { signal }),
})

export const policyQuery = (id: number) =>
  queryOptions({
    queryKey: ['escalation_policy', id],
    queryFn: ({ signal }) => api.escalationPolicies.show(id, { signal }),
  })
