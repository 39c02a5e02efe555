import type { AuditLogListQuery } from '@sitewatch/sdk'
import { type RawSearch, readCount, readText } from '../../platform/search-params.ts'
import type { RecordType } from './names.ts'

export interface AuditSearch {
  /** Not validated here: the list of types is loaded with the screen, together with their names. */
  record_type?: string | undefined
  record_id?: number | undefined
  user_id?: number | undefined
  /** Days in the browser's time zone, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  page?: number | undefined
}

const readDay = (value: unknown): string | undefined => {
  const text = readText(value)
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function readAuditSearch(search: RawSearch): AuditSearch {
  const record_type = readText(search['record_type'])
  return {
    record_type,
    record_id: record_type === undefined ? undefined : readCount(search['record_id']),
    user_id: readCount(search['user_id']),
    from: readDay(search['from']),
    to: readDay(search['to']),
    page: readCount(search['page']),
  }
}

/** Midnight in the browser's time zone, `days_later` days after `day`. */
function startOf(day: string, days_later: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + days_later)
  return date.toISOString()
}

export const toQuery = ({ record_type, from, to, ...rest }: AuditSearch): AuditLogListQuery => ({
  ...rest,
  record_type: record_type as RecordType | undefined,
  from: from && startOf(from, 0),
  to: to && startOf(to, 1),
})
