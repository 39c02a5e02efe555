import { z } from 'zod'
import { defineQuery, type Query } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import { compileVisitorPrefilter, compileFilter, type Condition } from './conditions.ts'
import { dayOf, type Source } from './days.ts'
import type { Span } from './period.ts'
import {
  type Column,
  columnAt,
  FIRST_COLUMNS,
  gather,
  IS_ACTIVE,
  IS_CUSTOM,
  IS_VIEW,
  ORDER,
  sortEvents,
  TIME,
} from './visit-events.ts'

/** What every query is about. Only a read under row-level security can create the website reference. */
export interface Scope {
  website: WebsiteRef
  span: Span
  /** Which visits; all when absent. */
  condition?: Condition | undefined
  /** Derives every day from events when absent. */
  source?: Source | undefined
}

type Value = string | number | Date | readonly string[] | readonly number[]

const SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  optimize_aggregation_in_order: 1,
  // Compiling expressions costs a query of this length 10 to 20 ms and saves nothing.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
}

/** A visit ends after thirty minutes without an event. */
const VISIT_GAP_MS = 30 * 60_000

/**
 * Builds the SQL of one query. Whatever a caller sent becomes a parameter: the text itself comes only from these files.
 */
export class Plan {
  private readonly columns: string[] = [...FIRST_COLUMNS]
  private readonly values: Record<string, Value> = {}
  private readonly types: Record<string, z.ZodType> = {}
  private readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  private bind(type: string, schema: z.ZodType, value: Value): string {
    const name = `p${Object.keys(this.values).length}`
    this.values[name] = value
    this.types[name] = schema
    return `{${name}:${type}}`
  }

  text = (value: string): string => this.bind('String', z.string(), value)
  texts = (values: readonly string[]): string => this.bind('Array(String)', z.array(z.string()), values)
  integer = (value: number): string => this.bind('Int64', z.int(), value)
  integers = (values: readonly number[]): string => this.bind('Array(Int64)', z.array(z.int()), values)

  /** An expression over each event that the query or its filter uses. Never null: groupArray would leave it out. */
  column(expression: string): Column {
    const known = this.columns.indexOf(expression)
    const position = known >= 0 ? known : this.columns.push(expression) - 1
    return columnAt(position)
  }

  /** The sampling factor of derived rows: each count is multiplied by it. */
  get one_of(): number {
    return this.scope.source?.one_of ?? 1
  }

  /** The union of the stored and the derived half of a query; a half without days is left out. */
  unionStoredAndDerived(halves: { stored: () => string; derived: () => string }): string {
    const { builds = [], days } = this.scope.source ?? {}
    const parts = [
      ...(builds.length > 0 ? [halves.stored()] : []),
      ...(days === undefined || days.length > 0 ? [halves.derived()] : []),
    ]
    return `(${parts.join(' UNION ALL ')})`
  }

  /** The rows of stats_days for the counted days. */
  ofStored(dimension: string): string {
    const { website, span, source } = this.scope
    return `website_id = ${this.integer(website.id)} AND dimension = ${this.text(dimension)}
      AND day >= ${this.date(span.from_ms)} AND day <= ${this.date(span.to_ms - 1)}
      AND build IN ${this.integers(source?.builds ?? [])}`
  }

  /** The events of the derived days. */
  private ofEvents(): string {
    const { website, span, source } = this.scope
    const days = source?.days
    // Ids are hashes: a part of their range is a sample of the visitors, and the table's order lets ClickHouse skip the others.
    const most = this.one_of > 1 ? `AND visitor_id <= intDiv(18446744073709551615, ${this.one_of})` : ''
    return `website_id = ${this.integer(website.id)}
          AND toDate(time) >= ${this.date(days?.[0] ?? span.from_ms)}
          AND toDate(time) <= ${this.date(days?.at(-1) ?? span.to_ms - 1)}
          ${days ? `AND toDate(time) IN ${this.bind('Array(Date)', z.array(z.string()), days)}` : ''} ${most}`
  }

