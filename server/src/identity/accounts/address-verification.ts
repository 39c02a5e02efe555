import type { Config } from '../../config.ts'
import { countSharedUse } from '../../http/shared-bucket.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { isSignedLink, type LinkClaim, MAC_LENGTH, signLink } from '../../platform/signed-link.ts'
import { findAccountUnscoped } from './store.ts'

/**
 * Whoever signs up where anybody may can type a stranger's address. Such an account gets one kind of mail, with a link and nothing that
 * its user wrote; alerts and reports go there only after the button behind the link was pressed.
 */
export type VerificationConfig = Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>

const TOKEN = new RegExp(`^([0-9a-z]{1,11})-([0-9A-Za-z]{${MAC_LENGTH}})$`)
/** Counted for the address, not the account: closing one and opening another sends a stranger no more. */
const MAILS = { name: 'address_verification', points: 3, seconds: 3600 }

interface Person {
  id: number
  email: string
}

const claimOf = ({ id, email }: Person): LinkClaim => ({ purpose: 'address verification', text: `${id}/${email}` })

/** Nothing of it is stored, and the address is signed: the link is void for any other. */
export function makeVerificationUrl(
  { BASE_URL, SITEWATCH_SECRET }: Pick<VerificationConfig, 'BASE_URL' | 'SITEWATCH_SECRET'>,
  person: Person,
): string {
  return `${BASE_URL}/verify/${person.id.toString(36)}-${signLink(SITEWATCH_SECRET, claimOf(person))}`
}

/** The account that a link was made for, or undefined when we did not make it or the account is not usable. */
export async function findByVerificationToken(
  tx: RoleTx<'auth'>,
  config: VerificationConfig,
  text: string,
): Promise<Person | undefined> {
  const [, user = '', mac = ''] = TOKEN.exec(text) ?? []
  const id = Number.parseInt(user, 36)
  if (!Number.isSafeInteger(id)) return undefined
  const account = await findAccountUnscoped(tx, { id })
  if (!account || account.is_suspended) return undefined
  return isSignedLink(config, mac, claimOf(account)) ? account : undefined
}

/** Queues the mail, or says how long to wait when that address was sent enough. */
export async function requestVerification(
  tx: RoleTx<'auth'>,
  { id, email }: Person,
): Promise<{ wait_seconds: number }> {
  const { used, reset_seconds } = await countSharedUse(tx, { policy: MAILS, key: email })
  if (used > MAILS.points) return { wait_seconds: Math.max(1, reset_seconds) }
  await tx.query(sql`select add_address_verification_job(${id})`)
  return { wait_seconds: 0 }
}

export async function verifyAddressUnscoped(tx: RoleTx<'auth'>, user_id: number): Promise<void> {
  await tx.query(sql`select verify_address(${user_id})`)
}
