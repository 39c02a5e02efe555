import { VISIT_DIMENSIONS, type VisitDimension } from '@sitewatch/contract'
import { type Comparison, PATH } from './conditions.ts'
import type { StoredDay, VisitTable } from './days.ts'
import type { QueryPlan } from './query-plan.ts'
import { KIND, TIME } from './visit-events.ts'
import { DerivedVisits, Visits } from './visits.ts'

/** The columns of an event that are stored with its visit, each as an array of the same name, and what they are stored from. */
const EVENT_COLUMNS = {
  engaged_ms: 'engaged_ms',
  path: PATH,
  name: `CAST(name, 'String')`,
  props: 'props',
  revenue: 'revenue',
  currency: `CAST(currency, 'String')`,
  lcp_ms: 'toInt32(ifNull(lcp_ms, -1))',
  inp_ms: 'toInt32(ifNull(inp_ms, -1))',
  cls: 'toFloat32(ifNull(cls, -1))',
  ttfb_ms: 'toInt32(ifNull(ttfb_ms, -1))',
  fcp_ms: 'toInt32(ifNull(fcp_ms, -1))',
}
const NAMES = ['kind', ...Object.keys(EVENT_COLUMNS)]
const arrayOf = (name: string): string => `event.${name}`
/** By the expression that a column was stored from, too: cutting a path again would cost as much as reading it. */
const ARRAYS = new Map(
  Object.entries(EVENT_COLUMNS).flatMap(([name, expression]) => [
    [name, arrayOf(name)],
    [expression, arrayOf(name)],
  ]),
)

/** The columns of a visit that are stored as they are derived. */
const SCALARS = ['first_index', 'duration_ms', 'is_bounce', 'views', 'customs', 'engaged']

const DAY_MS = `toInt64(toUnixTimestamp(toDateTime(day, 'UTC'))) * 1000`

/** An expression over an event, written for the arrays: those that it names become the parameters of a lambda. */
function applyToEvents(fn: 'arrayMap' | 'arrayExists', expression: string): string {
  const used = NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(expression))
  return `${fn}((${used.join(', ')}) -> ${expression}, ${used.map(arrayOf).join(', ')})`
}

export class StoredVisits extends Visits {
  readonly hasSums = true
  private readonly dimensions = new Set<VisitDimension>()
  private readonly days: readonly StoredDay[]
  private readonly table: VisitTable

  constructor(
    plan: QueryPlan,
    days: readonly StoredDay[],
    { table, isWhole }: { table: VisitTable; isWhole: boolean },
  ) {
    super(plan, isWhole)
    this.days = days
    this.table = table
  }

  value(dimension: VisitDimension): string {
    this.dimensions.add(dimension)
    return dimension
  }

  matches(dimension: VisitDimension, { compare }: Comparison): string {
    return compare(dimension)
  }

  hasEvent(expression: string): string {
    return applyToEvents('arrayExists', expression)
  }

  rows(where = '1', { hasTimes } = { hasTimes: true }): string {
    const filter = this.filter()
    const kinds = `CAST(event.kind, 'Array(Int8)')`
    // Reading and adding up the times takes a sixth of a breakdown by page. The kinds take their place in the tuple.
    const times = hasTimes ? 'arrayMap(after_ms -> start_ms + after_ms, event.time)' : kinds
    const columns = this.columns.map((each) => ARRAYS.get(each) ?? applyToEvents('arrayMap', each))
    return `(
      SELECT bitOr(bitShiftLeft(toUInt64(toUInt16(day)), 32), toUInt64(visitor_number)) AS visitor,
        ${DAY_MS} + start AS start_ms,
        arrayZip(${[times, kinds, ...columns].join(', ')}) AS visit,
        ${[...SCALARS, ...this.dimensions].join(', ')}
      FROM ${this.table}
      WHERE ${this.plan.ofStoredVisits(this.days)} AND (${filter}) AND (${where})
    )`
  }
}

/** The visits of some days as they are stored: the names of the columns, and a query for their rows. */
export function deriveStoredVisits(plan: QueryPlan): { columns: readonly string[]; sql: string } {
  const visits = new DerivedVisits(plan, { isNumbered: true })
  const arrays = Object.entries(EVENT_COLUMNS).map(([name, expression]) => [name, visits.column(expression)] as const)
  const written: Record<string, string> = {
    day: 'day',
    visitor_number: 'visitor_number',
    start: 'start_ms % 86400000',
    ...Object.fromEntries(SCALARS.map((name) => [name, name])),
    ...Object.fromEntries(VISIT_DIMENSIONS.map((dimension) => [dimension, visits.value(dimension)])),
    [arrayOf('time')]: `arrayMap(x -> toInt32(${TIME('x')} - start_ms), visit)`,
    [arrayOf('kind')]: `arrayMap(x -> ${KIND('x')}, visit)`,
    ...Object.fromEntries(arrays.map(([name, column]) => [arrayOf(name), `arrayMap(x -> ${column('x')}, visit)`])),
  }
  return {
    columns: Object.keys(written).map((name) => `\`${name}\``),
    sql: `SELECT ${Object.values(written).join(', ')} FROM ${visits.rows()}`,
  }
}
