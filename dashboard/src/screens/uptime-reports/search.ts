import { type RawSearch, readCount, readMonth, readText, readTimezone } from '../../platform/search-params.ts'

export interface ReportSearch {
  monitor_id?: number | undefined
  tag?: string | undefined
  status_page_id?: number | undefined
  /** 2026-10 */
  month?: string | undefined
  timezone?: string | undefined
  target?: number | undefined
}

function readTarget(value: unknown): number | undefined {
  const target = Number(value)
  return value !== undefined && value !== '' && Number.isFinite(target) ? target : undefined
}

export const readReportSearch = (search: RawSearch): ReportSearch => ({
  monitor_id: readCount(search['monitor_id']),
  tag: readText(search['tag']),
  status_page_id: readCount(search['status_page_id']),
  month: readMonth(search['month']),
  timezone: readTimezone(search['timezone']),
  target: readTarget(search['target']),
})
