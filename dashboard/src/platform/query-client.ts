import { SitewatchError } from '@sitewatch/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isNotFound, isUnauthenticated } from './api.ts'

const isRetryable = (error: unknown): boolean =>
  !(error instanceof SitewatchError) || error.status === 0 || error.status >= 500

interface Listeners {
  /** A call other than the sign-in got a 401. */
  onSignedOut: () => void
  /** A record that a screen requested does not exist. */
  onNotFound: () => void
}

export function createQueryClient({ onSignedOut, onNotFound }: Listeners): QueryClient {
  const handleError = (error: unknown): void => {
    if (isUnauthenticated(error)) onSignedOut()
    else if (isNotFound(error)) onNotFound()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== 'session' && handleError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _values, _context, mutation) => mutation.meta?.['anonymous'] !== true && handleError(error),
    }),
    defaultOptions: {
      queries: {
        // Live updates refresh what has changed. The time is for data without live updates, such as statistics.
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && isRetryable(error),
      },
      mutations: { retry: false },
    },
  })
}
