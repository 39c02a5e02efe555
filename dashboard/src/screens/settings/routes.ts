import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readCount, readText } from '../../platform/search-params.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { settingsRoute } from '../../shell/settings-route.ts'

const readPage = (search: RawSearch): { page?: number | undefined } => ({ page: readCount(search['page']) })

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/',
    component: lazyScreen(() => import('./account-screen.tsx'), 'AccountScreen'),
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
