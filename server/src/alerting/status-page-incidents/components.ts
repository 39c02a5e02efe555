import type { NewStatusPageIncident } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

interface UpdateComponents {
  page_id: number
  update_id: number
  components: NewStatusPageIncident['components']
}

/** Accepts only components that the page shows. Any other gets the same error, including one of another team. */
export async function saveComponents(tx: UserTx, { page_id, update_id, components }: UpdateComponents): Promise<void> {
  await tx.execute(sql`
    delete from status_page_update_components where team_id = ${tx.team_id} and update_id = ${update_id}`)
  if (components.length === 0) return
  const saved = await tx.execute(sql`
    insert into status_page_update_components (team_id, update_id, position, monitor_id, website_id, state)
    select ${tx.team_id}, ${update_id}, w.position, w.monitor_id, w.website_id, w.state
    from unnest(${components.map((each) => each.monitor_id)}::bigint[], ${components.map((each) => each.website_id)}::bigint[],
      ${components.map((each) => each.state)}::text[]) with ordinality as w (monitor_id, website_id, state, position)
    where exists (select from status_page_monitors x
        join monitors m on m.team_id = x.team_id and m.id = x.monitor_id and m.deleted_at is null
        where x.team_id = ${tx.team_id} and x.status_page_id = ${page_id} and x.monitor_id = w.monitor_id)
      or exists (select from status_page_websites x
        where x.team_id = ${tx.team_id} and x.status_page_id = ${page_id} and x.website_id = w.website_id)`)
  if (saved !== components.length)
    throw invalid('components', 'invalid_value', 'components must be monitors and websites that the status page shows.')
}

/** An update without components keeps those of the previous update. When the incident is over, they are operational again. */
export async function copyComponents(
  tx: UserTx,
  { from_id, to_id, isOver }: { from_id: number; to_id: number; isOver: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into status_page_update_components (team_id, update_id, position, monitor_id, website_id, state)
    select team_id, ${to_id}, position, monitor_id, website_id, case when ${isOver} then 'operational' else state end
    from status_page_update_components where team_id = ${tx.team_id} and update_id = ${from_id}`)
}
