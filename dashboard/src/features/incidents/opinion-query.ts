import { queryOptions } from '@tanstack/react-query'

/** What describes a second opinion, which few incidents have. */
export const opinionWordsQuery = queryOptions({
  queryKey: ['incidents', 'second-opinion-words'],
  queryFn: () => import('./second-opinion.ts'),
  staleTime: Infinity,
})
