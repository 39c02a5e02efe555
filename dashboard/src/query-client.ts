import { SitewatchError } from '@sitewatch/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isNotFound, isUnauthenticated } from './api.ts'

const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof SitewatchError) || error.status === 0 || error.status >= 500

interface Listeners {
  /** Any call but the sign-in itself found the session gone. */
  onSignedOut: () => void
  /** A record that a screen asked for is not there. */
  onNotFound: () => void
}

export function createQueryClient({ onSignedOut, onNotFound }: Listeners): QueryClient {
  const notice = (error: unknown): void => {
    if (isUnauthenticated(error)) onSignedOut()
    else if (isNotFound(error)) onNotFound()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== 'session' && notice(error) }),
    mutationCache: new MutationCache({
      onError: (error, _values, _context, mutation) => mutation.meta?.['anonymous'] !== true && notice(error),
    }),
    defaultOptions: {
      queries: {
        // Live updates say what has changed; the time is for what they do not cover, such as figures that grow.
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && isWorthRepeating(error),
      },
      mutations: { retry: false },
    },
  })
}
