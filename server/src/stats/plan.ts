import { z } from 'zod'
import { defineQuery, type Query } from '../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import { compileFilter, type Condition } from './conditions.ts'
import type { Span } from './period.ts'

/** What every question is about. The reference is what only a read under row-level security can make. */
export interface Scope {
  website: WebsiteRef
  span: Span
  /** Which visits; all of them when absent. */
  condition?: Condition | undefined
}

type Value = string | number | Date | readonly string[] | readonly number[]

const KINDS = { view: 1, engagement: 2, event: 3, outbound: 4, download: 5, vitals: 7 }

/** Of the n-th column of an event in a visit. */
export type Column = (event: string) => string

export const IS_ACTIVE: Column = (x) => `(${x}.4 != ${KINDS.engagement} AND ${x}.4 != ${KINDS.vitals})`
export const IS_VIEW: Column = (x) => `(${x}.4 = ${KINDS.view})`
export const IS_CUSTOM: Column = (x) => `(${x}.4 >= ${KINDS.event} AND ${x}.4 <= ${KINDS.download})`
export const IS_VITALS: Column = (x) => `(${x}.4 = ${KINDS.vitals})`
export const TIME: Column = (x) => `${x}.1`
export const ENGAGED: Column = (x) => `${x}.5`
/** These five come first; the first three are the order of events in time, and name each. */
const BASE = ['toUnixTimestamp64Milli(time)', 'pageview_id', 'number', 'toInt8(kind)', 'engaged_ms']

/** Thirty minutes without any event end a visit. */
const SILENCE_MS = 30 * 60_000

const dayOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

/**
 * The text of one question while it is put together. Whatever a caller sent goes in as a parameter: the text itself is made
 * only of what stands in these files.
 */
export class Plan {
  private readonly columns: string[] = [...BASE]
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

  /** Something of each event that the question, or its filter, looks at. */
  column(expression: string): Column {
    const known = this.columns.indexOf(expression)
    const position = known >= 0 ? known + 1 : this.columns.push(expression)
    return (x) => `${x}.${position}`
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
    const { website, span, condition } = this.scope
    const filter = condition ? compileFilter(condition, this) : '1'
    const where = `website_id = ${this.integer(website.id)}
          AND toDate(time) >= ${this.bind('Date', z.string(), dayOf(span.from_ms))}
          AND toDate(time) <= ${this.bind('Date', z.string(), dayOf(span.to_ms - 1))}`
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
        SELECT toDate(time) AS day, visitor_id, arraySort(groupArray((${this.columns.join(', ')}))) AS events_in_order
        FROM events FINAL
        WHERE ${where}
        GROUP BY day, visitor_id
      )
      ARRAY JOIN arraySplit((x, ends) -> ends, events_in_order,
        arrayMap(gap -> gap >= ${SILENCE_MS}, arrayDifference(arrayMap(x -> x.1, events_in_order)))) AS visit
      WHERE first_index > 0 AND (${filter})
    )`
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
      settings: {
        do_not_merge_across_partitions_select_final: 1,
        optimize_aggregation_in_order: 1,
        // Compiling costs a question of this length 10 to 20 ms and wins nothing back.
        compile_expressions: 0,
        compile_aggregate_expressions: 0,
      },
    })
    return { query, values: this.values }
  }
}
