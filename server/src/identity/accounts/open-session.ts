import type { Config } from '../../config.ts'
import type { sessionCookie } from '../../http/cookie.ts'
import { problem } from '../../http/problem.ts'
import { type Caller, respond } from '../../http/serve.ts'
import type { RoleTx } from '../../platform/postgres/index.ts'
import { recordAccountEvent } from './audit.ts'
import { rememberPlace } from './known-places.ts'
import { announceSecurity } from './security-notice.ts'
import { deleteSessionByHashUnscoped, insertSession, SESSION_SECONDS } from './sessions.ts'
import { readUserUnscoped } from './store.ts'

export type SessionCookie = ReturnType<typeof sessionCookie>

export async function openSession(
  tx: RoleTx<'auth'>,
  cookie: SessionCookie,
  user_id: number,
  caller: Caller & { logout_url?: Buffer },
) {
  if (caller.session_hash) await deleteSessionByHashUnscoped(tx, caller.session_hash)
  const session = await insertSession(tx, user_id, caller)
  if (await rememberPlace(tx, user_id, caller)) {
    const { address, user_agent } = caller
    await announceSecurity(tx, { user_id, action: 'session.created', address, user_agent })
  }
  const user = await readUserUnscoped(tx, user_id)
  const { id, expires_at } = session
  return respond(
    { object: 'session' as const, id, user, expires_at },
    { headers: { 'set-cookie': cookie.set(session.token, SESSION_SECONDS) }, location: '/api/session' },
  )
}

/** Every way of signing in ends here. */
export async function signIn(
  tx: RoleTx<'auth'>,
  cookie: SessionCookie,
  account: { id: number; email: string },
  caller: Caller & { logout_url?: Buffer },
) {
  const session = await openSession(tx, cookie, account.id, caller)
  const { address } = caller
  await recordAccountEvent(tx, { action: 'session.created', account, address, session_id: session.result.id })
  return session
}

/** Where single sign-on is enforced, neither a password nor a passkey opens a session. */
export function requirePasswordSignIn({
  SITEWATCH_PASSWORD_SIGN_IN,
}: Pick<Config, 'SITEWATCH_PASSWORD_SIGN_IN'>): void {
  if (SITEWATCH_PASSWORD_SIGN_IN) return
  throw problem('not_possible', {
    detail: 'People sign in to this server only by single sign-on. Go to the sign-in page and choose it.',
  })
}