  /** Skips visitors none of whose visits can match the filter. A replaced event may let one through, which does no harm. */
  private ofClue(): string {
    const clue = this.scope.condition && compileVisitorPrefilter(this.scope.condition, this)
    if (!clue) return ''
    return `AND (toDate(time), visitor_id) IN (SELECT toDate(time), visitor_id FROM events WHERE ${this.ofEvents()} AND ${clue})`
  }

  private date(at: number | string): string {
    return this.bind('Date', z.string(), typeof at === 'string' ? at : dayOf(at))
  }

  inSpan(time: string): string {
    const { from_ms, to_ms } = this.scope.span
    return `${time} >= ${this.integer(from_ms)} AND ${time} < ${this.integer(to_ms)}`
  }

  /**
   * One row for each visit: `day` and `visitor_id` identify the visitor, `visit` holds the events in order. Whole UTC days are
   * read, because a visitor id is valid for one UTC day: so a visit is complete even where the period cuts it. Grouping follows
   * the order of the table, which is why 10 million events need no more memory than a few visitors.
   */
  visits(): string {
    const { condition } = this.scope
    const filter = condition ? compileFilter(condition, this) : '1'
    return `(
      SELECT day, visitor_id, visit,
        arrayFirstIndex(x -> ${IS_ACTIVE('x')}, visit) AS first_index,
        visit[first_index] AS first_active,
        arrayFirst(x -> ${IS_VIEW('x')}, visit) AS first_view,
        arrayLast(x -> ${IS_VIEW('x')}, visit) AS last_view,
        ${TIME('first_active')} AS start_ms,
        ${TIME('visit[-1]')} - start_ms AS duration_ms,
        arrayCount(x -> ${IS_VIEW('x')}, visit) = 1 AND NOT arrayExists(x -> ${IS_CUSTOM('x')}, visit) AS is_bounce
      FROM (
        SELECT toDate(time) AS day, visitor_id, ${gather(ORDER)} AS orders, ${sortEvents(this.columns)} AS events_in_order
        FROM events FINAL
        WHERE ${this.ofEvents()} ${this.ofClue()}
        GROUP BY day, visitor_id
      )
      ARRAY JOIN arraySplit((x, ends) -> ends, events_in_order,
        arrayMap(gap -> gap >= ${VISIT_GAP_MS}, arrayDifference(arrayMap(x -> ${TIME('x')}, events_in_order)))) AS visit
      WHERE first_index > 0 AND (${filter})
    )`
  }

  /** One row for each visitor, with the times of the first and last activity. */
  visitors(): string {
    return `(
      SELECT visitor_id, min(toUnixTimestamp64Milli(time)) AS first_ms, max(toUnixTimestamp64Milli(time)) AS last_ms
      FROM events FINAL
      WHERE ${this.ofEvents()} AND kind NOT IN ('engagement', 'vitals')
      GROUP BY toDate(time), visitor_id
    )`
  }

  /** As a statement without result rows. */
  write(sql: string): { sql: string; values: Record<string, Value> } {
    const settings = Object.entries({ ...SETTINGS, max_threads: 1, max_execution_time: 100, max_memory_usage: 2 ** 30 })
    return {
      sql: `${sql} SETTINGS ${settings.map(([name, value]) => `${name} = ${value}`).join(', ')}`,
      values: this.values,
    }
  }

  ask<Row extends z.ZodType>(
    name: string,
    sql: string,
    row: Row,
  ): { query: Query<z.ZodObject, Row>; values: Record<string, Value> } {
    const query = defineQuery({
      name: `stats.${name}`,
      sql,
      params: z.object(this.types),
      row,
      timeout_seconds: 20,
      memory_mib: 1024,
      settings: SETTINGS,
    })
    return { query, values: this.values }
  }
}
