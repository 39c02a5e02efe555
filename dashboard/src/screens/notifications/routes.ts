import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount, readFlag, readText } from '../../platform/search-params.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { appRoute } from '../../shell/root-route.ts'

const DELIVERY_STATUSES = ['failed', 'pending', 'sent', 'skipped'] as const

const notificationsScreen = () => import('./notifications-screen.tsx')
const assignmentsScreen = () => import('./assignments-screen.tsx')
const providerScreen = () => import('./provider-screen.tsx')

export const notificationsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications',
    // Loaded before the first paint, so that the layout does not shift.
    loader: async ({ context }) => (await notificationsScreen()).loadNotifications(context.queryClient),
    component: lazyScreen(notificationsScreen, 'NotificationsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/new',
    // Not validated here: the definitions of the types are too large for the initial script.
    validateSearch: (search: RawSearch): { type?: string | undefined } => ({ type: readText(search['type']) }),
    component: lazyScreen(() => import('./new-provider-screen.tsx'), 'NewProviderScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/deliveries',
    validateSearch: (
      search: RawSearch,
    ): {
      status?: (typeof DELIVERY_STATUSES)[number] | undefined
      incident?: number | undefined
      page?: number | undefined
    } => ({
      status: readChoice(search['status'], DELIVERY_STATUSES),
      incident: readCount(search['incident']),
      page: readCount(search['page']),
    }),
    component: lazyScreen(() => import('./deliveries-screen.tsx'), 'DeliveriesScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/assignments',
    validateSearch: (
      search: RawSearch,
    ): {
      search?: string | undefined
      tag?: string | undefined
      alerts_nobody?: true | undefined
      page?: number | undefined
    } => ({
      search: readText(search['search']),
      tag: readText(search['tag']),
      alerts_nobody: readFlag(search['alerts_nobody']),
      page: readCount(search['page']),
    }),
    loaderDeps: ({ search }) => search,
    loader: async ({ context, deps }) => (await assignmentsScreen()).loadAssignments(context.queryClient, deps),
    component: lazyScreen(assignmentsScreen, 'AssignmentsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/$providerId',
    loader: async ({ context, params }) =>
      (await providerScreen()).loadProvider(context.queryClient, Number(params.providerId)),
    component: lazyScreen(providerScreen, 'ProviderScreen'),
  }),
] as const
