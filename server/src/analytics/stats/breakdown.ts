import type { BREAKDOWN_EXTRAS, Dimension, ListOf, StatsRow } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import {
  type StatsQuery,
  countTotals,
  describeSpan,
  findImported,
  type StatsContext,
  openScope,
  openTotals,
  samplePercentOf,
  spanOf,
} from './answers.ts'
import { isVisitDimension } from './conditions.ts'
import { percentOf, secondsOf } from './figures.ts'
import type { Scope } from './query-plan.ts'
import {
  buildEventValuesQuery,
  goalValues,
  propertyNames,
  propertyValues,
  COUNTED_EVENT_VALUES,
} from './queries/event-values.ts'
import { buildVisitValuesQuery, type Window } from './queries/totals.ts'
import type { Span } from './period.ts'
import { readRevenueOfRows } from './revenue.ts'

interface BreakdownQuery extends StatsQuery {
  dimension: Dimension
  property?: string | undefined
  search?: string | undefined
  include?: (typeof BREAKDOWN_EXTRAS)[number] | undefined
  page: number
  per_page: number
}

type Rows = ListOf<StatsRow>

const includes = ({ include }: BreakdownQuery, name: 'bounce_percent' | 'revenue'): boolean =>
  include?.split(',').includes(name) ?? false

/** `count() OVER ()` returns no row when the page is past the end: then the total is read with the first row. */
async function withTotal<Row extends { total: number }>(
  read: (window: Window) => Promise<Row[]>,
  window: Window,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read(window)
  const [first] = rows.length === 0 && window.offset > 0 ? await read({ ...window, limit: 1, offset: 0 }) : rows
  return { rows, total: first?.total ?? 0 }
}

const EMPTY_ROW = {
  object: 'stats_row' as const,
  name: null,
  pageviews: null,
  events: null,
  bounce_percent: null,
  visit_seconds: null,
  page_seconds: null,
  visitor_percent: null,
  revenue: null,
}

async function listVisitValues(
  { clickhouse }: StatsContext,
  scope: Scope,
  request: BreakdownQuery,
  window: Window,
): Promise<Rows> {
  const { dimension } = request
  if (!isVisitDimension(dimension)) throw new Error(`${dimension} is of events`)
  const read = (part: Window) => {
    const { query, values } = buildVisitValuesQuery(scope, dimension, part)
    return clickhouse.read(query, values)
  }
  const { rows, total } = await withTotal(read, window)
  return {
    total,
    rows: rows.map((row) => ({
      ...EMPTY_ROW,
      value: row.value,
      visitors: row.visitors,
      visits: row.visits,
      pageviews: row.pageviews,
      events: row.events,
      bounce_percent: percentOf(row.bounces, row.visits),
      visit_seconds: secondsOf(row.duration_ms, row.visits),
      page_seconds: secondsOf(row.engaged_ms, row.pageviews),
    })),
  }
}

/** Bounce rates of the visits that began on each of these pages. */
async function readBounceRates(
  { clickhouse }: StatsContext,
  scope: Scope,
  pages: readonly string[],
): Promise<Map<string, number | null>> {
  if (pages.length === 0) return new Map()
  const { query, values } = buildVisitValuesQuery(scope, 'entry', { values: pages, limit: pages.length, offset: 0 })
  const rows = await clickhouse.read(query, values)
  return new Map(rows.map(({ value, bounces, visits }) => [value, percentOf(bounces, visits)]))
}

function pickValues({ dimension, property }: BreakdownQuery): Parameters<typeof buildEventValuesQuery>[1] {
  if (dimension === 'page' || dimension === 'event')
    return { values: COUNTED_EVENT_VALUES[dimension].values, counted: dimension }
  return { values: property === undefined ? propertyNames : propertyValues(property) }
}

