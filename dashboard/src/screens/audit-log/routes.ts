import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { settingsRoute } from '../../shell/settings-route.ts'
import { readAuditSearch } from './search.ts'

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyScreen(() => import('./audit-log-screen.tsx'), 'AuditLogScreen'),
  }),
] as const
