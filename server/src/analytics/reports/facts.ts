import type { Revenue, StatsRow } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { listAnnotationsOf } from '../annotations/index.ts'
import {
  type StatsContext,
  findImportedDays,
  listAllGoals,
  readBreakdown,
  readRevenueTotal,
  readSeries,
  readSummary,
} from '../stats/index.ts'
import { findWebsiteRef } from '../websites/index.ts'
import { findPeriodSpan, movePeriod, type ReportPeriod } from './period.ts'
import type { ReadUptimeReport, UptimeReport } from './uptime.ts'

interface ReportFigures {
  visitors: number
  pageviews: number
  bounce_percent: number | null
  visit_seconds: number | null
}

export interface Ranked {
  value: string
  visitors: number
}

/** The contents of a report as figures and text: nothing in here is formatted or escaped. */
export interface ReportFacts {
  website: { id: number; domain: string; timezone: string }
  period: ReportPeriod
  figures: ReportFigures
  before: ReportFigures
  /** By currency; empty without revenue. */
  revenue: { now: readonly Revenue[]; before: readonly Revenue[] }
  /** YYYY-MM-DD, each day of the period in order. */
  days: readonly { day: string; visitors: number }[]
  pages: readonly Ranked[]
  sources: readonly Ranked[]
  /** ISO 3166 codes; empty where it is not known. */
  countries: readonly Ranked[]
  goals: readonly { name: string; visitors: number; visitor_percent: number | null }[]
  /** Null when the reader may not see monitors. */
  uptime: UptimeReport | null
  /** Annotations of the period, oldest first. */
  annotations: readonly { happened_at: string; text: string }[]
  is_quiet: boolean
  /** Something was counted before the period. */
  had_traffic: boolean
}

export interface FactParts {
  clickhouse: ClickHouse
  clock: Clock
  readUptimeReport: ReadUptimeReport
  recent?: StatsContext['recent']
}

export interface ReportRequest {
  website_id: number
  /** Called once the time zone is known. */
  period: (timezone: string) => ReportPeriod
  with_monitors: boolean
}

export type AsUser = <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T>

const TOP_ROWS = 5
const MAX_ANNOTATIONS = 100

async function readRegistry(
  tx: UserTx,
  { website_id, period, with_monitors }: ReportRequest,
  { readUptimeReport, now_ms }: Pick<FactParts, 'readUptimeReport'> & { now_ms: number },
) {
  const website = await findWebsiteRef(tx, website_id)
  if (!website) return undefined
  const report_period = period(website.timezone)
  const span = findPeriodSpan(report_period, website.timezone)
  const [{ domain, first_event_at }, goals, imported, uptime, annotations] = await Promise.all([
    tx.one(sql<{ domain: string; first_event_at: string | null }>`
      select domain, first_event_at from websites where team_id = ${tx.team_id} and id = ${website_id}`),
    listAllGoals(tx, website),
    findImportedDays(tx, website),
    with_monitors ? readUptimeReport(tx, website_id, { span, now_ms }) : null,
    listAnnotationsOf(tx, website_id, { ...span, max: MAX_ANNOTATIONS }),
  ])
  return { website, period: report_period, domain, first_event_at, goals, imported, uptime, annotations }
}

async function readStatistics(context: StatsContext, period: ReportPeriod) {
  const toQuery = ({ first, last }: ReportPeriod) => ({ period: 'custom' as const, from: first, to: last })
  const days = toQuery(period)
  const list = async (dimension: 'page' | 'source' | 'country' | 'goal'): Promise<StatsRow[]> =>
    (await readBreakdown(context, { ...days, dimension, page: 1, per_page: TOP_ROWS })).rows
  const [summary, before, now, revenueBefore, series, pages, sources, countries, goals] = await Promise.all([
    readSummary(context, { ...days, compare: 'none' }),
    readSummary(context, { ...toQuery(movePeriod(period, -1)), compare: 'none' }),
    readRevenueTotal(context, days),
    readRevenueTotal(context, toQuery(movePeriod(period, -1))),
    readSeries(context, { ...days, interval: 'day' }),
    list('page'),
    list('source'),
    list('country'),
    context.goals.length === 0 ? [] : list('goal'),
  ])
  return { summary, before, revenue: { now, before: revenueBefore }, series, pages, sources, countries, goals }
}

const rank = ({ value, visitors }: StatsRow): Ranked => ({ value, visitors })

function listDays({ first }: ReportPeriod, points: readonly { visitors: number }[]): ReportFacts['days'] {
  const start = Date.parse(`${first}T00:00:00Z`)
  return points.map(({ visitors }, n) => ({
    day: new Date(start + n * DAY_MS).toISOString().slice(0, 10),
    visitors,
  }))
}

/** Undefined when the user has no such website. No Postgres connection is held while ClickHouse answers. */
export async function gatherFacts(
  { clickhouse, clock, readUptimeReport, recent }: FactParts,
  asUser: AsUser,
  request: ReportRequest,
): Promise<ReportFacts | undefined> {
  const now_ms = clock.now().getTime()
  const found = await asUser((tx) => readRegistry(tx, request, { readUptimeReport, now_ms }))
  if (!found) return undefined
  const { website, period, domain, goals, imported, uptime, annotations, first_event_at } = found
  const context = { clickhouse, website, goals, imported, now_ms, ...(recent && { recent }) }
  const read = await readStatistics(context, period)
  const { visits, pageviews, events } = read.summary
  const { from_ms } = findPeriodSpan(period, website.timezone)
  return {
    website: { id: website.id, domain, timezone: website.timezone },
    period,
    figures: read.summary,
    before: read.before,
    revenue: read.revenue,
    days: listDays(period, read.series.points),
    pages: read.pages.map(rank),
    sources: read.sources.map(rank),
    countries: read.countries.map(rank),
    goals: read.goals.map(({ name, visitors, visitor_percent }) => ({ name: name ?? '', visitors, visitor_percent })),
    uptime,
    annotations,
    is_quiet: visits + pageviews + events === 0,
    had_traffic: read.before.visits > 0 || (first_event_at !== null && Date.parse(first_event_at) < from_ms),
  }
}
