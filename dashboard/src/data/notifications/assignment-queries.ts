import { type AssignmentsListQuery, type AssignmentRule, paginate, type AssignmentRulesListQuery } from '@sitewatch/sdk'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { providersQuery } from './providers-query.ts'

/** Under the `monitors` key, so that it is refetched when a monitor or an assignment changes. */
const matrixQuery = (query: AssignmentsListQuery) =>
  queryOptions({
    queryKey: ['monitors', 'matrix', query],
    queryFn: ({ signal }) => api.assignments.list(query, { signal }),
    placeholderData: (previous) => previous,
  })

export const rulesQuery = queryOptions({
  queryKey: ['assignment-rules'],
  queryFn: async ({ signal }): Promise<AssignmentRule[]> => {
    const rules: AssignmentRule[] = []
    const list = (query: AssignmentRulesListQuery = {}) => api.assignmentRules.list(query, { signal })
    for await (const rule of paginate(list, { pageSize: 100 })) rules.push(rule)
    return rules
  },
})

/** One page, as on screen. */
export const shownMatrixQuery = (search: AssignmentsListQuery) => matrixQuery({ ...search, pageSize: 50 })

/** Loaded before the first paint, so that the rules do not shift when the monitors above them arrive. */
export const loadAssignments = (client: QueryClient, search: AssignmentsListQuery) =>
  Promise.all([
    client.prefetchQuery(shownMatrixQuery(search)),
    client.prefetchQuery(providersQuery),
    client.prefetchQuery(rulesQuery),
  ])
