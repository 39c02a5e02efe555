import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { unionVisits } from '../union-visits.ts'

/** How many visits began in each interval, by its start; intervals without visits are left out. */
export function buildVisitStartsQuery(scope: Scope, starts_ms: readonly number[]) {
  const plan = new QueryPlan(scope)
  const starts = plan.integers(starts_ms)
  const parts = unionVisits(plan, {
    counted: () => `
      SELECT roundDown(toInt64(toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 + quarter * 900000) AS at_ms, ${starts}) AS start, sum(visits) AS began
      FROM stats_days WHERE ${plan.ofCounted('time')} AND ${plan.inSpan('at_ms')}
      GROUP BY start`,
    ofVisits: (visits) => `
      SELECT roundDown(start_ms, ${starts}) AS start, count() * ${plan.one_of} AS began
      FROM ${visits.rows(plan.inSpan('start_ms'))}
      GROUP BY start`,
  })
  const sql = `SELECT start, sum(began) AS visits FROM ${parts} GROUP BY start`
  return plan.toQuery('visit_starts', sql, z.object({ start: integer64, visits: integer64 }))
}
