import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readText } from '../../platform/search-params.ts'
import { bareRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'

export const teamsRoutes = [
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/join-team',
    validateSearch: (search: RawSearch): { token?: string | undefined } => ({ token: readText(search['token']) }),
    component: lazyScreen(() => import('./join-screen.tsx'), 'JoinScreen'),
  }),
] as const
