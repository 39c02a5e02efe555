import { Gauge, type Metrics, readForScrape } from '../platform/metrics.ts'
import type { Postgres } from '../platform/postgres/index.ts'
import { readBackupStatus, type BackupStatus } from './status.ts'

const MEASURES: readonly { name: string; help: string; read: (status: BackupStatus) => number | null }[] = [
  {
    name: 'sitewatch_backup_last_success_timestamp_seconds',
    help: 'When the last backup succeeded; absent if none has',
    read: ({ succeeded_at }) => succeeded_at,
  },
  {
    name: 'sitewatch_backup_last_duration_seconds',
    help: 'How long the last successful backup took',
    read: ({ succeeded_at, duration_ms }) => (succeeded_at === null ? null : duration_ms / 1000),
  },
  {
    name: 'sitewatch_backup_last_size_bytes',
    help: 'Size of the last successful backup',
    read: ({ succeeded_at, bytes }) => (succeeded_at === null ? null : bytes),
  },
  { name: 'sitewatch_backup_failures', help: 'Backups that failed so far', read: ({ failures }) => failures },
]

/** Read from the database: a backup may be made by another process. */
export function createBackupMetrics({ registry }: Pick<Metrics, 'registry'>, postgres: Postgres): void {
  for (const { name, help, read } of MEASURES) {
    registry.removeSingleMetric(name)
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect(): Promise<void> {
        const status = await readForScrape(readBackupStatus(postgres))
        const value = status ? read(status) : null
        if (value === null) gauge.remove()
        else gauge.set(value)
      },
    })
  }
}
