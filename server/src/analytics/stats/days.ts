import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import type { Span } from './period.ts'

const QUARTER_MS = 15 * 60_000

export const dayOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

/** What is stored about a UTC day of a website. */
export interface KnownDay {
  day: string
  /** An estimate of its events: duplicates count twice, here even after ClickHouse has merged them. */
  arrivals: number
  /** The build that counted it; null when events have arrived since. */
  build: number | null
  /** Whether that build stored its visits, too. */
  has_visits: boolean
}

/** Where visits are stored: those of days that are over, and those of days that still change. */
export const VISIT_TABLES = ['stats_visits', 'stats_recent_visits'] as const
export type VisitTable = (typeof VISIT_TABLES)[number]

export interface StoredDay {
  day: string
  build: number
  table: VisitTable
  /** Whether no interval starts or ends inside of it. */
  is_whole: boolean
}

/** Where the figures of each UTC day come from. Every figure is the sum over UTC days, so these can be added. */
export interface Source {
  /** The builds of the days that are read as they were counted. */
  counted: readonly number[]
  /** The days whose stored visits are read. */
  stored: readonly StoredDay[]
  /** The days that are derived from events. */
  days: readonly string[]
  /** Sampling of stored and derived visits: those of one in `one_of` visitors are read. */
  one_of: number
}

/** A query over more events than this samples the visitors. 2 cores derive visits from 10 million events in 3 s. */
export const MAX_EVENTS = 10_000_000
/** Stored visits are cheaper to read than events. Of 100 million events, those of a tenth of the visitors are read (ADR 13). */
const STORED_SHARE = 0.6

/**
 * Which counted days can be used: none, those without a cut, also those cut once at a quarter of an hour, or, when only the starts of
 * visits are counted, those cut at any number of quarters.
 */
export interface Grain {
  by: 'event' | 'day' | 'quarter' | 'visit_start'
  /** The starts of the intervals of the query, if there are several. */
  starts_ms?: readonly number[]
  /** Parts of the period that do not count: a day with one is read visit by visit. */
  excluded?: readonly Span[]
}

const hasExcluded = ({ excluded = [] }: Grain, day_ms: number): boolean =>
  excluded.some(({ from_ms, to_ms }) => from_ms < day_ms + DAY_MS && to_ms > day_ms)

/** The cuts inside of each UTC day; one at its start cuts nothing. */
function groupCuts({ from_ms, to_ms }: Span, grain: Grain): Map<number, Set<number>> {
  const cuts = new Map<number, Set<number>>()
  for (const cut of [from_ms, to_ms, ...(grain.starts_ms ?? [])]) {
    const inside_ms = cut % DAY_MS
    if (inside_ms === 0) continue
    const found = cuts.get(cut - inside_ms) ?? new Set()
    cuts.set(cut - inside_ms, found.add(inside_ms))
  }
  return cuts
}

function canUseCounted(cuts: ReadonlySet<number> | undefined, grain: Grain): boolean {
  if (grain.by === 'event') return false
  if (cuts === undefined) return true
  if (grain.by === 'visit_start') return [...cuts].every((cut) => cut % QUARTER_MS === 0)
  const [first = 0] = cuts
  return grain.by === 'quarter' && cuts.size === 1 && first % QUARTER_MS === 0
}

/** 2, 5, 10, 20, …: so that the share is a round percentage. */
function pickOneOf(events: number, maxEvents: number): number {
  for (let power = 1; ; power *= 10) {
    const found = [1, 2, 5].find((step) => events <= step * power * maxEvents)
    if (found !== undefined) return found * power
  }
}

