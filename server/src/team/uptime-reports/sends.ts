import type { Language } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { ReportScope } from './read.ts'

type WorkerTx = RoleTx<'worker'>

/** A mail that is to be sent, with the current settings of its report and its recipient. */
export interface PendingSend extends ReportScope {
  id: number
  team_id: number
  report_id: number
  user_id: number
  month: string
  recipient: string
  due_at: string
  attempts: number
  name: string
  target: number
  timezone: string
  language: Language | null
  is_recipient: boolean
  is_guest: boolean
  account_email: string
  is_verified: boolean
  is_suspended: boolean
}

export const findPendingUnscoped = (tx: WorkerTx, send_id: number): Promise<PendingSend | undefined> =>
  tx.maybe(sql<PendingSend>`
    select s.id, s.team_id, s.report_id, s.user_id, s.month::text, s.recipient, s.due_at, s.attempts, r.name, r.monitor_id, r.tag, r.status_page_id,
      r.target, r.timezone, coalesce(r.language, u.language) as language,
      exists (select from uptime_report_recipients x
        where x.team_id = s.team_id and x.report_id = s.report_id and x.user_id = s.user_id) as is_recipient,
      m.role = 'guest' as is_guest, u.email as account_email, u.email_verified_at is not null as is_verified,
      u.is_suspended or t.is_suspended as is_suspended
    from uptime_report_sends s join uptime_reports r on r.team_id = s.team_id and r.id = s.report_id
      join memberships m on m.team_id = s.team_id and m.user_id = s.user_id
      join teams t on t.id = s.team_id join users u on u.id = s.user_id
    where s.id = ${send_id} and s.status = 'pending'`)

interface Attempt {
  possible_repeat: boolean
  attempts: number
}

/** Committed before anything is sent. Undefined when another worker has finished it. */
export const beginAttemptUnscoped = (tx: WorkerTx, id: number, now: Date): Promise<Attempt | undefined> =>
  tx.maybe(sql<Attempt>`
    update uptime_report_sends set attempts = attempts + 1, attempt_started_at = ${now},
      possible_repeat = possible_repeat or attempt_started_at is not null
    where id = ${id} and status = 'pending' returning possible_repeat, attempts`)

export type Ending =
  | { status: 'sent'; now: Date }
  | { status: 'skipped' | 'failed'; reason: string }
  | { status: 'pending'; reason: string; until: Date; isUncertain: boolean }

/**
 * Records the outcome of an attempt; `pending` means that it is retried. `attempts`: how many had begun. Nothing is recorded if another worker
 * has begun one since.
 */
export async function recordEndingUnscoped(
  tx: WorkerTx,
  { id, attempts }: { id: number; attempts: number },
  ending: Ending,
): Promise<void> {
  const reason = ending.status === 'sent' ? null : ending.reason
  const isUncertain = ending.status === 'pending' && ending.isUncertain
  await tx.execute(sql`
    update uptime_report_sends set status = ${ending.status}, reason = ${reason},
      attempt_started_at = case when ${isUncertain} then attempt_started_at end, sent_at = ${ending.status === 'sent' ? ending.now : null},
      next_try_at = coalesce(${ending.status === 'pending' ? ending.until : null}::timestamptz, next_try_at)
    where id = ${id} and attempts = ${attempts} and status = 'pending'`)
}

export const purgeSendsUnscoped = (tx: WorkerTx, before: Date): Promise<number> =>
  tx.execute(sql`delete from uptime_report_sends where due_at < ${before} and status <> 'pending'`)
