import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readText } from '../../platform/search-params.ts'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { tagsQuery } from '../../data/tags/queries.ts'
import { overviewQuery } from '../../data/overview/queries.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/',
    validateSearch: (search: RawSearch): { tag?: string | undefined } => ({ tag: readText(search['tag']) }),
    loaderDeps: ({ search }) => search,
    // Fetched while the screen's script is loading, not after it.
    loader: ({ context, deps }) => {
      void context.queryClient.prefetchQuery(overviewQuery(deps.tag))
      void context.queryClient.prefetchQuery(tagsQuery)
    },
    component: lazyScreen(() => import('./overview-screen.tsx'), 'OverviewScreen'),
  }),
] as const
