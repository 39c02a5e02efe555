import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import { clipSpans, type Span } from '../../platform/time/spans.ts'
import { readFirstEvent } from '../../analytics/stats/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'
import { countVisits, expectVisits, type TrafficModel } from '../expected-traffic/index.ts'
import { longestLookback } from './burn.ts'
import { countExperienced, countFailed, type VisitCounts } from './experienced.ts'
import { type FailedVisits, startOfDay } from './measured.ts'
import type { StoredDay } from './read.ts'

/** How long an event may take until it is in ClickHouse. */
const LOADED_MS = 30_000
/** A day is counted for the last time when it has been over for this long. */
const FINAL_AFTER_MS = HOUR_MS

/** A website with what is known about its usual visits. */
export interface CountedWebsite {
  website: WebsiteRef
  model: TrafficModel
}

/** ClickHouse accepts parameters of up to 128 KiB. */
const MAX_SPANS = 2000

const toSpan = ({ from, to }: Span) => ({ from_ms: from, to_ms: to })

/** Counts the visits of all spans in advance, for later look-ups of the same spans: one query for thousands. */
export async function readCounts(
  clickhouse: Pick<ClickHouse, 'read'>,
  { website, model }: CountedWebsite,
  spans: readonly Span[],
): Promise<VisitCounts> {
  const visits: number[] = []
  for (let at = 0; at < spans.length; at += MAX_SPANS)
    visits.push(...(await countVisits(clickhouse, website, spans.slice(at, at + MAX_SPANS).map(toSpan))))
  // Before the first stored event no visits are known, outage or not.
  const first_ms = (await readFirstEvent(clickhouse, website)) ?? Infinity
  const keyOf = ({ from, to }: Span): string => `${from} ${to}`
  const seen = new Map(spans.map((span, index) => [keyOf(span), visits[index] ?? 0]))
  return {
    seenIn: (span) => seen.get(keyOf(span)) ?? 0,
    expectedIn: ({ from, to }) =>
      to <= first_ms ? 0 : expectVisits(model, { from_ms: Math.max(from, first_ms), to_ms: to }).visits,
  }
}

interface PlannedDay {
  day_ms: number
  span: Span
  outages: Span[]
}

export interface CountPlan {
  days: PlannedDay[]
  /** Outages within the lookback of burn alerts. */
  recent: Span[]
}

/** The days of two windows that are not counted yet, or not for the last time, and the outages that matter now. */
export function planCounting(
  down: readonly Span[],
  { stored, window_days, now_ms }: { stored: readonly StoredDay[]; window_days: number; now_ms: number },
): CountPlan {
  const until = now_ms - LOADED_MS
  const final = new Set(stored.filter(({ is_final }) => is_final).map(({ day_ms }) => day_ms))
  const first_ms = startOfDay(now_ms) - (2 * window_days - 1) * DAY_MS
  const days = Array.from({ length: 2 * window_days }, (_, index): PlannedDay => {
    const day_ms = first_ms + index * DAY_MS
    const span = { from: day_ms, to: Math.max(day_ms, Math.min(day_ms + DAY_MS, until)) }
    return { day_ms, span, outages: clipSpans(down, span) }
  }).filter(({ day_ms }) => !final.has(day_ms))
  return { days, recent: clipSpans(down, { from: Math.round(now_ms - longestLookback(window_days)), to: until }) }
}

export const listPlanned = ({ days, recent }: CountPlan): Span[] => [
  ...days.flatMap(({ span, outages }) => [span, ...outages]),
  ...recent,
]

export function countPlanned(
  { days, recent }: CountPlan,
  counts: VisitCounts,
  now_ms: number,
): { days: StoredDay[]; outages: FailedVisits[] } {
  return {
    days: days.map(({ day_ms, span, outages }) => ({
      day_ms,
      ...countExperienced(span, outages, counts),
      is_final: day_ms + DAY_MS + FINAL_AFTER_MS <= now_ms,
    })),
    outages: recent.map((span) => ({ span, failed: countFailed(span, counts) })),
  }
}

/** The stored days, with those that were counted now in place of them. */
export function joinDays(stored: readonly StoredDay[], counted: readonly StoredDay[]): StoredDay[] {
  const days = new Map([...stored, ...counted].map((day) => [day.day_ms, day]))
  return [...days.values()].sort((a, b) => a.day_ms - b.day_ms)
}
