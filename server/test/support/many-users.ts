import { createHash } from 'node:crypto'
import { SCOPES } from '@sitewatch/contract'
import { sessionCookie } from '../../src/http/cookie.ts'
import { makeKeyToken } from '../../src/identity/keys/token.ts'
import { randomBase62 } from '../../src/platform/base62.ts'
import type { TestApp, TestUser } from './app.ts'

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates many users with SQL, each with a personal team, a key of all scopes and a session, but without a password. */
export async function insertUsers(app: TestApp, total: number): Promise<(TestUser & { cookie: string })[]> {
  const tokens = Array.from({ length: total }, () => ({ key: makeKeyToken(), session: randomBase62(32, 43) }))
  const run = Date.now().toString(36)
  const emails = tokens.map((_, n) => `user-${run}-${n}@example.com`)
  const { admin } = app.database
  const { rows: users } = await admin.query<{ id: string }>(
    `insert into users (email, password_hash, data_key, email_verified_at) select email, '', key, now()
     from unnest($1::text[], $2::bytea[]) with ordinality as t (email, key, n) order by n returning id`,
    [emails, emails.map(() => app.parts.vault.makeDataKey())],
  )
  const ids = users.map(({ id }) => Number(id))
  const { rows: keys } = await admin.query<{ id: string }>(
    `insert into api_keys (team_id, user_id, name, scopes, prefix, token_hash) select user_id, user_id, 'test', $4, prefix, hash
     from unnest($1::bigint[], $2::text[], $3::bytea[]) with ordinality as t (user_id, prefix, hash, n) order by n returning id`,
    [ids, tokens.map(({ key }) => key.prefix), tokens.map(({ key }) => hash(key.token)), SCOPES],
  )
  await admin.query(
    `insert into sessions (user_id, token_hash, expires_at) select user_id, hash, now() + interval '1 day'
     from unnest($1::bigint[], $2::bytea[]) as t (user_id, hash)`,
    [ids, tokens.map(({ session }) => hash(session))],
  )
  const { name } = sessionCookie(app.parts.config.BASE_URL)
  return tokens.map(({ key, session }, n) => ({
    id: ids[n] ?? 0,
    email: emails[n] ?? '',
    password: '',
    key: key.token,
    key_id: Number(keys[n]?.id),
    cookie: `${name}=${session}`,
  }))
}
