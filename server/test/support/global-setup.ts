import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { TEST_SECRET } from './secret.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number
  }
}

const FOLDER = path.resolve(import.meta.dirname, `../../../.local/test-postgres-${process.pid}`)

/** One private cluster for the run, one migrated template; each test file clones it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const cluster = await startCluster(FOLDER, { fast: true })
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database sitewatch_template')
  await client.end()
  const env = { DATABASE_URL: cluster.url('sitewatch_template'), SITEWATCH_SECRET: TEST_SECRET }
  await prepareDatabase(readConfig(env), createLog('silent'))
  project.provide('postgresPort', cluster.port)
  return () => {
    stopCluster(FOLDER, 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
