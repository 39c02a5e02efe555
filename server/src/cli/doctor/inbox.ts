import type { Config } from '../../config.ts'
import { countRefusedUnscoped } from '../../platform/inbox/index.ts'
import { connectPostgres } from '../../platform/postgres/index.ts'
import type { Finding } from './finding.ts'

/** Batches that the worker could not load and set aside. */
export async function checkInbox(config: Config): Promise<Finding> {
  const postgres = connectPostgres({ connectionString: config.DATABASE_URL, size: 1, onError: () => undefined })
  try {
    const refused = await countRefusedUnscoped(postgres)
    if (refused.length === 0) return { check: 'inbox', ok: true, says: 'No failed batches.' }
    const batches = refused.reduce((sum, count) => sum + count.batches, 0)
    const rows = refused.reduce((sum, count) => sum + count.rows, 0)
    return {
      check: 'inbox',
      ok: false,
      says: `${batches} batches (${rows} rows) could not be loaded into ClickHouse. See "sitewatch inbox list" for the error, then run "sitewatch inbox retry" or "sitewatch inbox discard".`,
    }
  } finally {
    await postgres.close()
  }
}
