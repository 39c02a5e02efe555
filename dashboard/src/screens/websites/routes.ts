import { createRoute } from '@tanstack/react-router'
import { type RawSearch, readChoice, readCount, readFlag, readText } from '../../platform/search-params.ts'
import { appRoute } from '../../shell/root-route.ts'
import { lazyScreen } from '../../platform/lazy.tsx'
import { SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts'

interface ListSearch {
  search?: string | undefined
  favorite?: true | undefined
  tag?: string | undefined
  /** Default: newest first. */
  sort?: 'domain' | undefined
  page?: number | undefined
  /** Shows the dialog for a new website. */
  add?: true | undefined
}

export const websitesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/websites',
    validateSearch: (search: RawSearch): ListSearch => ({
      search: readText(search['search']),
      favorite: readFlag(search['favorite']),
      tag: readText(search['tag']),
      sort: readChoice(search['sort'], ['domain']),
      page: readCount(search['page']),
      add: readFlag(search['add']),
    }),
    component: lazyScreen(() => import('./websites-screen.tsx'), 'WebsitesScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/websites/$websiteId/settings',
    validateSearch: (search: RawSearch): { tab?: SettingsTab | undefined } => ({
      tab: readChoice(search['tab'], SETTINGS_TABS),
    }),
    component: lazyScreen(() => import('./settings-screen.tsx'), 'SettingsScreen'),
  }),
] as const
