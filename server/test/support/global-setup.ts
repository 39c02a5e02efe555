import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { TEST_SECRET } from './secret.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number
  }
}

const HOME = path.resolve(import.meta.dirname, '../../../.local')
const PREFIX = 'test-postgres-'

function removeCluster(folder: string): void {
  stopCluster(folder, 'immediate')
  rmSync(folder, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Cleans up after a previous run that was killed. */
function removeLeftClusters(): void {
  const names = existsSync(HOME) ? readdirSync(HOME) : []
  for (const name of names) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : process.pid
    if (!isAlive(pid)) removeCluster(path.join(HOME, name))
  }
}

async function createTemplate(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database sitewatch_template')
  await client.end()
  const env = { DATABASE_URL: cluster.url('sitewatch_template'), SITEWATCH_SECRET: TEST_SECRET }
  await prepareDatabase(readConfig(env), createLog('silent'))
}

/** One private cluster for the run with one migrated template; each test file clones it. */
export default async function setup(project: TestProject): Promise<() => void> {
  removeLeftClusters()
  const folder = path.join(HOME, `${PREFIX}${process.pid}-${project.name}`)
  const cluster = await startCluster(folder, { fast: true })
  try {
    await createTemplate(cluster)
  } catch (error) {
    removeCluster(folder)
    throw error
  }
  project.provide('postgresPort', cluster.port)
  return () => removeCluster(folder)
}
