import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { ClickHouse } from './clickhouse.ts'
import { refuseOlderServer } from './older-store.ts'
import { defineQuery } from './query.ts'

const FOLDER = new URL('../../../db/clickhouse/', import.meta.url)

export const MIGRATIONS = 'sitewatch_schema'
/** The name under which the tables of the first release are recorded. Numbered migrations follow. */
export const BASELINE = 'baseline'
const BASELINE_FILES = ['baseline/monitoring.sql', 'baseline/analytics.sql']
const CREATE_MIGRATIONS = `
  CREATE TABLE IF NOT EXISTS ${MIGRATIONS} (name String, applied_at DateTime('UTC') DEFAULT now())
  ENGINE = MergeTree ORDER BY name
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`

const readApplied = defineQuery({
  name: 'clickhouse.migrations',
  sql: `SELECT DISTINCT name FROM ${MIGRATIONS}`,
  params: z.object({}),
  row: z.object({ name: z.string() }),
})

const readAppliedNames = async (clickhouse: ClickHouse): Promise<Set<string>> =>
  new Set((await clickhouse.read(readApplied, {})).map((row) => row.name))

const listMigrations = (folder: URL): string[] => [
  BASELINE,
  ...readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort(),
]

const readMigration = (name: string, folder: URL): string =>
  name === BASELINE
    ? BASELINE_FILES.map((file) => readFileSync(new URL(file, FOLDER), 'utf8')).join('\n')
    : readFileSync(new URL(name, folder), 'utf8')

async function runMigration(clickhouse: ClickHouse, name: string, folder: URL): Promise<void> {
  for (const statement of splitStatements(readMigration(name, folder))) await clickhouse.execute(statement)
}

export const recordMigration = (clickhouse: ClickHouse, name: string): Promise<void> =>
  clickhouse.insert({ table: MIGRATIONS, token: `migration ${name}`, rows: [{ name }] })

/** Splits at semicolons at the end of a line, because a server accepts one statement per request. */
export function splitStatements(text: string): string[] {
  const bare = text.replace(/^\s*--.*$/gm, '')
  return bare
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
}

/**
 * ClickHouse has neither transactional DDL nor locks. Every statement therefore uses IF NOT EXISTS, and a file is recorded
 * after it ran. Two processes that start at once may both run it. Tests have numbered migrations in a folder of their own.
 */
export async function migrateClickHouse(clickhouse: ClickHouse, log: Log, folder = FOLDER): Promise<string[]> {
  await refuseOlderServer(clickhouse)
  await clickhouse.createDatabase()
  await clickhouse.execute(CREATE_MIGRATIONS)
  const applied = await readAppliedNames(clickhouse)
  const names = listMigrations(folder).filter((name) => !applied.has(name))
  for (const name of names) {
    await runMigration(clickhouse, name, folder)
    await recordMigration(clickhouse, name)
    log.info({ migration: `clickhouse/${name}` }, 'migrated')
  }
  return names
}

/**
 * For an empty store: `fillApplied` inserts the names of the migrations that another store had applied, and these are run from the files
 * of this release, so that the store gets the tables that the other one had.
 */
export async function repeatMigrations(clickhouse: ClickHouse, fillApplied: () => Promise<void>): Promise<void> {
  await clickhouse.execute(CREATE_MIGRATIONS)
  await fillApplied()
  const applied = await readAppliedNames(clickhouse)
  const files = listMigrations(FOLDER)
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(`This version has no migration ${unknown.join(', ')}. Install a newer version.`)
  for (const name of files) if (applied.has(name)) await runMigration(clickhouse, name, FOLDER)
}
