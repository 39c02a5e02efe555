import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { invalid } from '../../http/problem.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { open, seal, sha256 } from '../../platform/secrets.ts'
import { readUserKeyUnscoped, type Vault } from './vault.ts'

const STEP_SECONDS = 30
const RECOVERY_CODES = 10
const binding = (user_id: number): string => `users.totp_secret/${user_id}`

const totpFor = (secret: Secret, email: string): TOTP =>
  new TOTP({ issuer: 'Sitewatch', label: email, secret, digits: 6, period: STEP_SECONDS })

export interface TwoFactorSetup {
  object: 'two_factor_setup'
  secret: string
  otpauth_url: string
}

export async function startTwoFactor(
  tx: RoleTx<'auth'>,
  vault: Vault,
  user: { id: number; email: string },
): Promise<TwoFactorSetup> {
  const secret = new Secret({ size: 20 })
  const sealed = seal(await readUserKeyUnscoped(tx, vault, user.id), Buffer.from(secret.base32), binding(user.id))
  await tx.execute(sql`
    update users set totp_secret = ${sealed}, totp_last_step = null where id = ${user.id} and two_factor_enabled_at is null`)
  return { object: 'two_factor_setup', secret: secret.base32, otpauth_url: totpFor(secret, user.email).toString() }
}

interface Row {
  totp_secret: Buffer | null
  totp_last_step: number | null
  email: string
}

/** Each time step is accepted once, so a code that was observed cannot be used again. */
async function checkTotp(tx: RoleTx<'auth'>, vault: Vault, user_id: number, code: string): Promise<boolean> {
  const row = await tx.one(
    sql<Row>`select totp_secret, totp_last_step, email from users where id = ${user_id} for no key update`,
  )
  if (!row.totp_secret) return false
  const plain = open(await readUserKeyUnscoped(tx, vault, user_id), row.totp_secret, binding(user_id))
  if (!plain) return false
  const now = Date.now()
  const delta = totpFor(Secret.fromBase32(plain.toString()), row.email).validate({
    token: code,
    timestamp: now,
    window: 1,
  })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta
  if (row.totp_last_step !== null && step <= row.totp_last_step) return false
  await tx.execute(sql`update users set totp_last_step = ${step} where id = ${user_id}`)
  return true
}

const normalise = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase()

export async function checkSecondFactor(
  tx: RoleTx<'auth'>,
  vault: Vault,
  user_id: number,
  code: string,
): Promise<boolean> {
  if (/^\d{6}$/.test(normalise(code))) return checkTotp(tx, vault, user_id, normalise(code))
  const used = await tx.execute(sql`
    delete from recovery_codes where user_id = ${user_id} and code_hash = ${sha256(normalise(code))}`)
  return used === 1
}

function makeRecoveryCode(): string {
  const text = randomBytes(10).toString('hex')
  return `${text.slice(0, 5)}-${text.slice(5, 10)}-${text.slice(10, 15)}-${text.slice(15)}`
}

export async function confirmTwoFactor(
  tx: RoleTx<'auth'>,
  vault: Vault,
  user_id: number,
  code: string,
): Promise<string[]> {
  const { started, confirmed } = await tx.one(sql<{ started: boolean; confirmed: boolean }>`
    select totp_secret is not null as started, two_factor_enabled_at is not null as confirmed from users where id = ${user_id}`)
  if (confirmed) throw invalid('code', 'invalid_value', 'Two-factor authentication is already enabled.')
  if (!started) throw invalid('code', 'invalid_value', 'Start with POST /api/account/two-factor.')
  if (!(await checkTotp(tx, vault, user_id, normalise(code))))
    throw invalid('code', 'invalid_value', 'code is incorrect.')
  return enable(tx, user_id)
}

async function enable(tx: RoleTx<'auth'>, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
  await tx.execute(sql`update users set two_factor_enabled_at = now() where id = ${user_id}`)
  await tx.execute(sql`delete from recovery_codes where user_id = ${user_id}`)
  await tx.execute(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${user_id}, hash from unnest(${codes.map((each) => sha256(normalise(each)))}::bytea[]) as hash`)
  return codes
}

/** Without an authenticator app, after a passkey of the account was verified. An unfinished setup of an app is discarded. */
export async function enableWithPasskey(tx: RoleTx<'auth'>, user_id: number): Promise<string[]> {
  const updated = await tx.execute(sql`
    update users set totp_secret = null, totp_last_step = null where id = ${user_id} and two_factor_enabled_at is null`)
  if (updated === 0) throw invalid('passkey', 'invalid_value', 'Two-factor authentication is already enabled.')
  return enable(tx, user_id)
}

export async function stopTwoFactor(tx: RoleTx<'auth'>, user_id: number): Promise<void> {
  await tx.execute(sql`
    update users set totp_secret = null, two_factor_enabled_at = null, totp_last_step = null where id = ${user_id}`)
  await tx.execute(sql`delete from recovery_codes where user_id = ${user_id}`)
  await tx.execute(sql`delete from second_factor_failures where user_id = ${user_id}`)
}
