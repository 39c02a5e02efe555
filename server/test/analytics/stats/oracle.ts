import type { Filter, FilterTerm, FunnelStep } from '@sitewatch/contract'

/** A stored event, with the columns that statistics use. */
export interface StoredEvent {
  website_id: number
  time_ms: number
  visitor_id: string
  pageview_id: string
  number: number
  kind: 'pageview' | 'engagement' | 'event' | 'outbound' | 'download' | 'not_found' | 'vitals'
  path: string
  channel: string
  source: string
  referrer: string
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_content: string
  utm_term: string
  country: string
  language: string
  device: string
  browser: string
  system: string
  name: string
  props: Record<string, string>
  engaged_ms: number
  lcp_ms: number | null
  inp_ms: number | null
  cls: number | null
  ttfb_ms: number | null
  fcp_ms: number | null
  /** In ten-thousandths; 0 without a currency. */
  revenue_units: number
  currency: string
}

export interface OracleGoal {
  id: number
  kind: 'page' | 'event'
  value: string
  name: string
}

export interface OracleVisit {
  visitor: string
  events: StoredEvent[]
  start_ms: number
}

export const isActive = ({ kind }: StoredEvent): boolean => kind !== 'engagement' && kind !== 'vitals'
const isView = ({ kind }: StoredEvent): boolean => kind === 'pageview'
const isCustom = ({ kind }: StoredEvent): boolean => kind === 'event' || kind === 'outbound' || kind === 'download'

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

function compareEvents(a: StoredEvent, b: StoredEvent): number {
  if (a.time_ms !== b.time_ms) return a.time_ms - b.time_ms
  if (a.number !== b.number) return a.number - b.number
  return BigInt(a.pageview_id) < BigInt(b.pageview_id) ? -1 : 1
}

export function findVisits(events: readonly StoredEvent[]): OracleVisit[] {
  const visitors = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const visitor = `${new Date(event.time_ms).toISOString().slice(0, 10)} ${event.visitor_id}`
    const list = visitors.get(visitor) ?? []
    list.push(event)
    visitors.set(visitor, list)
  }
  const visits: OracleVisit[] = []
  for (const [visitor, list] of visitors) {
    let current: StoredEvent[] = []
    const close = (): void => {
      const first = current.find(isActive)
      if (first) visits.push({ visitor, events: current, start_ms: first.time_ms })
      current = []
    }
    for (const event of list.sort(compareEvents)) {
      const last = current.at(-1)
      if (last && event.time_ms - last.time_ms > 30 * 60 * 1000) close()
      current.push(event)
    }
    close()
  }
  return visits
}

type VisitField = Exclude<FilterTerm['dimension'], 'page' | 'event' | 'goal' | 'property'>

export function visitValue(visit: OracleVisit, dimension: VisitField): string {
  const views = visit.events.filter(isView)
  switch (dimension) {
    case 'entry':
      return views[0]?.path ?? ''
    case 'exit':
      return views.at(-1)?.path ?? ''
    case 'country':
    case 'language':
    case 'device':
    case 'browser':
    case 'system':
      return visit.events.find(isActive)?.[dimension] ?? ''
    default:
      return views[0]?.[dimension] ?? ''
  }
}

