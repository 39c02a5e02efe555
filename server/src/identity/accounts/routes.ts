import { accountRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import type { Actor } from '../../http/auth.ts'
import { sessionCookie } from '../../http/cookie.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { countSharedUse } from '../../http/shared-bucket.ts'
import { type Caller, respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { requestVerification, verifyAddressUnscoped } from './address-verification.ts'
import { recordAccountEvent } from './audit.ts'
import { confirmPassword } from './confirm-password.ts'
import { requestEmailChange } from './email-change.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import { openSession, requirePasswordSignIn, signIn, type SessionCookie } from './open-session.ts'
import { confirmPasskey, usePasskey } from './passkeys.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { confirmSecondFactor, readSecondFactor } from './second-factor.ts'
import { clearSecondFactorAttempts } from './second-factor-backoff.ts'
import {
  deleteOtherSessionsUnscoped,
  deleteSession,
  findLogoutUrlUnscoped,
  findSession,
  insertSession,
  listSessions,
  readLogoutUrl,
  SESSION_SECONDS,
} from './sessions.ts'
import {
  type Account,
  admitSignUp,
  closeAccountUnscoped,
  consumeResetUnscoped,
  findAccountUnscoped,
  insertUserUnscoped,
  readUser,
  readUserUnscoped,
  refuseSignIn,
  replacePasswordUnscoped,
  updateLanguage,
  updatePasswordUnscoped,
} from './store.ts'
import { checkSecondFactor, confirmTwoFactor, enableWithPasskey, startTwoFactor, stopTwoFactor } from './two-factor.ts'
import type { Vault } from './vault.ts'

export interface AccountParts {
  config: Config
  postgres: Postgres
  vault: Vault
  mailer: Mailer | null
}

const UNKNOWN_USER_ID = 0
const RESET_LIMIT = { name: 'password_reset', points: 3, seconds: 3600 }

const done = (message: string) => ({ object: 'acknowledgement' as const, message })

async function checkSignIn(
  postgres: Postgres,
  { email, password }: { email: string; password: string },
  { address }: Caller,
): Promise<Account> {
  const account = await postgres.asRole('auth', (tx) => findAccountUnscoped(tx, { email }), { readOnly: true })
  const isCorrect = await verifyPassword(account?.password_hash ?? undefined, password)
  if (account && isCorrect && !account.is_suspended) return account
  await postgres.asRole('auth', (tx) => recordFailedSignIn(tx, account, address))
  throw refuseSignIn()
}

/** The account of a signed-in actor, as the audit log names it. */
const accountOf = ({ user_id, name }: Actor) => ({ id: user_id, email: name })

const noMailer = () =>
  problem('mail_not_sent', { detail: 'E-mail is not configured: the administrator must set SMTP_URL.' })

const tooManyMails = (wait_seconds: number) =>
  problem('rate_limited', {
    detail: `Too many e-mails were sent to this address. Try again in ${wait_seconds} seconds.`,
    headers: { 'retry-after': String(wait_seconds) },
  })

function serveAccount({ config, postgres, vault, mailer }: AccountParts, cookie: SessionCookie): Served[] {
  return [
    serve(accountRoutes.signUp, async ({ body, caller }) => {
      // The first account is created by the operator, before anybody can sign in otherwise.
      if (body.setup_code === undefined) requirePasswordSignIn(config)
      const password_hash = await hashPassword(body.password)
      return postgres.asRole('auth', async (tx) => {
        const admission = await admitSignUp(tx, config, body)
        const user = await insertUserUnscoped(tx, vault, { email: body.email, password_hash, ...admission })
        if (!admission.is_verified) await requestVerification(tx, user)
        await recordAccountEvent(tx, { action: 'user.created', account: user, address: caller.address })
        return openSession(tx, cookie, user.id, caller)
      })
    }),
    serve(accountRoutes.account, ({ tx }) => readUser(tx)),
    serve(
      accountRoutes.updateAccount,
      ({ tx, body }) => (body.language === undefined ? readUser(tx) : updateLanguage(tx, body.language)),
      { current: readUser },
    ),
    serveWithoutTransaction(accountRoutes.sendVerification, async ({ actor, caller }) => {
      if (!mailer) throw noMailer()
      return postgres.asRole('auth', async (tx) => {
        const user = await readUserUnscoped(tx, actor.user_id)
        if (user.email_verified_at !== null) return done('The address is already verified.')
        const { wait_seconds } = await requestVerification(tx, user)
        if (wait_seconds > 0) throw tooManyMails(wait_seconds)
        await recordAccountEvent(tx, { action: 'user.verification_sent', account: user, address: caller.address })
        return done('We sent you an e-mail with a link.')
      })
    }),
    serveWithoutTransaction(accountRoutes.changeEmail, async ({ actor, body, caller: { address } }) => {
      if (!mailer) throw noMailer()
      const account = await confirmPassword(postgres, actor, body.password, 'password')
      const email = body.email.toLowerCase()
      if (email === account.email) {
        throw invalid('email', 'invalid_value', 'email is already the address of this account.')
      }
      const { wait_seconds } = await postgres.asRole('auth', async (tx) => {
        const requested = await requestEmailChange(tx, account, email)
        if (requested.wait_seconds === 0)
          await recordAccountEvent(tx, { action: 'user.email_change_requested', account, address })
        return requested
      })
      if (wait_seconds > 0) throw tooManyMails(wait_seconds)
      return done('If the address can be used, a link is on its way to it. Your address changes when you confirm it.')
    }),
    serveWithoutTransaction(accountRoutes.removeAccount, async ({ actor, body, caller: { address } }) => {
      const account = await confirmPassword(postgres, actor, body.password, 'password')
      await postgres.asRole('auth', async (tx) => {
        if (await closeAccountUnscoped(tx, actor.user_id))
          await recordAccountEvent(tx, { action: 'user.deleted', account, address })
      })
      return respond({ id: actor.user_id }, { headers: { 'set-cookie': cookie.clear() } })
    }),
  ]
}

function servePasswords({ config, postgres }: AccountParts, cookie: SessionCookie): Served[] {
  return [
    serveWithoutTransaction(accountRoutes.changePassword, async ({ actor, body, caller }) => {
      const account = await confirmPassword(postgres, actor, body.current_password, 'current_password')
      const password_hash = await hashPassword(body.password)
      return postgres.asRole('auth', async (tx) => {
        await updatePasswordUnscoped(tx, actor.user_id, password_hash)
        // The session is rotated: a stolen copy of its cookie stops working too.
        const logout = await findLogoutUrlUnscoped(tx, actor.credential_id)
        const session = await insertSession(tx, actor.user_id, { ...caller, ...logout })
        await deleteOtherSessionsUnscoped(tx, actor.user_id, session.id)
        await recordAccountEvent(tx, { action: 'user.password_changed', account, address: caller.address })
        const headers = { 'set-cookie': cookie.set(session.token, SESSION_SECONDS) }
        return respond(done('Password changed. All other sessions were signed out.'), { headers })
      })
    }),
    serve(accountRoutes.requestReset, async ({ body, caller }) => {
      requirePasswordSignIn(config)
      const wait_seconds = await postgres.asRole('auth', async (tx) => {
        // Also for an unknown address: a limit or a job for known ones alone would reveal which they are.
        const { used, reset_seconds } = await countSharedUse(tx, { policy: RESET_LIMIT, key: body.email.toLowerCase() })
        if (used > RESET_LIMIT.points) return Math.max(1, reset_seconds)
        const account = await findAccountUnscoped(tx, { email: body.email })
        const user_id = account && !account.is_suspended ? account.id : UNKNOWN_USER_ID
        await tx.query(sql`select add_password_reset_job(${user_id}, ${caller.address})`)
        return 0
      })
      if (wait_seconds > 0) throw tooManyMails(wait_seconds)
      return done('If an account with this address exists, we sent it an e-mail with a link.')
    }),
    serve(accountRoutes.reset, async ({ body, caller: { address } }) => {
      requirePasswordSignIn(config)
      const password_hash = await hashPassword(body.password)
      await postgres.asRole('auth', async (tx) => {
        const user_id = await consumeResetUnscoped(tx, body.token)
        await replacePasswordUnscoped(tx, user_id, password_hash)
        // The token came by mail, so the person who uses it can read mail at this address.
        await verifyAddressUnscoped(tx, user_id)
        const account = await readUserUnscoped(tx, user_id)
        await recordAccountEvent(tx, { action: 'user.password_reset', account, address })
      })
      return done('Password changed. Sign in with your new password.')
    }),
  ]
}

function serveTwoFactor(parts: AccountParts): Served[] {
  const { postgres, vault } = parts
  return [
    serveWithoutTransaction(accountRoutes.startTwoFactor, async ({ actor, body, caller: { address } }) => {
      const account = await confirmPassword(postgres, actor, body.password, 'password')
      if (account.has_two_factor)
        throw invalid('password', 'invalid_value', 'Two-factor authentication is already enabled. Disable it first.')
      return postgres.asRole('auth', async (tx) => {
        await recordAccountEvent(tx, { action: 'user.two_factor_started', account, address })
        return startTwoFactor(tx, vault, account)
      })
    }),
    serveWithoutTransaction(accountRoutes.confirmTwoFactor, async ({ actor, body, caller: { address } }) => {
      const { code, passkey } = body
      if (passkey) await confirmPasskey(parts, actor.user_id, passkey)
      else if (code === undefined) throw invalid('code', 'required', 'Send a code or a passkey.')
      const recovery_codes = await postgres.asRole('auth', async (tx) => {
        await recordAccountEvent(tx, { action: 'user.two_factor_enabled', account: accountOf(actor), address })
        return passkey !== undefined || code === undefined
          ? enableWithPasskey(tx, actor.user_id)
          : confirmTwoFactor(tx, vault, actor.user_id, code)
      })
      return { object: 'two_factor' as const, recovery_codes }
    }),
    serveWithoutTransaction(accountRoutes.stopTwoFactor, async ({ actor, body, caller }) => {
      await confirmPassword(postgres, actor, body.password, 'password')
      const { address } = caller
      await confirmSecondFactor(parts, actor.user_id, { ...body, address })
      await postgres.asRole('auth', async (tx) => {
        await stopTwoFactor(tx, actor.user_id)
        await recordAccountEvent(tx, { action: 'user.two_factor_disabled', account: accountOf(actor), address })
      })
      return done('Two-factor authentication is disabled.')
    }),
  ]
}

function serveSessions(parts: AccountParts, cookie: SessionCookie): Served[] {
  const { config, postgres, vault } = parts
  return [
    serve(accountRoutes.signIn, async ({ body, caller }) => {
      requirePasswordSignIn(config)
      const account = await checkSignIn(postgres, body, caller)
      const { address } = caller
      const second = await readSecondFactor(parts, account, { ...body, address })
      const opened = await postgres.asRole('auth', async (tx) => {
        if (second.kind === 'passkey') await usePasskey(tx, second.passkey)
        if (second.kind === 'code') {
          const isCorrect = await checkSecondFactor(tx, vault, account.id, second.code)
          // Committed, although the sign-in is refused.
          if (!isCorrect) return recordFailedSignIn(tx, account, address)
          await clearSecondFactorAttempts(tx, account.id, address)
        }
        return signIn(tx, cookie, account, caller)
      })
      if (!opened) throw refuseSignIn()
      return opened
    }),
    serve(accountRoutes.session, async ({ tx, actor }) => ({
      object: 'session' as const,
      id: actor.credential_id,
      user: await readUser(tx),
      expires_at: (actor.expires_at ?? new Date(0)).toISOString(),
    })),
    serve(
      accountRoutes.signOut,
      async ({ tx, actor }) => {
        const id = actor.credential_id
        const logout_url = await readLogoutUrl(tx, config, id)
        await deleteSession(tx, id)
        return respond({ id, logout_url }, { headers: { 'set-cookie': cookie.clear() } })
      },
      { current: (tx: UserTx, _id, actor) => findSession(tx, actor.credential_id) },
    ),
    serve(accountRoutes.sessions, ({ tx, actor, query }) => listSessions(tx, actor, query.page, query.pageSize)),
    serve(
      accountRoutes.revokeSession,
      async ({ tx, params }) => {
        if (!(await deleteSession(tx, params.id))) throw notFound()
        return { id: params.id }
      },
      { current: findSession },
    ),
  ]
}

export function serveAccounts(parts: AccountParts): Served[] {
  const cookie = sessionCookie(parts.config.BASE_URL)
  return [
    ...serveAccount(parts, cookie),
    ...servePasswords(parts, cookie),
    ...serveTwoFactor(parts),
    ...serveSessions(parts, cookie),
  ]
}
