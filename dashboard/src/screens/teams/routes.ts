import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readText } from '../../platform/search-params.ts'
import { bareRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { settingsRoute } from '../../shell/settings-route.ts'

export const joinTeamRoutes = [
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/join-team',
    validateSearch: (search: RawSearch): { token?: string | undefined } => ({ token: readText(search['token']) }),
    component: lazyScreen(() => import('./join-screen.tsx'), 'JoinScreen'),
  }),
] as const

export const teamsRoutes = [
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/team',
    component: lazyScreen(() => import('./team-screen.tsx'), 'TeamScreen'),
  }),
] as const
