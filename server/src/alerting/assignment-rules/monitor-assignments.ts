import type { ListOf, MonitorAssignments } from '@sitewatch/contract'
import { ALERTS_NOBODY } from '../../monitoring/monitors/index.ts'
import { joinSql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'

interface Query {
  search?: string | undefined
  tag?: string | undefined
  alerts_nobody?: boolean | undefined
  page: number
  pageSize: number
}

const COLUMNS = sql`'monitor_assignments' as object, m.id, m.friendly_name, m.is_active, m.tags, ${ALERTS_NOBODY} as alerts_nobody,
  coalesce((select json_agg(json_build_object('provider_id', a.provider_id, 'enabled', a.enabled,
      'source', case when a.rule_id is null then 'manual' else 'rule' end, 'rule_id', a.rule_id) order by a.provider_id)
    from assignments a where a.team_id = m.team_id and a.monitor_id = m.id), '[]') as assignments,
  array(select d.provider_id from removed_assignments d
    where d.team_id = m.team_id and d.monitor_id = m.id order by d.provider_id) as removed_provider_ids`

/** The rows of the matrix of monitors and providers, by name. */
export async function listMonitorAssignments(
  tx: UserTx,
  { search, tag, alerts_nobody, page, pageSize }: Query,
): Promise<ListOf<MonitorAssignments>> {
  const where = joinSql(
    [
      sql`m.team_id = ${tx.team_id} and m.deleted_at is null`,
      ...(tag === undefined ? [] : [sql`m.tags @> array[${tag}]`]),
      ...(alerts_nobody === undefined ? [] : [sql`${ALERTS_NOBODY} = ${alerts_nobody}`]),
      ...(search
        ? [sql`(strpos(lower(m.friendly_name), lower(${search})) > 0 or strpos(lower(m.url), lower(${search})) > 0)`]
        : []),
    ],
    ' and ',
  )
  return await listPage(tx, {
    select: sql<MonitorAssignments>`select ${COLUMNS}`,
    from: sql`from monitors m where ${where}`,
    order_by: sql`lower(m.friendly_name), m.id`,
    page,
    page_size: pageSize,
  })
}
