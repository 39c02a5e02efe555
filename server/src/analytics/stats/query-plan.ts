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
} from './visit-events.ts'

/** What every question is about. The reference is what only a read under row-level security can make. */
export interface Scope {
  website: WebsiteRef
  span: Span
  /** Which visits; all of them when absent. */
  condition?: Condition | undefined
  /** Everything from the events when absent. */
  source?: Source | undefined
}

type Value = string | number | Date | readonly string[] | readonly number[]

const SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  optimize_aggregation_in_order: 1,
  // Compiling costs a question of this length 10 to 20 ms and wins nothing back.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
}

/** Thirty minutes without any event end a visit. */
const SILENCE_MS = 30 * 60_000

/**
 * The text of one question while it is put together. Whatever a caller sent goes in as a parameter: the text itself is made
 * only of what stands in these files.
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

  /** Something of each event that the question, or its filter, looks at. Never null: groupArray would leave it out. */
  column(expression: string): Column {
    const known = this.columns.indexOf(expression)
    const position = known >= 0 ? known : this.columns.push(expression) - 1
    return columnAt(position)
  }

  /** Of so many visitors the derived rows are: what is counted there stands for that many. */
  get one_of(): number {
    return this.scope.source?.one_of ?? 1
  }

  /** Both halves of a question that can be answered from days that were counted; those that have no days are left out. */
  unionStoredAndDerived(halves: { stored: () => string; derived: () => string }): string {
    const { builds = [], days } = this.scope.source ?? {}
    const parts = [
      ...(builds.length > 0 ? [halves.stored()] : []),
      ...(days === undefined || days.length > 0 ? [halves.derived()] : []),
    ]
    return `(${parts.join(' UNION ALL ')})`
  }

  /** The rows of stats_days that answer for the days that were counted. */
  ofStored(dimension: string): string {
    const { website, span, source } = this.scope
    return `website_id = ${this.integer(website.id)} AND dimension = ${this.text(dimension)}
      AND day >= ${this.date(span.from_ms)} AND day <= ${this.date(span.to_ms - 1)}
      AND build IN ${this.integers(source?.builds ?? [])}`
  }

  /** The events of the days that are derived. */
  private ofEvents(): string {
    const { website, span, source } = this.scope
    const days = source?.days
    // Ids are hashes: a part of their range is a part of the visitors, and the table's order lets it skip the others.
    const most = this.one_of > 1 ? `AND visitor_id <= intDiv(18446744073709551615, ${this.one_of})` : ''
    return `website_id = ${this.integer(website.id)}
          AND toDate(time) >= ${this.date(days?.[0] ?? span.from_ms)}
          AND toDate(time) <= ${this.date(days?.at(-1) ?? span.to_ms - 1)}
          ${days ? `AND toDate(time) IN ${this.bind('Array(Date)', z.array(z.string()), days)}` : ''} ${most}`
  }

  /** Spares visitors of whom no visit can meet the filter. An event that was replaced may add one, which does no harm. */
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
   * The visits, one a row: `day` and `visitor_id` name the visitor, `visit` holds the events in order. Whole UTC days are read,
   * since a visitor is one for a UTC day: so a visit is whole even where the period cuts through it. Grouping follows the order
   * of the table, which is why 10 million events need no more memory than a few visitors.
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
        first_active.1 AS start_ms,
        visit[-1].1 - start_ms AS duration_ms,
        arrayCount(x -> ${IS_VIEW('x')}, visit) = 1 AND NOT arrayExists(x -> ${IS_CUSTOM('x')}, visit) AS is_bounce
      FROM (
        SELECT toDate(time) AS day, visitor_id, ${gather(ORDER)} AS orders, ${sortEvents(this.columns)} AS events_in_order
        FROM events FINAL
        WHERE ${this.ofEvents()} ${this.ofClue()}
        GROUP BY day, visitor_id
      )
      ARRAY JOIN arraySplit((x, ends) -> ends, events_in_order,
        arrayMap(gap -> gap >= ${SILENCE_MS}, arrayDifference(arrayMap(x -> x.1, events_in_order)))) AS visit
      WHERE first_index > 0 AND (${filter})
    )`
  }

  /** The visitors, one a row, with the times of their first and last activity; whatever they did belongs to some visit. */
  visitors(): string {
    return `(
      SELECT visitor_id, min(toUnixTimestamp64Milli(time)) AS first_ms, max(toUnixTimestamp64Milli(time)) AS last_ms
      FROM events FINAL
      WHERE ${this.ofEvents()} AND kind NOT IN ('engagement', 'vitals')
      GROUP BY toDate(time), visitor_id
    )`
  }

  /** A statement instead of a question. */
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
