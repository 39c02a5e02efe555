import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cloneDatabase } from '../../support/database.ts'
import { makeAccount, type World } from '../../torture/world.ts'

/** A database of the Postgres of all tests, for runs that do not restart Postgres: making a cluster and migrating takes seconds. */
export async function openClonedWorld(): Promise<World> {
  const { url, admin, drop } = await cloneDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-world-'))
  return {
    folder,
    clusterFolder: '',
    url,
    admin,
    team_id: await makeAccount(admin),
    async close() {
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
