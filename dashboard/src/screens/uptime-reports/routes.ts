import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'
import { readReportSearch } from './search.ts'

export const uptimeReportsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/uptime-reports',
    validateSearch: readReportSearch,
    component: lazyScreen(() => import('./uptime-reports-screen.tsx'), 'UptimeReportsScreen'),
  }),
] as const