export function pickSource(known: readonly KnownDay[], span: Span, grain: Grain, maxEvents = MAX_EVENTS): Source {
  const { from_ms, to_ms } = span
  const byDay = new Map(known.map((each) => [each.day, each]))
  const cuts = groupCuts(span, grain)
  const counted: number[] = []
  const stored: StoredDay[] = []
  const days: string[] = []
  let events = 0
  for (let day_ms = from_ms - (from_ms % DAY_MS); day_ms < to_ms; day_ms += DAY_MS) {
    const day = dayOf(day_ms)
    const { build = null, arrivals = 0, has_visits = false } = byDay.get(day) ?? {}
    const isPartial = hasExcluded(grain, day_ms)
    if (build !== null && !isPartial && canUseCounted(cuts.get(day_ms), grain)) counted.push(build)
    else if (build !== null && has_visits) {
      stored.push({ day, build, table: 'stats_visits', is_whole: !isPartial && !cuts.has(day_ms) })
      events += arrivals * STORED_SHARE
    } else {
      days.push(day)
      events += arrivals
    }
  }
  return skipEmptyDays({ counted, stored, days, one_of: pickOneOf(events, maxEvents) }, byDay)
}

/** Planning a query that derives visits takes 45 ms of processor time, even if there are no events. A query needs a part, so one without rows is left. */
function skipEmptyDays(source: Source, byDay: ReadonlyMap<string, KnownDay>): Source {
  const [first] = source.days
  if (first === undefined || source.days.some((day) => (byDay.get(day)?.arrivals ?? 0) > 0)) return source
  if (source.counted.length + source.stored.length > 0) return { ...source, days: [] }
  return { ...source, stored: [{ day: first, build: 0, table: 'stats_visits', is_whole: true }], days: [] }
}

/** The visits of a day that still changes, as of the time of the query, and the time of its last event. */
export interface RecentDay {
  day: string
  build: number
  last_ms: number
}

/** The source with the days that it derives read from `recent`. A day without a visit is left out. */
export function useRecent(source: Source, recent: readonly RecentDay[], span: Span, grain: Grain): Source {
  const cuts = groupCuts(span, grain)
  const stored = recent.map(({ day, build, last_ms }): StoredDay => {
    const day_ms = Date.parse(day)
    // A cut after its last event, such as now, cuts nothing off.
    const isCut = [...(cuts.get(day_ms) ?? [])]
      .map((inside_ms) => day_ms + inside_ms)
      .some((cut_ms) => cut_ms <= last_ms || cut_ms === span.from_ms)
    return { day, build, table: 'stats_recent_visits', is_whole: !isCut && !hasExcluded(grain, day_ms) }
  })
  return { ...source, stored: [...source.stored, ...stored], days: [] }
}

const listKnown = defineQuery({
  name: 'stats.days',
  sql: `
    SELECT CAST(day, 'String') AS date, sum(arrived) AS arrivals, argMax((pass, counted, visits_of), finished_at) AS latest,
      latest.1 AS build, latest.2 = arrivals AS is_current, latest.3 = 'stored' AS has_visits
    FROM (
      SELECT day, arrivals AS arrived, 0 AS pass, toDateTime64(0, 3, 'UTC') AS finished_at, 0 AS counted, 'none' AS visits_of
      FROM event_days
      WHERE website_id = {website_id:UInt64} AND day >= {first:Date} AND day <= {last:Date}
      UNION ALL
      SELECT day, 0, build, built_at, arrivals, CAST(visits, 'String') FROM stats_builds
      WHERE website_id = {website_id:UInt64} AND day >= {first:Date} AND day <= {last:Date}
    )
    GROUP BY day`,
  params: z.object({ website_id: z.int(), first: z.string(), last: z.string() }),
  row: z.object({ date: z.string(), arrivals: integer64, build: integer64, is_current: z.int(), has_visits: z.int() }),
})

export async function listKnownDays(
  clickhouse: Pick<ClickHouse, 'read'>,
  website: WebsiteRef,
  { from_ms, to_ms }: Span,
): Promise<KnownDay[]> {
  const rows = await clickhouse.read(listKnown, {
    website_id: website.id,
    first: dayOf(from_ms),
    last: dayOf(to_ms - 1),
  })
  return rows.map(({ date, arrivals, build, is_current, has_visits }) => ({
    day: date,
    arrivals,
    build: is_current === 1 && build > 0 ? build : null,
    has_visits: has_visits === 1,
  }))
}
