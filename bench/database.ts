import path from 'node:path'
import pg from 'pg'
import { type Cluster, startCluster } from '../scripts/postgres.ts'
import { readConfig } from '../server/src/config.ts'
import { createLog } from '../server/src/platform/log.ts'
import { prepareDatabase } from '../server/src/platform/postgres/provision.ts'

export interface BenchDatabase {
  cluster: Cluster
  url: string
  admin: pg.Client
  team_id: number
}

/** Opens a dedicated, durable Postgres in a folder, with a migrated database and one account. */
export async function openDatabase(folder: string, secret: string): Promise<BenchDatabase> {
  const cluster = await startCluster(path.join(folder, 'postgres'))
  const first = new pg.Client({ connectionString: cluster.url('postgres') })
  await first.connect()
  await first.query('create database sitewatch')
  await first.end()
  const url = cluster.url('sitewatch')
  await prepareDatabase(readConfig({ DATABASE_URL: url, SITEWATCH_SECRET: secret }), createLog('silent'))
  const admin = new pg.Client({ connectionString: url, options: '-c search_path=sitewatch' })
  await admin.connect()
  const { rows } = await admin.query<{ id: string }>(
    `insert into users (email, password_hash, data_key) values ('bench@example.com', '-', '') returning id`,
  )
  return { cluster, url, admin, team_id: Number(rows[0]?.id) }
}
