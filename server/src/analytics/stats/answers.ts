import type {
  Filter,
  FunnelStep,
  ImportedDays as Answer,
  StatsFunnel,
  StatsRealtime,
  StatsSeries,
  StatsSummary,
  StatsVitals,
} from '@sitewatch/contract'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { invalid } from '../../http/problem.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import type { GoalRule } from './query-plan.ts'
import { type Grain, listKnownDays, MAX_EVENTS, pickSource, useRecent } from './days.ts'
import { type Figures, NO_COUNTS, percentOf, toFigures } from './figures.ts'
import { type ComparisonQuery, findComparison } from './comparison.ts'
import { findSpan, type IntervalName, listStarts, type PeriodQuery, pickInterval, type Span } from './period.ts'
import { firstImportedMs, type ImportedDays, type ImportedPart, pickImported } from './imported.ts'
import { NO_OUTAGE_HOURS, type OutageHours, type Periods, planOutageHours } from './outage-hours.ts'
import type { Scope } from './query-plan.ts'
import { readFirstCollected, readFirstEvent } from './queries/first-event.ts'
import { buildFunnelQuery } from './queries/funnel.ts'
import { buildTotalsQuery, type Counts } from './queries/totals.ts'
import { buildVitalsQuery, type VITALS } from './queries/vitals.ts'
import type { RecentVisits } from './recent-visits.ts'

/** Everything that statistics are computed from, once the website is known to be the caller's. */
export interface StatsContext {
  clickhouse: Pick<ClickHouse, 'read'>
  website: WebsiteRef
  goals: readonly GoalRule[]
  now_ms: number
  /** Without it, each query derives the visits of days that still change. */
  recent?: RecentVisits
  /** Set only for the few websites with imported days. */
  imported?: ImportedDays | undefined
  /** When the website was down in a period, by its monitors. */
  readOutages?: (window: Span) => Promise<readonly Span[]>
  /** MAX_EVENTS by default. */
  max_events?: number
}

export interface StatsQuery extends PeriodQuery {
  filters?: Filter | undefined
}

interface ImportedOptions {
  filters: Filter | undefined
  hasHours?: boolean
  dimension: string | null
}

/** What imported days add to a query. For a website without them, nothing is read from ClickHouse. */
export async function findImported(
  { clickhouse, website, imported }: StatsContext,
  span: Span,
  { filters, hasHours = false, dimension }: ImportedOptions,
): Promise<{ answer: Answer; part?: ImportedPart }> {
  if (!imported) return { answer: null }
  const first_event_ms = await readFirstCollected(clickhouse, website)
  return pickImported({
    imported,
    website,
    span,
    first_event_ms,
    isFiltered: filters !== undefined,
    hasHours,
    dimension,
  })
}

export const timeText = (time_ms: number): string => new Date(time_ms).toISOString()

/** Past days are read as they were counted or, if the query needs single visits, from their stored visits. */
export async function openScope(
  { clickhouse, website, goals, recent, max_events = MAX_EVENTS }: StatsContext,
  { span, filter, grain }: { span: Span; filter: Filter | undefined; grain: Grain },
): Promise<Scope> {
  const known = await listKnownDays(clickhouse, website, span)
  const source = pickSource(known, span, filter ? { ...grain, by: 'event' } : grain, max_events)
  const scope = { website, span, condition: filter && { filter, goals }, source }
  if (!recent || source.days.length === 0) return scope
  const arrivals = new Map(known.map((each) => [each.day, each.arrivals]))
  const found = await recent.store(
    website,
    source.days.map((day) => ({ day, arrivals: arrivals.get(day) ?? 0 })),
  )
  // A query needs at least one part: when there is nothing to read, the days are derived.
  const isEmpty = found?.length === 0 && source.counted.length + source.stored.length === 0
  return found === null || isEmpty ? scope : { ...scope, source: useRecent(source, found, span, grain) }
}

/** Null when no sampling was needed. */
export const samplePercentOf = ({ source }: Scope): number | null =>
  source === undefined || source.one_of === 1 ? null : 100 / source.one_of

