import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

export const monitorImportsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/monitors/import',
    component: lazyScreen(() => import('./import-screen.tsx'), 'ImportScreen'),
  }),
] as const
