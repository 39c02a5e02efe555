import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { TASK_NAMES } from '../jobs/tasks.ts'
import type { Log } from '../log.ts'
import { grantBackup } from './backup-role.ts'
import { BASELINE, defineFunctions, readBaseline } from './baseline.ts'
import { applyConcurrently, isConcurrent, type Migration, recordMigration } from './concurrent.ts'
import {
  type AppliedFunction,
  applyFunctions,
  findPendingFunctions,
  type FunctionFile,
  listFunctionFiles,
  prepareFunctions,
  readAppliedFunctions,
} from './functions.ts'
import { LOCK_TIMEOUT_MS, retryWhileLocked } from './lock-retry.ts'
import { LIFT_FORCED_SECURITY, RESTORE_FORCED_SECURITY } from './row-security.ts'

const FOLDER = new URL('../../../db/postgres/', import.meta.url)

/** Each in `folder`; tests have migrations of their own. */
export function listMigrations(folder = FOLDER): string[] {
  const numbered = readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name))
  return [BASELINE, ...numbered.sort()]
}

const readMigrations = (folder: URL): Migration[] =>
  listMigrations(folder).map((name) => ({
    name,
    text: name === BASELINE ? readBaseline() : readFileSync(new URL(name, folder), 'utf8'),
  }))

async function readApplied(client: pg.Client): Promise<Set<string>> {
  const { rows: exists } = await client.query<{ there: boolean }>(
    `select to_regclass('sitewatch.migrations') is not null as there`,
  )
  if (!exists[0]?.there) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from sitewatch.migrations')
  return new Set(rows.map((row) => row.name))
}

/** The tables are those of a checkout older than the baseline. */
export async function isOlderSchema(client: pg.Client): Promise<boolean> {
  const applied = await readApplied(client)
  return applied.size > 0 && !applied.has(BASELINE)
}

/** Applied migrations that this version does not have: a newer one applied them. */
export async function unknownMigrations(client: pg.Client): Promise<string[]> {
  const known = new Set(listMigrations())
  return [...(await readApplied(client))].filter((name) => !known.has(name)).sort()
}

/** The baseline and numbered files; function files only if none of these is missing, because a migration applies them, too. */
export function missingMigrations(done: ReadonlySet<string>, functions: readonly AppliedFunction[]): string[] {
  const missing = listMigrations().filter((name) => !done.has(name))
  return missing.length > 0 ? missing : findPendingFunctions(functions).map(({ file }) => file)
}

export const pendingMigrations = async (client: pg.Client): Promise<string[]> =>
  missingMigrations(await readApplied(client), await readAppliedFunctions(client))

const PREPARE = `
  create schema if not exists sitewatch;
  grant usage on schema sitewatch to public;
  create table if not exists sitewatch.migrations (name text primary key, applied_at timestamptz not null default now());
  grant select on sitewatch.migrations to public;
`

