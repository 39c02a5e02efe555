import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { FunctionFile } from './functions.ts'

/** The name under which the tables of the first release are recorded. Numbered migrations follow. */
export const BASELINE = 'baseline'

const FOLDER = new URL('../../../db/postgres/baseline/', import.meta.url)

/** A table comes after those that it refers to, and what limited keys see of each after all tables. */
const FILES = ['core', 'identity', 'analytics', 'monitoring', 'alerting', 'insights', 'limited-keys']

export const readBaseline = (): string =>
  FILES.map((name) => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')).join('\n')

const UNDEFINED_TYPE = '42704'

/**
 * Policies and triggers of the baseline need functions that exist; what these read is not checked yet. A function whose arguments are rows
 * of a table cannot exist before the table, so it is left to `applyFunctions`, which follows.
 */
export async function defineFunctions(client: pg.Client, files: readonly FunctionFile[]): Promise<void> {
  await client.query('set local check_function_bodies = off')
  for (const { definition } of files) {
    await client.query('savepoint defining')
    await client.query(definition).catch(async (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TYPE) throw error
      await client.query('rollback to savepoint defining')
    })
    await client.query('release savepoint defining')
  }
}
