import { VISIT_DIMENSIONS, type VisitDimension } from '@sitewatch/contract'
import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import type { Visits } from '../visits.ts'
import { ENGAGED, IS_ACTIVE, IS_CUSTOM, IS_VIEW, nameElements, PAIR, TIME } from '../visit-events.ts'
import { unionVisits } from '../union-visits.ts'

/** The counts, as whole numbers: averages and rates are computed from them in figures.ts only. */
const counts = {
  visitors: integer64,
  visits: integer64,
  pageviews: integer64,
  events: integer64,
  bounces: integer64,
  duration_ms: integer64,
  engaged_ms: integer64,
}
export type Counts = z.output<z.ZodObject<typeof counts>>
export const COUNT_NAMES = Object.keys(counts) as (keyof Counts)[]

const sumEach = (names: readonly string[]): string => names.map((name) => `sum(${name}) AS ${name}`).join(', ')

/** What is counted of event `x`, at position `i` of its visit. */
const COUNTED = {
  time_ms: TIME('x'),
  is_active: IS_ACTIVE('x'),
  is_view: IS_VIEW('x'),
  is_custom: IS_CUSTOM('x'),
  is_start: 'i = first_index',
  engaged_ms: ENGAGED('x'),
}
/** Each event of the visits, as `e`. */
const EACH_EVENT = `ARRAY JOIN arrayMap((x, i) -> (${Object.values(COUNTED).join(', ')}), visit, arrayEnumerate(visit)) AS e`
const counted = nameElements(Object.keys(COUNTED) as (keyof typeof COUNTED)[])
const EVENT_TIME = counted.time_ms('e')
const IS_START = counted.is_start('e')

/** What one event `e` adds to the counts. */
const PART_OF_EVENT = {
  is_active: counted.is_active('e'),
  part_visits: IS_START,
  part_views: counted.is_view('e'),
  part_customs: counted.is_custom('e'),
  part_bounces: `${IS_START} AND is_bounce`,
  part_duration: `if(${IS_START}, duration_ms, 0)`,
  part_engaged: counted.engaged_ms('e'),
}
/** What a visit adds to the counts when no interval cuts it. */
const PART_OF_VISIT: Record<keyof typeof PART_OF_EVENT, string> = {
  is_active: '1',
  part_visits: '1',
  part_views: 'views',
  part_customs: 'customs',
  part_bounces: 'is_bounce',
  part_duration: 'duration_ms',
  part_engaged: 'engaged',
}
const listEach = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ')

const COUNTS_OF_PARTS: Record<keyof Counts, string> = {
  visitors: 'uniqExactIf(visitor, is_active)',
  visits: 'sum(part_visits)',
  pageviews: 'sum(part_views)',
  events: 'sum(part_customs)',
  bounces: 'sum(part_bounces)',
  duration_ms: 'toUInt64(sum(part_duration))',
  engaged_ms: 'sum(part_engaged)',
}

/** The same for visits whose events need not be read. */
const COUNTS_OF_WHOLE: Record<keyof Counts, string> = {
  visitors: 'uniqExact(visitor)',
  visits: 'count()',
  pageviews: 'sum(views)',
  events: 'sum(customs)',
  bounces: 'countIf(is_bounce)',
  duration_ms: 'toUInt64(sum(duration_ms))',
  engaged_ms: 'sum(engaged)',
}

const countEach = (counts: Record<keyof Counts, string>, one_of: number): string =>
  COUNT_NAMES.map((name) => `${counts[name]} * ${one_of} AS ${name}`).join(', ')

