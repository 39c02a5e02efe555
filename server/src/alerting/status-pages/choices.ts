import { invalid } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { sortByGroup } from './groups.ts'
import type { Choosable } from './subscribe-form.ts'
import { makeRef } from './written.ts'

/** The components that a subscriber chose; null means all, including those added later. */
export type Choice = { monitor_ids: number[]; website_ids: number[] } | null

interface Component extends Choosable {
  kind: 'monitor' | 'website'
  id: number
}

/** The components of the page, in its order. */
export async function readComponents(tx: UserTx, page_id: number): Promise<Component[]> {
  const rows = await tx.query(sql<Omit<Component, 'ref'>>`
    select kind, id, label, "group" from (
      select 'monitor' as kind, m.id, coalesce(x.label, m.friendly_name) as label, x.group_name as "group", x.position
      from status_page_monitors x join monitors m on m.team_id = x.team_id and m.id = x.monitor_id and m.deleted_at is null
      where x.team_id = ${tx.team_id} and x.status_page_id = ${page_id}
      union all
      select 'website', w.id, coalesce(x.label, w.domain), x.group_name, x.position
      from status_page_websites x join websites w on w.team_id = x.team_id and w.id = x.website_id
      where x.team_id = ${tx.team_id} and x.status_page_id = ${page_id}) as c
    order by kind, position`)
  return sortByGroup(
    rows.map((row) => ({ ...row, ref: makeRef(page_id, `${row.kind === 'monitor' ? 'm' : 'w'}${row.id}`) })),
  )
}

/** Choosing every component means "all". So does a form without checkboxes, as on a page with one component. */
export function readChoice(components: readonly Component[], form: URLSearchParams): Choice {
  if (!form.has('choose')) return null
  const refs = new Set(form.getAll('component'))
  const chosen = components.filter(({ ref }) => refs.has(ref))
  if (chosen.length === 0) throw invalid('component', 'required', 'Choose at least one component.')
  if (chosen.length === components.length) return null
  const idsOf = (componentKind: Component['kind']): number[] =>
    chosen.filter(({ kind }) => kind === componentKind).map(({ id }) => id)
  return { monitor_ids: idsOf('monitor'), website_ids: idsOf('website') }
}

export const isChosen = (choice: Choice, { kind, id }: Component): boolean =>
  choice === null || (kind === 'monitor' ? choice.monitor_ids : choice.website_ids).includes(id)
