import type { Scope, TeamRole } from '@sitewatch/contract'
import type { Actor, Credential } from '../../http/auth.ts'
import { NotAMember, type RoleTx, sql } from '../../platform/postgres/index.ts'

interface KeyRow {
  id: number
  name: string
  user_id: number
  team_id: number
  role: TeamRole
  scopes: Scope[]
  expires_at: string | null
  allowed_addresses: string[]
  is_limited: boolean
}

/** The user and the team of a bearer key. Crosses teams by nature: it runs before there is a user. */
export async function findKeyActorUnscoped(
  tx: RoleTx<'auth'>,
  credential: Pick<Credential, 'hash' | 'team_id'>,
): Promise<Actor | null> {
  const row = await tx.maybe(sql<KeyRow>`
    select k.id, k.name, k.user_id, k.team_id, m.role, k.scopes, k.expires_at, k.allowed_addresses,
      k.website_ids is not null as is_limited
    from api_keys k join users u on u.id = k.user_id join teams t on t.id = k.team_id
      join memberships m on m.team_id = k.team_id and m.user_id = k.user_id
    where k.token_hash = ${credential.hash} and not u.is_suspended and not t.is_suspended and (k.expires_at is null or k.expires_at > now())`)
  if (!row) return null
  if (credential.team_id !== null && credential.team_id !== row.team_id)
    throw new NotAMember('the key is of another team')
  return {
    user_id: row.user_id,
    team_id: row.team_id,
    role: row.role,
    kind: 'key',
    credential_id: row.id,
    name: row.name,
    scopes: new Set(row.scopes),
    is_administrator: false,
    lacks_two_factor: false,
    expires_at: row.expires_at === null ? null : new Date(row.expires_at),
    allowed_addresses: row.allowed_addresses,
    is_limited: row.is_limited,
  }
}

export async function touchKeysUnscoped(tx: RoleTx<'auth'>, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update api_keys set last_used_at = now() where id = any(${ids}::bigint[])`)
}
