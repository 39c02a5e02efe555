import type { FunnelStep } from '@sitewatch/contract'
import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { compileStep } from '../conditions.ts'
import type { GoalRule } from '../query-plan.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { unionVisits } from '../union-visits.ts'

/** How many visits start in the period, and how many of them reach each step after the one before it. */
export function buildFunnelQuery(scope: Scope, steps: readonly FunnelStep[], goals: readonly GoalRule[]) {
  const plan = new QueryPlan(scope)
  const parts = unionVisits(plan, {
    ofVisits: (visits) => {
      const columns = steps.map((step) => compileStep(step, goals, { plan, visits }))
      // The first matching event is enough: a step that is reached after a later one is also reached after the first.
      const places = columns.map((column, n) =>
        n === 0
          ? `arrayFirstIndex(x -> ${column('x')}, visit) AS place0`
          : `if(place${n - 1} = 0, 0, arrayFirstIndex((x, i) -> ${column('x')} AND i > place${n - 1}, visit, arrayEnumerate(visit))) AS place${n}`,
      )
      return `
        SELECT count() * ${plan.one_of} AS came, [${columns.map((_, n) => `countIf(place${n} > 0) * ${plan.one_of}`).join(', ')}] AS steps
        FROM (SELECT ${places.join(', ')} FROM ${visits.rows()} WHERE ${plan.inSpan('start_ms')})`
    },
  })
  const sql = `SELECT sum(came) AS visits, sumForEach(steps) AS reached FROM ${parts}`
  return plan.toQuery('funnel', sql, z.object({ visits: integer64, reached: z.array(integer64) }))
}
