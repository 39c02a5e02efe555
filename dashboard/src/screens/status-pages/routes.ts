import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { appRoute } from '../../shell/root-route.ts'
import { loadChoices, loadStatusPage } from '../../data/status-pages/queries.ts'

export const statusPagesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages',
    component: lazyScreen(() => import('./status-pages-screen.tsx'), 'StatusPagesScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/new',
    // Loaded before the first paint, so that the form does not shift when its lists arrive.
    loader: ({ context }) => loadChoices(context.queryClient),
    component: lazyScreen(() => import('./new-status-page-screen.tsx'), 'NewStatusPageScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/$pageId',
    loader: ({ context, params }) => loadStatusPage(context.queryClient, Number(params.pageId)),
    component: lazyScreen(() => import('./status-page-screen.tsx'), 'StatusPageScreen'),
  }),
] as const
