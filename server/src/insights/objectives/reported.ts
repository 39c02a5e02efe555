import type { ReportedObjective } from '@sitewatch/contract'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { measureObjectives, type ReadParts } from './read.ts'
import { describeObjective, type ObjectiveRow } from './record.ts'

const MAX_REPORTED = 50
const MAX_BAD = 100

/** The objectives of these monitors and of their websites, for an uptime report. */
export async function listReportedObjectives(
  tx: UserTx,
  monitor_ids: readonly number[],
  parts: ReadParts,
): Promise<ReportedObjective[]> {
  const rows = await tx.query(sql<ObjectiveRow>`
    select o.id, o.name, o.monitor_id, o.website_id, o.target, o.window_days, o.measure, s.burning_fast_since, s.burning_slow_since,
      s.burn_rate_fast, s.burn_rate_slow, s.status as judged_status, o.created_at, o.updated_at
    from objectives o left join objective_states s on s.team_id = o.team_id and s.objective_id = o.id
    where o.team_id = ${tx.team_id} and (o.monitor_id = any(${monitor_ids}::bigint[]) or o.website_id in (
      select m.website_id from monitors m where m.team_id = ${tx.team_id} and m.id = any(${monitor_ids}::bigint[])))
    order by lower(o.name), o.id limit ${MAX_REPORTED}`)
  const measure = await measureObjectives(tx, rows, { ...parts, windows: 1 })
  return rows.map((row) => {
    const { id, name, target, window_days, measure: by, ...rest } = describeObjective(row, measure(row), parts.now_ms)
    const { status, current_percent, budget_left_percent } = rest
    return { objective_id: id, name, target, window_days, measure: by, status, current_percent, budget_left_percent }
  })
}

export interface BadObjective {
  objective_id: number
  name: string
  monitor_id: number | null
  website_id: number | null
  status: 'at_risk' | 'missed'
}

/** As the worker last judged them. */
export const listBadObjectives = (tx: UserTx): Promise<BadObjective[]> =>
  tx.query(sql<BadObjective>`
    select o.id as objective_id, o.name, o.monitor_id, o.website_id, s.status
    from objective_states s join objectives o on o.team_id = s.team_id and o.id = s.objective_id
    where s.team_id = ${tx.team_id} and s.status in ('at_risk', 'missed')
    order by lower(o.name), o.id limit ${MAX_BAD}`)
