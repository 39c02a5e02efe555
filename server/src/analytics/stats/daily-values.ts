import type { VisitDimension } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { openScope, type StatsContext } from './answers.ts'
import { dayOf } from './days.ts'
import type { Span } from './period.ts'
import { buildDailyGoalsQuery, buildDailyRevenueQuery } from './queries/daily-values.ts'
import { buildVisitCountsQuery } from './queries/visit-counts.ts'

/** The values of one UTC day: sums over its visits, and sums of the squares. */
export interface DailyValues {
  visits: number
  /** By goal: the visits that reached it. */
  goals: ReadonlyMap<number, number>
  revenue: ReadonlyMap<string, { sum: number; squares: number }>
}

const openEvents = (context: StatsContext, span: Span) =>
  openScope(context, { span, filter: undefined, grain: { by: 'event' } })

/** What the visits of each day were worth: the basis for an estimate of what a visit is worth. Days without visits are left out. */
export async function readDailyValues(context: StatsContext, span: Span): Promise<DailyValues[]> {
  const { clickhouse, goals } = context
  const scope = await openEvents(context, span)
  const byGoal = buildDailyGoalsQuery(scope, goals)
  const byCurrency = buildDailyRevenueQuery(scope)
  const days = await clickhouse.read(byGoal.query, byGoal.values)
  const paid = await clickhouse.read(byCurrency.query, byCurrency.values)
  return days.map(({ day, visits, reached }) => ({
    visits,
    goals: new Map(goals.map(({ id }, n) => [id, reached[n + 1] ?? 0])),
    revenue: new Map(
      paid.filter((row) => row.day === day).map(({ currency, total, squares }) => [currency, { sum: total, squares }]),
    ),
  }))
}

/** The UTC days that the spans touch. */
function listDays(spans: readonly Span[]): Set<string> {
  const days = new Set<string>()
  for (const { from_ms, to_ms } of spans)
    for (let at = from_ms - (from_ms % DAY_MS); at < to_ms; at += DAY_MS) days.add(dayOf(at))
  return days
}

interface VisitCounts<Dimension extends VisitDimension> {
  dimensions: readonly Dimension[]
  spans: readonly Span[]
}

/** The visits that start in each of several spans, by the values of some dimensions. Only the days of the spans are read. */
export async function countVisitsByValue<Dimension extends VisitDimension>(
  context: StatsContext,
  { dimensions, spans }: VisitCounts<Dimension>,
): Promise<(dimension: Dimension) => { value: string; visits: number[] }[]> {
  const [from_ms, to_ms] = [
    Math.min(...spans.map((span) => span.from_ms)),
    Math.max(...spans.map((span) => span.to_ms)),
  ]
  const scope = await openEvents(context, { from_ms, to_ms })
  const touched = listDays(spans)
  const source = scope.source && {
    ...scope.source,
    stored: scope.source.stored.filter(({ day }) => touched.has(day)),
    days: scope.source.days.filter((day) => touched.has(day)),
  }
  const { query, values } = buildVisitCountsQuery({ ...scope, source }, { dimensions, spans })
  const rows = await context.clickhouse.read(query, values)
  return (dimension) =>
    rows.filter((row) => row.dimension === dimension).map(({ value, visits }) => ({ value, visits }))
}
