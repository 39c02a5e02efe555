import type { ProviderType } from '@sitewatch/sdk'
import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount } from '../../search-params.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { appRoute } from '../../shell/root-route.ts'
import { PROVIDER_TYPE_LIST } from './provider-types.ts'

const DELIVERY_STATUSES = ['failed', 'pending', 'sent'] as const

export const notificationsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications',
    component: lazyScreen(() => import('./notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications/new',
    validateSearch: (search: RawSearch): { type?: ProviderType | undefined } => ({
      type: readChoice(search['type'], PROVIDER_TYPE_LIST),
    }),
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
    path: '/notifications/$providerId',
    component: lazyScreen(() => import('./provider-screen.tsx'), 'ProviderScreen'),
  }),
] as const
