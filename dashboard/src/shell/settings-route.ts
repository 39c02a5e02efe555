import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../platform/lazy.tsx'
import { appRoute } from './root-route.ts'

/** The frame of the settings, with their tabs. Its screens come from several features. */
export const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyScreen(() => import('./settings-frame.tsx'), 'SettingsFrame'),
})
