import { queryOptions } from '@tanstack/react-query'

/** The module that describes a second opinion, loaded on demand because few incidents have one. */
export const opinionModuleQuery = queryOptions({
  queryKey: ['incidents', 'second-opinion-words'],
  queryFn: () => import('./second-opinion.ts'),
  staleTime: Infinity,
})
