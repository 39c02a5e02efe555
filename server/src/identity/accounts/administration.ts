import { administrationRoutes, type AdministeredUser, type Invitation, type ListOf } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { respond, serve, type Served } from '../../http/serve.ts'
import { emptySql, type RoleTx, sql, sqlState } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { invitationUrl } from './invitation.ts'
import { closeAccountUnscoped } from './store.ts'

/** Quotas and the progress of the deletion are those of the personal team. */
const USER = sql`'user' as object, u.id, u.email, u.is_administrator, u.is_suspended,
  u.two_factor_enabled_at is not null as two_factor_enabled, t.max_websites, t.max_monitors, t.max_providers, t.max_keys,
  u.deleted_at as deletion_started_at, case when u.deleted_at is not null then
    least(99, coalesce(100 * t.deletion_rows_removed / nullif(t.deletion_rows_total, 0), 0))::integer end as deletion_progress_percent,
  u.created_at, u.updated_at`
const USERS = sql`users u join teams t on t.id = u.id`
const INVITATION = sql`'invitation' as object, id, email, expires_at, accepted_at, created_at, updated_at`

type Admin = RoleTx<'admin'>
type InvitationConfig = Pick<Config, 'SITEWATCH_SECRET' | 'BASE_URL' | 'SITEWATCH_INVITATIONS'>

export async function listUsersUnscoped(
  tx: Admin,
  query: { page: number; pageSize: number; search?: string | undefined },
): Promise<ListOf<AdministeredUser>> {
  const match = query.search === undefined ? emptySql : sql`where strpos(u.email, ${query.search.toLowerCase()}) > 0`
  return await listPage(tx, {
    select: sql<AdministeredUser>`select ${USER}`,
    from: sql`from ${USERS} ${match}`,
    order_by: sql`u.id`,
    page: query.page,
    page_size: query.pageSize,
  })
}

const findUserUnscoped = (tx: Admin, id: number): Promise<AdministeredUser | undefined> =>
  tx.maybe(sql<AdministeredUser>`select ${USER} from ${USERS} where u.id = ${id}`)

/** Locks account and team, so that concurrent changes do not overwrite each other. An account that is being deleted cannot be changed. */
const lockUserUnscoped = (tx: Admin, id: number): Promise<AdministeredUser | undefined> =>
  tx.maybe(sql<AdministeredUser>`select ${USER} from ${USERS} where u.id = ${id} and u.deleted_at is null for update`)

async function readUserUnscoped(tx: Admin, id: number, find = findUserUnscoped): Promise<AdministeredUser> {
  const user = await find(tx, id)
  if (!user) throw notFound()
  return user
}

type UserChanges = Partial<
  Pick<AdministeredUser, 'is_suspended' | 'max_websites' | 'max_monitors' | 'max_providers' | 'max_keys'>
>

async function updateUserUnscoped(tx: Admin, id: number, changes: UserChanges): Promise<AdministeredUser> {
  const before = await readUserUnscoped(tx, id, lockUserUnscoped)
  const next = { ...before, ...changes }
  await tx.execute(sql`
    update teams set max_websites = ${next.max_websites}, max_monitors = ${next.max_monitors},
      max_providers = ${next.max_providers}, max_keys = ${next.max_keys}
    where id = ${id}`)
  await tx.execute(sql`update users set is_suspended = ${next.is_suspended} where id = ${id}`)
  if (next.is_suspended) await tx.execute(sql`delete from sessions where user_id = ${id}`)
  return readUserUnscoped(tx, id)
}

async function insertInvitationUnscoped(
  tx: Admin,
  config: InvitationConfig,
  { email, invited_by }: { email: string; invited_by: number },
) {
  if (!config.SITEWATCH_INVITATIONS) {
    throw invalid('email', 'not_allowed', 'Invitations are disabled on this server (SITEWATCH_INVITATIONS=0).')
  }
  try {
    const record = await tx.one(sql<Invitation>`
      insert into invitations (email, expires_at, language)
      values (${email.toLowerCase()}, now() + interval '7 days', (select language from users where id = ${invited_by}))
      returning ${INVITATION}`)
    await tx.query(sql`select add_invitation_job(${record.id})`)
    const { created_at, updated_at, ...rest } = record
    return { ...rest, url: invitationUrl(config, record), created_at, updated_at }
  } catch (error) {
    if (sqlState(error) === '23514') throw invalid('email', 'invalid_format', 'email must be an e-mail address.')
    if (sqlState(error) !== '23505') throw error
    throw problem('already_exists', {
      detail: 'A pending invitation for this address already exists. Revoke it first.',
    })
  }
}

const listInvitationsUnscoped = async (tx: Admin, page: number, page_size: number): Promise<ListOf<Invitation>> =>
  await listPage(tx, {
    select: sql<Invitation>`select ${INVITATION}`,
    from: sql`from invitations`,
    order_by: sql`id desc`,
    page,
    page_size,
  })

async function removeUserUnscoped(tx: Admin, id: number): Promise<{ id: number }> {
  if (!(await closeAccountUnscoped(tx, id))) throw notFound()
  return { id }
}

async function deleteInvitationUnscoped(tx: Admin, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from invitations where id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

/** The administrator of the install: accounts, quotas, invitations. The database role behind `tx` sees nothing else. */
export function serveAdministration(config: InvitationConfig): Served[] {
  return [
    serve(administrationRoutes.users, ({ tx, query }) => listUsersUnscoped(tx, query)),
    serve(administrationRoutes.user, ({ tx, params }) => readUserUnscoped(tx, params.id)),
    serve(
      administrationRoutes.updateUser,
      ({ tx, params, body }) => updateUserUnscoped(tx, params.id, definedOnly(body)),
      {
        current: lockUserUnscoped,
      },
    ),
    serve(administrationRoutes.removeUser, ({ tx, params }) => removeUserUnscoped(tx, params.id), {
      current: lockUserUnscoped,
    }),
    serve(administrationRoutes.invitations, ({ tx, query }) => listInvitationsUnscoped(tx, query.page, query.pageSize)),
    serve(administrationRoutes.invite, async ({ tx, actor, body }) => {
      const invitation = { email: body.email, invited_by: actor.user_id }
      return respond(await insertInvitationUnscoped(tx, config, invitation), { location: '/api/invitations' })
    }),
    serve(administrationRoutes.revokeInvitation, ({ tx, params }) => deleteInvitationUnscoped(tx, params.id), {
      current: (tx: Admin, id) => tx.maybe(sql<Invitation>`select ${INVITATION} from invitations where id = ${id}`),
    }),
  ]
}

function definedOnly<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never
}
