import { type Scope } from '@sitewatch/contract'
import type { Actor } from '../../http/auth.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

interface KeyRow {
  id: number
  user_id: number
  scopes: Scope[]
  expires_at: string | null
}

/** The user of a bearer key. Crosses tenants by nature: it runs before there is a user. */
export async function findKeyActorUnscoped(tx: RoleTx<'auth'>, credential: { hash: Buffer }): Promise<Actor | null> {
  const row = await tx.maybe(sql<KeyRow>`
    select k.id, k.user_id, k.scopes, k.expires_at
    from api_keys k join users u on u.id = k.user_id
    where k.token_hash = ${credential.hash} and not u.is_suspended and (k.expires_at is null or k.expires_at > now())`)
  if (!row) return null
  return {
    user_id: row.user_id,
    kind: 'key',
    credential_id: row.id,
    scopes: new Set(row.scopes),
    is_administrator: false,
    expires_at: row.expires_at === null ? null : new Date(row.expires_at),
  }
}

export async function touchKeysUnscoped(tx: RoleTx<'auth'>, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update api_keys set last_used_at = now() where id = any(${ids}::bigint[])`)
}
