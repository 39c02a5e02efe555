import type { Monitor } from '@sitewatch/sdk'

/** In the order of the list: what needs a look first. */
export const MONITOR_STATUSES: readonly Monitor['status'][] = ['down', 'pending', 'up', 'paused']

export const STATUS_NAMES: Record<Monitor['status'], string> = {
  down: 'Down',
  pending: 'Pending',
  up: 'Up',
  paused: 'Paused',
}
