import { createPushKeys, type PushKeys } from '../alerting/notifications/index.ts'
import { checkSecretUnscoped, createVault, rewrapDataKeysUnscoped, type Vault } from '../identity/accounts/index.ts'
import type { Config } from '../config.ts'
import type { ForeignHistoryStore } from '../platform/clickhouse/index.ts'
import { systemClock } from '../platform/clock.ts'
import { DEADLINES, type Deadlines } from '../platform/deadline.ts'
import { createEgress, createPublicEgress, type Egress, type PublicEgress } from '../platform/egress/index.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createMailer, type Mailer } from '../platform/mail/mailer.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { type ClockSkewWatch, watchClockSkew } from '../platform/postgres/clock-skew.ts'
import { connectPostgres, type Postgres, type Sql, sql, sqlState } from '../platform/postgres/index.ts'
import { createProgress, type Progress } from '../platform/progress.ts'
import type { AppliedFunction } from '../platform/postgres/functions.ts'
import { missingMigrations } from '../platform/postgres/migrate.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'
import { type HistoryStore, openClickHouseLazily } from './clickhouse.ts'

/** The resources that the roles share. Opened once for each process, closed in reverse order. */
export interface ProcessParts {
  /** DATABASE_URL is that of the restricted login. */
  config: Config
  /** The given DATABASE_URL, whose role reads every row; null if no backups are scheduled. */
  backup_url: string | null
  log: Log
  metrics: Metrics
  postgres: Postgres
  vault: Vault
  mailer: Mailer | null
  egress: Egress
  public_egress: PublicEgress
  push_keys: PushKeys
  clickhouse: HistoryStore
  clockSkew: ClockSkewWatch
  progress: Progress
}

const POOL_SIZE = 10
const LOSS_QUIET_MS = 10_000

/** When Postgres goes down, every connection of the pool is lost at once: that is logged once. */
function createLossLog(log: Log): (error: Error) => void {
  let quiet_until_ms = 0
  return (error) => {
    if (performance.now() < quiet_until_ms) return
    quiet_until_ms = performance.now() + LOSS_QUIET_MS
    log.warn({ reason: error.message }, 'Postgres connections were lost')
  }
}

interface PartsOptions {
  onForeignStore?: (error: ForeignHistoryStore) => void
  deadlines?: Deadlines
  progress?: Progress
  public_egress?: PublicEgress
}

export async function openParts(
  given: Config,
  log = createLog(given.SITEWATCH_LOG_LEVEL),
  poolSize = POOL_SIZE,
  {
    onForeignStore = () => undefined,
    deadlines = DEADLINES,
    progress = createProgress(),
    public_egress = createPublicEgress({ base_url: given.BASE_URL }),
  }: PartsOptions = {},
): Promise<ProcessParts> {
  const { servingUrl } = await prepareDatabase(given, log)
  const config = { ...given, DATABASE_URL: servingUrl }
  const metrics = createMetrics()
  const postgres = connectPostgres({
    connectionString: servingUrl,
    size: poolSize,
    onError: createLossLog(log),
    onWait: metrics.observePostgresWait,
    deadlines,
    progress,
  })
  const vault = createVault(config)
  await checkSecretUnscoped(postgres, vault)
  if (config.SITEWATCH_SECRET_PREVIOUS !== undefined) await rewrapDataKeysUnscoped(postgres, vault)
  const clockSkew = watchClockSkew({ postgres, log, clock: systemClock })
  void clockSkew.check().catch(() => undefined)
  return {
    config,
    backup_url: config.SITEWATCH_BACKUP_DIR === undefined ? null : given.DATABASE_URL,
    log,
    metrics,
    postgres,
    vault,
    mailer: createMailer(config),
    egress: createEgress({
      allowPrivate: config.SITEWATCH_ALLOW_PRIVATE_TARGETS,
      own: { base_url: config.BASE_URL },
    }),
    public_egress,
    push_keys: createPushKeys({ postgres, vault }),
    clickhouse: openClickHouseLazily({ config, log, postgres, onForeignStore, deadlines }),
    clockSkew,
    progress,
  }
}

export async function closeParts({ postgres, mailer, clickhouse, clockSkew }: ProcessParts): Promise<void> {
  clockSkew.stop()
  mailer?.close()
  await clickhouse.close()
  await postgres.close()
}

/** Null when this process can do its work; otherwise what it waits for. */
export async function checkReady({ postgres }: ProcessParts): Promise<string | null> {
  const readIfTableExists = <Row>(statement: Sql<Row>): Promise<Row[]> =>
    postgres
      .asRole('auth', (tx) => tx.query(statement), { readOnly: true })
      .catch((error: unknown) => {
        // The table does not exist: the database was never migrated.
        if (sqlState(error) === '42P01') return []
        throw error
      })
  const done = await readIfTableExists(sql<{ name: string }>`select name from migrations`)
  const functions = await readIfTableExists(sql<AppliedFunction>`select name, hash, version from function_texts`)
  const missing = missingMigrations(new Set(done.map((row) => row.name)), functions)
  return missing.length === 0
    ? null
    : `The database schema is not migrated yet (${missing.join(', ')}). Run "sitewatch migrate".`
}
