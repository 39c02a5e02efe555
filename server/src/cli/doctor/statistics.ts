import type { Config } from '../../config.ts'
import { connectPostgres } from '../../platform/postgres/index.ts'
import { listFailedDaysUnscoped } from '../../analytics/stats/index.ts'
import type { Finding } from './finding.ts'

const MAX_COUNTED = 1000

/** Days that could not be pre-aggregated: their statistics are computed for every query, or fail. */
export async function checkStatistics(config: Config): Promise<Finding> {
  const postgres = connectPostgres({ connectionString: config.DATABASE_URL, size: 1, onError: () => undefined })
  try {
    const failed = await listFailedDaysUnscoped(postgres, MAX_COUNTED)
    const [last] = failed
    if (!last) return { check: 'statistics', ok: true, says: 'No failed pre-aggregations.' }
    return {
      check: 'statistics',
      ok: false,
      says: `${failed.length} days could not be pre-aggregated and will be retried. Last failure: website ${last.website_id}, ${last.date}, ${last.attempts} attempts: ${last.error.split('\n', 1)[0]}`,
    }
  } finally {
    await postgres.close()
  }
}
