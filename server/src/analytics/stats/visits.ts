import type { VisitDimension } from '@sitewatch/contract'
import { type Comparison, compileFilter, compileVisitorPrefilter, VISIT_COLUMNS } from './conditions.ts'
import type { QueryPlan } from './query-plan.ts'
import {
  type Column,
  columnAt,
  ENGAGED,
  FIRST_COLUMNS,
  gather,
  IS_ACTIVE,
  IS_CUSTOM,
  IS_MISSING,
  IS_VIEW,
  ORDER,
  sortEvents,
  TIME,
} from './visit-events.ts'

/** A visit ends after a gap that is longer. */
const VISIT_GAP_MS = 30 * 60_000

/**
 * The visits that match the filter of a query, derived from events or read as they were stored, so that each query is
 * written once for both. Each row has: `visitor`, which identifies the visitor; `visit`, the events in order as tuples;
 * `first_index`, the place of the first activity; `start_ms`, its time; `duration_ms`; `is_bounce`; how many `views` and `customs` it
 * has; the time `engaged`; and what `value` returns.
 */
export abstract class Visits {
  protected readonly columns: string[] = [...FIRST_COLUMNS]
  protected readonly plan: QueryPlan
  /** Whether all of them lie in one interval of the query: then what they sum up to is enough, and no time is compared. */
  readonly isWhole: boolean

  constructor(plan: QueryPlan, isWhole: boolean) {
    this.plan = plan
    this.isWhole = isWhole
  }

  /** An expression over each event that the query or its filter uses. Never null: groupArray would leave it out. */
  column(expression: string): Column {
    const known = this.columns.indexOf(expression)
    const position = known >= 0 ? known : this.columns.push(expression) - 1
    return columnAt(position)
  }

  /** The value of a dimension; empty when the visit has no event to read it from. */
  abstract value(dimension: VisitDimension): string
  abstract matches(dimension: VisitDimension, comparison: Comparison): string
  /** Whether the expression is true for at least one event of the visit. */
  abstract hasEvent(expression: string): string
  /** Whether a row has its sums without its events being read. */
  abstract readonly hasSums: boolean
  /**
   * The rows, as a subquery; `where` selects among them. Call `column` and `value` before. Without `hasTimes`, no time of an event
   * may be used.
   */
  abstract rows(where?: string, options?: { hasTimes: boolean }): string

  protected filter(): string {
    const { condition } = this.plan.scope
    return condition ? compileFilter(condition, { plan: this.plan, visits: this }) : '1'
  }
}

export class DerivedVisits extends Visits {
  readonly hasSums = false
  private readonly isNumbered: boolean

  /** Numbered: rows also have a `day` and a `visitor_number`; in a single thread it follows the order of the table. */
  constructor(plan: QueryPlan, { isNumbered = false } = {}) {
    super(plan, false)
    this.isNumbered = isNumbered
  }

  value(dimension: VisitDimension): string {
    const { expression, sourceEvent } = VISIT_COLUMNS[dimension]
    return this.column(expression)(sourceEvent)
  }

  /** Compared for each event, since collecting numbers into a visit costs a fraction of collecting texts. */
  matches(dimension: VisitDimension, { compare, matchesEmpty }: Comparison): string {
    const { expression, sourceEvent } = VISIT_COLUMNS[dimension]
    const found = this.column(`(${compare(expression)})`)(sourceEvent)
    return matchesEmpty ? `(${IS_MISSING(sourceEvent)} OR ${found})` : found
  }

  hasEvent(expression: string): string {
    return `arrayExists(x -> ${this.column(`(${expression})`)('x')}, visit)`
  }

  /** Skips visitors none of whose visits can match the filter. A replaced event may let one through, which does no harm. */
  private visitorPrefilter(): string {
    const { condition, needed_event } = this.plan.scope
    const found = [condition && compileVisitorPrefilter(condition, this.plan), needed_event].filter((each) => each)
    const withEvent = (prefilter: string): string =>
      `AND (toDate(time), visitor_id) IN (SELECT toDate(time), visitor_id FROM events WHERE ${this.plan.ofEvents()} AND ${prefilter})`
    return found.map((prefilter) => withEvent(prefilter ?? '')).join(' ')
  }

  /**
   * The definition of a visit. Whole UTC days are read, because a visitor id is valid for one UTC day: so a visit is complete even
   * where the period cuts it. Grouping follows the order of the table, which is why 10 million events need no more memory than a
   * few visitors.
   */
  rows(where = '1'): string {
    const filter = this.filter()
    const visitors = `(
        SELECT toDate(time) AS day, visitor_id, ${gather(ORDER)} AS orders, ${sortEvents(this.columns)} AS events_in_order
        FROM events FINAL
        WHERE ${this.plan.ofEvents()} ${this.visitorPrefilter()}
        GROUP BY day, visitor_id
      )`
    return `(
      SELECT (day, visitor_id) AS visitor, ${this.isNumbered ? 'day, visitor_number, ' : ''}visit,
        arrayFirstIndex(x -> ${IS_ACTIVE('x')}, visit) AS first_index,
        visit[first_index] AS first_active,
        arrayFirst(x -> ${IS_VIEW('x')}, visit) AS first_view,
        arrayLast(x -> ${IS_VIEW('x')}, visit) AS last_view,
        ${TIME('first_active')} AS start_ms,
        ${TIME('visit[-1]')} - start_ms AS duration_ms,
        views = 1 AND customs = 0 AS is_bounce,
        arrayCount(x -> ${IS_VIEW('x')}, visit) AS views,
        arrayCount(x -> ${IS_CUSTOM('x')}, visit) AS customs,
        arraySum(x -> ${ENGAGED('x')}, visit) AS engaged
      FROM ${this.isNumbered ? `(SELECT *, rowNumberInAllBlocks() AS visitor_number FROM ${visitors})` : visitors}
      ARRAY JOIN arraySplit((x, ends) -> ends, events_in_order,
        arrayMap(gap -> gap > ${VISIT_GAP_MS}, arrayDifference(arrayMap(x -> ${TIME('x')}, events_in_order)))) AS visit
      WHERE first_index > 0 AND (${filter}) AND (${where})
    )`
  }
}
