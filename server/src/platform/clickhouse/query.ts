import { z } from 'zod'
import { LAST_RANK, type ReadRank } from './admission.ts'
import { findParameters, quoteText, type Values } from './bind.ts'

export type QuerySettings = Readonly<Record<string, string | number>>

/** QuerySettings are always part of the SQL. Passed separately, the embedded engine would keep them for the connection. */
export function writeSettings(settings: QuerySettings): string {
  const parts = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`not a setting: ${name}`)
    return `${name}=${typeof value === 'number' ? value : quoteText(value)}`
  })
  return `SETTINGS ${parts.join(', ')}`
}

interface QueryDefinition<Params extends z.ZodObject, Row extends z.ZodType> {
  name: string
  /** Parameters are {name:Type}, one per key of `params`. Times are Date, 64-bit integers are bigint. */
  sql: string
  params: Params
  /** Validates every row. At 0.6–0.9 µs for eleven columns, less than parsing the JSON, it is always on. */
  row: Row
  /** The engine stops the query after this time. Default: 10. */
  timeout_seconds?: number
  /** Default: 512. */
  memory_mib?: number
  settings?: QuerySettings
  /** Whether the same values always return the same rows, so that they may be kept. */
  isImmutable?: boolean
}

export interface Query<Params extends z.ZodObject = z.ZodObject, Row extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly sql: string
  readonly params: Params
  readonly row: Row
  readonly isImmutable: boolean
}

export const MAX_READ_SECONDS = 60

const READ_SETTINGS: QuerySettings = {
  max_result_rows: 200_000,
  result_overflow_mode: 'throw',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
}

/** Defines SQL, parameters and row schema of a query. A mismatch throws at import, not when the query runs. */
export function defineQuery<Params extends z.ZodObject, Row extends z.ZodType>(
  plan: QueryDefinition<Params, Row>,
): Query<Params, Row> {
  const { name, params, row, timeout_seconds = 10, memory_mib = 512, isImmutable = false } = plan
  const inSql = findParameters(plan.sql)
  const inParams = Object.keys(params.shape)
  const unmatched = [
    ...inParams.filter((key) => !inSql.has(key)),
    ...[...inSql.keys()].filter((key) => !inParams.includes(key)),
  ]
  if (unmatched.length > 0)
    throw new Error(`query ${name}: ${unmatched.join(', ')} must be both in the SQL and in params`)
  if ([...inSql.values()].includes('Identifier')) throw new Error(`query ${name}: a name cannot be a parameter`)
  if (/;|\bformat\s+\w+\s*$|\bsettings\s+\w+\s*=/i.test(plan.sql)) {
    throw new Error(`query ${name}: no semicolon, FORMAT or SETTINGS in the SQL`)
  }
  if (timeout_seconds > MAX_READ_SECONDS) throw new Error(`query ${name}: at most ${MAX_READ_SECONDS} s`)
  const settings = writeSettings({
    ...READ_SETTINGS,
    max_execution_time: timeout_seconds,
    max_memory_usage: memory_mib * 1024 * 1024,
    ...plan.settings,
  })
  return { name, params, row, isImmutable, sql: `${plan.sql.trim()}\n${settings}` }
}

/**
 * Pause before the next block of a query while one of a lower rank number runs. Slots alone do not protect other teams,
 * because one long query uses all cores. With the engine default of 1000 ms, continuous queries would stall everyone else's.
 * With this value, a query over 10 million rows (150 blocks) takes at most 0.8 s longer.
 */
const LOW_PRIORITY_WAIT_MS = 5

/** Adds the rank to the SQL. The last rank gets half of the cores, so that the other half is always available. */
export function rankQuery(sql: string, rank: ReadRank, cores?: number): string {
  if (rank === null) return sql
  const threads = rank === LAST_RANK && cores !== undefined ? `, max_threads=${Math.max(1, Math.floor(cores / 2))}` : ''
  return `${sql}, priority=${rank}, low_priority_query_wait_time_ms=${LOW_PRIORITY_WAIT_MS}${threads}`
}

/** Lowers the memory limit in the settings of a statement to what this process can give. */
export const limitMemory = (sql: string, max_bytes = Infinity): string =>
  sql.replace(
    /\bmax_memory_usage=(\d+)/,
    (_, bytes: string) => `max_memory_usage=${Math.min(Number(bytes), max_bytes)}`,
  )

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

/** For counts and ids in 64-bit columns, which are sent as strings. Rejects values beyond 2^53 instead of rounding. */
export const integer64 = integerText.transform(Number).refine(Number.isSafeInteger, 'beyond 2^53')
/** For 64-bit columns that use all bits, such as hashes. */
export const bigint64 = integerText.transform(BigInt)
