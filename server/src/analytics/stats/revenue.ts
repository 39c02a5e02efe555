import type { Dimension, Filter, Revenue, StatsRevenue } from '@sitewatch/contract'
import { describeSpan, openScope, spanOf, type StatsContext, type StatsQuery, timeText } from './answers.ts'
import { type ComparisonQuery, findComparison } from './comparison.ts'
import { isVisitDimension } from './conditions.ts'
import { readAmount, toRevenue } from './money.ts'
import { type IntervalName, listStarts, pickInterval, type Span } from './period.ts'
import { COUNTED_EVENT_VALUES, goalValues, propertyNames, propertyValues } from './queries/event-values.ts'
import { buildRevenueQuery, type RevenueKey, revenuePages } from './queries/revenue.ts'

interface RevenueRequest {
  span: Span
  filter: Filter | undefined
}

/** By key. Never sampled: amounts are exact, and few visitors have any. */
async function sumRevenue(
  context: StatsContext,
  { span, filter }: RevenueRequest,
  by: RevenueKey,
): Promise<Map<string, Revenue[]>> {
  const starts_ms = 'starts_ms' in by ? by.starts_ms : []
  const scope = await openScope(
    { ...context, max_events: Infinity },
    { span, filter, grain: { by: 'event', starts_ms } },
  )
  const { query, values } = buildRevenueQuery(scope, by)
  const found = new Map<string, Revenue[]>()
  for (const { key, currency, amount, orders_count } of await context.clickhouse.read(query, values)) {
    const each = toRevenue({ currency, amount: readAmount(amount), orders: orders_count })
    found.set(key, [...(found.get(key) ?? []), each])
  }
  return found
}

async function readTotal(context: StatsContext, request: RevenueRequest): Promise<Revenue[]> {
  const found = await sumRevenue(context, request, { starts_ms: [request.span.from_ms] })
  return found.get(String(request.span.from_ms)) ?? []
}

/** The revenue of a period, without a comparison. */
export const readRevenueTotal = async (context: StatsContext, request: StatsQuery): Promise<Revenue[]> =>
  readTotal(context, { span: await spanOf(context, request), filter: request.filters })

export async function readRevenue(
  context: StatsContext,
  request: StatsQuery & ComparisonQuery & { interval?: IntervalName | undefined },
): Promise<StatsRevenue> {
  const { website, now_ms } = context
  const span = await spanOf(context, request)
  const filter = request.filters
  const interval = request.interval ?? pickInterval(request.period, span)
  const starts = listStarts(span, interval, website.timezone)
  const other = findComparison(request, span, { timezone: website.timezone, now_ms })
  const [revenue, byStart, compared] = await Promise.all([
    readTotal(context, { span, filter }),
    sumRevenue(context, { span, filter }, { starts_ms: starts }),
    other && readTotal(context, { span: other, filter }),
  ])
  return {
    object: 'stats_revenue',
    website_id: website.id,
    ...describeSpan(context, request, span),
    revenue,
    comparison:
      other && compared ? { from: timeText(other.from_ms), to: timeText(other.to_ms), revenue: compared } : null,
    interval,
    points: starts.map((start) => ({ start: timeText(start), revenue: byStart.get(String(start)) ?? [] })),
  }
}

export interface RevenueRows {
  dimension: Dimension
  property?: string | undefined
  values: readonly string[]
}

function keyOf({ goals }: StatsContext, { dimension, property, values }: RevenueRows): RevenueKey {
  if (isVisitDimension(dimension)) return { dimension, values }
  if (dimension === 'page') return { event: revenuePages, values }
  if (dimension === 'event') return { event: COUNTED_EVENT_VALUES.event.values, values }
  if (dimension === 'goal') return { event: goalValues(goals), values }
  return { event: property === undefined ? propertyNames : propertyValues(property), values }
}

/** The revenue of some rows of a breakdown, by their value. */
export async function readRevenueOfRows(
  context: StatsContext,
  request: RevenueRequest,
  rows: RevenueRows,
): Promise<Map<string, Revenue[]>> {
  return rows.values.length === 0 ? new Map() : sumRevenue(context, request, keyOf(context, rows))
}
