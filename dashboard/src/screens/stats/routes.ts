import { createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'
import { loadParts, writeCodes } from './website-parts.ts'
import { readWebsiteSearch } from './website-search.ts'

export const statsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/websites/$websiteId',
    validateSearch: readWebsiteSearch,
    beforeLoad: async ({ cause, search, params }): Promise<void> => {
      // Choices on the screen itself do not wait for this.
      if (cause === 'stay') return
      await loadParts(search)
      const filters = await writeCodes(search.filters)
      if (filters !== search.filters)
        throw redirect({ to: '/websites/$websiteId', params, search: { ...search, filters }, replace: true })
    },
    component: lazyScreen(() => import('../stats/website-screen.tsx'), 'WebsiteScreen'),
  }),
] as const
