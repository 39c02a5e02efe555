import type { Config } from '../../config.ts'
import { countSharedUse } from '../../http/shared-bucket.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { isSignedLink, type LinkClaim, MAC_LENGTH, signLink } from '../../platform/signed-link.ts'
import { type Account, findAccountUnscoped } from './store.ts'

/**
 * Where sign-up is open, anybody can enter a stranger's address. Until the address is verified, the account gets only the mail with the
 * verification link, which contains nothing that its user wrote. Alerts and reports are sent once the button behind the link was pressed.
 */
export type VerificationConfig = Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

const TOKEN = new RegExp(`^([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)
/** Counted by address, not by account: closing an account and opening another does not send a stranger more mails. */
const MAIL_LIMIT = { name: 'address_verification', points: 3, seconds: 3600 }

interface Person {
  id: number
  email: string
}

const claimOf = ({ id, email }: Person): LinkClaim => ({ purpose: 'address verification', text: `${id}/${email}` })

/** The link is not stored. The address is part of the signed text, so the link is not valid for another one. */
export function makeVerificationUrl(
  { BASE_URL, SITEWATCH_SECRET }: Pick<VerificationConfig, 'BASE_URL' | 'SITEWATCH_SECRET'>,
  person: Person,
): string {
  return `${BASE_URL}/verify/${person.id.toString(36)}-${signLink(SITEWATCH_SECRET, claimOf(person))}`
}

/** The account that a link was made for; undefined when the link is forged or the account cannot be used. */
export async function findByVerificationToken(
  tx: RoleTx<'auth'>,
  config: VerificationConfig,
  text: string,
): Promise<Account | undefined> {
  const [, user = '', mac = ''] = TOKEN.exec(text) ?? []
  const id = Number.parseInt(user, 36)
  if (!Number.isSafeInteger(id)) return undefined
  const account = await findAccountUnscoped(tx, { id })
  if (!account || account.is_suspended) return undefined
  return isSignedLink(config, mac, claimOf(account)) ? account : undefined
}

/** Queues the mail, or returns how long to wait when the address has reached its limit. */
export async function requestVerification(
  tx: RoleTx<'auth'>,
  { id, email }: Person,
): Promise<{ wait_seconds: number }> {
  const { used, reset_seconds } = await countSharedUse(tx, { policy: MAIL_LIMIT, key: email })
  if (used > MAIL_LIMIT.points) return { wait_seconds: Math.max(1, reset_seconds) }
  await tx.query(sql`select add_address_verification_job(${id})`)
  return { wait_seconds: 0 }
}

export async function verifyAddressUnscoped(tx: RoleTx<'auth'>, user_id: number): Promise<void> {
  await tx.query(sql`select verify_address(${user_id})`)
}
