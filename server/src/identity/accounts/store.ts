import type { Language, User } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { invalid, problem } from '../../http/problem.ts'
import { randomBase62 } from '../../platform/base62.ts'
import { type RoleTx, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { deriveKey, isSame, sha256 } from '../../platform/secrets.ts'
import { invitationToken, readTeamInvitationToken } from './invitation.ts'
import { deleteOtherSessionsUnscoped } from './sessions.ts'
import type { Vault } from './vault.ts'

const USER = sql`'user' as object, id, email, email_verified_at, is_administrator,
  password_hash is not null as has_password, two_factor_enabled_at is not null as two_factor_enabled, language, created_at, updated_at`

export interface Account {
  id: number
  email: string
  /** Null for an account that single sign-on created. */
  password_hash: string | null
  is_suspended: boolean
  has_two_factor: boolean
  has_passkeys: boolean
  is_verified: boolean
  language: Language | null
}

export async function findAccountUnscoped(
  tx: RoleTx<'auth'>,
  by: { email: string } | { id: number },
): Promise<Account | undefined> {
  const match = 'email' in by ? sql`email = ${by.email.toLowerCase()}` : sql`id = ${by.id}`
  return tx.maybe(sql<Account>`
    select id, email, password_hash, is_suspended, two_factor_enabled_at is not null as has_two_factor,
      exists (select from passkeys p where p.user_id = users.id) as has_passkeys,
      email_verified_at is not null as is_verified, language
    from users where ${match} and deleted_at is null`)
}

export const readUserUnscoped = (tx: RoleTx<'auth'>, id: number): Promise<User> =>
  tx.one(sql<User>`select ${USER} from users where id = ${id}`)

export const readUser = (tx: UserTx): Promise<User> =>
  tx.one(sql<User>`select ${USER} from users where id = ${tx.user_id}`)

export const updateLanguage = (tx: UserTx, language: Language | null): Promise<User> =>
  tx.one(sql<User>`update users set language = ${language} where id = ${tx.user_id} returning ${USER}`)

/** Serialises the creation of accounts, so that only one can be the first. */
export async function countUsersUnscoped(tx: RoleTx<'auth'>): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(5174232)`)
  return (await tx.one(sql<{ total: number }>`select count(*) as total from users where deleted_at is null`)).total
}

export async function insertUserUnscoped(
  tx: RoleTx<'auth'>,
  vault: Vault,
  user: { email: string; password_hash: string | null; is_administrator: boolean; is_verified: boolean },
): Promise<User> {
  try {
    return await tx.one(sql<User>`
      insert into users (email, password_hash, is_administrator, data_key, email_verified_at)
      values (${user.email.toLowerCase()}, ${user.password_hash}, ${user.is_administrator}, ${vault.makeDataKey()},
        case when ${user.is_verified} then now() end)
      returning ${USER}`)
  } catch (error) {
    // The lower-case form can be longer than the text that was sent (İ), and Postgres's lower() differs for some alphabets.
    if (sqlState(error) === '23514') throw invalid('email', 'invalid_format', 'email must be an e-mail address.')
    if (sqlState(error) !== '23505') throw error
    throw invalid(
      'email',
      'already_exists',
      'An account with this e-mail address already exists. Sign in, or reset your password.',
    )
  }
}

/** Closes the account at once; a job deletes what it owns. False when there is no such account or it is already closed. */
export async function closeAccountUnscoped(tx: RoleTx<'auth'> | RoleTx<'admin'>, id: number): Promise<boolean> {
  const { closed } = await tx
    .one(sql<{ closed: boolean }>`select close_account(${id}) as closed`)
    .catch((error: unknown) => {
      if (sqlState(error) !== 'SW409') throw error
      const team = (error as Error).message
      throw problem('not_possible', {
        detail: `This account is the only owner of the team ${team}, which has other members. Make another member its owner, or delete the team first.`,
        cause: error,
      })
    })
  return closed
}

/** Reset links that were sent before stop working. */
export async function updatePasswordUnscoped(tx: RoleTx<'auth'>, id: number, password_hash: string): Promise<void> {
  await tx.execute(sql`update users set password_hash = ${password_hash} where id = ${id}`)
  await tx.execute(sql`delete from password_resets where user_id = ${id}`)
}

/** Without the old password: by a link from a mail, or by the operator. Ends all sessions of the account. */
export async function replacePasswordUnscoped(tx: RoleTx<'auth'>, id: number, password_hash: string): Promise<void> {
  await updatePasswordUnscoped(tx, id, password_hash)
  await deleteOtherSessionsUnscoped(tx, id, 0)
}

/** Valid only while there is no account at all. Derived, so it is the same for every process of an install and stored nowhere. */
export function setupCode(config: Pick<Config, 'SITEWATCH_SECRET'>): string {
  return deriveKey(config.SITEWATCH_SECRET, 'set-up code').toString('hex').slice(0, 16)
}

interface SignUp {
  email: string
  setup_code?: string | undefined
  invitation?: string | undefined
}

interface Admission {
  is_administrator: boolean
  /** Whether the address is verified: by the operator, or by a link that was sent to it. */
  is_verified: boolean
}

/** False when there is no such open invitation for this address. */
async function acceptInvitation(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SECRET'>,
  { email, invitation }: { email: string; invitation: string },
): Promise<boolean> {
  const found = await tx.maybe(sql<{ id: number }>`
    select id from invitations
    where email = ${email.toLowerCase()} and accepted_at is null and expires_at > now() for update`)
  if (!found || !isSame(sha256(invitation), sha256(invitationToken(config, found.id)))) return false
  await tx.execute(sql`update invitations set accepted_at = now(), updated_at = now() where id = ${found.id}`)
  return true
}

/** Whether it is the token of an open invitation to a team, for this address. It is accepted after signing up. */
async function isInvitedToTeam(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SECRET'>,
  { email, invitation }: { email: string; invitation: string },
): Promise<boolean> {
  const id = readTeamInvitationToken(config, invitation)
  if (id === null) return false
  const found = await tx.maybe(sql<{ id: number }>`
    select i.id from team_invitations i
    where i.id = ${id} and i.email = ${email.toLowerCase()} and is_open_invitation(i)`)
  return found !== undefined
}

/** Whether this sign-up is allowed, and which kind of account it creates. */
export async function admitSignUp(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_SIGNUP' | 'SITEWATCH_INVITATIONS'>,
  signUp: SignUp,
): Promise<Admission> {
  if ((await countUsersUnscoped(tx)) === 0) {
    if (!isSame(sha256(signUp.setup_code ?? ''), sha256(setupCode(config)))) {
      throw invalid(
        'setup_code',
        signUp.setup_code ? 'invalid_value' : 'required',
        'setup_code is incorrect. Enter the code printed in the server log.',
      )
    }
    return { is_administrator: true, is_verified: true }
  }
  if (signUp.setup_code !== undefined) {
    throw invalid('setup_code', 'invalid_value', 'setup_code was already used: an account exists.')
  }
  const { email, invitation } = signUp
  const accept = async (): Promise<boolean> =>
    invitation !== undefined && config.SITEWATCH_INVITATIONS && acceptInvitation(tx, config, { email, invitation })
  if (config.SITEWATCH_SIGNUP === 'open') return { is_administrator: false, is_verified: await accept() }
  if (!config.SITEWATCH_INVITATIONS) {
    throw invalid('invitation', 'not_allowed', 'Sign-up is closed, and invitations are disabled on this server.')
  }
  if (invitation === undefined) {
    throw invalid('invitation', 'required', 'Sign-up requires an invitation. Ask your administrator for one.')
  }
  if (await accept()) return { is_administrator: false, is_verified: true }
  // The inviting person has seen the link, too, so it does not prove that mail to the address is read.
  if (await isInvitedToTeam(tx, config, { email, invitation })) return { is_administrator: false, is_verified: false }
  throw invalid(
    'invitation',
    'invalid_value',
    'invitation is not valid for this address, was already used, or has expired.',
  )
}

/**
 * Whether single sign-on may create an account for an address that the identity provider has verified: where sign-up is open, and for
 * people who were invited. They need no verification link.
 */
export async function mayCreateVerified(
  tx: RoleTx<'auth'>,
  config: Pick<Config, 'SITEWATCH_SIGNUP' | 'SITEWATCH_INVITATIONS'>,
  email: string,
): Promise<boolean> {
  if ((await countUsersUnscoped(tx)) === 0) return false
  if (!config.SITEWATCH_INVITATIONS) return config.SITEWATCH_SIGNUP === 'open'
  const accepted = await tx.execute(sql`
    update invitations set accepted_at = now(), updated_at = now()
    where email = ${email.toLowerCase()} and accepted_at is null and expires_at > now()`)
  if (accepted > 0 || config.SITEWATCH_SIGNUP === 'open') return true
  const invited = await tx.maybe(sql<{ id: number }>`
    select i.id from team_invitations i where i.email = ${email.toLowerCase()} and is_open_invitation(i) limit 1`)
  return invited !== undefined
}

const RESET_TTL = sql`interval '1 hour'`

/** Stores only the hash; the token itself is only in the mail. A newer token replaces it. */
export async function insertResetUnscoped(tx: RoleTx<'auth'>, user_id: number): Promise<string> {
  const token = randomBase62(32, 43)
  await tx.execute(sql`delete from password_resets where user_id = ${user_id}`)
  await tx.execute(sql`
    insert into password_resets (token_hash, user_id, expires_at) values (${sha256(token)}, ${user_id}, now() + ${RESET_TTL})`)
  return token
}

export async function consumeResetUnscoped(tx: RoleTx<'auth'>, token: string): Promise<number> {
  const row = await tx.maybe(sql<{ user_id: number }>`
    delete from password_resets where token_hash = ${sha256(token)} and expires_at > now() returning user_id`)
  if (!row)
    throw invalid('token', 'invalid_value', 'token is invalid, was already used, or has expired. Request a new e-mail.')
  return row.user_id
}

export const refuseSignIn = (errors?: { field: string; code: string; message: string }[]) =>
  problem('unauthenticated', {
    detail: errors?.[0]?.message ?? 'Incorrect e-mail or password.',
    headers: { 'www-authenticate': 'Bearer' },
    ...(errors && { errors }),
  })
