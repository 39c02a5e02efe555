import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { ClickHouse } from './index.ts'
import { defineQuery } from './query.ts'

const FOLDER = new URL('../../../db/clickhouse/', import.meta.url)

export const MIGRATIONS = 'sitewatch_migrations'
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

const listFiles = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

async function runFile(clickhouse: ClickHouse, name: string, folder: URL): Promise<void> {
  for (const statement of splitStatements(readFileSync(new URL(name, folder), 'utf8'))) {
    await clickhouse.execute(statement)
  }
}

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
 * after it ran. Two processes that start at once may both run it.
 */
export async function migrateClickHouse(clickhouse: ClickHouse, log: Log, folder = FOLDER): Promise<string[]> {
  await clickhouse.createDatabase()
  await clickhouse.execute(CREATE_MIGRATIONS)
  const applied = await readAppliedNames(clickhouse)
  const names = listFiles(folder).filter((name) => !applied.has(name))
  for (const name of names) {
    await runFile(clickhouse, name, folder)
    await clickhouse.insert({ table: MIGRATIONS, token: `migration ${name}`, rows: [{ name }] })
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
  const files = listFiles(FOLDER)
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(`This version has no migration ${unknown.join(', ')}. Install a newer version.`)
  for (const name of files) if (applied.has(name)) await runFile(clickhouse, name, FOLDER)
}
