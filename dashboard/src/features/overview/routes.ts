import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { overviewQuery } from './queries.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/',
    // Fetched while the screen's script is loading, not after it.
    loader: ({ context }) => void context.queryClient.prefetchQuery(overviewQuery),
    component: lazyScreen(() => import('./overview-screen.tsx'), 'OverviewScreen'),
  }),
] as const