async function listEventValues(
  context: StatsContext,
  scope: Scope,
  request: BreakdownQuery,
  window: Window,
): Promise<Rows> {
  const read = (part: Window) => {
    const { query, values } = buildEventValuesQuery(scope, pickValues(request), part)
    return context.clickhouse.read(query, values)
  }
  const { rows, total } = await withTotal(read, window)
  const isPage = request.dimension === 'page'
  const pages = !includes(request, 'bounce_percent') ? [] : rows.map(({ value }) => value)
  const bounceRates = await readBounceRates(context, scope, pages)
  return {
    total,
    rows: rows.map(({ value, visitors, visits, hits, engaged_ms }) => ({
      ...EMPTY_ROW,
      value,
      visitors,
      visits,
      bounce_percent: bounceRates.get(value) ?? null,
      ...(isPage ? { pageviews: hits, page_seconds: secondsOf(engaged_ms, hits) } : { events: hits }),
    })),
  }
}

/** All goals, also those without a conversion, with the share of visitors who reached them. */
async function listGoalValues(
  context: StatsContext,
  scope: Scope,
  request: BreakdownQuery,
  window: Window,
): Promise<Rows> {
  const { goals, clickhouse } = context
  if (goals.length === 0) return { rows: [], total: 0 }
  const allGoals = { limit: goals.length, offset: 0 }
  const { query, values } = buildEventValuesQuery(scope, { values: goalValues(goals) }, allGoals)
  const countAll = async () => countTotals(context, await openTotals(context, scope.span, { filter: request.filters }))
  const [found, { visitors: allVisitors }] = await Promise.all([clickhouse.read(query, values), countAll()])
  const rows = goals
    .filter(({ name }) => window.search === undefined || name.includes(window.search))
    .map(({ id, name }) => {
      const row = found.find(({ value }) => value === String(id))
      const { visitors = 0, visits = 0, hits = 0 } = row ?? {}
      const visitor_percent = percentOf(visitors, allVisitors)
      return { ...EMPTY_ROW, value: String(id), name, visitors, visits, events: hits, visitor_percent }
    })
    .sort((a, b) => b.visitors - a.visitors || b.events - a.events || Number(a.value) - Number(b.value))
  return { rows: rows.slice(window.offset, window.offset + window.limit), total: rows.length }
}

async function addRevenue(context: StatsContext, request: BreakdownQuery, span: Span, rows: StatsRow[]) {
  const { dimension, property, filters: filter } = request
  const values = rows.map(({ value }) => value)
  const found = await readRevenueOfRows(context, { span, filter }, { dimension, property, values })
  return rows.map((row) => ({ ...row, revenue: found.get(row.value) ?? [] }))
}

export async function readBreakdown(context: StatsContext, request: BreakdownQuery) {
  const { dimension, property, search, page, per_page } = request
  if (property !== undefined && dimension !== 'property')
    throw invalid('property', 'invalid_value', 'property is only allowed with dimension=property.')
  if (includes(request, 'bounce_percent') && dimension !== 'page')
    throw invalid('include', 'invalid_value', 'include=bounce_percent is only allowed with dimension=page.')
  const span = await spanOf(context, request)
  const grain = dimension === 'goal' || dimension === 'property' ? ({ by: 'event' } as const) : ({ by: 'day' } as const)
  const { answer, part } = await findImported(context, span, { filters: request.filters, dimension })
  const scope = { ...(await openScope(context, { span, filter: request.filters, grain })), imported: part }
  const window = { search, limit: per_page, offset: (page - 1) * per_page }
  const list = isVisitDimension(dimension)
    ? listVisitValues(context, scope, request, window)
    : dimension === 'goal'
      ? listGoalValues(context, scope, request, window)
      : listEventValues(context, scope, request, window)
  const { rows, total } = await list
  return {
    rows: includes(request, 'revenue') ? await addRevenue(context, request, span, rows) : rows,
    total,
    meta: {
      ...describeSpan(context, request, span),
      sample_percent: samplePercentOf(scope),
      imported: answer,
      dimension,
    },
  }
}
