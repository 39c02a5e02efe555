import { HOUR_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import { countSharedUse } from '../../http/shared-bucket.ts'
import { type RoleTx, sql, sqlState } from '../../platform/postgres/index.ts'
import { isSignedLink, type LinkClaim, MAC_LENGTH, signLink } from '../../platform/signed-link.ts'
import { type Account, findAccountUnscoped } from './store.ts'

/**
 * The address of an account changes only after a confirmation on the page behind a link that was sent to the new address. Nothing is
 * stored: the link is signed. It stops working after an hour, after a change of the address, and after a change of the password. The
 * latter is how an owner stops a change that they did not request: a mail to the old address informs them.
 */
export type EmailChangeConfig = Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

/** "link" goes to the new address, the two others to the old one. */
export const EMAIL_CHANGE_MAILS = ['link', 'requested', 'changed'] as const
type EmailChangeMail = (typeof EMAIL_CHANGE_MAILS)[number]

const LINK_VALID_MS = HOUR_MS
const TOKEN = new RegExp(`^([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)
/** Counted per mailbox, because it may belong to a stranger. */
const MAIL_LIMIT = { name: 'email_change', points: 3, seconds: 3600 }

interface Change {
  account: Pick<Account, 'id' | 'email' | 'password_hash'>
  to: string
  expires_ms: number
}

const claimOf = ({ account, to, expires_ms }: Change): LinkClaim => ({
  purpose: 'e-mail change',
  text: JSON.stringify([account.id, account.email, account.password_hash, to, expires_ms]),
})

export function makeEmailChangeUrl(
  { BASE_URL, SITEWATCH_SECRET }: Pick<EmailChangeConfig, 'BASE_URL' | 'SITEWATCH_SECRET'>,
  account: Change['account'],
  to: string,
): string {
  const expires_ms = Date.now() + LINK_VALID_MS
  const mac = signLink(SITEWATCH_SECRET, claimOf({ account, to, expires_ms }))
  const token = `${account.id.toString(36)}-${expires_ms.toString(36)}-${mac}`
  return `${BASE_URL}/change-email/${token}?${new URLSearchParams({ to }).toString()}`
}

/** The change that a link confirms; undefined when it is forged, used or expired. */
export async function findEmailChange(
  tx: RoleTx<'auth'>,
  config: EmailChangeConfig,
  { token, to }: { token: string; to: string },
): Promise<Change | undefined> {
  const [, user = '', until = '', mac = ''] = TOKEN.exec(token) ?? []
  const [id, expires_ms] = [Number.parseInt(user, 36), Number.parseInt(until, 36)]
  if (!Number.isSafeInteger(id) || !(expires_ms > Date.now())) return undefined
  const account = await findAccountUnscoped(tx, { id })
  if (!account || account.is_suspended) return undefined
  const change = { account, to, expires_ms }
  return isSignedLink(config, mac, claimOf(change)) ? change : undefined
}

/** Queues the mails, or returns how long to wait. Behaves the same for an address in use: only its owner may know that. */
export async function requestEmailChange(
  tx: RoleTx<'auth'>,
  account: Account,
  to: string,
): Promise<{ wait_seconds: number }> {
  const { used, reset_seconds } = await countSharedUse(tx, { policy: MAIL_LIMIT, key: to })
  if (used > MAIL_LIMIT.points) return { wait_seconds: Math.max(1, reset_seconds) }
  await addMail(tx, account.id, to, 'link')
  await addMail(tx, account.id, to, 'requested')
  return { wait_seconds: 0 }
}

async function addMail(tx: RoleTx<'auth'>, user_id: number, email: string, kind: EmailChangeMail): Promise<void> {
  await tx.query(sql`select add_email_change_job(${user_id}, ${email}, ${kind})`)
}

/** False when another account has the address meanwhile. The confirmation proves access to the new mailbox, so it is verified. */
export async function applyEmailChange(tx: RoleTx<'auth'>, { account, to }: Change): Promise<boolean> {
  try {
    await tx.execute(sql`update users set email = ${to}, email_verified_at = null where id = ${account.id}`)
  } catch (error) {
    if (['23505', '23514'].includes(sqlState(error) ?? '')) return false
    throw error
  }
  await tx.query(sql`select verify_address(${account.id})`)
  // They were sent to the old address.
  await tx.execute(sql`delete from password_resets where user_id = ${account.id}`)
  await addMail(tx, account.id, account.email, 'changed')
  return true
}
