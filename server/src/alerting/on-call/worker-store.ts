import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { MEMBERS, type ScheduleRow, toSchedule } from './record.ts'
import type { Schedule } from './shifts.ts'

export interface NamedSchedule extends Schedule {
  id: number
  team_id: number
  name: string
}

type Row = Pick<ScheduleRow, 'id' | 'name' | 'timezone' | 'members' | 'layers' | 'overrides'> & { team_id: number }

/** For the worker, which escalates for all teams. */
export async function readSchedulesUnscoped(
  tx: RoleTx<'worker'>,
  ids: readonly number[],
): Promise<Map<number, NamedSchedule>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(sql<Row>`
    select s.id, s.team_id, s.name, s.timezone, ${MEMBERS} as members, s.layers, s.overrides
    from on_call_schedules s where s.id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, { id: row.id, team_id: row.team_id, name: row.name, ...toSchedule(row) }]))
}
