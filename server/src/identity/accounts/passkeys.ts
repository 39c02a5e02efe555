import type { Passkey } from '@sitewatch/contract'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { actorOf, insertAuditEntry } from '../../http/audit.ts'
import type { Actor } from '../../http/auth.ts'
import { invalid, problem, ProblemError } from '../../http/problem.ts'
import { type Postgres, type RoleTx, sql, sqlState } from '../../platform/postgres/index.ts'
import { consumeTokenUnscoped, insertTokenUnscoped } from './one-time-token.ts'
import { announceSecurity } from './security-notice.ts'

export interface PasskeyParts {
  config: Pick<Config, 'BASE_URL'>
  postgres: Postgres
}

/** On first use: loading it takes 0.25 s of processor time, more than any other package, at each start of the service or of a command. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const VALID_SECONDS = 300
const MAX_PASSKEYS = 20
/** Ed25519, ES256, RS256: what authenticators use. The library's default probes the runtime for others, which prints a warning. */
const supportedAlgorithmIDs = [-8, -7, -257]

export const PASSKEY = sql`'passkey' as object, id, name, last_used_at, created_at, updated_at`

/** Passkeys are bound to the host name, not to the path of BASE_URL. */
const siteOf = ({ BASE_URL }: Pick<Config, 'BASE_URL'>) => {
  const { hostname, origin } = new URL(BASE_URL)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/**
 * The challenge is a token that is valid once: it is consumed before anything is verified. False when it was used before, has expired or
 * was created for another user.
 */
async function consumeChallenge(
  { postgres }: PasskeyParts,
  purpose: 'passkey_registration' | 'passkey_sign_in',
  challenge: string,
  user_id: number | null,
): Promise<boolean> {
  // Browsers send it back as base64url.
  const token = Buffer.from(challenge, 'base64url').toString()
  const used = await postgres.asRole('auth', (tx) => consumeTokenUnscoped(tx, purpose, token))
  return used?.user_id === user_id
}

const SignedData = z.object({ response: z.object({ clientDataJSON: z.string() }) })
const ClientData = z.object({ challenge: z.string() })

/** Undefined when there is none. */
function readChallenge(credential: object): string | undefined {
  const signed = SignedData.safeParse(credential)
  if (!signed.success) return undefined
  try {
    const text = Buffer.from(signed.data.response.clientDataJSON, 'base64url').toString()
    return ClientData.safeParse(JSON.parse(text)).data?.challenge
  } catch {
    return undefined
  }
}

export async function requestRegistration(
  { config, postgres }: PasskeyParts,
  user: { id: number; email: string },
): Promise<object> {
  const { challenge, known } = await postgres.asRole('auth', async (tx) => ({
    challenge: await insertTokenUnscoped(tx, {
      purpose: 'passkey_registration',
      user_id: user.id,
      valid_seconds: VALID_SECONDS,
    }),
    known: await tx.query(sql<{ credential_id: Buffer }>`
      select credential_id from passkeys where user_id = ${user.id}`),
  }))
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: 'Sitewatch',
    rpID: siteOf(config).expectedRPID,
    userID: new Uint8Array(Buffer.from(String(user.id))),
    userName: user.email,
    challenge,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const refuseRegistration = (cause?: unknown) =>
  problem('validation_failed', {
    detail: 'The passkey could not be verified. Start again.',
    errors: [
      { field: 'credential', code: 'invalid_value', message: 'The passkey could not be verified. Start again.' },
    ],
    cause,
  })

async function verifyRegistration(parts: PasskeyParts, user_id: number, credential: object) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const challenge = readChallenge(credential)
  if (challenge === undefined || !(await consumeChallenge(parts, 'passkey_registration', challenge, user_id))) {
    throw refuseRegistration()
  }
  const { registrationInfo } = await verifyRegistrationResponse({
    ...siteOf(parts.config),
    response: credential as RegistrationResponseJSON,
    requireUserVerification: true,
    supportedAlgorithmIDs,
    expectedChallenge: challenge,
  }).catch((error: unknown) => {
    throw refuseRegistration(error)
  })
  if (!registrationInfo) throw refuseRegistration()
  return registrationInfo.credential
}

export async function addPasskey(
  parts: PasskeyParts,
  actor: Actor,
  { name, credential, address }: { name: string; credential: object; address: string },
): Promise<Passkey> {
  const { user_id } = actor
  const created = await verifyRegistration(parts, user_id, credential)
  return parts.postgres.asRole('auth', async (tx) => {
    await tx.query(sql`select from users where id = ${user_id} for update`)
    const { used } = await tx.one(
      sql<{ used: number }>`select count(*) as used from passkeys where user_id = ${user_id}`,
    )
    if (used >= MAX_PASSKEYS) {
      throw problem('limit_reached', { detail: `An account can have ${MAX_PASSKEYS} passkeys. Remove one first.` })
    }
    try {
      const passkey = await tx.one(sql<Passkey>`
        insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
        values (${user_id}, ${name}, ${Buffer.from(created.id, 'base64url')}, ${Buffer.from(created.publicKey)}, ${created.counter},
          ${created.transports ?? []}::text[])
        returning ${PASSKEY}`)
      const changes = [{ field: 'name', before: null, after: name }]
      const record = { id: passkey.id, name }
      await insertAuditEntry(tx, {
        team_id: user_id,
        action: 'passkey.created',
        actor: actorOf(actor),
        record,
        changes,
        address,
      })
      await announceSecurity(tx, { user_id, action: 'passkey.created', address })
      return passkey
    } catch (error) {
      if (sqlState(error) !== '23505') throw error
      throw problem('already_exists', { detail: 'This passkey was already added.', cause: error })
    }
  })
}

/** Sends no list of passkeys: the authenticator knows the account, and nobody learns which account has which passkeys. */
export async function requestSignIn({ config, postgres }: PasskeyParts): Promise<object> {
  const challenge = await postgres.asRole('auth', (tx) =>
    insertTokenUnscoped(tx, { purpose: 'passkey_sign_in', valid_seconds: VALID_SECONDS }),
  )
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: siteOf(config).expectedRPID,
    challenge,
    userVerification: 'required',
  })
}