/** Matches by recursion over the text, without regular expressions. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const parts = pattern.split('*')
  const [head = '', ...rest] = parts
  if (!text.startsWith(head)) return false
  if (rest.length === 0) return text === head
  let at = head.length
  for (const [n, part] of rest.entries()) {
    if (n === rest.length - 1) return text.length - part.length >= at && text.endsWith(part)
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

const isNamed = ({ kind }: StoredEvent): boolean => isCustom({ kind } as StoredEvent) || kind === 'not_found'
const nameOf = (event: StoredEvent): string => (event.kind === 'event' ? event.name : event.kind)

export function reachesGoal(event: StoredEvent, { kind, value }: Pick<OracleGoal, 'kind' | 'value'>): boolean {
  return kind === 'page'
    ? isView(event) && matchesWildcard(event.path, value)
    : isNamed(event) && nameOf(event) === value
}

function fits(text: string, { operator, values }: FilterTerm): boolean {
  if (operator === 'contains') return values.some((value) => text.includes(value))
  if (operator === 'matches') return values.some((value) => matchesWildcard(text, value))
  return values.includes(text)
}

function eventFits(event: StoredEvent, term: FilterTerm, goals: readonly OracleGoal[]): boolean {
  switch (term.dimension) {
    case 'page':
      return isView(event) && fits(event.path, term)
    case 'event':
      return isNamed(event) && fits(nameOf(event), term)
    case 'property': {
      const value = event.props[term.property ?? '']
      return value !== undefined && fits(value, term)
    }
    default:
      return goals.some((goal) => term.values.includes(String(goal.id)) && reachesGoal(event, goal))
  }
}

export function visitFits(visit: OracleVisit, filter: Filter, goals: readonly OracleGoal[]): boolean {
  if ('all' in filter) return filter.all.every((each) => visitFits(visit, each, goals))
  if ('any' in filter) return filter.any.some((each) => visitFits(visit, each, goals))
  if ('not' in filter) return !visitFits(visit, filter.not, goals)
  const { dimension } = filter
  const found =
    dimension === 'page' || dimension === 'event' || dimension === 'goal' || dimension === 'property'
      ? visit.events.some((event) => eventFits(event, filter, goals))
      : fits(visitValue(visit, dimension), filter)
  return filter.operator === 'is_not' ? !found : found
}

const tenth = (amount: number, by: number): number | null => (by === 0 ? null : Math.round((amount / by) * 10) / 10)

/** The figures of the events that `belongs` selects: by the time of the event, or by the start of the visit. */
export function countFigures(visits: readonly OracleVisit[], belongs: (time_ms: number) => boolean) {
  const inside = visits.map((visit) => ({ visit, events: visit.events.filter(({ time_ms }) => belongs(time_ms)) }))
  const begun = visits.filter(({ start_ms }) => belongs(start_ms))
  const all = inside.flatMap(({ events }) => events)
  const pageviews = all.filter(isView).length
  const bounces = begun.filter(({ events }) => events.filter(isView).length === 1 && !events.some(isCustom)).length
  const duration_ms = begun.reduce((sum, { events, start_ms }) => sum + (events.at(-1)?.time_ms ?? 0) - start_ms, 0)
  const engaged_ms = all.reduce((sum, event) => sum + event.engaged_ms, 0)
  return {
    visitors: new Set(inside.filter(({ events }) => events.some(isActive)).map(({ visit }) => visit.visitor)).size,
    visits: begun.length,
    pageviews,
    events: all.filter(isCustom).length,
    bounce_percent: tenth(bounces * 100, begun.length),
    visit_seconds: tenth(duration_ms, begun.length * 1000),
    views_per_visit: tenth(pageviews, begun.length),
    page_seconds: tenth(engaged_ms, pageviews * 1000),
  }
}

const EMPTY = {
  name: null,
  pageviews: null,
  events: null,
  bounce_percent: null,
  visit_seconds: null,
  page_seconds: null,
  visitor_percent: null,
  revenue: null,
}

export function breakByVisit(
  visits: readonly OracleVisit[],
  dimension: VisitField,
  belongs: (time_ms: number) => boolean,
) {
  const groups = Map.groupBy(visits, (visit) => visitValue(visit, dimension))
  return Array.from(groups, ([value, group]) => {
    const { views_per_visit: _, ...figures } = countFigures(group, belongs)
    return { object: 'stats_row', ...EMPTY, value, ...figures }
  })
    .filter(({ visitors }) => visitors > 0)
    .sort((a, b) => b.visitors - a.visitors || b.pageviews - a.pageviews || compareTexts(a.value, b.value))
}

type EventField = 'page' | 'event' | 'property'

function valuesOf(event: StoredEvent, dimension: EventField, property: string | undefined): string[] {
  if (dimension === 'page') return isView(event) ? [event.path] : []
  if (dimension === 'event') return isNamed(event) ? [nameOf(event)] : []
  if (!isActive(event)) return []
  if (property === undefined) return Object.keys(event.props)
  const value = event.props[property]
  return value === undefined ? [] : [value]
}

