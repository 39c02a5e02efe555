import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
export const WINDOWS = ['24h', '30d', '6mo', '1y'] as const
export type Window = (typeof WINDOWS)[number]

export const WINDOW_NAMES: Record<Window, MessageDescriptor> = {
  '24h': msg`24 hours`,
  '30d': msg`30 days`,
  '6mo': msg`6 months`,
  '1y': msg`1 year`,
}
