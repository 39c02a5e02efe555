import { type RawSearch, readChoice, readCount, readFlag, readText } from '../../platform/search-params.ts'
import { DEVICES, type Dimension, DIMENSIONS, EVENTS, PAGES, PLACES, SOURCES } from './dimensions.ts'
import { parseTerms, writeTerms } from './filters.ts'
import { parseSteps, writeSteps } from './funnel-steps.ts'
import { type Metric, METRICS } from './metrics.ts'
import { INTERVALS, type Interval, isDay, type Period, PERIODS } from '../../data/stats/periods.ts'

export const COMPARISONS = ['year', 'custom', 'none'] as const

/** The complete view of a website. It is in the URL, so that a view can be shared as a link. */
export interface WebsiteSearch {
  /** The metric in the chart. Default: visitors. */
  metric?: Metric | undefined
  period?: Period | undefined
  from?: string | undefined
  to?: string | undefined
  interval?: Interval | undefined
  /** Default: the previous period. */
  compare?: (typeof COMPARISONS)[number] | undefined
  /** The days of a custom comparison. */
  compare_from?: string | undefined
  compare_to?: string | undefined
  /** In both periods of a comparison. */
  exclude_outages?: true | undefined
  /** In the format of the API. */
  filters?: string | undefined
  sources?: (typeof SOURCES)[number] | undefined
  pages?: (typeof PAGES)[number] | undefined
  places?: (typeof PLACES)[number] | undefined
  devices?: (typeof DEVICES)[number] | undefined
  events?: (typeof EVENTS)[number] | undefined
  /** The property whose values are listed. */
  property?: string | undefined
  funnel?: string | undefined
  /** Currency of the revenue. Default: the most used one. */
  currency?: string | undefined
  /** The list that is shown in full, with its search text and its page. */
  all?: Dimension | undefined
  find?: string | undefined
  page?: number | undefined
}

/** Explicitly undefined: the router keeps parameters that are left out as they are in the URL. */
const NO_DAYS = { period: undefined, from: undefined, to: undefined }
const NO_COMPARISON = { compare: undefined, compare_from: undefined, compare_to: undefined }

function readDays(search: RawSearch, [first, last]: readonly [string, string]): [string, string] | undefined {
  const [from, to] = [readText(search[first]), readText(search[last])]
  return isDay(from) && isDay(to) && from <= to ? [from, to] : undefined
}

function readPeriod(search: RawSearch): Pick<WebsiteSearch, 'period' | 'from' | 'to'> {
  const period = readChoice(search['period'], PERIODS)
  if (period !== 'custom') return { ...NO_DAYS, period }
  const days = readDays(search, ['from', 'to'])
  return days ? { period, from: days[0], to: days[1] } : NO_DAYS
}

function readComparison(search: RawSearch): Pick<WebsiteSearch, 'compare' | 'compare_from' | 'compare_to'> {
  const compare = readChoice(search['compare'], COMPARISONS)
  if (compare !== 'custom') return { ...NO_COMPARISON, compare }
  const days = readDays(search, ['compare_from', 'compare_to'])
  return days ? { compare, compare_from: days[0], compare_to: days[1] } : NO_COMPARISON
}

export const readWebsiteSearch = (search: RawSearch): WebsiteSearch => ({
  metric: readChoice(search['metric'], METRICS),
  ...readPeriod(search),
  interval: readChoice(search['interval'], INTERVALS),
  ...readComparison(search),
  exclude_outages: readFlag(search['exclude_outages']),
  filters: writeTerms(parseTerms(readText(search['filters']))),
  sources: readChoice(search['sources'], SOURCES),
  pages: readChoice(search['pages'], PAGES),
  places: readChoice(search['places'], PLACES),
  devices: readChoice(search['devices'], DEVICES),
  events: readChoice(search['events'], EVENTS),
  property: readText(search['property']),
  currency: readText(search['currency']),
  funnel: writeSteps(parseSteps(readText(search['funnel']))),
  all: readChoice(search['all'], DIMENSIONS),
  find: readText(search['find']),
  page: readCount(search['page']),
})
