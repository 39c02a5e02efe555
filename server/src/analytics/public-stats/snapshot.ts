import type { Dimension, StatsSummary } from '@sitewatch/contract'
import { queryAs, type ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { EntryRefused, type Postgres, type UserTx } from '../../platform/postgres/index.ts'
import {
  createRecentVisits,
  type StatsContext,
  findImportedDays,
  findSpan,
  readBreakdown,
  readSeries,
  readSummary,
} from '../stats/index.ts'
import { findWebsiteRef, type WebsiteRef } from '../websites/index.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import { createGate } from '../../platform/gate.ts'
import type { PublicSite } from './sites.ts'
import { cleanText, cutQuery, nameCountry } from './text.ts'
import type { ReadUptimeTimeline, UptimeTimeline } from './uptime.ts'

/** The finest interval that the picture can show: outages are short. */
export const PUBLIC_PERIODS = { today: 'hour', '7d': 'hour', '30d': 'day', '12mo': 'week' } as const
export type PublicPeriod = keyof typeof PUBLIC_PERIODS
export const isPublicPeriod = (text: string): text is PublicPeriod => Object.hasOwn(PUBLIC_PERIODS, text)

export interface Point {
  start_ms: number
  visitors: number
  visits: number
  pageviews: number
}

export interface SnapshotRow {
  label: string
  /** Null for pages, which count views: a page without its query combines several, whose visitors cannot be added. */
  visitors: number | null
  pageviews: number
}

export const LISTS = ['pages', 'sources', 'countries', 'devices'] as const
export type ListName = (typeof LISTS)[number]

/** Everything that a public page shows. It contains nothing else about the website. */
export interface Snapshot {
  period: PublicPeriod
  timezone: string
  from_ms: number
  to_ms: number
  interval: 'hour' | 'day' | 'week'
  summary: StatsSummary
  points: Point[]
  lists: Record<ListName, SnapshotRow[]>
  uptime: UptimeTimeline | null
}

const SHOWN_ROWS = 10
/** Paths that differ only in their query are one page; this many are read to combine them. */
const MAX_PATHS = 100

interface ListDimension {
  dimension: Dimension
  name: (value: string) => string
}

const DIMENSIONS: Record<Exclude<ListName, 'pages'>, ListDimension> = {
  sources: { dimension: 'source', name: (value) => value || 'Direct' },
  countries: { dimension: 'country', name: (value) => nameCountry(value) || 'Unknown' },
  devices: { dimension: 'device', name: (value) => value || 'Unknown' },
}

async function listPages(context: StatsContext, period: PublicPeriod): Promise<SnapshotRow[]> {
  const { rows } = await readBreakdown(context, { period, dimension: 'page', page: 1, per_page: MAX_PATHS })
  const views = new Map<string, number>()
  for (const { value, pageviews } of rows) {
    const label = cleanText(cutQuery(value)) || '/'
    views.set(label, (views.get(label) ?? 0) + (pageviews ?? 0))
  }
  return [...views]
    .map(([label, pageviews]) => ({ label, visitors: null, pageviews }))
    .sort((a, b) => b.pageviews - a.pageviews)
    .slice(0, SHOWN_ROWS)
}

async function listValues(
  context: StatsContext,
  period: PublicPeriod,
  { dimension, name }: ListDimension,
): Promise<SnapshotRow[]> {
  const { rows } = await readBreakdown(context, { period, dimension, page: 1, per_page: SHOWN_ROWS })
  return rows.map(({ value, visitors, pageviews }) => ({
    label: cleanText(name(value)),
    visitors,
    pageviews: pageviews ?? 0,
  }))
}

/** The website or its team was deleted between two queries. */
export class SiteGone extends Error {
  override name = 'SiteGone'
}

export interface SnapshotParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
  readUptimeTimeline: ReadUptimeTimeline
}

export interface SnapshotReader {
  readSnapshot(site: PublicSite, period: PublicPeriod): Promise<Snapshot>
  readVisitors(site: PublicSite, period: PublicPeriod): Promise<number>
  readUptime(site: PublicSite, period: PublicPeriod): Promise<UptimeTimeline | null>
}

interface Span {
  from_ms: number
  to_ms: number
}

interface SnapshotRequest {
  period: PublicPeriod
  span: Span
  uptime: UptimeTimeline | null
}

