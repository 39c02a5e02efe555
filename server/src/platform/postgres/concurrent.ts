import type pg from 'pg'

export interface Migration {
  name: string
  text: string
}

export const recordMigration = (client: pg.Client, { name }: Migration): Promise<unknown> =>
  client.query('insert into sitewatch.migrations (name) values ($1)', [name])

/** 0070_deliveries_sent.concurrent.sql: an index of a table that can be large is built without blocking writers. */
export const isConcurrent = (name: string): boolean => name.endsWith('.concurrent.sql')

/**
 * Each statement by itself, outside a transaction, as `create index concurrently` requires. Without a lock timeout: it waits for
 * older transactions, but nobody waits behind it. An interrupted file begins again with its first statement, and an index that was
 * not finished stays behind as invalid; so a file drops (`drop index concurrently if exists`) what it then creates.
 */
export async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.text
    .split(/;[ \t]*$/m)
    .filter((statement) => statement.replace(/--.*$/gm, '').trim() !== '')
  await client.query('set search_path = sitewatch')
  for (const statement of statements) await client.query(statement)
  await recordMigration(client, migration)
}
