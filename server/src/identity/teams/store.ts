import { isAtLeast, type ListOf, type Team, type TeamKey, type TeamMember, type TeamRole } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import type { Actor } from '../../http/auth.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { requireRole } from '../../http/role.ts'
import { emptySql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import type { Vault } from '../accounts/index.ts'
import { keysVisibleTo, LIMITED_TO } from '../keys/index.ts'

/** For the tables `teams t` and `memberships m`. */
export const TEAM = sql`'team' as object, t.id, t.name, t.personal_of is not null as is_personal, t.requires_two_factor, m.role, t.created_at, t.updated_at`
const OWN_TEAMS = sql`teams t join memberships m on m.team_id = t.id and m.user_id = current_user_id()`

interface Paging {
  page: number
  pageSize: number
}

/** A key acts in one team, so it sees no other. */
export const listTeams = async (
  tx: UserTx,
  { kind }: Pick<Actor, 'kind'>,
  { page, pageSize }: Paging,
): Promise<ListOf<Team>> =>
  await listPage(tx, {
    select: sql<Team>`select ${TEAM}`,
    from: sql`from ${OWN_TEAMS} where not t.is_suspended ${kind === 'key' ? sql`and t.id = ${tx.team_id}` : emptySql}`,
    order_by: sql`t.personal_of is null or t.personal_of <> current_user_id(), t.name, t.id`,
    page,
    page_size: pageSize,
  })

export const findCurrentTeam = (tx: UserTx, id: number): Promise<Team | undefined> =>
  tx.maybe(sql<Team>`select ${TEAM} from ${OWN_TEAMS} where t.id = ${id}`)

export async function findTeam(tx: UserTx, id: number): Promise<Team> {
  const team = await findCurrentTeam(tx, id)
  if (!team) throw notFound()
  return team
}

/** Serialised for each user, so that two requests cannot both pass the limit. */
async function checkTeamQuota(tx: UserTx, limit: number | undefined): Promise<void> {
  if (limit === undefined) return
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('quota teams', ${tx.user_id}))`)
  const { used } = await tx.one(sql<{ used: number }>`
    select count(*) as used from ${OWN_TEAMS} where m.role = 'owner' and t.personal_of is null`)
  if (used < limit) return
  throw problem('limit_reached', { detail: `You can own ${limit} teams besides your personal one. Delete one first.` })
}

export async function insertTeam(
  tx: UserTx,
  { name, vault, config }: { name: string; vault: Vault; config: Pick<Config, 'SITEWATCH_MAX_TEAMS_PER_USER'> },
): Promise<Team> {
  await checkTeamQuota(tx, config.SITEWATCH_MAX_TEAMS_PER_USER)
  const { id } = await tx.one(sql<{ id: number }>`select create_team(${name}, ${vault.makeDataKey()}) as id`)
  return findTeam(tx, id)
}

interface TeamChanges {
  name?: string | undefined
  requires_two_factor?: boolean | undefined
}

/** Whoever requires two-factor authentication must have it: the same request would end their own access. */
async function checkRequirement(tx: UserTx): Promise<void> {
  const { lacks } = await tx.one(sql<{ lacks: boolean }>`
    select lacks_two_factor(password_hash, two_factor_enabled_at) as lacks from users where id = ${tx.user_id}`)
  if (!lacks) return
  throw problem('not_possible', { detail: 'Enable two-factor authentication for your own account first.' })
}

export async function updateTeam(tx: UserTx, { name, requires_two_factor }: TeamChanges): Promise<Team> {
  if (requires_two_factor) await checkRequirement(tx)
  await tx.execute(sql`
    update teams set name = coalesce(${name}, name), requires_two_factor = coalesce(${requires_two_factor}, requires_two_factor)
    where id = ${tx.team_id}`)
  return findTeam(tx, tx.team_id)
}

export async function deleteTeam(tx: UserTx): Promise<{ id: number }> {
  const { closed } = await tx.one(sql<{ closed: boolean }>`select close_team() as closed`)
  if (!closed) throw problem('not_possible', { detail: 'A personal team is deleted with its account.' })
  return { id: tx.team_id }
}

const MEMBER = sql`'team_member' as object, m.id, m.email, m.role, array(
  select g.website_id from guest_websites g where g.team_id = current_team_id() and g.user_id = m.id order by 1) as website_ids,
  m.created_at, m.updated_at`

export const listMembers = async (tx: UserTx, { page, pageSize }: Paging): Promise<ListOf<TeamMember>> =>
  await listPage(tx, {
    select: sql<TeamMember>`select ${MEMBER}`,
    from: sql`from list_members() m`,
    order_by: sql`array_position(array['owner', 'admin', 'editor', 'viewer', 'guest'], m.role), m.email, m.id`,
    page,
    page_size: pageSize,
  })

/** A guest sees no member but themselves. */
const OWN_MEMBERSHIP = sql`(select u.id, u.email, o.role, o.created_at, o.updated_at
  from memberships o join users u on u.id = o.user_id where o.team_id = current_team_id())`

export const findCurrentMember = (
  tx: UserTx,
  id: number,
  { role }: Pick<Actor, 'role'>,
): Promise<TeamMember | undefined> =>
  tx.maybe(sql<TeamMember>`
    select ${MEMBER} from ${role === 'guest' ? OWN_MEMBERSHIP : sql`list_members()`} m where m.id = ${id}`)

async function findMember(tx: UserTx, id: number, actor: Pick<Actor, 'role'>): Promise<TeamMember> {
  const member = await findCurrentMember(tx, id, actor)
  if (!member) throw notFound()
  return member
}

/** The database refuses to remove the last owner of a team, and to add another owner to a personal team. */
export const explainOwnerError = (error: unknown): never => {
  if (sqlState(error) !== 'SW409') throw error
  throw problem('not_possible', {
    detail:
      'A team needs an owner, and a personal team has only its account as owner. Make somebody else an owner first, or delete the team.',
    cause: error,
  })
}

/** Only guests have a list of websites. All of them must belong to this team. */
export async function checkGuestWebsites(
  tx: UserTx,
  role: TeamRole,
  website_ids: readonly number[] | undefined,
): Promise<readonly number[]> {
  if (role !== 'guest') {
    if (website_ids === undefined || website_ids.length === 0) return []
    throw invalid('website_ids', 'not_allowed', 'website_ids is only for the role guest.')
  }
  if (website_ids === undefined || website_ids.length === 0) {
    throw invalid('website_ids', 'required', 'website_ids is required for the role guest.')
  }
  const { found } = await tx.one(sql<{ found: number }>`
    select count(*) as found from websites where team_id = ${tx.team_id} and id = any(${website_ids}::bigint[])`)
  if (found !== website_ids.length)
    throw invalid('website_ids', 'not_found', 'website_ids names a website that does not exist.')
  return website_ids
}

/** Only an owner makes and changes owners. */
export function checkRank(actor: Actor, ...roles: TeamRole[]): void {
  if (roles.some((role) => !isAtLeast(actor.role, role))) requireRole(actor, 'owner')
}

export async function updateMember(
  tx: UserTx,
  actor: Actor,
  { id, role, website_ids }: { id: number; role: TeamRole; website_ids?: readonly number[] | undefined },
): Promise<TeamMember> {
  const before = await findMember(tx, id, actor)
  checkRank(actor, before.role, role)
  const chosen = await checkGuestWebsites(tx, role, website_ids)
  await tx
    .execute(sql`update memberships set role = ${role} where team_id = ${tx.team_id} and user_id = ${id}`)
    .catch(explainOwnerError)
  await tx.execute(sql`delete from guest_websites where team_id = ${tx.team_id} and user_id = ${id}`)
  await tx.execute(sql`
    insert into guest_websites (team_id, user_id, website_id) select ${tx.team_id}, ${id}, unnest(${chosen}::bigint[])`)
  return findMember(tx, id, actor)
}

export async function deleteMember(tx: UserTx, actor: Actor, id: number): Promise<{ id: number }> {
  const member = await tx.maybe(sql<{ role: TeamRole }>`
    select role from memberships where team_id = ${tx.team_id} and user_id = ${id}`)
  if (!member) throw notFound()
  checkRank(actor, member.role)
  const deleted = await tx
    .execute(sql`delete from memberships where team_id = ${tx.team_id} and user_id = ${id}`)
    .catch(explainOwnerError)
  if (deleted === 0) throw notFound()
  return { id }
}

export const listTeamKeys = async (tx: UserTx, actor: Actor, { page, pageSize }: Paging): Promise<ListOf<TeamKey>> =>
  await listPage(tx, {
    select: sql<TeamKey>`select 'api_key' as object, k.id, k.name, k.scopes, k.prefix, k.minted_by, k.expires_at, k.allowed_addresses, ${LIMITED_TO}, k.last_used_at,
      k.user_id, m.email as user_email, k.created_at, k.updated_at`,
    from: sql`from api_keys k join list_members() m on m.id = k.user_id where k.team_id = ${tx.team_id} ${keysVisibleTo(actor)}`,
    order_by: sql`k.id desc`,
    page,
    page_size: pageSize,
  })
