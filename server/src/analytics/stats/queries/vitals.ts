import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { PATH } from '../conditions.ts'
import { Plan, type Scope } from '../query-plan.ts'
import { IS_VITALS, TIME } from '../visit-events.ts'

export const VITALS = ['lcp_ms', 'inp_ms', 'cls', 'ttfb_ms', 'fcp_ms'] as const

/** The exact 75th percentile. */
export function buildVitalsQuery(scope: Scope, path: string | undefined) {
  const plan = new Plan(scope)
  const columns = VITALS.map((name) => [name, plan.column(`toFloat64(ifNull(${name}, -1))`)('x')] as const)
  const isPage = path === undefined ? '1' : plan.column(`(${PATH} = ${plan.text(path)})`)('x')
  const sql = `
    SELECT ${columns.map(([name, value]) => `quantileExactIf(0.75)(${value}, ${value} >= 0) AS ${name}, countIf(${value} >= 0) * ${plan.one_of} AS ${name}_samples`).join(', ')}
    FROM (SELECT visit FROM ${plan.visits()}) AS v
    ARRAY JOIN visit AS x
    WHERE ${IS_VITALS('x')} AND ${isPage} AND ${plan.inSpan(TIME('x'))}`
  const value = z.number().nullable()
  const row = {
    lcp_ms: value,
    inp_ms: value,
    cls: value,
    ttfb_ms: value,
    fcp_ms: value,
    lcp_ms_samples: integer64,
    inp_ms_samples: integer64,
    cls_samples: integer64,
    ttfb_ms_samples: integer64,
    fcp_ms_samples: integer64,
  }
  return plan.ask('vitals', sql, z.object(row))
}
