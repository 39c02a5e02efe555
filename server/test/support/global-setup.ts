import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster, stopCluster } from '../../../scripts/postgres.ts'
import { POSTGRES_FILE } from '../../../scripts/suite/costs.ts'
import { findProcesses, readProcessorSeconds } from '../../../scripts/suite/processor-time.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { TEST_SECRET } from './secret.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number
    /** Where apps keep their history, one folder a database. */
    historyFolder: string
  }
}

const HOME = path.resolve(import.meta.dirname, '../../../.local')
const PREFIX = 'test-postgres-'
const HISTORY_PREFIX = 'test-history-'

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
function removeLeftFolders(): void {
  const names = existsSync(HOME) ? readdirSync(HOME) : []
  const isLeft = (name: string, prefix: string): boolean =>
    name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10))
  for (const name of names) {
    if (isLeft(name, PREFIX)) removeCluster(path.join(HOME, name))
    if (isLeft(name, HISTORY_PREFIX)) rmSync(path.join(HOME, name), { recursive: true, force: true })
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
  removeLeftFolders()
  const folder = path.join(HOME, `${PREFIX}${process.pid}-${project.name}`)
  const historyFolder = path.join(HOME, `${HISTORY_PREFIX}${process.pid}-${project.name}`)
  const cluster = await startCluster(folder, { fast: true, vacuums: false })
  try {
    await createTemplate(cluster)
  } catch (error) {
    removeCluster(folder)
    throw error
  }
  project.provide('postgresPort', cluster.port)
  project.provide('historyFolder', historyFolder)
  return () => {
    const seconds = findProcesses(['postgres', '-D', folder].join('\0')).map(readProcessorSeconds)
    writeFileSync(POSTGRES_FILE, String(seconds.reduce((sum, each) => sum + each, 0)))
    removeCluster(folder)
    rmSync(historyFolder, { recursive: true, force: true })
  }
}
