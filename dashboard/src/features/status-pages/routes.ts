import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { appRoute } from '../../shell/root-route.ts'

export const statusPagesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages',
    component: lazyScreen(() => import('./status-pages-screen.tsx'), 'StatusPagesScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/new',
    component: lazyScreen(() => import('./new-status-page-screen.tsx'), 'NewStatusPageScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/$pageId',
    component: lazyScreen(() => import('./status-page-screen.tsx'), 'StatusPageScreen'),
  }),
] as const
