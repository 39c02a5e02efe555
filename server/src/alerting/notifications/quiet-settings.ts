import type { NewQuietHours, QuietHours } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { readTimezone } from '../../platform/time/timezone-name.ts'
import { coversWeek } from '../../platform/time/weekly-hours.ts'

/** Throws if they are not valid. */
export function vetQuietHours(quiet_hours: NewQuietHours | null): QuietHours | null {
  if (quiet_hours === null) return null
  const timezone = readTimezone(quiet_hours.timezone)
  if (timezone === null)
    throw invalid('quiet_hours', 'invalid_value', 'quiet_hours.timezone must be an IANA name, such as Europe/Paris.')
  if (coversWeek(quiet_hours.ranges)) {
    const detail =
      'quiet_hours must not cover the whole week. To send nothing, disable the assignments of the provider.'
    throw invalid('quiet_hours', 'invalid_value', detail)
  }
  return { ...quiet_hours, timezone }
}

/** Deliveries that the previous quiet hours held are planned again. */
export async function saveQuietHours(tx: UserTx, provider_id: number, quiet_hours: QuietHours | null): Promise<void> {
  const stored = quiet_hours && JSON.stringify(quiet_hours)
  const changed = await tx.execute(sql`
    update providers set quiet_hours = ${stored}::jsonb
    where team_id = ${tx.team_id} and id = ${provider_id} and quiet_hours is distinct from ${stored}::jsonb`)
  if (changed > 0) await tx.query(sql`select resume_provider(${provider_id})`)
}
