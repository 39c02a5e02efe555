import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { providersQuery } from '../notifications/providers-query.ts'
import { preferencesQuery } from '../notifications/queries.ts'

export const websiteQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: ['websites', id],
    queryFn: ({ signal }) => api.websites.show(id ?? 0, { signal }),
    enabled: id !== undefined,
  })

export const liveQuery = (id: number) =>
  queryOptions({ queryKey: ['websites', id, 'live'], queryFn: ({ signal }) => api.websites.live(id, { signal }) })

interface StepSearch {
  step?: string | undefined
  website?: number | undefined
}

/** Loads what a step shows. */
export async function loadStep(client: QueryClient, { step, website }: StepSearch): Promise<void> {
  if (step === 'alert')
    await Promise.all([client.prefetchQuery(preferencesQuery), client.prefetchQuery(providersQuery)])
  else if (website !== undefined)
    await Promise.all([
      client.prefetchQuery(websiteQuery(website)),
      ...(step === 'watch' ? [client.prefetchQuery(liveQuery(website))] : []),
    ])
}
