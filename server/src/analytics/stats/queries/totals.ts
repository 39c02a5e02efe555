import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { Plan, type Scope } from '../query-plan.ts'
import { ENGAGED, IS_ACTIVE, IS_CUSTOM, IS_VIEW, nameElements, PAIR, TIME } from '../visit-events.ts'

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

/** What is counted of event `x`, at place `i` of its visit. */
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

const COUNTS: Record<keyof Counts, string> = {
  visitors: `uniqExactIf((day, visitor_id), ${counted.is_active('e')})`,
  visits: `countIf(${IS_START})`,
  pageviews: `countIf(${counted.is_view('e')})`,
  events: `countIf(${counted.is_custom('e')})`,
  bounces: `countIf(${IS_START} AND is_bounce)`,
  duration_ms: `toUInt64(sumIf(duration_ms, ${IS_START}))`,
  engaged_ms: `sum(${counted.engaged_ms('e')})`,
}

const countEach = (one_of: number): string =>
  COUNT_NAMES.map((name) => `${COUNTS[name]} * ${one_of} AS ${name}`).join(', ')

/** By what is written for `key`, of each event `e` in its visit. */
function deriveTotals(plan: Plan, key: string, name: string): string {
  return `
    SELECT ${key} AS ${name}, ${countEach(plan.one_of)}
    FROM (SELECT day, visitor_id, visit, first_index, is_bounce, duration_ms FROM ${plan.visits()}) AS v
    ${EACH_EVENT}
    WHERE ${plan.inSpan(EVENT_TIME)}
    GROUP BY ${name}`
}

/**
 * No day is cut more than once, so an interval covers a day either from its start or to its end: visitors count by their first
 * activity in the first case, by their last in the second.
 */
function readTotals(plan: Plan, starts: string): string {
  const names = COUNT_NAMES.filter((name) => name !== 'visitors')
  return `
    SELECT start, sum(if(start > day_ms, visitors_last, visitors)) AS visitors, ${sumEach(names)}
    FROM (
      SELECT toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 AS day_ms, toInt64(day_ms + quarter * 900000) AS at_ms,
        roundDown(at_ms, ${starts}) AS start, visitors, visitors_last, ${names.join(', ')}
      FROM stats_days WHERE ${plan.ofStored('time')}
    )
    WHERE ${plan.inSpan('at_ms')}
    GROUP BY start`
}

/** The counts for each interval, by its start; intervals without events are left out. */
export function buildTotalsQuery(scope: Scope, starts_ms: readonly number[]) {
  const plan = new Plan(scope)
  const starts = plan.integers(starts_ms)
  const halves = plan.unionStoredAndDerived({
    stored: () => readTotals(plan, starts),
    derived: () => deriveTotals(plan, `roundDown(${EVENT_TIME}, ${starts})`, 'start'),
  })
  const sql = `SELECT start, ${sumEach(COUNT_NAMES)} FROM ${halves} GROUP BY start ORDER BY start`
  return plan.ask('totals', sql, z.object({ start: integer64, ...counts }))
}

/**
 * The counts of one UTC day by quarter of an hour, as stats_days stores them. Every activity is part of a visit, so visitors
 * need not be derived from visits.
 */
export function deriveQuarters(plan: Plan, day_ms: number): string {
  const quarter = (time: string): string => `intDiv(${time} - ${plan.integer(day_ms)}, 900000)`
  const others = COUNT_NAMES.filter((name) => name !== 'visitors')
  const none = others.map((name) => `0 AS ${name}`).join(', ')
  return `
    SELECT quarter, ${sumEach(['visitors', 'visitors_last', ...others])}
    FROM (
      SELECT quarter, 0 AS visitors, 0 AS visitors_last, ${others.join(', ')}
      FROM (${deriveTotals(plan, quarter(EVENT_TIME), 'quarter')})
      UNION ALL SELECT ${quarter('first_ms')} AS quarter, 1 AS visitors, 0 AS visitors_last, ${none} FROM ${plan.visitors()}
      UNION ALL SELECT ${quarter('last_ms')} AS quarter, 0 AS visitors, 1 AS visitors_last, ${none} FROM ${plan.visitors()}
    )
    GROUP BY quarter`
}

/** The counts of one UTC day for all dimensions of a visit: `pairs` of a dimension and its value. */
export function deriveWholeVisits(plan: Plan, pairs: readonly string[]): string {
  return `
    SELECT ${PAIR.dimension('pair')} AS dimension, ${PAIR.value('pair')} AS value, uniqExact(visitor_id) AS visitors, count() AS visits, sum(views) AS pageviews,
      sum(customs) AS events, countIf(is_bounce) AS bounces, sum(duration_ms) AS duration_ms, sum(engaged_ms) AS engaged_ms
    FROM (
      SELECT visitor_id, is_bounce, toUInt64(duration_ms) AS duration_ms, arrayCount(x -> ${IS_VIEW('x')}, visit) AS views,
        arrayCount(x -> ${IS_CUSTOM('x')}, visit) AS customs, arraySum(x -> ${ENGAGED('x')}, visit) AS engaged_ms,
        [${pairs.join(', ')}] AS pairs
      FROM ${plan.visits()}
    )
    ARRAY JOIN pairs AS pair
    GROUP BY dimension, value`
}

/** The counts for each value of one dimension of visits. */
export function deriveVisitValues(plan: Plan, expression: string): string {
  return `
    SELECT value, ${countEach(plan.one_of)}
    FROM (SELECT ${expression} AS value, day, visitor_id, visit, first_index, is_bounce, duration_ms FROM ${plan.visits()}) AS v
    ${EACH_EVENT}
    WHERE ${plan.inSpan(EVENT_TIME)}
    GROUP BY value`
}

export interface Window {
  search?: string | undefined
  /** Only these. */
  values?: readonly string[] | undefined
  limit: number
  offset: number
}

export function buildVisitValuesQuery(
  scope: Scope,
  { dimension, value }: { dimension: string; value: (plan: Plan) => string },
  { search, values, limit, offset }: Window,
) {
  const plan = new Plan(scope)
  const expression = value(plan)
  const wanted = [
    ...(search === undefined ? [] : [`position(value, ${plan.text(search)}) > 0`]),
    ...(values === undefined ? [] : [`value IN ${plan.texts(values)}`]),
  ]
  const halves = plan.unionStoredAndDerived({
    stored: () => `SELECT value, ${COUNT_NAMES.join(', ')} FROM stats_days WHERE ${plan.ofStored(dimension)}`,
    derived: () => deriveVisitValues(plan, expression),
  })
  const sql = `
    SELECT value, ${sumEach(COUNT_NAMES)}, count() OVER () AS total
    FROM ${halves}
    ${wanted.length === 0 ? '' : `WHERE ${wanted.join(' AND ')}`}
    GROUP BY value HAVING visitors > 0
    ORDER BY visitors DESC, pageviews DESC, value
    LIMIT ${plan.integer(limit)} OFFSET ${plan.integer(offset)}`
  return plan.ask('visit_values', sql, z.object({ value: z.string(), ...counts, total: integer64 }))
}
