import {
  PAGE_INCIDENT_STATUSES,
  type NewStatusPageIncident,
  type PageIncidentKind,
  type PageIncidentStatus,
} from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { invalid } from '../../http/problem.ts'

const MAX_LENGTH_MS = 366 * DAY_MS
/** Tolerance for callers whose clocks are ahead of ours. */
const CLOCK_SKEW_MS = 60_000
const EARLIEST_MS = Date.parse('2000-01-01T00:00:00Z')

export const FIRST_STATUS: Readonly<Record<PageIncidentKind, PageIncidentStatus>> = {
  incident: 'investigating',
  maintenance: 'scheduled',
}
export const isFinal = (status: PageIncidentStatus): boolean => status === 'resolved' || status === 'completed'

export function checkStatus(kind: PageIncidentKind, status: PageIncidentStatus): PageIncidentStatus {
  const known: readonly PageIncidentStatus[] = PAGE_INCIDENT_STATUSES[kind]
  if (known.includes(status)) return status
  const noun = kind === 'incident' ? 'an incident' : 'maintenance'
  throw invalid('status', 'invalid_value', `status of ${noun} must be one of ${known.join(', ')}.`)
}

/** An update with a future time would stay the newest until then, whatever is posted after it. */
export function checkPostedAt(posted_at: Date | undefined, now_ms = Date.now()): Date | undefined {
  if (posted_at === undefined) return undefined
  const time = posted_at.getTime()
  if (time > now_ms + CLOCK_SKEW_MS) throw invalid('posted_at', 'too_big', 'posted_at must not be in the future.')
  if (time < EARLIEST_MS) throw invalid('posted_at', 'too_small', 'posted_at must be after the year 2000.')
  return posted_at
}

type Settings = Pick<
  NewStatusPageIncident,
  'kind' | 'incident_id' | 'maintenance_window_id' | 'scheduled_for' | 'scheduled_until'
>

function refuse(given: unknown, field: string, kind: string): void {
  if (given !== null) throw invalid(field, 'invalid_value', `${field} is only for ${kind}.`)
}

/** The contract checks the fields that incidents and maintenance share. This checks the fields that only one of them has. */
export function checkSettings(settings: Settings): void {
  const { kind, incident_id, maintenance_window_id, scheduled_for, scheduled_until } = settings
  if (kind === 'incident') {
    refuse(maintenance_window_id, 'maintenance_window_id', 'maintenance')
    refuse(scheduled_for, 'scheduled_for', 'maintenance')
    refuse(scheduled_until, 'scheduled_until', 'maintenance')
    return
  }
  refuse(incident_id, 'incident_id', 'incidents')
  if (scheduled_for === null) throw invalid('scheduled_for', 'required', 'scheduled_for is required for maintenance.')
  if (scheduled_until === null)
    throw invalid('scheduled_until', 'required', 'scheduled_until is required for maintenance.')
  if (scheduled_for.getTime() < EARLIEST_MS)
    throw invalid('scheduled_for', 'too_small', 'scheduled_for must be after the year 2000.')
  const length_ms = scheduled_until.getTime() - scheduled_for.getTime()
  if (length_ms <= 0) throw invalid('scheduled_until', 'invalid_value', 'scheduled_until must be after scheduled_for.')
  if (length_ms > MAX_LENGTH_MS)
    throw invalid('scheduled_until', 'too_big', 'scheduled_until must be at most 366 days after scheduled_for.')
}
