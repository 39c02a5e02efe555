import { cloneDatabase } from '../support/database.ts'
import type { World } from './world.ts'

/** A world in a database of the tests' own cluster, which is migrated already and cannot be restarted. */
export async function openSharedWorld(): Promise<World> {
  const { url, admin } = await cloneDatabase()
  const { rows } = await admin.query<{ id: string }>(
    `insert into users (email, password_hash, data_key) values ('torture@example.com', '-', '') returning id`,
  )
  return { url, admin, team_id: Number(rows[0]?.id), folder: '', clusterFolder: '', close: () => Promise.resolve() }
}
