import { type NewApiKeyRecord, type Scope, SCOPES } from '@sitewatch/contract'
import { insertKey } from '../server/src/identity/keys/index.ts'
import type { Postgres } from '../server/src/platform/postgres/index.ts'

/** A key of an account in its personal team. */
export function makeOwnerKey(postgres: Postgres, id: number, scopes: readonly Scope[]): Promise<NewApiKeyRecord> {
  const actor = {
    user_id: id,
    team_id: id,
    role: 'owner',
    kind: 'session',
    credential_id: 0,
    name: 'owner',
    scopes: new Set(SCOPES),
    is_administrator: false,
    expires_at: null,
    lacks_two_factor: false,
    allowed_addresses: [],
    is_limited: false,
  } as const
  return postgres.asUser({ team_id: id, user_id: id, system: true }, (tx) =>
    insertKey(tx, { actor, input: { name: 'bench', scopes: [...scopes] }, quota: undefined }),
  )
}
