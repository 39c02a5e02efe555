import { z } from 'zod'
import { integer64 } from '../../platform/clickhouse/index.ts'
import { EVENT_NAME, type GoalRule, IS_NAMED, matchGoal } from '../conditions.ts'
import { ENGAGED, IS_ACTIVE, Plan, type Scope, TIME } from '../plan.ts'

/** What an event stands for: an SQL expression with the list of its values. */
export type EventValues = (plan: Plan) => string

/** Engagement says how long the page was looked at; it is no visit of the page by itself. */
export const pageValues: EventValues = () => `if(kind IN ('pageview', 'engagement'), [path], [])`
export const eventValues: EventValues = () => `if(${IS_NAMED}, [${EVENT_NAME}], [])`
export const propertyNames: EventValues = () => `arrayMap(name -> CAST(name, 'String'), mapKeys(props))`
export const propertyValues =
  (name: string): EventValues =>
  (plan) => {
    const key = plan.text(name)
    return `if(mapContains(props, ${key}), [props[${key}]], [])`
  }
/** The ids of the goals that it reaches. */
export const goalValues =
  (goals: readonly GoalRule[]): EventValues =>
  (plan) => {
    const each = goals.map((goal) => `if(${matchGoal(goal, plan)}, ['${goal.id}'], [])`)
    return `arrayConcat(CAST([], 'Array(String)'), ${each.join(', ')})`
  }

/** Events, visits and visitors for each value that events have. */
export function askEventValues(
  scope: Scope,
  values: EventValues,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
) {
  const plan = new Plan(scope)
  const column = plan.column(values(plan))
  const visits = plan.visits()
  const sql = `
    SELECT value,
      uniqExactIf((day, visitor_id), is_hit) AS visitors,
      uniqExactIf((day, visitor_id, start_ms), is_hit) AS visits,
      countIf(is_hit) AS hits,
      sum(engaged) AS engaged_ms,
      count() OVER () AS total
    FROM (
      SELECT day, visitor_id, start_ms, ${IS_ACTIVE('x')} AS is_hit, ${ENGAGED('x')} AS engaged, arrayJoin(${column('x')}) AS value
      FROM (SELECT day, visitor_id, start_ms, visit FROM ${visits}) AS v
      ARRAY JOIN visit AS x
      WHERE ${plan.inSpan(TIME('x'))}
    )
    ${search === undefined ? '' : `WHERE position(value, ${plan.text(search)}) > 0`}
    GROUP BY value HAVING hits > 0
    ORDER BY visitors DESC, hits DESC, value
    LIMIT ${plan.integer(limit)} OFFSET ${plan.integer(offset)}`
  const row = {
    value: z.string(),
    visitors: integer64,
    visits: integer64,
    hits: integer64,
    engaged_ms: integer64,
    total: integer64,
  }
  return plan.ask('event_values', sql, z.object(row))
}
