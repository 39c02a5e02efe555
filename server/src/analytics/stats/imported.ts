import type { ImportedDays as Answer } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { addDays, dayAt, type LocalDay, readDay, startOfDay } from '@sitewatch/contract/zone'
import type { WebsiteRef } from '../websites/index.ts'
import type { Span } from './period.ts'

/** The imported days of a website: local days in its time zone. */
export interface ImportedDays {
  import_ids: readonly number[]
  dimensions: readonly string[]
  first: string
  last: string
  /** Days with imported events, which replace the imported figures of the day. */
  replaced: readonly string[]
}

/** Undefined for most websites, whose queries do not change. */
export async function findImportedDays(tx: UserTx, website: WebsiteRef): Promise<ImportedDays | undefined> {
  return tx.maybe(sql<ImportedDays>`
    select array_agg(i.id)::float8[] as import_ids, min(i.first)::text as first, max(i.last)::text as last,
      (select array_agg(distinct name) from statistics_imports n, unnest(n.dimensions) as name
        where n.team_id = ${tx.team_id} and n.website_id = ${website.id} and n.status = 'done') as dimensions,
      array(select distinct day::text from statistics_imports n, unnest(n.days) as day
        where n.team_id = ${tx.team_id} and n.website_id = ${website.id} and n.status = 'done' and n.dimensions = '{}') as replaced
    from (select id, days[1] as first, days[cardinality(days)] as last from statistics_imports
      where team_id = ${tx.team_id} and website_id = ${website.id} and status = 'done' and dimensions <> '{}') as i
    having count(*) > 0`)
}

/** The part of a query that is read from imported days. */
export interface ImportedPart {
  import_ids: readonly number[]
  first: string
  last: string
  replaced: readonly string[]
  dimensions: readonly string[]
}

const textOf = ({ year, month, day }: LocalDay): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The first and last local day that lie in the period as a whole. */
function wholeDays({ from_ms, to_ms }: Span, timezone: string): { first: string; last: string } {
  const first = dayAt(from_ms, timezone)
  const last = dayAt(to_ms, timezone)
  return {
    first: textOf(startOfDay(first, timezone) === from_ms ? first : addDays(first, 1)),
    last: textOf(addDays(last, -1)),
  }
}

const countDays = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1

const earlierOf = (a: string, b: string): string => (a < b ? a : b)

export interface ImportedQuery {
  imported: ImportedDays
  website: WebsiteRef
  span: Span
  /** Collected events replace imported days from the day of the first one on. */
  first_event_ms: number | undefined
  isFiltered: boolean
  hasHours: boolean
  /** Null for figures that imported days never have. */
  dimension: string | null
}

/** What imported days add to a query, and what the response says about them. */
export function pickImported(query: ImportedQuery): { answer: Answer; part?: ImportedPart } {
  const { imported, website, span, first_event_ms, dimension } = query
  const days = wholeDays(span, website.timezone)
  const beforeFirst = first_event_ms === undefined ? undefined : addDays(dayAt(first_event_ms, website.timezone), -1)
  const first = days.first > imported.first ? days.first : imported.first
  const last = earlierOf(earlierOf(days.last, imported.last), beforeFirst ? textOf(beforeFirst) : days.last)
  const replaced = imported.replaced.filter((day) => day >= first && day <= last)
  if (first > last || replaced.length === countDays(first, last)) return { answer: null }
  const leftOut = (reason: 'filter' | 'interval' | 'dimension') => ({ answer: { state: 'left_out' as const, reason } })
  if (query.isFiltered) return leftOut('filter')
  if (query.hasHours) return leftOut('interval')
  if (dimension === null || !imported.dimensions.includes(dimension)) return leftOut('dimension')
  return { answer: { state: 'included', reason: null }, part: { ...imported, first, last, replaced } }
}

/** Where `period=all` begins. */
export function firstImportedMs({ first }: ImportedDays, { timezone }: WebsiteRef): number {
  return startOfDay(readDay(first), timezone)
}
