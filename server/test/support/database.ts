import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

export interface TestDatabase {
  /** A superuser's address, as self-hosters paste. */
  url: string
  name: string
  /** Looks at everything, past row-level security: for assertions. */
  admin: pg.Pool
}

const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${inject('postgresPort')}/${database}`

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A clone of the migrated template, for this test file alone; dropped when the file ends. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await administer(`create database ${name} template sitewatch_template`)
  const admin = new pg.Pool({ connectionString: urlOf(name), max: 2, options: '-c search_path=sitewatch' })
  admin.on('error', () => undefined)
  afterAll(async () => {
    await admin.end()
    await administer(`drop database if exists ${name} with (force)`)
  })
  return { url: urlOf(name), name, admin }
}
