import type { Language } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { MessageFacts } from './compose.ts'

export type WorkerTx = RoleTx<'worker'>

export interface Recipient {
  subscriber_id: number
  channel: 'email' | 'webhook'
  email: string | null
  language: Language | null
  attempts: number
  /** An earlier attempt may have arrived. */
  possible_repeat: boolean
  /** The URL and the secret of a webhook. */
  sealed: Buffer | null
}

interface Prepared {
  team_id: number
  facts: MessageFacts
  recipients: Recipient[]
}

/** The result of one attempt. `wait_seconds`: until the next. `attempts`: how many there were before; the result is recorded only if there are no more. */
interface Attempt {
  subscriber_id: number
  attempts: number
  isUncertain: boolean
  status: 'sent' | 'failed' | 'pending'
  wait_seconds: number | null
}

/** A message to the subscribers of a page: an incident that opened or was resolved, or a published update. Each subscriber has a row. */
export interface Announcement {
  /** The prefix of the id of each message. */
  key: string
  /** Adds the rows that are missing, and finds those that are due; null when there is nothing left to announce. */
  prepare(tx: WorkerTx): Promise<Prepared | null>
  /** Returns 0 if another worker has recorded an attempt since. */
  record(tx: WorkerTx, team_id: number, attempt: Attempt): Promise<number>
  /** When the next deferred message is due; null when there is none. */
  findNextDue(tx: WorkerTx, team_id: number): Promise<string | null>
}

/** How many messages are sent before other jobs in the queue get their turn. */
export const BATCH_ROWS = 100
/** A message that could not be delivered for this long is given up, because a day late it helps nobody. */
export const HORIZON = '24 hours'
/** After this many failed messages in a row, a subscriber gets no more. */
const MAX_FAILED = 5

/** Counts failed messages in a row; a message that was sent resets the count. */
export async function countFailures(
  tx: WorkerTx,
  team_id: number,
  { failed = [], sent = [] }: { failed?: readonly number[]; sent?: readonly number[] },
): Promise<void> {
  if (sent.length > 0)
    await tx.execute(sql`
      update status_subscribers set failed_in_a_row = 0
      where team_id = ${team_id} and id = any(${sent}::bigint[]) and failed_in_a_row > 0`)
  if (failed.length > 0)
    await tx.execute(sql`
      update status_subscribers set failed_in_a_row = failed_in_a_row + 1,
        disabled_at = case when failed_in_a_row + 1 >= ${MAX_FAILED} then now() end
      where team_id = ${team_id} and id = any(${failed}::bigint[]) and disabled_at is null`)
}
