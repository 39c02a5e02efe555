import type { Identity, ListOf } from '@sitewatch/contract'
import type { GroupRole } from '../../sign-in-settings.ts'
import { notFound, problem } from '../../http/problem.ts'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import type { Profile } from './client.ts'

const IDENTITY = sql`'identity' as object, id, issuer, email, last_used_at, created_at, updated_at`

export const listIdentities = async (
  tx: UserTx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<Identity>> =>
  await listPage(tx, {
    select: sql<Identity>`select ${IDENTITY}`,
    from: sql`from identities where user_id = ${tx.user_id}`,
    order_by: sql`id`,
    page,
    page_size: pageSize,
  })

export const findIdentity = (tx: UserTx, id: number): Promise<Identity | undefined> =>
  tx.maybe(sql<Identity>`select ${IDENTITY} from identities where user_id = ${tx.user_id} and id = ${id}`)

/** Refuses to delete the last way to sign in. */
export async function deleteIdentity(tx: UserTx, id: number, mayUsePassword: boolean): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from identities where user_id = ${tx.user_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  const left = await tx.one(sql<{ identities: number; others: number }>`
    select (select count(*) from identities where user_id = u.id) as identities,
      (select count(*) from passkeys where user_id = u.id) + (u.password_hash is not null)::integer as others
    from users u where u.id = ${tx.user_id}`)
  if (left.identities > 0 || (mayUsePassword && left.others > 0)) return { id }
  throw problem('not_possible', {
    detail:
      'You could not sign in any more. Set a password or add a passkey first; where only single sign-on is allowed, link another account first.',
  })
}

/** The account that an identity signs in to. */
export async function useIdentityUnscoped(
  tx: RoleTx<'auth'>,
  { issuer, subject, email }: Profile,
): Promise<number | undefined> {
  const row = await tx.maybe(sql<{ user_id: number }>`
    update identities set last_used_at = now(), email = coalesce(${email}, email)
    where issuer = ${issuer} and subject = ${subject} returning user_id`)
  return row?.user_id
}

export async function insertIdentityUnscoped(
  tx: RoleTx<'auth'>,
  user_id: number,
  { issuer, subject, email }: Profile & { email: string },
): Promise<void> {
  await tx.execute(sql`
    insert into identities (user_id, issuer, subject, email) values (${user_id}, ${issuer}, ${subject}, ${email})`)
}

const RANK: readonly GroupRole['role'][] = ['admin', 'editor', 'viewer']

/** The highest role that the groups grant, by team. */
export function rolesOf(mapping: readonly GroupRole[], groups: readonly string[]): Map<number, GroupRole['role']> {
  const roles = new Map<number, GroupRole['role']>()
  for (const role of [...RANK].reverse()) {
    for (const entry of mapping) if (entry.role === role && groups.includes(entry.group)) roles.set(entry.team_id, role)
  }
  return roles
}

async function listRolesOfGroups(tx: RoleTx<'auth'>, user_id: number): Promise<Map<number, string>> {
  const rows = await tx.query(sql<{ team_id: number; role: string }>`
    select team_id, role from memberships where user_id = ${user_id} and is_from_groups`)
  return new Map(rows.map(({ team_id, role }) => [team_id, role]))
}

export interface RoleChange {
  team_id: number
  before: string | null
  after: string | null
}

/** Does not change memberships that were added manually, and owners. A team that does not exist is ignored. */
export async function applyGroupsUnscoped(
  tx: RoleTx<'auth'>,
  user_id: number,
  roles: ReadonlyMap<number, GroupRole['role']>,
): Promise<RoleChange[]> {
  const before = await listRolesOfGroups(tx, user_id)
  const [team_ids, names] = [[...roles.keys()], [...roles.values()]]
  await tx.execute(sql`
    delete from memberships
    where user_id = ${user_id} and is_from_groups and role <> 'owner' and team_id <> all(${team_ids}::bigint[])`)
  await tx.execute(sql`
    insert into memberships as m (team_id, user_id, role, is_from_groups)
    select t.id, ${user_id}, r.role, true
    from unnest(${team_ids}::bigint[], ${names}::text[]) as r (team_id, role)
      join teams t on t.id = r.team_id and t.personal_of is null and t.deleted_at is null
    on conflict (team_id, user_id) do update set role = excluded.role
    where m.is_from_groups and m.role <> 'owner' and m.role <> excluded.role`)
  const after = await listRolesOfGroups(tx, user_id)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((team_id) => ({ team_id, before: before.get(team_id) ?? null, after: after.get(team_id) ?? null }))
    .filter((change) => change.before !== change.after)
}
