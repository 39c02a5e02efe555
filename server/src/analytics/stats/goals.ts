import type { Goal, GoalChanges, ListOf, NewGoal } from '@sitewatch/contract'
import { notFound, problem } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import type { WebsiteRef } from '../websites/index.ts'

const COLUMNS = sql`'goal' as object, id, website_id, name, kind, value, created_at, updated_at`

/** Every goal is compared with every event of the period. */
const MAX_GOALS = 100

export async function listAllGoals(tx: UserTx, website: WebsiteRef): Promise<Goal[]> {
  return tx.query(sql<Goal>`
    select ${COLUMNS} from goals where team_id = ${tx.team_id} and website_id = ${website.id} order by id`)
}

export async function listGoals(
  tx: UserTx,
  website: WebsiteRef,
  { page, per_page }: { page: number; per_page: number },
): Promise<ListOf<Goal>> {
  const all = await listAllGoals(tx, website)
  return { rows: all.slice((page - 1) * per_page, page * per_page), total: all.length }
}

export async function findGoalRecord(tx: UserTx, id: number): Promise<Goal> {
  const record = await tx.maybe(sql<Goal>`
    select ${COLUMNS} from goals where team_id = ${tx.team_id} and id = ${id}`)
  if (!record) throw notFound()
  return record
}

const nameTaken = (name: string): Error =>
  problem('already_exists', {
    detail: `This website already has a goal with the name ${name}.`,
    errors: [{ field: 'name', code: 'already_exists', message: `Another goal already has the name ${name}.` }],
  })

export async function insertGoal(tx: UserTx, website: WebsiteRef, { name, kind, value }: NewGoal): Promise<Goal> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('goals', ${website.id}))`)
  const { used } = await tx.one(sql<{ used: number }>`
    select count(*) as used from goals where team_id = ${tx.team_id} and website_id = ${website.id}`)
  if (used >= MAX_GOALS)
    throw problem('limit_reached', { detail: `A website can have up to ${MAX_GOALS} goals. Delete one first.` })
  const record = await tx.maybe(sql<Goal>`
    insert into goals (team_id, website_id, name, kind, value) values (${tx.team_id}, ${website.id}, ${name}, ${kind}, ${value})
    on conflict (team_id, website_id, name) do nothing returning ${COLUMNS}`)
  if (!record) throw nameTaken(name)
  return record
}

export async function updateGoal(tx: UserTx, id: number, changes: GoalChanges): Promise<Goal> {
  const statement = sql<Goal>`
    update goals set name = coalesce(${changes.name}, name), kind = coalesce(${changes.kind}, kind),
      value = coalesce(${changes.value}, value)
    where team_id = ${tx.team_id} and id = ${id} returning ${COLUMNS}`
  const record = await tx.maybe(statement).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? nameTaken(changes.name ?? '') : error
  })
  if (!record) throw notFound()
  return record
}

export async function deleteGoal(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from goals where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export const lockGoal = (tx: UserTx, id: number): Promise<Goal | undefined> =>
  tx.maybe(sql<Goal>`select ${COLUMNS} from goals where team_id = ${tx.team_id} and id = ${id} for update`)
