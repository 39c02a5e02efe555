import { recordFailedSignIn } from './failed-sign-in.ts'
import { type PasskeyParts, type VerifiedPasskey, verifyPasskey } from './passkeys.ts'
import { countSecondFactorAttempt } from './second-factor-backoff.ts'
import { type Account, refuseSignIn } from './store.ts'

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
