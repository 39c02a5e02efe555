import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readCount, readFlag } from '../../platform/search-params.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

const pageIncidentScreen = () => import('./page-incident-screen.tsx')

export const statusPageIncidentsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/$pageId/incidents',
    validateSearch: (search: RawSearch): { page?: number | undefined } => ({ page: readCount(search['page']) }),
    component: lazyScreen(() => import('./page-incidents-screen.tsx'), 'PageIncidentsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    // `$pageIncidentId` is `new` for a new incident.
    path: '/status-pages/$pageId/incidents/$pageIncidentId',
    validateSearch: (search: RawSearch): { maintenance?: true | undefined; incident?: number | undefined } => ({
      maintenance: readFlag(search['maintenance']),
      incident: readCount(search['incident']),
    }),
    loaderDeps: ({ search: { incident } }) => ({ incident_id: incident }),
    loader: async ({ context, params, deps }) =>
      (await pageIncidentScreen()).loadPageIncident(context.queryClient, {
        page_id: Number(params.pageId),
        page_incident: params.pageIncidentId,
        ...deps,
      }),
    component: lazyScreen(pageIncidentScreen, 'PageIncidentScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/status-pages/post',
    validateSearch: (search: RawSearch): { incident?: number | undefined } => ({
      incident: readCount(search['incident']),
    }),
    component: lazyScreen(() => import('./choose-page-screen.tsx'), 'ChoosePageScreen'),
  }),
] as const
