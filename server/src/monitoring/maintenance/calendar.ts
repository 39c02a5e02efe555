import { type Postgres, sql } from '../../platform/postgres/index.ts'

const REFRESH_MS = 2000

export interface MaintenanceCalendar {
  has(monitor_id: number): boolean
  stop(): void
}

/** Which monitors are in a window now, read every two seconds, so that a check needs no query for it. */
export async function watchMaintenanceUnscoped(
  postgres: Postgres,
  onError: (error: unknown) => void,
): Promise<MaintenanceCalendar> {
  let maintained = new Set<number>()
  const refresh = async (): Promise<void> => {
    const rows = await postgres.asRole(
      'prober',
      (tx) => tx.query(sql<{ monitor_id: number }>`select monitor_id from list_maintained_monitors(now())`),
      { readOnly: true, isPrompt: true },
    )
    maintained = new Set(rows.map((row) => row.monitor_id))
  }
  await refresh().catch(onError)
  const timer = setInterval(() => void refresh().catch(onError), REFRESH_MS)
  timer.unref()
  return { has: (monitor_id) => maintained.has(monitor_id), stop: () => clearInterval(timer) }
}