/** graphile-worker brings its own schema; the role that owns it is the only one that may touch it. */
async function migrateJobs(client: pg.Client, url: string): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const database = pg.escapeIdentifier(client.database ?? '')
  await client.query(`grant create on database ${database} to sitewatch_jobs`)
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    options: `-c role=sitewatch_jobs -c lock_timeout=${LOCK_TIMEOUT_MS}`,
  })
  // A lost connection also fails the query that was using it, which is where it is reported.
  pool.on('error', () => undefined)
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool })
    // The first use of a new task name takes a lock that blocks others; so all names are inserted here.
    await pool.query(
      `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
      [TASK_NAMES],
    )
    await pool.query('grant usage on schema graphile_worker to sitewatch_worker')
    await pool.query(grantBackup('graphile_worker'))
  } finally {
    await pool.end()
  }
  await client.query(`revoke create on database ${database} from sitewatch_jobs`)
}

interface MigrationScope {
  /** Only these files, and no functions: the schema of an older release. */
  only?: readonly string[]
  /** Where the numbered files are. */
  folder?: URL
}

/**
 * The caller holds the advisory lock. All pending files and the functions that changed are one transaction, so that a process of the
 * release before never sees a schema between two releases: a file may drop or change what only the new functions no longer need.
 * Indexes that are built concurrently follow. Returns what was applied, without functions that are recorded for the first time.
 */
export async function migrateSchema(
  client: pg.Client,
  url: string,
  log: Log,
  scope: MigrationScope = {},
): Promise<string[]> {
  await client.query(PREPARE)
  await prepareFunctions(client)
  // To own a function, a role needs the right to create in the schema. It has that right only during a migration.
  await client.query('grant create on schema sitewatch to sitewatch_auth, sitewatch_jobs, sitewatch_worker')
  try {
    await retryWhileLocked({ what: 'The migration of the job queue', log }, () => migrateJobs(client, url))
    const applied = await applyMigrations(client, log, scope)
    const grant = `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${grantBackup('sitewatch')} commit`
    await retryWhileLocked({ what: 'Granting the backup role', log }, () =>
      client.query(grant).catch(async (error: unknown) => {
        await client.query('rollback')
        throw error
      }),
    )
    return applied
  } finally {
    await client.query('revoke create on schema sitewatch from sitewatch_auth, sitewatch_jobs, sitewatch_worker')
  }
}

async function applyMigrations(
  client: pg.Client,
  log: Log,
  { only, folder = FOLDER }: MigrationScope,
): Promise<string[]> {
  const done = await readApplied(client)
  const pending = readMigrations(folder).filter(({ name }) => !done.has(name) && (only?.includes(name) ?? true))
  const known = await readAppliedFunctions(client)
  const functions = only === undefined ? findPendingFunctions(known) : []
  const transactional = pending.filter(({ name }) => !isConcurrent(name))
  if (transactional.length > 0 || functions.length > 0) {
    const what = `The migration (${listNames(transactional, functions)})`
    await retryWhileLocked({ what, log }, () => applyInTransaction(client, transactional, functions))
    for (const { name } of transactional) log.info({ migration: name }, 'migrated')
    if (functions.length > 0) log.info({ functions: functions.map(({ name }) => name) }, 'SQL functions applied')
  }
  for (const migration of pending.filter(({ name }) => isConcurrent(name))) {
    const what = `Migration ${migration.name}`
    await retryWhileLocked({ what, log }, () => nameFailure(what, () => applyConcurrently(client, migration)))
    log.info({ migration: migration.name }, 'migrated')
  }
  const changed = functions.filter(({ name }) => known.some((row) => row.name === name))
  return [...pending.map(({ name }) => name), ...changed.map(({ file }) => file)]
}

const listNames = (migrations: readonly Migration[], functions: readonly FunctionFile[]): string =>
  migrations.length > 0 ? migrations.map(({ name }) => name).join(', ') : functions.map(({ file }) => file).join(', ')

const nameFailure = <T>(what: string, attempt: () => Promise<T>): Promise<T> =>
  attempt().catch((error: unknown) => {
    throw new Error(`${what} failed: ${(error as Error).message}`, { cause: error })
  })

async function applyInTransaction(
  client: pg.Client,
  migrations: readonly Migration[],
  functions: readonly FunctionFile[],
): Promise<void> {
  await client.query(`begin; set local search_path = sitewatch; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    for (const migration of migrations) {
      await nameFailure(`Migration ${migration.name}`, () => applyFile(client, migration))
    }
    await nameFailure('The change of SQL functions', () => applyFunctions(client, functions))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyFile(client: pg.Client, migration: Migration): Promise<void> {
  if (migration.name === BASELINE) await defineFunctions(client, listFunctionFiles())
  await client.query(LIFT_FORCED_SECURITY)
  await client.query(migration.text)
  await client.query(RESTORE_FORCED_SECURITY)
  await recordMigration(client, migration)
}
