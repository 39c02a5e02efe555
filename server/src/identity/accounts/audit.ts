import type { AuditAction, FieldChange } from '@sitewatch/contract'
import { type AuditActor, insertAuditEntry } from '../../http/audit.ts'
import type { RoleTx } from '../../platform/postgres/index.ts'
import { announceSecurity, NOTIFIED_ACTIONS } from './security-notice.ts'

interface AccountEvent {
  action: AuditAction
  account: { id: number; email: string }
  address: string | null
  /** Default: the person themselves. */
  actor?: AuditActor
  changes?: readonly FieldChange[]
  /** The session that the entry is about, instead of the account. */
  session_id?: number
}

/** Events of an account are in the audit log of its personal team. */
export async function recordAccountEvent(
  tx: RoleTx<'auth'>,
  { action, account: { id, email }, address, actor, changes = [], session_id }: AccountEvent,
): Promise<void> {
  await insertAuditEntry(tx, {
    team_id: id,
    action,
    actor: actor ?? { type: 'user', id, name: email, user_id: id },
    record: { id: session_id ?? (action.startsWith('session.') ? null : id), name: email },
    changes,
    address,
  })
  // Only a sign-in from a new place is announced, where it is recognised.
  const notified = NOTIFIED_ACTIONS.find((each) => each === action)
  if (notified && notified !== 'session.created') await announceSecurity(tx, { user_id: id, action: notified, address })
}

/** A command on the server: who ran it is not known. */
export const operatorOf = (command: string): AuditActor => ({
  type: 'operator',
  id: null,
  name: `sitewatch ${command}`,
  user_id: 0,
})
