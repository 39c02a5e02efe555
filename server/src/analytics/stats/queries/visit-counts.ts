import type { VisitDimension } from '@sitewatch/contract'
import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import type { Span } from '../period.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { PAIR } from '../visit-events.ts'
import { unionVisits } from '../union-visits.ts'

/** A dimension has few values with many visits; the others are in no ranking. */
const MAX_VALUES = 500

/** The visits that start in each of several spans, by the values of several dimensions. */
export function buildVisitCountsQuery(
  scope: Scope,
  { dimensions, spans }: { dimensions: readonly VisitDimension[]; spans: readonly Span[] },
) {
  const plan = new QueryPlan(scope)
  const isInside = spans.map(
    ({ from_ms, to_ms }) => `(start_ms >= ${plan.integer(from_ms)} AND start_ms < ${plan.integer(to_ms)})`,
  )
  const parts = unionVisits(plan, {
    ofVisits: (visits) => {
      const pairs = dimensions.map((dimension) => `('${dimension}', CAST(${visits.value(dimension)}, 'String'))`)
      return `
        SELECT ${PAIR.dimension('pair')} AS each_dimension, ${PAIR.value('pair')} AS each_value,
          [${isInside.map((is) => `countIf(${is}) * ${plan.one_of}`).join(', ')}] AS part
        FROM (SELECT start_ms, [${pairs.join(', ')}] AS pairs FROM ${visits.rows()} WHERE ${isInside.join(' OR ')})
        ARRAY JOIN pairs AS pair
        GROUP BY each_dimension, each_value`
    },
  })
  const sql = `
    SELECT each_dimension AS dimension, each_value AS value, sumForEach(part) AS visits FROM ${parts}
    GROUP BY dimension, value ORDER BY arraySum(visits) DESC, value LIMIT ${MAX_VALUES} BY dimension`
  return plan.toQuery(
    'visit_counts',
    sql,
    z.object({ dimension: z.string(), value: z.string(), visits: z.array(integer64) }),
  )
}
