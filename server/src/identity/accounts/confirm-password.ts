import type { Actor } from '../../http/auth.ts'
import { invalid, problem } from '../../http/problem.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { verifyPassword } from './password.ts'
import { type Account, findAccountUnscoped } from './store.ts'

const FRESH_MINUTES = 10

/**
 * The account of a signed-in actor, after its password was verified again. Without a password, and for what is possible where
 * only single sign-on is, the session has to be a new one: a browser that was left open is not enough.
 */
export async function confirmPassword(
  postgres: Postgres,
  actor: Actor,
  password: string,
  field: string,
  hasPasswordSignIn = true,
): Promise<Account> {
  const [account, session] = await postgres.asRole(
    'auth',
    (tx) =>
      Promise.all([
        findAccountUnscoped(tx, { id: actor.user_id }),
        tx.maybe(sql<{ is_fresh: boolean }>`
        select created_at > now() - ${FRESH_MINUTES} * interval '1 minute' as is_fresh from sessions where id = ${actor.credential_id}`),
      ]),
    { readOnly: true },
  )
  if (account && (account.password_hash === null || !hasPasswordSignIn)) {
    if (session?.is_fresh) return account
    const reason = account.password_hash === null ? 'Your account has no password. ' : ''
    throw problem('not_possible', {
      detail: `${reason}Sign out, sign in again, and repeat this within ${FRESH_MINUTES} minutes.`,
    })
  }
  if (!account || !(await verifyPassword(account.password_hash ?? undefined, password))) {
    throw invalid(field, 'invalid_value', `${field} is incorrect.`)
  }
  return account
}
