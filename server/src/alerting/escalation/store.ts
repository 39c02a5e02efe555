import type { EscalationPolicy, EscalationPolicyChanges, ListOf, NewEscalationPolicy } from '@sitewatch/contract'
import { notFound, problem } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { mergeChanges, type PolicySettings } from './settings.ts'

const COLUMNS = sql`'escalation_policy' as object, p.id, p.name, coalesce((
    select json_agg(json_build_object('after_minutes', s.after_minutes,
      'provider_ids', array(select t.provider_id from escalation_targets t where t.team_id = s.team_id and t.policy_id = s.policy_id
        and t.step = s.position and t.provider_id is not null order by t.position),
      'on_call_schedule_ids', array(select t.schedule_id from escalation_targets t where t.team_id = s.team_id and t.policy_id = s.policy_id
        and t.step = s.position and t.schedule_id is not null order by t.position),
      'repeats', s.repeats, 'repeat_minutes', s.repeat_minutes) order by s.position)
    from escalation_steps s where s.team_id = p.team_id and s.policy_id = p.id), '[]') as steps,
  p.repeats, p.repeat_minutes, p.is_default,
  array(select t.tag from escalation_tags t where t.team_id = p.team_id and t.policy_id = p.id order by t.tag) as tags,
  array(select m.id from monitors m
    where m.team_id = p.team_id and m.escalation_policy_id = p.id and m.deleted_at is null order by m.id) as monitor_ids,
  p.created_at, p.updated_at`

/** The response is the same for a provider or schedule that does not exist and for one of another team: the same foreign key fails. */
async function refuseForeign<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw sqlState(error) === '23503' ? notFound() : error
  })
}

async function saveSteps(tx: UserTx, policy_id: number, steps: PolicySettings['steps']): Promise<void> {
  await tx.execute(sql`delete from escalation_steps where team_id = ${tx.team_id} and policy_id = ${policy_id}`)
  await tx.execute(sql`
    insert into escalation_steps (team_id, policy_id, position, after_minutes, repeats, repeat_minutes)
    select ${tx.team_id}, ${policy_id}, position, after_minutes, repeats, repeat_minutes
    from unnest(${steps.map((step) => step.after_minutes)}::int[], ${steps.map((step) => step.repeats)}::int[],
      ${steps.map((step) => step.repeat_minutes)}::int[]) with ordinality as s (after_minutes, repeats, repeat_minutes, position)`)
  const targets = steps.flatMap(({ provider_ids, on_call_schedule_ids }, index) => [
    ...provider_ids.map((provider_id) => ({ step: index + 1, provider_id, schedule_id: null })),
    ...on_call_schedule_ids.map((schedule_id) => ({ step: index + 1, provider_id: null, schedule_id })),
  ])
  await refuseForeign(
    tx.execute(sql`
      insert into escalation_targets (team_id, policy_id, step, position, provider_id, schedule_id)
      select ${tx.team_id}, ${policy_id}, step, position, provider_id, schedule_id
      from unnest(${targets.map(({ step }) => step)}::int[], ${targets.map(({ provider_id }) => provider_id)}::bigint[],
        ${targets.map(({ schedule_id }) => schedule_id)}::bigint[]) with ordinality as t (step, provider_id, schedule_id, position)`),
  )
}

const refuseTag = (tag: string, name: string): Error =>
  problem('already_exists', {
    detail: `The tag ${tag} has the escalation policy ${name} already. Remove it there first.`,
  })

async function saveTags(tx: UserTx, policy_id: number, tags: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from escalation_tags where team_id = ${tx.team_id} and policy_id = ${policy_id}`)
  const taken = await tx.maybe(sql<{ tag: string; name: string }>`
    select t.tag, p.name from escalation_tags t join escalation_policies p on p.team_id = t.team_id and p.id = t.policy_id
    where t.team_id = ${tx.team_id} and t.tag = any(${tags}::text[]) order by t.tag limit 1`)
  if (taken) throw refuseTag(taken.tag, taken.name)
  await tx.execute(sql`
    insert into escalation_tags (team_id, tag, policy_id)
    select ${tx.team_id}, tag, ${policy_id} from unnest(${tags}::text[]) as t (tag)`)
}

/** Only one policy is the default, so a new default replaces the previous one. */
const clearDefault = (tx: UserTx): Promise<number> =>
  tx.execute(sql`update escalation_policies set is_default = false where team_id = ${tx.team_id} and is_default`)

/** Two concurrent requests claimed the same tag, or the default. */
async function refuseConflict<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (sqlState(error) !== '23505') throw error
    throw problem('already_exists', { detail: 'Another policy has just got this tag, or become the default.' })
  })
}

async function insertRows(tx: UserTx, input: NewEscalationPolicy): Promise<EscalationPolicy> {
  if (input.is_default) await clearDefault(tx)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into escalation_policies (team_id, name, repeats, repeat_minutes, is_default)
    values (${tx.team_id}, ${input.name}, ${input.repeats}, ${input.repeat_minutes}, ${input.is_default}) returning id`)
  await saveSteps(tx, id, input.steps)
  await saveTags(tx, id, input.tags)
  return readPolicy(tx, id)
}

export const insertPolicy = (tx: UserTx, input: NewEscalationPolicy): Promise<EscalationPolicy> =>
  refuseConflict(insertRows(tx, input))

export async function listPolicies(
  tx: UserTx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<EscalationPolicy>> {
  return await listPage(tx, {
    select: sql<EscalationPolicy>`select ${COLUMNS}`,
    from: sql`from escalation_policies p where p.team_id = ${tx.team_id}`,
    order_by: sql`p.id desc`,
    page,
    page_size: pageSize,
  })
}

export async function readPolicy(tx: UserTx, id: number): Promise<EscalationPolicy> {
  const record = await tx.maybe(sql<EscalationPolicy>`
    select ${COLUMNS} from escalation_policies p where p.team_id = ${tx.team_id} and p.id = ${id}`)
  if (!record) throw notFound()
  return record
}

export const lockPolicy = (tx: UserTx, id: number): Promise<EscalationPolicy | undefined> =>
  tx.maybe(sql<EscalationPolicy>`
    select ${COLUMNS} from escalation_policies p where p.team_id = ${tx.team_id} and p.id = ${id} for no key update`)

async function updateRows(tx: UserTx, id: number, changes: EscalationPolicyChanges): Promise<EscalationPolicy> {
  const before = await lockPolicy(tx, id)
  if (!before) throw notFound()
  const next = mergeChanges(before, changes)
  if (next.is_default && !before.is_default) await clearDefault(tx)
  await tx.execute(sql`
    update escalation_policies set name = ${next.name}, repeats = ${next.repeats}, repeat_minutes = ${next.repeat_minutes},
      is_default = ${next.is_default}
    where team_id = ${tx.team_id} and id = ${id}`)
  if (changes.steps) await saveSteps(tx, id, changes.steps)
  if (changes.tags) await saveTags(tx, id, changes.tags)
  return readPolicy(tx, id)
}

export const updatePolicy = (tx: UserTx, id: number, changes: EscalationPolicyChanges): Promise<EscalationPolicy> =>
  refuseConflict(updateRows(tx, id, changes))

export async function deletePolicy(tx: UserTx, id: number): Promise<{ id: number; monitor_ids: number[] }> {
  const before = await lockPolicy(tx, id)
  if (!before) throw notFound()
  await tx.execute(sql`delete from escalation_policies where team_id = ${tx.team_id} and id = ${id}`)
  return { id, monitor_ids: before.monitor_ids }
}
