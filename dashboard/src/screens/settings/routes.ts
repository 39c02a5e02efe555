import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readCount, readText } from '../../platform/search-params.ts'
import { appRoute } from '../../shell/root-route.ts'
import { readAuditSearch } from '../audit-log/search.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyScreen(() => import('../../shell/settings-frame.tsx'), 'SettingsFrame'),
})

const readPage = (search: RawSearch): { page?: number | undefined } => ({ page: readCount(search['page']) })

// Not inline in addChildren: that would widen their types, and every route of the app would become `any`.
const screens = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/',
    component: lazyScreen(() => import('./account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/team',
    component: lazyScreen(() => import('../teams/team-screen.tsx'), 'TeamScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyScreen(() => import('../audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/security',
    component: lazyScreen(() => import('./security-screen.tsx'), 'SecurityScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/sessions',
    validateSearch: readPage,
    component: lazyScreen(() => import('./sessions-screen.tsx'), 'SessionsScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/keys',
    validateSearch: readPage,
    component: lazyScreen(() => import('./keys-screen.tsx'), 'KeysScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users',
    validateSearch: (search: RawSearch): { page?: number | undefined; search?: string | undefined } => ({
      page: readCount(search['page']),
      search: readText(search['search']),
    }),
    component: lazyScreen(() => import('./users-screen.tsx'), 'UsersScreen'),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/invitations',
    validateSearch: readPage,
    component: lazyScreen(() => import('./invitations-screen.tsx'), 'InvitationsScreen'),
  }),
] as const

export const settingsRoutes = [settingsRoute.addChildren(screens)] as const
