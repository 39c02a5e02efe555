import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { TASK_NAMES } from '../jobs/tasks.ts'
import type { Log } from '../log.ts'
import { grantBackup } from './backup-role.ts'
import { LOCK_TIMEOUT_MS, retryWhileLocked } from './lock-retry.ts'
import { LIFT_FORCED_SECURITY, RESTORE_FORCED_SECURITY } from './row-security.ts'

const FOLDER = new URL('../../../db/postgres/', import.meta.url)

interface Migration {
  name: string
  text: string
}

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

export async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const done = await readDone(client)
  return listMigrations().filter((name) => !done.has(name))
}

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
 * The caller holds the advisory lock. Each file is one transaction, recorded with it. `last` stops after that file: the schema of
 * an older release.
 */
export async function migrateSchema(client: pg.Client, url: string, log: Log, last?: string): Promise<string[]> {
  await client.query(PREPARE)
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

async function applyMigrations(client: pg.Client, log: Log, last?: string): Promise<string[]> {
  const done = await readDone(client)
  const applied: string[] = []
  for (const migration of readMigrations()) {
    const { name } = migration
    if (last !== undefined && name > last) break
    if (done.has(name)) continue
    await retryWhileLocked({ what: `Migration ${name}`, log }, () => applyMigration(client, migration))
    log.info({ migration: name }, 'migrated')
    applied.push(name)
  }
  return applied
}

async function applyMigration(client: pg.Client, { name, text }: Migration): Promise<void> {
  await client.query(`begin; set local search_path = sitewatch; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    await client.query(LIFT_FORCED_SECURITY)
    await client.query(text)
    await client.query(RESTORE_FORCED_SECURITY)
    await client.query('insert into sitewatch.migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
