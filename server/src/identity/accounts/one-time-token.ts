import { randomBase62 } from '../../platform/base62.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { sha256 } from '../../platform/secrets.ts'

type Purpose = 'sso' | 'passkey_registration' | 'passkey_sign_in' | 'sign_in_link'

interface NewToken {
  purpose: Purpose
  valid_seconds: number
  user_id?: number
  /** Data to return when the token is used. */
  data?: object
}

/** Stores only the hash. */
export async function insertTokenUnscoped(tx: RoleTx<'auth'>, made: NewToken): Promise<string> {
  const token = randomBase62(32, 43)
  await tx.execute(sql`
    insert into one_time_tokens (token_hash, purpose, user_id, data, expires_at)
    values (${sha256(token)}, ${made.purpose}, ${made.user_id ?? null}, ${JSON.stringify(made.data ?? {})}::jsonb,
      now() + ${made.valid_seconds} * interval '1 second')`)
  return token
}

export interface UsedToken {
  user_id: number | null
  data: unknown
}

/** Undefined when it was used before, has expired, or is for something else. Of two concurrent requests, one gets it. */
export const consumeTokenUnscoped = (
  tx: RoleTx<'auth'>,
  purpose: Purpose,
  token: string,
): Promise<UsedToken | undefined> =>
  tx.maybe(sql<UsedToken>`
    delete from one_time_tokens where token_hash = ${sha256(token)} and purpose = ${purpose} and expires_at > now()
    returning user_id, data`)