export function breakByEvent(
  visits: readonly OracleVisit[],
  { dimension, property }: { dimension: EventField; property: string | undefined },
  belongs: (time_ms: number) => boolean,
) {
  const hits = visits.flatMap((visit) =>
    visit.events
      .filter(({ time_ms }) => belongs(time_ms))
      .flatMap((event) => valuesOf(event, dimension, property).map((value) => ({ visit, value }))),
  )
  return Array.from(
    Map.groupBy(hits, ({ value }) => value),
    ([value, group]) => {
      const engaged_ms = visits
        .flatMap(({ events }) => events)
        .filter((event) => event.kind === 'engagement' && event.path === value && belongs(event.time_ms))
        .reduce((sum, event) => sum + event.engaged_ms, 0)
      return {
        object: 'stats_row',
        ...EMPTY,
        value,
        visitors: new Set(group.map(({ visit }) => visit.visitor)).size,
        visits: new Set(group.map(({ visit }) => visit)).size,
        ...(dimension === 'page'
          ? {
              pageviews: group.length,
              page_seconds: tenth(engaged_ms, group.length * 1000),
              bounce_percent: countFigures(
                visits.filter((visit) => visitValue(visit, 'entry') === value),
                belongs,
              ).bounce_percent,
            }
          : { events: group.length }),
      }
    },
  ).sort(
    (a, b) =>
      b.visitors - a.visitors ||
      (b.pageviews ?? b.events ?? 0) - (a.pageviews ?? a.events ?? 0) ||
      compareTexts(a.value, b.value),
  )
}

export function breakByGoal(
  visits: readonly OracleVisit[],
  goals: readonly OracleGoal[],
  belongs: (time_ms: number) => boolean,
) {
  const { visitors: all } = countFigures(visits, belongs)
  return goals
    .map((goal) => {
      const reached = visits
        .map((visit) => ({
          visit,
          count: visit.events.filter((event) => belongs(event.time_ms) && reachesGoal(event, goal)).length,
        }))
        .filter(({ count }) => count > 0)
      const visitors = new Set(reached.map(({ visit }) => visit.visitor)).size
      return {
        object: 'stats_row',
        ...EMPTY,
        value: String(goal.id),
        name: goal.name,
        visitors,
        visits: reached.length,
        events: reached.reduce((sum, { count }) => sum + count, 0),
        visitor_percent: tenth(visitors * 100, all),
      }
    })
    .sort((a, b) => b.visitors - a.visitors || b.events - a.events || Number(a.value) - Number(b.value))
}

export function walkFunnel(
  visits: readonly OracleVisit[],
  steps: readonly FunnelStep[],
  goals: readonly OracleGoal[],
): number[] {
  const rules = steps.map(({ kind, value }) =>
    kind === 'goal'
      ? (goals.find(({ id }) => id === Number(value)) ?? { kind: 'page' as const, value: '' })
      : { kind, value },
  )
  const depths = visits.map(({ events }) => {
    let depth = 0
    for (const event of events) {
      const rule = rules[depth]
      if (rule && reachesGoal(event, rule)) depth += 1
    }
    return depth
  })
  return steps.map((_, n) => depths.filter((depth) => depth > n).length)
}

export function findVital(
  visits: readonly OracleVisit[],
  { name, path }: { name: 'lcp_ms' | 'inp_ms' | 'cls' | 'ttfb_ms' | 'fcp_ms'; path: string | undefined },
  belongs: (time_ms: number) => boolean,
) {
  const values = visits
    .flatMap(({ events }) => events)
    .filter((event) => event.kind === 'vitals' && belongs(event.time_ms) && (path === undefined || event.path === path))
    .flatMap((event) => event[name] ?? [])
    .sort((a, b) => a - b)
  const p75 = values[Math.floor(values.length * 0.75)]
  return { p75: p75 === undefined ? null : Math.round(Math.fround(p75) * 1000) / 1000, samples: values.length }
}
