import { z } from 'zod'
import { integer64 } from '../../platform/clickhouse/index.ts'
import { ENGAGED, IS_ACTIVE, IS_CUSTOM, IS_VIEW, Plan, type Scope, TIME } from '../plan.ts'

/** What is counted, in whole numbers: averages and rates are made of these, once, in figures.ts. */
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

/** Each event of the visits `e`: when, whether it counts as activity, is a view, is custom, begins its visit; engagement. */
const EACH_EVENT = `ARRAY JOIN arrayMap((x, i) -> (${TIME('x')}, ${IS_ACTIVE('x')}, ${IS_VIEW('x')}, ${IS_CUSTOM('x')},
    i = first_index, ${ENGAGED('x')}), visit, arrayEnumerate(visit)) AS e`

const COUNTS = `
    uniqExactIf((day, visitor_id), e.2) AS visitors,
    countIf(e.5) AS visits,
    countIf(e.3) AS pageviews,
    countIf(e.4) AS events,
    countIf(e.5 AND is_bounce) AS bounces,
    sumIf(duration_ms, e.5) AS duration_ms,
    sum(e.6) AS engaged_ms`

/** The counts for each interval, by its begin; intervals without events are left out. */
export function askTotals(scope: Scope, starts_ms: readonly number[]) {
  const plan = new Plan(scope)
  const visits = plan.visits()
  const sql = `
    SELECT roundDown(e.1, ${plan.integers(starts_ms)}) AS start, ${COUNTS}
    FROM (SELECT day, visitor_id, visit, first_index, is_bounce, duration_ms FROM ${visits}) AS v
    ${EACH_EVENT}
    WHERE ${plan.inSpan('e.1')}
    GROUP BY start ORDER BY start`
  return plan.ask('totals', sql, z.object({ start: integer64, ...counts }))
}

/** The counts for each value of something that a visit has. */
export function askVisitValues(
  scope: Scope,
  value: (plan: Plan) => string,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
) {
  const plan = new Plan(scope)
  const expression = value(plan)
  const visits = plan.visits()
  const sql = `
    SELECT value, ${COUNTS}, count() OVER () AS total
    FROM (SELECT ${expression} AS value, day, visitor_id, visit, first_index, is_bounce, duration_ms FROM ${visits}) AS v
    ${EACH_EVENT}
    WHERE ${plan.inSpan('e.1')} ${search === undefined ? '' : `AND position(value, ${plan.text(search)}) > 0`}
    GROUP BY value HAVING visitors > 0
    ORDER BY visitors DESC, pageviews DESC, value
    LIMIT ${plan.integer(limit)} OFFSET ${plan.integer(offset)}`
  return plan.ask('visit_values', sql, z.object({ value: z.string(), ...counts, total: integer64 }))
}
