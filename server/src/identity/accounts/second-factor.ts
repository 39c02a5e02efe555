import type { Config } from '../../config.ts'
import type { Actor } from '../../http/auth.ts'
import { invalid } from '../../http/problem.ts'
import { confirmPassword } from './confirm-password.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import { confirmPasskey, type PasskeyParts, type VerifiedPasskey, verifyPasskey } from './passkeys.ts'
import { clearSecondFactorAttempts, countSecondFactorAttempt } from './second-factor-backoff.ts'
import { type Account, refuseSignIn } from './store.ts'
import { checkSecondFactor } from './two-factor.ts'
import type { Vault } from './vault.ts'

type SecondFactor = { kind: 'none' } | { kind: 'code'; code: string } | { kind: 'passkey'; passkey: VerifiedPasskey }

const requireSecondFactor = ({ has_passkeys }: Account) => {
  const code = 'two_factor_required'
  return refuseSignIn([
    { field: 'code', code, message: 'Enter the code from your authenticator app.' },
    ...(has_passkeys ? [{ field: 'passkey', code, message: 'Or use a passkey.' }] : []),
  ])
}

/** Reads the second factor, if the account needs one. A code is only counted here. The transaction that consumes it compares it. */
export async function readSecondFactor(
  parts: PasskeyParts,
  account: Account,
  given: { code?: string | undefined; passkey?: Record<string, unknown> | undefined; address: string },
): Promise<SecondFactor> {
  if (!account.has_two_factor) return { kind: 'none' }
  if (given.passkey) {
    const recordFailure = () => parts.postgres.asRole('auth', (tx) => recordFailedSignIn(tx, account, given.address))
    const passkey = await verifyPasskey(parts, given.passkey).catch(async (error: unknown) => {
      await recordFailure()
      throw error
    })
    if (passkey.user_id === account.id) return { kind: 'passkey', passkey }
    await recordFailure()
    throw refuseSignIn()
  }
  if (given.code === undefined) throw requireSecondFactor(account)
  await parts.postgres.asRole('auth', (tx) => countSecondFactorAttempt(tx, account.id, given.address))
  return { kind: 'code', code: given.code }
}

export interface GivenSecondFactor {
  code?: string | undefined
  passkey?: Record<string, unknown> | undefined
}

/** For a signed-in user: whatever is refused is a validation error and does not end the session. */
export async function confirmSecondFactor(
  parts: PasskeyParts & { vault: Vault },
  user_id: number,
  { code, passkey, address }: GivenSecondFactor & { address: string },
): Promise<void> {
  if (passkey) return confirmPasskey(parts, user_id, passkey)
  if (code === undefined) throw invalid('code', 'required', 'Send a code or a passkey.')
  await parts.postgres.asRole('auth', (tx) => countSecondFactorAttempt(tx, user_id, address))
  await parts.postgres.asRole('auth', async (tx) => {
    if (!(await checkSecondFactor(tx, parts.vault, user_id, code)))
      throw invalid('code', 'invalid_value', 'code is incorrect.')
    await clearSecondFactorAttempts(tx, user_id, address)
  })
}

interface OwnerParts extends PasskeyParts {
  config: Pick<Config, 'BASE_URL' | 'SITEWATCH_PASSWORD_SIGN_IN'>
  vault: Vault
}

/** Before a new way to sign in: with the password alone, it would be a way around the second factor. */
export async function confirmOwner(
  parts: OwnerParts,
  actor: Actor,
  { password, ...given }: GivenSecondFactor & { password: string; address: string },
): Promise<Account> {
  const { SITEWATCH_PASSWORD_SIGN_IN } = parts.config
  const account = await confirmPassword(parts.postgres, actor, password, 'password', SITEWATCH_PASSWORD_SIGN_IN)
  // Where only single sign-on is possible, people may have neither a password nor a second factor any more.
  if (account.has_two_factor && SITEWATCH_PASSWORD_SIGN_IN) await confirmSecondFactor(parts, actor.user_id, given)
  return account
}