async function composeSnapshot(context: StatsContext, { period, span, uptime }: SnapshotRequest): Promise<Snapshot> {
  const interval = PUBLIC_PERIODS[period]
  const list = (name: Exclude<ListName, 'pages'>) => listValues(context, period, DIMENSIONS[name])
  const [summary, series, pages, sources, countries, devices] = await Promise.all([
    readSummary(context, { period, compare: 'previous' }),
    readSeries(context, { period, interval }),
    listPages(context, period),
    list('sources'),
    list('countries'),
    list('devices'),
  ])
  return {
    period,
    timezone: context.website.timezone,
    from_ms: span.from_ms,
    to_ms: span.to_ms,
    interval,
    summary,
    points: series.points.map((point) => ({
      start_ms: Date.parse(point.start),
      visitors: point.visitors,
      visits: point.visits,
      pageviews: point.pageviews,
    })),
    lists: { pages, sources, countries, devices },
    uptime,
  }
}

const KEEP_MS = 60_000
/** Some 40 kB each at most. */
const MAX_SNAPSHOTS = 500
const MAX_SINGLE_VALUES = 5000
/**
 * A part of the queries that ClickHouse runs at a time, so that anonymous visitors leave room for signed-in users. Postgres is read
 * outside the gate: a team that waits there for its share of the connections would hold a place that the pages of other teams need.
 */
const GATE = { at_once: 2, max_waiting: 100 }

type TeamWork<T> = (tx: UserTx, website: WebsiteRef) => Promise<T>

function readAsTeam<T>(postgres: Postgres, site: PublicSite, work: TeamWork<T>): Promise<T> {
  const read = async (tx: UserTx): Promise<T> => {
    const website = await findWebsiteRef(tx, site.id)
    if (!website) throw new SiteGone('the website is gone')
    return work(tx, website)
  }
  return postgres.asUser({ team_id: site.team_id, system: true }, read, { readOnly: true }).catch((error: unknown) => {
    throw error instanceof EntryRefused ? new SiteGone('the team is gone', { cause: error }) : error
  })
}

export function createSnapshotReader({
  postgres,
  clickhouse,
  clock,
  readUptimeTimeline,
}: SnapshotParts): SnapshotReader {
  const gate = createGate(GATE)
  const recent = createRecentVisits(clickhouse)
  const snapshots = createAnswerCache<Snapshot>({ keep_ms: KEEP_MS, max: MAX_SNAPSHOTS })
  const visitors = createAnswerCache<number>({ keep_ms: KEEP_MS, max: MAX_SINGLE_VALUES })
  const timelines = createAnswerCache<UptimeTimeline | null>({ keep_ms: KEEP_MS, max: MAX_SINGLE_VALUES })

  const asTeam = <T>(site: PublicSite, work: TeamWork<T>): Promise<T> => readAsTeam(postgres, site, work)
  const makeContext = async (tx: UserTx, website: WebsiteRef, now_ms: number): Promise<StatsContext> => ({
    website,
    imported: await findImportedDays(tx, website),
    goals: [],
    clickhouse,
    recent,
    now_ms,
  })
  const readUptimeOf = (tx: UserTx, { id }: WebsiteRef, span: Span): Promise<UptimeTimeline | null> =>
    readUptimeTimeline(tx, id, { start: span.from_ms, end: span.to_ms })
  const now = (): number => clock.now().getTime()

  const buildUptime = async (site: PublicSite, period: PublicPeriod): Promise<UptimeTimeline | null> =>
    asTeam(site, (tx, website) => readUptimeOf(tx, website, findSpan({ period }, website.timezone, now())))
  const buildVisitors = async (site: PublicSite, period: PublicPeriod): Promise<number> => {
    const context = await asTeam(site, (tx, website) => makeContext(tx, website, now()))
    return (await gate.pass(() => readSummary(context, { period, compare: 'none' }))).visitors
  }
  const buildSnapshot = async (site: PublicSite, period: PublicPeriod): Promise<Snapshot> => {
    const { context, ...request } = await asTeam(site, async (tx, website) => {
      const now_ms = now()
      const span = findSpan({ period }, website.timezone, now_ms)
      const [context, uptime] = await Promise.all([makeContext(tx, website, now_ms), readUptimeOf(tx, website, span)])
      return { context, period, span, uptime }
    })
    return gate.pass(() => composeSnapshot(context, request))
  }

  const cached =
    <Value>(cache: AnswerCache<Value>, build: (site: PublicSite, period: PublicPeriod) => Promise<Value>) =>
    (site: PublicSite, period: PublicPeriod): Promise<Value> =>
      cache.read(`${site.id} ${period}`, () =>
        queryAs({ team_id: site.team_id, kind: 'public' }, () => build(site, period)),
      )

  return {
    readSnapshot: cached(snapshots, buildSnapshot),
    readVisitors: cached(visitors, buildVisitors),
    readUptime: cached(timelines, buildUptime),
  }
}