export async function spanOf(context: StatsContext, request: StatsQuery): Promise<Span> {
  const { website, now_ms } = context
  const first_event_ms = request.period === 'all' ? await readFirst(context) : undefined
  return findSpan({ ...request, first_event_ms }, website.timezone, now_ms)
}

async function readFirst({ clickhouse, website, imported }: StatsContext): Promise<number | undefined> {
  const first_event_ms = await readFirstEvent(clickhouse, website)
  return imported ? Math.min(first_event_ms ?? Infinity, firstImportedMs(imported, website)) : first_event_ms
}

export function describeSpan({ website }: StatsContext, request: StatsQuery, { from_ms, to_ms }: Span) {
  return { period: request.period, from: timeText(from_ms), to: timeText(to_ms), timezone: website.timezone }
}

export const openTotals = async (
  context: StatsContext,
  span: Span,
  { filter, excluded = [] }: { filter: Filter | undefined; excluded?: readonly Span[] },
): Promise<Scope> => ({
  ...(await openScope(context, { span, filter, grain: { by: 'quarter', excluded } })),
  excluded,
})

export async function countTotals({ clickhouse }: StatsContext, scope: Scope): Promise<Counts> {
  const { query, values } = buildTotalsQuery(scope, [scope.span.from_ms])
  const [row] = await clickhouse.read(query, values)
  return row ?? NO_COUNTS
}

export interface SummaryQuery extends StatsQuery, ComparisonQuery {
  exclude_outages?: boolean | undefined
}

/** The hours with outages, which are excluded from both periods. */
async function findOutageHours(context: StatsContext, request: SummaryQuery, periods: Periods): Promise<OutageHours> {
  const { readOutages } = context
  if (request.exclude_outages !== true || !readOutages) return NO_OUTAGE_HOURS
  const { span, other } = periods
  const found = await Promise.all([readOutages(span), other ? readOutages(other) : []])
  return planOutageHours(periods, found.flat())
}

export async function readSummary(context: StatsContext, request: SummaryQuery): Promise<StatsSummary> {
  const { website } = context
  const span = await spanOf(context, request)
  const countFigures = async (each: Span, excluded: readonly Span[]) => {
    const importedOptions = { filters: request.filters, hasHours: excluded.length > 0, dimension: 'total' }
    const { answer, part } = await findImported(context, each, importedOptions)
    const scope = { ...(await openTotals(context, each, { filter: request.filters, excluded })), imported: part }
    const figures: Figures = toFigures(await countTotals(context, scope))
    return { sample_percent: samplePercentOf(scope), imported: answer, ...figures }
  }
  const other = findComparison(request, span, { timezone: website.timezone, now_ms: context.now_ms })
  const outageHours = await findOutageHours(context, request, { span, other, timezone: website.timezone })
  const [figures, compared] = await Promise.all([
    countFigures(span, outageHours.span),
    other && countFigures(other, outageHours.other),
  ])
  return {
    object: 'stats_summary',
    website_id: website.id,
    ...describeSpan(context, request, span),
    ...figures,
    excluded_hours: outageHours.hours,
    comparison: other && compared ? { from: timeText(other.from_ms), to: timeText(other.to_ms), ...compared } : null,
  }
}

async function countIntervals({ clickhouse }: StatsContext, scope: Scope, starts: readonly number[]) {
  const { query, values } = buildTotalsQuery(scope, starts)
  const found = new Map((await clickhouse.read(query, values)).map((row) => [row.start, row]))
  return starts.map((start) => ({ start_ms: start, counts: found.get(start) ?? NO_COUNTS }))
}

const isShort = (interval: IntervalName): boolean => interval === 'minute' || interval === 'hour'

export async function readSeries(
  context: StatsContext,
  request: StatsQuery & { interval?: IntervalName | undefined },
): Promise<StatsSeries> {
  const { website } = context
  const span = await spanOf(context, request)
  const interval = request.interval ?? pickInterval(request.period, span)
  const starts = listStarts(span, interval, website.timezone)
  const grain = { by: 'quarter', starts_ms: starts } as const
  const importedOptions = { filters: request.filters, hasHours: isShort(interval), dimension: 'total' }
  const { answer, part } = await findImported(context, span, importedOptions)
  const scope = { ...(await openScope(context, { span, filter: request.filters, grain })), imported: part }
  const counted = await countIntervals(context, scope, starts)
  return {
    object: 'stats_series',
    website_id: website.id,
    ...describeSpan(context, request, span),
    sample_percent: samplePercentOf(scope),
    imported: answer,
    interval,
    points: counted.map(({ start_ms, counts }) => ({ start: timeText(start_ms), ...toFigures(counts) })),
  }
}

