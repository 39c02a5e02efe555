import type { InvitationPreview, ListOf, NewTeamInvitation, Team, TeamInvitation, TeamRole } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import type { Actor } from '../../http/auth.ts'
import { insertAuditEntry } from '../../http/audit.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { type RoleTx, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { readTeamInvitationToken, teamInvitationUrl } from '../accounts/index.ts'
import { checkGuestWebsites, checkRank, explainOwnerError, TEAM } from './store.ts'

export type LinkConfig = Pick<Config, 'SITEWATCH_SECRET' | 'BASE_URL'>

const INVITATION = sql`'team_invitation' as object, id, email, role, website_ids, invited_by, expires_at, accepted_at, created_at, updated_at`

export interface NewInvitation {
  email: string
  role: TeamRole
  website_ids?: readonly number[] | undefined
}

export async function insertInvitation(
  tx: UserTx,
  { actor, config, input }: { actor: Actor; config: LinkConfig; input: NewInvitation },
): Promise<NewTeamInvitation> {
  checkRank(actor, input.role)
  const chosen = await checkGuestWebsites(tx, input.role, input.website_ids)
  const team = await tx.one(sql<{ is_personal: boolean }>`
    select personal_of is not null as is_personal from teams where id = ${tx.team_id}`)
  if (team.is_personal && input.role === 'owner')
    throw problem('not_possible', { detail: 'A personal team has only its account as owner.' })
  const email = input.email.toLowerCase()
  const member = await tx.maybe(sql<{ id: number }>`select id from list_members() where email = ${email}`)
  if (member) throw problem('already_exists', { detail: 'This person is already a member of the team.' })
  try {
    const record = await tx.one(sql<TeamInvitation>`
      insert into team_invitations (team_id, email, role, website_ids, invited_by, language, expires_at)
      select ${tx.team_id}, ${email}, ${input.role}, ${chosen}::bigint[], u.email, u.language, now() + interval '7 days'
      from users u where u.id = ${tx.user_id}
      returning ${INVITATION}`)
    await tx.query(sql`select add_team_invitation_job(${record.id})`)
    const { created_at, updated_at, ...rest } = record
    return { ...rest, url: teamInvitationUrl(config, record.id), created_at, updated_at }
  } catch (error) {
    if (sqlState(error) === '23514') throw invalid('email', 'invalid_format', 'email must be an e-mail address.')
    if (sqlState(error) !== '23505') throw error
    throw problem('already_exists', {
      detail: 'A pending invitation for this address already exists. Revoke it first.',
    })
  }
}

export const listInvitations = async (
  tx: UserTx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<TeamInvitation>> =>
  await listPage(tx, {
    select: sql<TeamInvitation>`select ${INVITATION}`,
    from: sql`from team_invitations where team_id = ${tx.team_id}`,
    order_by: sql`id desc`,
    page,
    page_size: pageSize,
  })

export async function deleteInvitation(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from team_invitations where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export const findInvitation = (tx: UserTx, id: number): Promise<TeamInvitation | undefined> =>
  tx.maybe(sql<TeamInvitation>`
    select ${INVITATION} from team_invitations where team_id = ${tx.team_id} and id = ${id}`)

interface OpenInvitation extends Omit<InvitationPreview, 'object'> {
  id: number
  team_id: number
  website_ids: number[]
}

/** Crosses teams by nature: the person who accepts is not a member yet. */
async function lockInvitationUnscoped(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SECRET'>,
  token: string,
): Promise<OpenInvitation> {
  const id = readTeamInvitationToken(config, token)
  const found =
    id === null
      ? undefined
      : await tx.maybe(sql<OpenInvitation>`
          select i.id, i.team_id, t.name as team_name, i.email, i.role, i.invited_by, i.website_ids, i.expires_at
          from team_invitations i join teams t on t.id = i.team_id
          where i.id = ${id} and is_open_invitation(i) for update of i`)
  if (!found) {
    throw problem('not_found', {
      detail: 'This invitation is not valid, was already used or revoked, or has expired. Ask for a new one.',
    })
  }
  return found
}

export async function previewInvitationUnscoped(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SECRET'>,
  token: string,
): Promise<InvitationPreview> {
  const { team_name, email, role, invited_by, expires_at } = await lockInvitationUnscoped(tx, config, token)
  return { object: 'team_invitation_preview', team_name, email, role, invited_by, expires_at }
}

/** Only the account with the invited address can accept: a forwarded link lets nobody else in. */
export async function acceptInvitationUnscoped(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SECRET'>,
  { user_id, token, address }: { user_id: number; token: string; address: string },
): Promise<Team> {
  const { id, team_id, email, role, website_ids } = await lockInvitationUnscoped(tx, config, token)
  const account = await tx.one(sql<{ email: string }>`select email from users where id = ${user_id}`)
  if (account.email !== email) {
    throw problem('not_found', {
      detail: `This invitation is for ${email}. You are signed in as ${account.email}: sign in with the invited address.`,
    })
  }
  await tx.execute(sql`update team_invitations set accepted_at = now(), updated_at = now() where id = ${id}`)
  await tx
    .execute(
      sql`insert into memberships (team_id, user_id, role) values (${team_id}, ${user_id}, ${role}) on conflict do nothing`,
    )
    .catch(explainOwnerError)
  await tx.execute(sql`
    insert into guest_websites (team_id, user_id, website_id)
    select w.team_id, ${user_id}, w.id from websites w where w.team_id = ${team_id} and w.id = any(${website_ids}::bigint[])
    on conflict do nothing`)
  await insertAuditEntry(tx, {
    team_id,
    action: 'team_member.joined',
    actor: { type: 'user', id: user_id, name: email, user_id },
    record: { id: user_id, name: email },
    changes: [{ field: 'role', before: null, after: role }],
    address,
  })
  return tx.one(sql<Team>`
    select ${TEAM} from teams t join memberships m on m.team_id = t.id and m.user_id = ${user_id} where t.id = ${team_id}`)
}
