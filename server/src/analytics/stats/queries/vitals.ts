import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { PATH } from '../conditions.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { IS_VITALS, TIME } from '../visit-events.ts'
import { unionVisits } from '../union-visits.ts'

export const VITALS = ['lcp_ms', 'inp_ms', 'cls', 'ttfb_ms', 'fcp_ms'] as const

/** The exact 75th percentile. */
export function buildVitalsQuery(scope: Scope, path: string | undefined) {
  const plan = new QueryPlan(scope)
  const parts = unionVisits(plan, {
    ofVisits: (visits) => {
      const columns = VITALS.map((name) => `${visits.column(`toFloat64(ifNull(${name}, -1))`)('x')} AS ${name}`)
      const isPage = path === undefined ? '1' : visits.column(`(${PATH} = ${plan.text(path)})`)('x')
      return `
        SELECT ${columns.join(', ')} FROM (SELECT visit FROM ${visits.rows()}) AS v
        ARRAY JOIN visit AS x
        WHERE ${IS_VITALS('x')} AND ${isPage} AND ${plan.inSpan(TIME('x'))}`
    },
  })
  const measured = VITALS.map(
    (name) =>
      `quantileExactIf(0.75)(${name}, ${name} >= 0) AS ${name}_p75, countIf(${name} >= 0) * ${plan.one_of} AS ${name}_samples`,
  )
  const sql = `SELECT ${measured.join(', ')} FROM ${parts}`
  const value = z.number().nullable()
  const row = {
    lcp_ms_p75: value,
    inp_ms_p75: value,
    cls_p75: value,
    ttfb_ms_p75: value,
    fcp_ms_p75: value,
    lcp_ms_samples: integer64,
    inp_ms_samples: integer64,
    cls_samples: integer64,
    ttfb_ms_samples: integer64,
    fcp_ms_samples: integer64,
  }
  return plan.toQuery('vitals', sql, z.object(row))
}
