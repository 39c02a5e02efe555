import type { StatsBreakdownQuery } from '@sitewatch/sdk'

export type Dimension = NonNullable<StatsBreakdownQuery['dimension']>

export const UTM_DIMENSIONS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
export const SOURCES = ['channel', 'source', 'referrer', ...UTM_DIMENSIONS] as const
export const PAGES = ['page', 'entry', 'exit'] as const
export const PLACES = ['country', 'language'] as const
export const DEVICES = ['device', 'browser', 'system'] as const
export const EVENTS = ['event', 'property'] as const

export const DIMENSIONS = [
  ...PAGES,
  ...SOURCES,
  ...PLACES,
  ...DEVICES,
  ...EVENTS,
  'goal',
] as const satisfies Dimension[]

/** Dimensions to filter by. Not `property`, which would also need the name of the property. */
export const FILTER_DIMENSIONS = DIMENSIONS.filter((dimension) => dimension !== 'property')
