import { createRoute } from '@tanstack/react-router'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'

export const componentsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/dev/components',
    component: lazyScreen(() => import('./components-screen.tsx'), 'ComponentsScreen'),
  }),
] as const