/** The counts by `key`, given the time of an event or of a visit. `values` are further columns that it uses. */
function countBy(
  plan: QueryPlan,
  visits: Visits,
  { key, name, values = '' }: { key: (time: string) => string; name: string; values?: string },
): string {
  const rows = (columns: string, where?: string): string =>
    `(SELECT ${values} visitor, is_bounce, duration_ms, ${columns} FROM ${visits.rows(where)}) AS v`
  if (visits.isWhole)
    return `
    SELECT ${key('start_ms')} AS ${name}, ${countEach(COUNTS_OF_WHOLE, plan.one_of)}
    FROM ${rows('start_ms, views, customs, engaged')}
    GROUP BY ${name}`
  const splitIntoEvents = (where?: string): string => `
    SELECT ${key(EVENT_TIME)} AS ${name}, visitor, ${listEach(PART_OF_EVENT)}
    FROM ${rows('visit, first_index', where)}
    ${EACH_EVENT}
    WHERE ${plan.inSpan(EVENT_TIME)}`
  if (!visits.hasSums)
    return `SELECT ${name}, ${countEach(COUNTS_OF_PARTS, plan.one_of)} FROM (${splitIntoEvents()}) GROUP BY ${name}`
  // Few visits are cut by an interval. For the others, the sums stored with the visit are enough.
  const isUncut = `first_index = 1 AND ${plan.inSpan('start_ms')} AND ${plan.inSpan('start_ms + duration_ms')}
      AND ${key('start_ms')} = ${key('(start_ms + duration_ms)')}${plan.outsideExcluded('start_ms', '(start_ms + duration_ms + 1)')}`
  return `
    SELECT ${name}, ${countEach(COUNTS_OF_PARTS, plan.one_of)}
    FROM (
      SELECT ${key('start_ms')} AS ${name}, visitor, ${listEach(PART_OF_VISIT)}
      FROM ${rows('start_ms, views, customs, engaged', isUncut)}
      UNION ALL ${splitIntoEvents(`NOT (${isUncut})`)}
    )
    GROUP BY ${name}`
}

/**
 * No day is cut more than once, so an interval covers a day either from its start or to its end: visitors count by their first
 * activity in the first case, by their last in the second.
 */
function readTotals(plan: QueryPlan, starts: string): string {
  const names = COUNT_NAMES.filter((name) => name !== 'visitors')
  return `
    SELECT start, sum(if(start > day_ms, visitors_last, visitors)) AS visitors, ${sumEach(names)}
    FROM (
      SELECT toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 AS day_ms, toInt64(day_ms + quarter * 900000) AS at_ms,
        roundDown(at_ms, ${starts}) AS start, visitors, visitors_last, ${names.join(', ')}
      FROM stats_days WHERE ${plan.ofCounted('time')}
    )
    WHERE ${plan.inSpan('at_ms')}
    GROUP BY start`
}

/** An imported day is a local day of the website. Its noon is in the right interval even when the clocks change. */
function readImportedTotals(plan: QueryPlan, starts: string): string {
  const zone = plan.text(plan.scope.website.timezone)
  return `
    SELECT roundDown(toInt64(toUnixTimestamp(toDateTime(day, ${zone}))) * 1000 + 43200000, ${starts}) AS start, ${COUNT_NAMES.join(', ')}
    FROM imported_days FINAL WHERE ${plan.ofImported('total')}`
}

/** The counts for each interval, by its start; intervals without events are left out. */
export function buildTotalsQuery(scope: Scope, starts_ms: readonly number[]) {
  const plan = new QueryPlan(scope)
  const starts = plan.integers(starts_ms)
  const parts = unionVisits(plan, {
    counted: () => readTotals(plan, starts),
    imported: () => readImportedTotals(plan, starts),
    ofVisits: (visits) => countBy(plan, visits, { key: (time) => `roundDown(${time}, ${starts})`, name: 'start' }),
  })
  const sql = `SELECT start, ${sumEach(COUNT_NAMES)} FROM ${parts} GROUP BY start ORDER BY start`
  return plan.toQuery('totals', sql, z.object({ start: integer64, ...counts }))
}

