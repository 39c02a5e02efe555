import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readCount } from '../../platform/search-params.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

export const maintenanceRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/maintenance',
    validateSearch: (search: RawSearch): { page?: number | undefined } => ({ page: readCount(search['page']) }),
    component: lazyScreen(() => import('./maintenance-screen.tsx'), 'MaintenanceScreen'),
  }),
] as const
