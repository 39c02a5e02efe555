import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readCount } from '../../platform/search-params.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

interface ObjectiveSearch {
  monitor_id?: number | undefined
  website_id?: number | undefined
}

export const objectivesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/objectives',
    validateSearch: (search: RawSearch): ObjectiveSearch => ({
      monitor_id: readCount(search['monitor_id']),
      website_id: readCount(search['website_id']),
    }),
    component: lazyScreen(() => import('./objective-screens.ts'), 'ObjectivesScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/objectives/$objectiveId',
    component: lazyScreen(() => import('./objective-screens.ts'), 'ObjectiveScreen'),
  }),
] as const
