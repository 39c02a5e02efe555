import type { AssignmentRule, AssignmentRuleChanges, ListOf, NewAssignmentRule } from '@sitewatch/contract'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'

const MAX_RULES = 100

const COLUMNS = sql`'assignment_rule' as object, r.id, r.name, r.applies_to, r.tag, r.website_id,
  (select w.domain from websites w where w.team_id = r.team_id and w.id = r.website_id) as website_domain,
  array(select x.provider_id from assignment_rule_providers x where x.team_id = r.team_id and x.rule_id = r.id order by 1) as provider_ids,
  (select count(*) from monitors m left join websites w on w.team_id = m.team_id and w.id = m.website_id
    where m.team_id = r.team_id and m.deleted_at is null and case r.applies_to
      when 'tag' then m.tags @> array[r.tag] or w.tags @> array[r.tag]
      when 'website' then m.website_id = r.website_id
      else true end) as monitor_count,
  r.created_at, r.updated_at`

type Settings = Pick<AssignmentRule, 'name' | 'applies_to' | 'tag' | 'website_id' | 'provider_ids'>

/** A rule has exactly the field that its `applies_to` needs: a tag, a website, or neither. */
function checkSettings({ applies_to, tag, website_id }: Settings): void {
  if (applies_to === 'tag' && tag === null) throw invalid('tag', 'required', 'tag is required when applies_to is tag.')
  if (applies_to === 'website' && website_id === null)
    throw invalid('website_id', 'required', 'website_id is required when applies_to is website.')
  if (applies_to !== 'tag' && tag !== null) throw invalid('tag', 'invalid_value', 'tag is only for applies_to tag.')
  if (applies_to !== 'website' && website_id !== null)
    throw invalid('website_id', 'invalid_value', 'website_id is only for applies_to website.')
}

/**
 * Must be the first lock. A concurrent change of a monitor either waits for this transaction or is committed before it, so that the rule
 * applies to each monitor in its committed state.
 */
async function lockRules(tx: UserTx): Promise<void> {
  await tx.query(sql`select lock_assignment_rules(${tx.team_id}, true)`)
}

/** The response is the same for a website or provider that does not exist and for one of another team: the same foreign key fails. */
async function refuseForeign<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw sqlState(error) === '23503' ? notFound() : error
  })
}

async function saveProviders(tx: UserTx, rule_id: number, provider_ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    delete from assignment_rule_providers
    where team_id = ${tx.team_id} and rule_id = ${rule_id} and provider_id <> all(${provider_ids}::bigint[])`)
  await refuseForeign(
    tx.execute(sql`
      insert into assignment_rule_providers (team_id, rule_id, provider_id)
      select ${tx.team_id}, ${rule_id}, id from unnest(${provider_ids}::bigint[]) as chosen (id) order by id
      on conflict do nothing`),
  )
}

const applyRules = (tx: UserTx) => tx.query(sql`select apply_own_assignment_rules()`)

export async function insertRule(tx: UserTx, input: NewAssignmentRule): Promise<AssignmentRule> {
  const { applies_to, provider_ids, name = null, tag = null, website_id = null } = input
  checkSettings({ applies_to, provider_ids, name, tag, website_id })
  await lockRules(tx)
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*) as count from assignment_rules where team_id = ${tx.team_id}`)
  if (count >= MAX_RULES)
    throw problem('limit_reached', {
      detail: `A team can have up to ${MAX_RULES} assignment rules. Delete one first.`,
    })
  const { id } = await refuseForeign(
    tx.one(sql<{ id: number }>`
      insert into assignment_rules (team_id, name, applies_to, tag, website_id)
      values (${tx.team_id}, ${name}, ${applies_to}, ${tag}, ${website_id}) returning id`),
  )
  await saveProviders(tx, id, provider_ids)
  await applyRules(tx)
  return readRule(tx, id)
}

/** When `applies_to` changes, the previous tag and website are cleared. */
function mergeChanges(before: AssignmentRule, changes: AssignmentRuleChanges): Settings {
  const { applies_to = before.applies_to, name = before.name, provider_ids = before.provider_ids } = changes
  const isSame = applies_to === before.applies_to
  const { tag = isSame ? before.tag : null, website_id = isSame ? before.website_id : null } = changes
  return { applies_to, name, provider_ids, tag, website_id }
}

export async function updateRule(tx: UserTx, id: number, changes: AssignmentRuleChanges): Promise<AssignmentRule> {
  const before = await lockRule(tx, id)
  if (!before) throw notFound()
  const next = mergeChanges(before, changes)
  checkSettings(next)
  await refuseForeign(
    tx.execute(sql`
      update assignment_rules set name = ${next.name}, applies_to = ${next.applies_to}, tag = ${next.tag},
        website_id = ${next.website_id}, updated_at = case when ${next.provider_ids.toSorted((a, b) => a - b)}::bigint[] = ${before.provider_ids}::bigint[]
          then updated_at else clock_timestamp() end
      where team_id = ${tx.team_id} and id = ${id}`),
  )
  await saveProviders(tx, id, next.provider_ids)
  await applyRules(tx)
  return readRule(tx, id)
}

/** The trigger `follow_deleted_rules` moves its assignments to other rules or removes them. */
export async function deleteRule(tx: UserTx, id: number): Promise<{ id: number }> {
  await lockRules(tx)
  const deleted = await tx.execute(sql`delete from assignment_rules where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export async function readRule(tx: UserTx, id: number): Promise<AssignmentRule> {
  const record = await tx.maybe(sql<AssignmentRule>`
    select ${COLUMNS} from assignment_rules r where r.team_id = ${tx.team_id} and r.id = ${id}`)
  if (!record) throw notFound()
  return record
}

export async function listRules(tx: UserTx, page: number, page_size: number): Promise<ListOf<AssignmentRule>> {
  return await listPage(tx, {
    select: sql<AssignmentRule>`select ${COLUMNS}`,
    from: sql`from assignment_rules r where r.team_id = ${tx.team_id}`,
    order_by: sql`r.id`,
    page,
    page_size,
  })
}

export async function lockRule(tx: UserTx, id: number): Promise<AssignmentRule | undefined> {
  await lockRules(tx)
  return tx.maybe(sql<AssignmentRule>`
    select ${COLUMNS} from assignment_rules r where r.team_id = ${tx.team_id} and r.id = ${id} for no key update`)
}
