import type { Monitor } from '@sitewatch/sdk'
import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount, readFlag, readText } from '../../platform/search-params.ts'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { MONITOR_STATUSES } from './monitor-statuses.ts'
import { type Window, WINDOWS } from '../../data/monitors/windows.ts'

interface ListSearch {
  status?: Monitor['status'] | undefined
  type?: string | undefined
  search?: string | undefined
  tag?: string | undefined
  /** Only monitors that depend on this one. */
  depends_on?: number | undefined
  alerts_nobody?: true | undefined
  is_slow?: true | undefined
  page?: number | undefined
}

const newMonitorScreen = () => import('./new-monitor-screen.tsx')
const editMonitorScreen = () => import('./edit-monitor-screen.tsx')

export const monitorsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/monitors',
    validateSearch: (search: RawSearch): ListSearch => ({
      status: readChoice(search['status'], MONITOR_STATUSES),
      // Not validated here: the list of types is loaded with the screen, together with their names.
      type: readText(search['type']),
      search: readText(search['search']),
      tag: readText(search['tag']),
      depends_on: readCount(search['depends_on']),
      alerts_nobody: readFlag(search['alerts_nobody']),
      is_slow: readFlag(search['is_slow']),
      page: readCount(search['page']),
    }),
    component: lazyScreen(() => import('./monitors-screen.tsx'), 'MonitorsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/monitors/new',
    // Loaded before the first paint, so that the form does not shift when its lists arrive.
    loader: async ({ context }) => (await newMonitorScreen()).loadMonitorForm(context.queryClient),
    validateSearch: (search: RawSearch): { url?: string | undefined; website_id?: number | undefined } => ({
      url: readText(search['url']),
      website_id: readCount(search['website_id']),
    }),
    component: lazyScreen(newMonitorScreen, 'NewMonitorScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/monitors/$monitorId',
    validateSearch: (search: RawSearch): { window?: Window | undefined; page?: number | undefined } => ({
      window: readChoice(search['window'], WINDOWS),
      page: readCount(search['page']),
    }),
    component: lazyScreen(() => import('./monitor-screen.tsx'), 'MonitorScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/monitors/$monitorId/edit',
    loader: async ({ context, params }) =>
      (await editMonitorScreen()).loadMonitorForm(context.queryClient, Number(params.monitorId)),
    component: lazyScreen(editMonitorScreen, 'EditMonitorScreen'),
  }),
] as const
