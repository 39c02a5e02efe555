import type { Filter, Goal } from '@sitewatch/contract'
import { z } from 'zod'
import { defineQuery, type Query, type QuerySettings, writeSettings } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import { dayOf, type Source, type StoredDay } from './days.ts'
import type { ImportedPart } from './imported.ts'
import type { Span } from './period.ts'

export type GoalRule = Pick<Goal, 'id' | 'kind' | 'value' | 'name'>

/** A filter with the goals that it refers to. */
export interface Condition {
  filter: Filter
  goals: readonly GoalRule[]
}

/** What every query is about. Only a read under row-level security can create the website reference. */
export interface Scope {
  website: WebsiteRef
  span: Span
  /** Which visits; all when absent. */
  condition?: Condition | undefined
  /** In SQL: visitors without such an event are not of interest, so their visits are not derived. */
  needed_event?: string | undefined
  /** Derives every day from events when absent. */
  source?: Source | undefined
  /** Imported days, in addition to days with events. */
  imported?: ImportedPart | undefined
  /** Parts of the span that do not count, in order. */
  excluded?: readonly Span[] | undefined
}

type Value = string | number | Date | readonly string[] | readonly number[]

export interface Statement {
  sql: string
  values: Record<string, Value>
}

const SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  optimize_aggregation_in_order: 1,
  // Compiling expressions costs a query of this length 10 to 20 ms and saves nothing.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
}

/**
 * Builds the SQL of one query. Whatever a caller sent becomes a parameter: the text itself comes only from these files.
 */
export class QueryPlan {
  private readonly values: Record<string, Value> = {}
  private readonly types: Record<string, z.ZodType> = {}
  readonly scope: Scope

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

  /** The sampling factor of visits: each count of them is multiplied by it. */
  get one_of(): number {
    return this.scope.source?.one_of ?? 1
  }

  /** The rows of stats_days for the counted days. */
  ofCounted(dimension: string): string {
    const { website, span, source } = this.scope
    return `website_id = ${this.integer(website.id)} AND dimension = ${this.text(dimension)}
      AND day >= ${this.date(span.from_ms)} AND day <= ${this.date(span.to_ms - 1)}
      AND build IN ${this.integers(source?.counted ?? [])}`
  }

  /** The rows of imported_days for the period. */
  ofImported(dimension: string): string {
    const { website, imported } = this.scope
    if (!imported) throw new Error('there are no imported days')
    return `website_id = ${this.integer(website.id)} AND import_id IN ${this.integers(imported.import_ids)}
      AND dimension = ${this.text(dimension)} AND day >= ${this.date(imported.first)} AND day <= ${this.date(imported.last)}
      ${imported.replaced.length > 0 ? `AND day NOT IN ${this.dates(imported.replaced)}` : ''}`
  }

  /** The rows of the days whose visits are stored. A part of the visitor numbers is a sample of the visitors. */
  ofStoredVisits(stored: readonly StoredDay[]): string {
    return `website_id = ${this.integer(this.scope.website.id)} AND day IN ${this.dates(stored.map(({ day }) => day))}
          AND build IN ${this.integers(stored.map(({ build }) => build))}
          ${this.one_of > 1 ? `AND visitor_number % ${this.one_of} = 0` : ''}`
  }

  /** The events of the derived days. */
  ofEvents(): string {
    const { website, span, source } = this.scope
    const days = source?.days
    // Ids are hashes: a part of their range is a sample of the visitors, and the table's order lets ClickHouse skip the others.
    const sample = this.one_of > 1 ? `AND visitor_id <= intDiv(18446744073709551615, ${this.one_of})` : ''
    return `website_id = ${this.integer(website.id)}
          AND toDate(time) >= ${this.date(days?.[0] ?? span.from_ms)}
          AND toDate(time) <= ${this.date(days?.at(-1) ?? span.to_ms - 1)}
          ${days ? `AND toDate(time) IN ${this.dates(days)}` : ''} ${sample}`
  }

  private dates(days: readonly string[]): string {
    return this.bind('Array(Date)', z.array(z.string()), days)
  }

  private date(at: number | string): string {
    return this.bind('Date', z.string(), typeof at === 'string' ? at : dayOf(at))
  }

  inSpan(time: string): string {
    const { from_ms, to_ms } = this.scope.span
    return `${time} >= ${this.integer(from_ms)} AND ${time} < ${this.integer(to_ms)}${this.outsideExcluded(time, `${time} + 1`)}`
  }

  /** True when no excluded span overlaps [from, to). */
  outsideExcluded(from: string, to: string): string {
    const { excluded = [] } = this.scope
    if (excluded.length === 0) return ''
    const [starts, ends] = [excluded.map(({ from_ms }) => from_ms), excluded.map(({ to_ms }) => to_ms)]
    return ` AND NOT arrayExists((gap_start, gap_end) -> ${from} < gap_end AND ${to} > gap_start, ${this.integers(starts)}, ${this.integers(ends)})`
  }

  /** As a statement without result rows. The default limits are those of background work. */
  write(sql: string, limits: QuerySettings = { max_threads: 1, max_execution_time: 100 }): Statement {
    return {
      sql: `${sql} ${writeSettings({ ...SETTINGS, max_memory_usage: 2 ** 30, ...limits })}`,
      values: this.values,
    }
  }

  toQuery<Row extends z.ZodType>(
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
      // Builds never change, and their numbers are among the values.
      isImmutable: this.scope.source?.days.length === 0,
    })
    return { query, values: this.values }
  }
}
