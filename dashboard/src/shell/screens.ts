import { msg } from '@lingui/core/macro'
/** The screens in the navigation, in the palette and with two-key shortcuts. */
export const SCREENS = [
  { to: '/', label: msg`Overview`, keys: 'g o' },
  { to: '/websites', label: msg`Websites`, keys: 'g w' },
  { to: '/monitors', label: msg`Monitors`, keys: 'g m' },
  { to: '/incidents', label: msg`Incidents`, keys: 'g i' },
  { to: '/notifications', label: msg`Notifications`, keys: 'g n' },
  { to: '/status-pages', label: msg`Status pages`, keys: 'g p' },
  { to: '/maintenance', label: msg`Maintenance`, keys: 'g x' },
  { to: '/uptime-reports', label: msg`Uptime reports`, keys: 'g u' },
  { to: '/objectives', label: msg`Objectives`, keys: 'g b' },
  { to: '/settings', label: msg`Settings`, keys: 'g s' },
] as const

/** A guest only has access to chosen websites and their monitors. */
export const NOT_FOR_GUESTS: readonly string[] = [
  '/notifications',
  '/status-pages',
  '/maintenance',
  '/uptime-reports',
  '/objectives',
]
