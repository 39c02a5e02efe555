import { type Postgres, sql } from '../platform/postgres/index.ts'

/** How the last backups went. Times are seconds since 1970, or null. */
export interface BackupStatus {
  attempted_at: number | null
  succeeded_at: number | null
  failed_at: number | null
  duration_ms: number
  bytes: number
  failures: number
  error: string
}

const MAX_ERROR_LENGTH = 500

export function readBackupStatus(postgres: Postgres): Promise<BackupStatus> {
  return postgres.asRole(
    'worker',
    (tx) =>
      tx.one(sql<BackupStatus>`
        select extract(epoch from attempted_at)::float8 as attempted_at, extract(epoch from succeeded_at)::float8 as succeeded_at,
          extract(epoch from failed_at)::float8 as failed_at, duration_ms, bytes::float8 as bytes, failures, error
        from backup_status`),
    { readOnly: true },
  )
}

/** Checks the lock that a backup holds while its dump is open. */
export const isBackupRunning = (postgres: Postgres): Promise<boolean> =>
  postgres.asRole('worker', async (tx) => {
    const { is_free } = await tx.one(sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('sitewatch backup')) as is_free`)
    return !is_free
  })

/** Stored in the database, because the process that serves the metrics may not be the one that makes the backup. */
export async function recordBackup<Result extends { bytes: number; duration_ms: number }>(
  postgres: Postgres,
  make: () => Promise<Result>,
): Promise<Result> {
  await postgres.asRole('worker', (tx) => tx.execute(sql`update backup_status set attempted_at = clock_timestamp()`))
  try {
    const result = await make()
    await postgres.asRole('worker', (tx) =>
      tx.execute(sql`
        update backup_status set succeeded_at = clock_timestamp(), duration_ms = ${result.duration_ms}, bytes = ${result.bytes}`),
    )
    return result
  } catch (error) {
    await recordFailure(postgres, error instanceof Error ? error.message : String(error)).catch(() => undefined)
    throw error
  }
}

export function recordFailure(postgres: Postgres, error: string): Promise<void> {
  return postgres.asRole('worker', async (tx) => {
    await tx.execute(sql`
      update backup_status set attempted_at = clock_timestamp(), failed_at = clock_timestamp(), failures = failures + 1, error = ${error.slice(0, MAX_ERROR_LENGTH)}`)
  })
}
