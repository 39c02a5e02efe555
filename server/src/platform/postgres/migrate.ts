import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { TASK_NAMES } from '../jobs/tasks.ts'
import type { Log } from '../log.ts'
import { grantBackup } from './backup-role.ts'
import { applyConcurrently, isConcurrent, type Migration, recordMigration } from './concurrent.ts'
import {
  type AppliedFunction,
  applyFunctions,
  findPendingFunctions,
  type FunctionFile,
  prepareFunctions,
  readAppliedFunctions,
} from './functions.ts'
import { LOCK_TIMEOUT_MS, retryWhileLocked } from './lock-retry.ts'
import { LIFT_FORCED_SECURITY, RESTORE_FORCED_SECURITY } from './row-security.ts'

const FOLDER = new URL('../../../db/postgres/', import.meta.url)

export function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

function readMigrations(): Migration[] {
  return listMigrations().map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))
}

async function readDone(client: pg.Client): Promise<Set<string>> {
  const { rows: exists } = await client.query<{ there: boolean }>(
    `select to_regclass('sitewatch.migrations') is not null as there`,
  )
  if (!exists[0]?.there) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from sitewatch.migrations')
  return new Set(rows.map((row) => row.name))
}

/** Made by a newer version than this one. */
export async function unknownMigrations(client: pg.Client): Promise<string[]> {
  const known = new Set(listMigrations())
  return [...(await readDone(client))].filter((name) => !known.has(name)).sort()
}

/** Numbered files; functions only when they are all that is missing, since every numbered file brings them with it. */
export function missingMigrations(done: ReadonlySet<string>, functions: readonly AppliedFunction[]): string[] {
  const missing = listMigrations().filter((name) => !done.has(name))
  return missing.length > 0 ? missing : findPendingFunctions(functions).map(({ file }) => file)
}

export const pendingMigrations = async (client: pg.Client): Promise<string[]> =>
  missingMigrations(await readDone(client), await readAppliedFunctions(client))

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
    // The first use of a new task name takes a lock that blocks others; so all are known from the start.
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

/**
 * The caller holds the advisory lock. Each file is one transaction, recorded with it; the functions that changed go with the last
 * one, so that no process meets the tables of one release with the functions of another. `last` stops after that file, before the
 * functions: the schema of an older release. Returns what was applied, without functions that are recorded for the first time.
 */
export async function migrateSchema(client: pg.Client, url: string, log: Log, last?: string): Promise<string[]> {
  await client.query(PREPARE)
  await prepareFunctions(client)
  // Handing a function over to a role asks that the role may create in the schema; only while we migrate it may.
  await client.query('grant create on schema sitewatch to sitewatch_auth, sitewatch_jobs, sitewatch_worker')
  try {
    await retryWhileLocked({ what: 'The migration of the job queue', log }, () => migrateJobs(client, url))
    const applied = await applyMigrations(client, log, last)
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

/** One transaction. */
interface Step {
  what: string
  migration?: Migration
  functions: FunctionFile[]
}

function planSteps(migrations: readonly Migration[], functions: FunctionFile[]): Step[] {
  const steps: Step[] = migrations.map((migration) => ({
    what: `Migration ${migration.name}`,
    migration,
    functions: [],
  }))
  const last = steps.at(-1)
  if (last?.migration && !isConcurrent(last.migration.name)) last.functions = functions
  else if (functions.length > 0) steps.push({ what: 'The change of SQL functions', functions })
  return steps
}

async function applyMigrations(client: pg.Client, log: Log, last?: string): Promise<string[]> {
  const done = await readDone(client)
  const pending = readMigrations().filter(({ name }) => !done.has(name) && (last === undefined || name <= last))
  const known = await readAppliedFunctions(client)
  const functions = last === undefined ? findPendingFunctions(known) : []
  for (const step of planSteps(pending, functions)) {
    await retryWhileLocked({ what: step.what, log }, () => applyStep(client, step))
    if (step.migration) log.info({ migration: step.migration.name }, 'migrated')
    if (step.functions.length > 0)
      log.info({ functions: step.functions.map(({ name }) => name) }, 'SQL functions applied')
  }
  const changed = functions.filter(({ name }) => known.some((row) => row.name === name))
  return [...pending.map(({ name }) => name), ...changed.map(({ file }) => file)]
}

async function applyStep(client: pg.Client, step: Step): Promise<void> {
  const { what, migration } = step
  try {
    if (migration && isConcurrent(migration.name)) await applyConcurrently(client, migration)
    else await applyInTransaction(client, step)
  } catch (error) {
    throw new Error(`${what} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyInTransaction(client: pg.Client, { migration, functions }: Step): Promise<void> {
  await client.query(`begin; set local search_path = sitewatch; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    if (migration) {
      await client.query(LIFT_FORCED_SECURITY)
      await client.query(migration.text)
      await client.query(RESTORE_FORCED_SECURITY)
      await recordMigration(client, migration)
    }
    await applyFunctions(client, functions)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