export async function readRealtime(context: StatsContext, filter: Filter | undefined): Promise<StatsRealtime> {
  const { website, goals, now_ms } = context
  // Today is never counted in advance, and is never sampled.
  const scopeOf = (each: Span): Scope => ({ website, span: each, condition: filter && { filter, goals } })
  const span = findSpan({ period: 'realtime' }, website.timezone, now_ms)
  const now: Span = { from_ms: span.to_ms - 5 * MINUTE_MS, to_ms: span.to_ms }
  const starts = Array.from({ length: 30 }, (_, n) => span.from_ms + n * MINUTE_MS)
  const [minutes, recent, all] = await Promise.all([
    countIntervals(context, scopeOf(span), starts),
    countTotals(context, scopeOf(now)),
    countTotals(context, scopeOf(span)),
  ])
  return {
    object: 'stats_realtime',
    website_id: website.id,
    at: timeText(now_ms),
    visitors: recent.visitors,
    visitors_30_minutes: all.visitors,
    pageviews_30_minutes: all.pageviews,
    minutes: minutes.map(({ start_ms, counts: { visitors, pageviews } }) => ({
      start: timeText(start_ms),
      visitors,
      pageviews,
    })),
  }
}

export async function readFunnel(
  context: StatsContext,
  request: StatsQuery & { steps?: readonly FunnelStep[] | undefined },
): Promise<StatsFunnel> {
  const { website, goals, clickhouse } = context
  const { steps } = request
  // Here and not in the contract: a website of another team must be "not found" before any other problem.
  if (!steps) throw invalid('steps', 'required', 'steps is required.')
  const span = await spanOf(context, request)
  const scope = await openScope(context, { span, filter: request.filters, grain: { by: 'event' } })
  const { answer } = await findImported(context, span, { filters: request.filters, dimension: null })
  const { query, values } = buildFunnelQuery(scope, steps, goals)
  const [row = { visits: 0, reached: steps.map(() => 0) }] = await clickhouse.read(query, values)
  const { visits, reached } = row
  return {
    object: 'stats_funnel',
    website_id: website.id,
    ...describeSpan(context, request, span),
    sample_percent: samplePercentOf(scope),
    imported: answer,
    visits,
    steps: steps.map(({ text }, n) => {
      const stepVisits = reached[n] ?? 0
      return {
        step: text,
        visits: stepVisits,
        percent_of_first: percentOf(stepVisits, reached[0] ?? 0),
        percent_of_previous: percentOf(stepVisits, (n === 0 ? stepVisits : reached[n - 1]) ?? 0),
      }
    }),
  }
}

export async function readVitals(
  context: StatsContext,
  request: StatsQuery & { path?: string | undefined },
): Promise<StatsVitals> {
  const { website, clickhouse } = context
  const span = await spanOf(context, request)
  const scope = await openScope(context, { span, filter: request.filters, grain: { by: 'event' } })
  const { answer } = await findImported(context, span, { filters: request.filters, dimension: null })
  const { query, values } = buildVitalsQuery(scope, request.path)
  const [row] = await clickhouse.read(query, values)
  const vital = (name: (typeof VITALS)[number]): StatsVitals['cls'] => {
    const p75 = row?.[`${name}_p75`] ?? null
    return { p75: p75 === null ? null : Math.round(p75 * 1000) / 1000, samples: row?.[`${name}_samples`] ?? 0 }
  }
  return {
    object: 'stats_vitals',
    website_id: website.id,
    ...describeSpan(context, request, span),
    sample_percent: samplePercentOf(scope),
    imported: answer,
    lcp_ms: vital('lcp_ms'),
    inp_ms: vital('inp_ms'),
    cls: vital('cls'),
    ttfb_ms: vital('ttfb_ms'),
    fcp_ms: vital('fcp_ms'),
  }
}
