import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readText } from '../../platform/search-params.ts'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { tagsQuery } from '../../data/tags/queries.ts'
import { TagFilter } from './overview-parts.ts'
import { overviewQuery } from '../../data/overview/queries.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/',
    validateSearch: (search: RawSearch): { tag?: string | undefined } => ({ tag: readText(search['tag']) }),
    loaderDeps: ({ search }) => search,
    // Fetched while the screen's script is loading, not after it.
    loader: async ({ context, deps }) => {
      void context.queryClient.prefetchQuery(overviewQuery(deps.tag))
      void context.queryClient.prefetchQuery(tagsQuery)
      await TagFilter.preload?.()
    },
    component: lazyScreen(() => import('./overview-screen.tsx'), 'OverviewScreen'),
  }),
] as const
