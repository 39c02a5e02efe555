import { z } from 'zod'
import { LAST_RANK, type ReadRank } from './admission.ts'
import { findParameters, quoteText, type Values } from './bind.ts'

export type Settings = Readonly<Record<string, string | number>>

/** Settings always travel in the text: given to the embedded engine beside it, they stick to the connection. */
export function writeSettings(settings: Settings): string {
  const parts = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`not a setting: ${name}`)
    return `${name}=${typeof value === 'number' ? value : quoteText(value)}`
  })
  return `SETTINGS ${parts.join(', ')}`
}

interface QueryPlan<Params extends z.ZodObject, Row extends z.ZodType> {
  name: string
  /** Parameters as {name:Type}, one for each key of `params`. Times as Date, 64-bit integers as bigint. */
  sql: string
  params: Params
  /** Validates every row: 0.6–0.9 µs for eleven columns, less than parsing its JSON. So there is no second mode. */
  row: Row
  /** The engine stops it after this long; 10 when not given. */
  timeout_seconds?: number
  /** 512 when not given. */
  memory_mib?: number
  settings?: Settings
}

export interface Query<Params extends z.ZodObject = z.ZodObject, Row extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly sql: string
  readonly params: Params
  readonly row: Row
}

export const LONGEST_READ_SECONDS = 60

const READ_SETTINGS: Settings = {
  max_result_rows: 200_000,
  result_overflow_mode: 'throw',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
}

/** SQL, parameters and rows of one question in one place. Throws when they do not agree, so at import, not in use. */
export function defineQuery<Params extends z.ZodObject, Row extends z.ZodType>(
  plan: QueryPlan<Params, Row>,
): Query<Params, Row> {
  const { name, params, row, timeout_seconds = 10, memory_mib = 512 } = plan
  const asked = findParameters(plan.sql)
  const given = Object.keys(params.shape)
  const odd = [...given.filter((key) => !asked.has(key)), ...[...asked.keys()].filter((key) => !given.includes(key))]
  if (odd.length > 0) throw new Error(`query ${name}: ${odd.join(', ')} must be both in the SQL and in params`)
  if ([...asked.values()].includes('Identifier')) throw new Error(`query ${name}: a name cannot be a parameter`)
  if (/;|\bformat\s+\w+\s*$|\bsettings\s+\w+\s*=/i.test(plan.sql)) {
    throw new Error(`query ${name}: no semicolon, FORMAT or SETTINGS in the SQL`)
  }
  if (timeout_seconds > LONGEST_READ_SECONDS) throw new Error(`query ${name}: at most ${LONGEST_READ_SECONDS} s`)
  const settings = writeSettings({
    ...READ_SETTINGS,
    max_execution_time: timeout_seconds,
    max_memory_usage: memory_mib * 1024 * 1024,
    ...plan.settings,
  })
  return { name, params, row, sql: `${plan.sql.trim()}\n${settings}` }
}

/**
 * How long a read pauses before its next block, as long as one of a smaller rank runs. Places alone do not help a neighbour: one
 * long question keeps all cores busy. The engine's own 1000 ms would let people who ask without a pause stop everybody else's
 * questions; with this, one of 10 million rows (150 blocks) takes 0.8 s longer at most.
 */
const GIVE_WAY_MS = 5

/** The text with its rank. Whoever is last in rank gets half of the cores, so that the other half is free at once. */
export function rankQuery(sql: string, rank: ReadRank, cores?: number): string {
  if (rank === null) return sql
  const threads = rank === LAST_RANK && cores !== undefined ? `, max_threads=${Math.max(1, Math.floor(cores / 2))}` : ''
  return `${sql}, priority=${rank}, low_priority_query_wait_time_ms=${GIVE_WAY_MS}${threads}`
}

export function parseParameters(query: Query, params: unknown): Values {
  return query.params.parse(params) as Values
}

export function parseRows<Row extends z.ZodType>(
  query: Query<z.ZodObject, Row>,
  rows: readonly unknown[],
): z.output<Row>[] {
  return rows.map((row) => {
    const parsed = query.row.safeParse(row)
    if (!parsed.success)
      throw new Error(`query ${query.name} answered a row off its schema: ${z.prettifyError(parsed.error)}`)
    return parsed.data
  })
}

const integerText = z.string().regex(/^-?\d+$/)

/** Of 64-bit columns, which travel as text. A count or an id of ours: refuses rather than rounds beyond 2^53. */
export const integer64 = integerText.transform(Number).refine(Number.isSafeInteger, 'beyond 2^53')
/** Of 64-bit columns that use all their bits, such as hashes. */
export const bigint64 = integerText.transform(BigInt)
