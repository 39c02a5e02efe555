import { createRouter } from '@tanstack/react-router'
import { auditLogRoutes } from './screens/audit-log/routes.ts'
import { componentsRoutes } from './screens/components/routes.ts'
import { escalationRoutes } from './screens/escalation/routes.ts'
import { incidentsRoutes } from './screens/incidents/routes.ts'
import { maintenanceRoutes } from './screens/maintenance/routes.ts'
import { monitorImportsRoutes } from './screens/monitor-imports/routes.ts'
import { monitorsRoutes } from './screens/monitors/routes.ts'
import { notificationsRoutes } from './screens/notifications/routes.ts'
import { objectivesRoutes } from './screens/objectives/routes.ts'
import { onCallRoutes } from './screens/on-call/routes.ts'
import { onboardingRoutes } from './screens/onboarding/routes.ts'
import { overviewRoutes } from './screens/overview/routes.ts'
import { settingsRoutes } from './screens/settings/routes.ts'
import { signInRoutes } from './screens/sign-in/routes.ts'
import { statsRoutes } from './screens/stats/routes.ts'
import { statusPageIncidentsRoutes } from './screens/status-page-incidents/routes.ts'
import { statusPagesRoutes } from './screens/status-pages/routes.ts'
import { joinTeamRoutes, teamsRoutes } from './screens/teams/routes.ts'
import { uptimeReportsRoutes } from './screens/uptime-reports/routes.ts'
import { websitesRoutes } from './screens/websites/routes.ts'
import { openTeamOfRecord } from './data/teams/open-team.ts'
import { BASE_PATH } from './platform/page-facts.ts'
import { createQueryClient } from './platform/query-client.ts'
import { parseSearch, stringifySearch } from './platform/search-params.ts'
import { BrokenScreen, MissingScreen } from './shell/broken-screen.tsx'
import { appRoute, bareRoute, rootRoute } from './shell/root-route.ts'
import { settingsRoute } from './shell/settings-route.ts'
import { Skeleton } from './ui/skeleton.tsx'

/** One list per feature. To add a screen, add a line to the routes.ts of its feature. */
const routeTree = rootRoute.addChildren([
  bareRoute.addChildren([...signInRoutes, ...joinTeamRoutes, ...onboardingRoutes]),
  appRoute.addChildren([
    ...overviewRoutes,
    ...websitesRoutes,
    ...statsRoutes,
    ...monitorsRoutes,
    ...monitorImportsRoutes,
    ...incidentsRoutes,
    ...notificationsRoutes,
    ...escalationRoutes,
    ...onCallRoutes,
    ...statusPagesRoutes,
    ...statusPageIncidentsRoutes,
    ...maintenanceRoutes,
    ...uptimeReportsRoutes,
    ...objectivesRoutes,
    settingsRoute.addChildren([...settingsRoutes, ...teamsRoutes, ...auditLogRoutes]),
    ...componentsRoutes,
  ]),
])

export const queryClient = createQueryClient({
  onSignedOut() {
    const { pathname, href } = router.state.location
    if (pathname === '/sign-in') return
    queryClient.clear()
    void router.navigate({ to: '/sign-in', search: { return: href } })
  },
  onNotFound: () => void openTeamOfRecord(router.state.location.pathname),
})

export const router = createRouter({
  routeTree,
  basepath: BASE_PATH === '' ? '/' : BASE_PATH,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  // Screens are preloaded when the pointer is over their link.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: BrokenScreen,
  defaultNotFoundComponent: MissingScreen,
  defaultPendingComponent: Skeleton,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
