import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

const newStatusPageScreen = () => import('./new-status-page-screen.tsx')
const statusPageScreen = () => import('./status-page-screen.tsx')

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
    loader: async ({ context }) => (await newStatusPageScreen()).loadChoices(context.queryClient),
    component: lazyScreen(newStatusPageScreen, 'NewStatusPageScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/$pageId',
    loader: async ({ context, params }) =>
      (await statusPageScreen()).loadStatusPage(context.queryClient, Number(params.pageId)),
    component: lazyScreen(statusPageScreen, 'StatusPageScreen'),
  }),
] as const
