import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Monitor } from '@sitewatch/sdk'

/** In the order of the list: the most urgent first. */
export const MONITOR_STATUSES: readonly Monitor['status'][] = ['down', 'pending', 'up', 'paused']

export const STATUS_NAMES: Record<Monitor['status'], MessageDescriptor> = {
  down: msg`Down`,
  pending: msg`Pending`,
  up: msg`Up`,
  paused: msg`Paused`,
}
