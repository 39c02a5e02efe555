import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { ClickHouse } from './index.ts'
import { defineQuery } from './query.ts'

const FOLDER = new URL('../../../db/clickhouse/', import.meta.url)

const CREATE_MIGRATIONS = `
  CREATE TABLE IF NOT EXISTS sitewatch_migrations (name String, applied_at DateTime('UTC') DEFAULT now())
  ENGINE = MergeTree ORDER BY name
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`

const readApplied = defineQuery({
  name: 'clickhouse.migrations',
  sql: 'SELECT DISTINCT name FROM sitewatch_migrations',
  params: z.object({}),
  row: z.object({ name: z.string() }),
})

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
  const applied = new Set((await clickhouse.read(readApplied, {})).map((row) => row.name))
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort()
  for (const name of names) {
    for (const statement of splitStatements(readFileSync(new URL(name, folder), 'utf8'))) {
      await clickhouse.execute(statement)
    }
    await clickhouse.insert({ table: 'sitewatch_migrations', token: `migration ${name}`, rows: [{ name }] })
    log.info({ migration: `clickhouse/${name}` }, 'migrated')
  }
  return names
}
