import { createRouter } from '@tanstack/react-router'
import { componentsRoutes } from './features/components/routes.ts'
import { escalationRoutes } from './features/escalation/routes.ts'
import { incidentsRoutes } from './features/incidents/routes.ts'
import { maintenanceRoutes } from './features/maintenance/routes.ts'
import { monitorImportsRoutes } from './features/monitor-imports/routes.ts'
import { monitorsRoutes } from './features/monitors/routes.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { objectivesRoutes } from './features/objectives/routes.ts'
import { onCallRoutes } from './features/on-call/routes.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { statusPageIncidentsRoutes } from './features/status-page-incidents/routes.ts'
import { statusPagesRoutes } from './features/status-pages/routes.ts'
import { teamsRoutes } from './features/teams/routes.ts'
import { uptimeReportsRoutes } from './features/uptime-reports/routes.ts'
import { websitesRoutes } from './features/websites/routes.ts'
import { openTeamOfRecord } from './features/teams/open-team.ts'
import { BASE_PATH } from './page-facts.ts'
import { createQueryClient } from './query-client.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { BrokenScreen, MissingScreen } from './shell/broken-screen.tsx'
import { appRoute, bareRoute, rootRoute } from './shell/root-route.ts'
import { Skeleton } from './ui/skeleton.tsx'

/** One list per feature. To add a screen, add a line to the routes.ts of its feature. */
const routeTree = rootRoute.addChildren([
  bareRoute.addChildren([...signInRoutes, ...teamsRoutes, ...onboardingRoutes]),
  appRoute.addChildren([
    ...overviewRoutes,
    ...websitesRoutes,
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
    ...settingsRoutes,
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
