import type { AuditAction } from '@sitewatch/contract'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { nameBrowser } from './known-places.ts'

/** What the owner of an account gets a mail about: the person who did it can sign in from now on, or more easily. */
export const NOTIFIED_ACTIONS = [
  'session.created',
  'identity.linked',
  'passkey.created',
  'api_key.created',
  'user.password_changed',
  'user.password_reset',
  'user.two_factor_disabled',
] as const satisfies AuditAction[]
export type NotifiedAction = (typeof NOTIFIED_ACTIONS)[number]

export interface SecurityNotice {
  user_id: number
  action: NotifiedAction
  /** Null for a command on the server. */
  address: string | null
  user_agent?: string | undefined
}

/** In the transaction of the change. The mail is sent only to a verified address. */
export async function announceSecurity(
  tx: RoleTx<'auth'> | UserTx,
  { user_id, action, address, user_agent }: SecurityNotice,
): Promise<void> {
  await tx.execute(sql`select add_security_notice_job(${user_id}, ${action}, ${address}, ${nameBrowser(user_agent)})`)
}