/** The counts of one UTC day by quarter of an hour, as stats_days stores them. */
export function countQuarters(plan: QueryPlan, visits: Visits, day_ms: number): string {
  const quarter = (time: string): string => `intDiv(${time} - ${plan.integer(day_ms)}, 900000)`
  const otherCounts = COUNT_NAMES.filter((name) => name !== 'visitors')
  const zeros = otherCounts.map((name) => `0 AS ${name}`).join(', ')
  // Every activity is part of a visit, so the first and last of a visitor are those of the visits.
  const visitors = `(
      SELECT min(start_ms) AS first_ms, max(${TIME(`arrayLast(x -> ${IS_ACTIVE('x')}, visit)`)}) AS last_ms
      FROM ${visits.rows()} GROUP BY visitor)`
  return `
    SELECT quarter, ${sumEach(['visitors', 'visitors_last', ...otherCounts])}
    FROM (
      SELECT quarter, 0 AS visitors, 0 AS visitors_last, ${otherCounts.join(', ')}
      FROM (${countBy(plan, visits, { key: quarter, name: 'quarter' })})
      UNION ALL SELECT ${quarter('first_ms')} AS quarter, 1 AS visitors, 0 AS visitors_last, ${zeros} FROM ${visitors}
      UNION ALL SELECT ${quarter('last_ms')} AS quarter, 0 AS visitors, 1 AS visitors_last, ${zeros} FROM ${visitors}
    )
    GROUP BY quarter`
}

/** The counts of one UTC day for all dimensions of a visit. */
export function countWholeVisits(visits: Visits): string {
  const pairs = VISIT_DIMENSIONS.map((dimension) => `('${dimension}', CAST(${visits.value(dimension)}, 'String'))`)
  return `
    SELECT ${PAIR.dimension('pair')} AS dimension, ${PAIR.value('pair')} AS value, ${countEach(COUNTS_OF_WHOLE, 1)}
    FROM (SELECT visitor, is_bounce, duration_ms, views, customs, engaged, [${pairs.join(', ')}] AS pairs FROM ${visits.rows()})
    ARRAY JOIN pairs AS pair
    GROUP BY dimension, value`
}

/** The counts for each value of one dimension of visits. */
function countVisitValues(plan: QueryPlan, visits: Visits, dimension: VisitDimension): string {
  const values = `${visits.value(dimension)} AS found,`
  const counts = countBy(plan, visits, { key: () => 'found', name: 'each', values })
  return `SELECT CAST(each, 'String') AS value, * EXCEPT each FROM (${counts})`
}

export interface Window {
  search?: string | undefined
  /** Only rows with these values. */
  values?: readonly string[] | undefined
  limit: number
  offset: number
}

export function buildVisitValuesQuery(
  scope: Scope,
  dimension: VisitDimension,
  { search, values, limit, offset }: Window,
) {
  const plan = new QueryPlan(scope)
  const conditions = [
    ...(search === undefined ? [] : [`position(value, ${plan.text(search)}) > 0`]),
    ...(values === undefined ? [] : [`value IN ${plan.texts(values)}`]),
  ]
  const parts = unionVisits(plan, {
    counted: () => `SELECT value, ${COUNT_NAMES.join(', ')} FROM stats_days WHERE ${plan.ofCounted(dimension)}`,
    imported: () =>
      `SELECT value, ${COUNT_NAMES.join(', ')} FROM imported_days FINAL WHERE ${plan.ofImported(dimension)}`,
    ofVisits: (visits) => countVisitValues(plan, visits, dimension),
  })
  const sql = `
    SELECT value, ${sumEach(COUNT_NAMES)}, count() OVER () AS total
    FROM ${parts}
    ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
    GROUP BY value HAVING visitors > 0
    ORDER BY visitors DESC, pageviews DESC, value
    LIMIT ${plan.integer(limit)} OFFSET ${plan.integer(offset)}`
  return plan.toQuery('visit_values', sql, z.object({ value: z.string(), ...counts, total: integer64 }))
}
