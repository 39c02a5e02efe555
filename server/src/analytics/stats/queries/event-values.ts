import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { EVENT_NAME, IS_NAMED, matchGoal, PATH } from '../conditions.ts'
import type { GoalRule } from '../query-plan.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { ENGAGED, IS_ACTIVE, TIME } from '../visit-events.ts'
import type { Visits } from '../visits.ts'
import type { Window } from './totals.ts'
import { unionVisits } from '../union-visits.ts'

/** The values of an event, in SQL: one value if any (`has`), or a list. A single value takes half the time to collect. */
type Values = { one: string; has: string } | { many: string }
export type EventValues = (plan: QueryPlan) => Values

/** Engagement is the time on a page; it is not a view of the page by itself. */
const IS_OF_PAGE = `kind IN ('pageview', 'engagement')`
const pageValues: EventValues = () => ({ one: PATH, has: IS_OF_PAGE })
const eventValues: EventValues = () => ({ one: EVENT_NAME, has: IS_NAMED })
export const propertyNames: EventValues = () => ({ many: `arrayMap(name -> CAST(name, 'String'), mapKeys(props))` })
export const propertyValues =
  (name: string): EventValues =>
  (plan) => {
    const key = plan.text(name)
    return { one: `props[${key}]`, has: `mapContains(props, ${key})` }
  }
/** The ids of the goals that an event reaches. */
export const goalValues =
  (goals: readonly GoalRule[]): EventValues =>
  (plan) => {
    const each = goals.map((goal) => `if(${matchGoal(goal, plan)}, ['${goal.id}'], [])`)
    return { many: `arrayConcat(CAST([], 'Array(String)'), ${each.join(', ')})` }
  }

interface ValueColumns {
  /** Of event `x`. */
  value: string
  has: string
  /** How the visits with a value are counted. */
  visits: string
  /** `nth`: the position of an event among the equal events of its visit, if visits are counted by it. */
  nth: string
  joined: string
}

const BY_VISIT = { visits: 'uniqExactIf((visitor, start_ms), is_hit)', nth: '', joined: '' }

/** The value of event `x`, and whether it has one. */
export function readValue(visits: Visits, values: Values): Pick<ValueColumns, 'value' | 'has'> {
  if ('many' in values) return { value: `arrayJoin(${visits.column(values.many)('x')})`, has: '1' }
  return { value: visits.column(values.one)('x'), has: visits.column(`(${values.has})`)('x') }
}

function readValues(visits: Visits, values: Values): ValueColumns {
  const columns = readValue(visits, values)
  if ('many' in values || !visits.isWhole) return { ...columns, ...BY_VISIT }
  const [value, has] = [visits.column(values.one), visits.column(`(${values.has})`)]
  // A visit is one row, so its first event of a value stands for it. Where the period cuts a visit, that event may lie outside.
  const alike = [value('visit'), has('visit'), `arrayMap(x -> ${IS_ACTIVE('x')}, visit)`]
  return {
    ...columns,
    visits: 'countIf(is_hit AND nth = 1)',
    nth: 'nth, ',
    joined: `, arrayEnumerateUniq(${alike.join(', ')}) AS nth`,
  }
}

/** Events, visits and visitors for each value that events have; also values that only engagement has. */
export function countEventValues(plan: QueryPlan, visits: Visits, values: EventValues): string {
  const columns = readValues(visits, values(plan))
  const scaled = `* ${plan.one_of}`
  return `
    SELECT value,
      uniqExactIf(visitor, is_hit) ${scaled} AS visitors,
      ${columns.visits} ${scaled} AS visits,
      countIf(is_hit) ${scaled} AS hits,
      sum(engaged) ${scaled} AS engaged_ms
    FROM (
      SELECT visitor, start_ms, ${columns.nth}${IS_ACTIVE('x')} AS is_hit, ${ENGAGED('x')} AS engaged, ${columns.value} AS value
      FROM (SELECT visitor, start_ms, visit FROM ${visits.rows('1', { hasTimes: !visits.isWhole })}) AS v
      ARRAY JOIN visit AS x${columns.joined}
      WHERE ${columns.has} ${visits.isWhole ? '' : `AND ${plan.inSpan(TIME('x'))}`}
    )
    GROUP BY value`
}

/** The dimensions that are counted in advance, and the column of their events. */
export const COUNTED_EVENT_VALUES = {
  page: { values: pageValues, hits: 'pageviews' },
  event: { values: eventValues, hits: 'events' },
} as const
type CountedEventDimension = keyof typeof COUNTED_EVENT_VALUES

/** The value of either dimension with its name; no event has both. */
export const countedValues: EventValues = () => ({
  one: `if(${IS_OF_PAGE}, ('page', ${PATH}), ('event', ${EVENT_NAME}))`,
  has: `(${IS_OF_PAGE} OR ${IS_NAMED})`,
})

export function buildEventValuesQuery(
  scope: Scope,
  { values, counted }: { values: EventValues; counted?: CountedEventDimension | undefined },
  { search, limit, offset }: Window,
) {
  const plan = new QueryPlan(scope)
  const parts = unionVisits(plan, {
    counted: () => {
      if (counted === undefined) throw new Error('these values are not counted in advance')
      const { hits } = COUNTED_EVENT_VALUES[counted]
      return `SELECT value, visitors, visits, ${hits} AS hits, engaged_ms FROM stats_days WHERE ${plan.ofCounted(counted)}`
    },
    imported: () => {
      if (counted === undefined) throw new Error('these values are not imported')
      const { hits } = COUNTED_EVENT_VALUES[counted]
      return `SELECT value, visitors, visits, ${hits} AS hits, engaged_ms FROM imported_days FINAL WHERE ${plan.ofImported(counted)}`
    },
    ofVisits: (visits) => countEventValues(plan, visits, values),
  })
  const sql = `
    SELECT value, sum(visitors) AS visitors, sum(visits) AS visits, sum(hits) AS hits, sum(engaged_ms) AS engaged_ms,
      count() OVER () AS total
    FROM ${parts}
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
  return plan.toQuery('event_values', sql, z.object(row))
}
