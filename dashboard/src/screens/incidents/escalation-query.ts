import { queryOptions } from '@tanstack/react-query'
import { api, isNotFound } from '../../platform/api.ts'

/** The escalation, and the function that lists it, loaded only for incidents that escalate. Null if there is no escalation. */
export const escalationQuery = (id: number) =>
  queryOptions({
    queryKey: ['incidents', id, 'escalation'],
    queryFn: async ({ signal }) => {
      const loading = import('../../parts/escalation/incident-escalation.tsx')
      const escalation = await api.incidents.escalation(id, { signal }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
      return escalation ? { escalation, listEscalation: (await loading).listEscalation } : null
    },
  })