interface StoredPasskey {
  id: number
  user_id: number
  credential_id: Buffer
  public_key: Buffer
}

const refusePasskey = (detail: string, cause?: unknown) =>
  problem('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer' }, cause })

const UNKNOWN = 'This passkey was not accepted. Try again, or sign in another way.'
const COPIED =
  'This passkey was refused because it seems to have been copied. Sign in another way, remove the passkey under Settings → Security, and add it again.'

export interface VerifiedPasskey {
  id: number
  user_id: number
  counter: number
}

/** Returns the passkey that signed the challenge. The challenge is consumed even if the verification fails. */
export async function verifyPasskey(
  parts: PasskeyParts,
  credential: Record<string, unknown>,
): Promise<VerifiedPasskey> {
  const { id } = credential
  const credential_id = Buffer.from(typeof id === 'string' ? id : '', 'base64url')
  const stored = await parts.postgres.asRole(
    'auth',
    (tx) =>
      tx.maybe(sql<StoredPasskey>`
        select id, user_id, credential_id, public_key from passkeys where credential_id = ${credential_id}`),
    { readOnly: true },
  )
  if (!stored) throw refusePasskey('This passkey is not known here. It may have been removed. Sign in another way.')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const challenge = readChallenge(credential)
  if (challenge === undefined || !(await consumeChallenge(parts, 'passkey_sign_in', challenge, null))) {
    throw refusePasskey(UNKNOWN)
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...siteOf(parts.config),
    response: credential as unknown as AuthenticationResponseJSON,
    requireUserVerification: true,
    expectedChallenge: challenge,
    // The counter is compared by usePasskey, in the transaction that stores it.
    credential: {
      id: stored.credential_id.toString('base64url'),
      publicKey: new Uint8Array(stored.public_key),
      counter: 0,
    },
  }).catch((error: unknown) => {
    throw refusePasskey(UNKNOWN, error)
  })
  if (!verified) throw refusePasskey(UNKNOWN)
  return { id: stored.id, user_id: stored.user_id, counter: authenticationInfo.newCounter }
}

/** An authenticator with a counter increases it at each use; one without always sends 0. */
export async function usePasskey(tx: RoleTx<'auth'>, { id, counter }: VerifiedPasskey): Promise<void> {
  const used = await tx.execute(sql`
    update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`)
  if (used === 0) throw refusePasskey(COPIED)
}

/** For a signed-in user: a refused passkey is a validation error and does not end the session. */
export async function confirmPasskey(
  parts: PasskeyParts,
  user_id: number,
  credential: Record<string, unknown>,
): Promise<void> {
  try {
    const verified = await verifyPasskey(parts, credential)
    if (verified.user_id !== user_id) throw refusePasskey('This passkey belongs to another account.')
    await parts.postgres.asRole('auth', (tx) => usePasskey(tx, verified))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'unauthenticated') throw error
    throw invalid('passkey', 'invalid_value', error.message)
  }
}
