/** The screens that the navigation, the palette and the two-key shortcuts lead to. */
export const SCREENS = [
  { to: '/', label: 'Overview', keys: 'g o' },
  { to: '/websites', label: 'Websites', keys: 'g w' },
  { to: '/monitors', label: 'Monitors', keys: 'g m' },
  { to: '/incidents', label: 'Incidents', keys: 'g i' },
  { to: '/notifications', label: 'Notifications', keys: 'g n' },
  { to: '/status-pages', label: 'Status pages', keys: 'g p' },
  { to: '/maintenance', label: 'Maintenance', keys: 'g x' },
  { to: '/settings', label: 'Settings', keys: 'g s' },
] as const
