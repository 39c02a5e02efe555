import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount, readText } from '../../platform/search-params.ts'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { tagsQuery } from '../../data/tags/queries.ts'
import { loadIncident } from './load-incident.ts'
import { INCIDENT_STATUSES, type IncidentSearch } from './search.ts'

export const incidentsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/incidents',
    validateSearch: (search: RawSearch): IncidentSearch => ({
      status: readChoice(search['status'], INCIDENT_STATUSES),
      search: readText(search['search']),
      tag: readText(search['tag']),
      page: readCount(search['page']),
    }),
    // Fetched while the screen's script is loading, not after it.
    loader: ({ context }) => void context.queryClient.prefetchQuery(tagsQuery),
    component: lazyScreen(() => import('./incidents-screen.tsx'), 'IncidentsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/incidents/$incidentId',
    // Loaded before the first paint, so that the layout does not shift.
    loader: ({ context, params }) => loadIncident(context.queryClient, Number(params.incidentId)),
    component: lazyScreen(() => import('./incident-screen.tsx'), 'IncidentScreen'),
  }),
] as const
