import { type ListOf, SCOPES, type Session, type TeamRole } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import type { Actor } from '../../http/auth.ts'
import { randomBase62 } from '../../platform/base62.ts'
import { NotAMember, type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { deriveKey, open, seal, sha256 } from '../../platform/secrets.ts'

export const SESSION_SECONDS = 30 * 86_400

export interface NewSession {
  id: number
  token: string
  expires_at: string
}

/** A new random token at every sign-in, so that a cookie planted by an attacker never becomes a session (session fixation). */
export async function insertSession(
  tx: RoleTx<'auth'>,
  user_id: number,
  from: { user_agent: string | undefined; address: string; logout_url?: Buffer },
): Promise<NewSession> {
  const token = randomBase62(32, 43)
  const row = await tx.one(sql<{ id: number; expires_at: string }>`
    insert into sessions (user_id, token_hash, user_agent, ip_address, logout_url, expires_at)
    values (${user_id}, ${sha256(token)}, ${from.user_agent?.slice(0, 300) ?? null}, ${from.address}, ${from.logout_url ?? null},
      now() + ${SESSION_SECONDS} * interval '1 second')
    returning id, expires_at`)
  return { ...row, token }
}

export async function listSessions(
  tx: UserTx,
  actor: Actor,
  page: number,
  page_size: number,
): Promise<ListOf<Session>> {
  return await listPage(tx, {
    select: sql<Session>`select 'session' as object, id, id = ${actor.credential_id} as is_current, user_agent, ip_address,
      last_used_at, expires_at, created_at, updated_at`,
    from: sql`from sessions where user_id = ${tx.user_id} and expires_at > now()`,
    order_by: sql`id desc`,
    page,
    page_size,
  })
}

/** Whether it existed: of two concurrent requests that end the same session, one gets false. */
export async function deleteSession(tx: UserTx, id: number): Promise<boolean> {
  return (await tx.execute(sql`delete from sessions where user_id = ${tx.user_id} and id = ${id}`)) > 0
}

const logoutKey = ({ SITEWATCH_SECRET }: Pick<Config, 'SITEWATCH_SECRET'>): Buffer =>
  deriveKey(SITEWATCH_SECRET, 'logout URLs')
const LOGOUT_BINDING = 'sessions.logout_url'

export const sealLogoutUrl = (config: Pick<Config, 'SITEWATCH_SECRET'>, url: string): Buffer =>
  seal(logoutKey(config), url, LOGOUT_BINDING)

/** The stored, encrypted value, for the session that replaces this one. */
export async function findLogoutUrlUnscoped(tx: RoleTx<'auth'>, id: number): Promise<{ logout_url?: Buffer }> {
  const row = await tx.maybe(sql<{ logout_url: Buffer | null }>`select logout_url from sessions where id = ${id}`)
  return row?.logout_url ? { logout_url: row.logout_url } : {}
}

/** Where the browser goes to sign out at the identity provider; null without one, and after the secret was rotated. */
export async function readLogoutUrl(
  tx: UserTx,
  config: Pick<Config, 'SITEWATCH_SECRET'>,
  id: number,
): Promise<string | null> {
  const row = await tx.maybe(sql<{ logout_url: Buffer | null }>`
    select logout_url from sessions where user_id = ${tx.user_id} and id = ${id}`)
  return row?.logout_url ? (open(logoutKey(config), row.logout_url, LOGOUT_BINDING)?.toString() ?? null) : null
}

/** The cookie is enough to end its session. */
export async function deleteSessionByHashUnscoped(tx: RoleTx<'auth'>, token_hash: Buffer): Promise<void> {
  await tx.execute(sql`delete from sessions where token_hash = ${token_hash}`)
}

export const findSession = (tx: UserTx, id: number): Promise<SessionVersion | undefined> =>
  tx.maybe(sql<SessionVersion>`
    select id, user_agent, updated_at from sessions where user_id = ${tx.user_id} and id = ${id}`)

type SessionVersion = Pick<Session, 'id' | 'user_agent' | 'updated_at'>

export async function deleteOtherSessionsUnscoped(tx: RoleTx<'auth'>, user_id: number, keep_id: number): Promise<void> {
  await tx.execute(sql`delete from sessions where user_id = ${user_id} and id <> ${keep_id}`)
}

interface SessionRow {
  id: number
  email: string
  user_id: number
  is_administrator: boolean
  expires_at: string
  team_id: number
  role: TeamRole | null
  /** Null without a membership. */
  lacks_two_factor: boolean | null
}

/**
 * The user of a session cookie, in the given team or else the personal one. Crosses teams by nature: it runs before there is a user.
 * Throws NotAMember when the session is valid and the team is not the user's.
 */
export async function findSessionActorUnscoped(
  tx: RoleTx<'auth'>,
  { hash, team_id }: { hash: Buffer; team_id: number | null },
): Promise<Actor | null> {
  const row = await tx.maybe(sql<SessionRow>`
    select s.id, u.email, s.user_id, u.is_administrator, s.expires_at, coalesce(${team_id}, s.user_id) as team_id, m.role,
      t.requires_two_factor and t.id <> u.id and lacks_two_factor(u.password_hash, u.two_factor_enabled_at) as lacks_two_factor
    from sessions s join users u on u.id = s.user_id
      left join (memberships m join teams t on t.id = m.team_id and not t.is_suspended)
        on m.team_id = coalesce(${team_id}, s.user_id) and m.user_id = s.user_id
    where s.token_hash = ${hash} and not u.is_suspended and s.expires_at > now()`)
  if (!row) return null
  if (row.role === null) throw new NotAMember('the user is not a member of this team')
  return {
    user_id: row.user_id,
    team_id: row.team_id,
    role: row.role,
    kind: 'session',
    credential_id: row.id,
    name: row.email,
    scopes: new Set(SCOPES),
    is_administrator: row.is_administrator,
    expires_at: new Date(row.expires_at),
    lacks_two_factor: row.lacks_two_factor === true,
    allowed_addresses: [],
    is_limited: false,
  }
}

export async function touchSessionsUnscoped(tx: RoleTx<'auth'>, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update sessions set last_used_at = now() where id = any(${ids}::bigint[])`)
}
