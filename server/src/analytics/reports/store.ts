import type { Language, ListOf, ReportDelivery } from '@sitewatch/contract'
import { checkCursor } from '../../http/cursor.ts'
import { notFound } from '../../http/problem.ts'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst } from '../../platform/postgres/list-page.ts'
import { findWebsiteRef } from '../websites/index.ts'

type WorkerTx = RoleTx<'worker'>

export interface PendingReport {
  id: number
  team_id: number
  /** The user who enabled the reports. */
  user_id: number
  website_id: number
  kind: 'weekly' | 'monthly' | 'notice'
  starts_on: string
  ends_on: string
  recipient: string
  due_at: string
  attempts: number
  /** The current settings. */
  is_enabled: boolean
  account_email: string
  language: Language | null
  is_verified: boolean
  is_suspended: boolean
  is_guest: boolean
  /** Still a member, and if a guest, of this website. */
  has_access: boolean
}

export async function listReports(
  tx: UserTx,
  website_id: number,
  { page, per_page, after }: { page: number; per_page: number; after?: number | undefined },
): Promise<ListOf<ReportDelivery>> {
  const website = await findWebsiteRef(tx, website_id)
  if (!website) throw notFound()
  const cursor = sql<{ id: number }>`select id from report_sends where team_id = ${tx.team_id} and id = ${after ?? 0}`
  if (after !== undefined) await checkCursor(tx, cursor)
  return await listNewestFirst(tx, {
    select: sql<ReportDelivery>`select 'report_delivery' as object, id, website_id, kind, starts_on::text, ends_on::text,
      recipient, status, reason, attempts, possible_repeat, due_at, sent_at, created_at, updated_at`,
    from: sql`from report_sends where team_id = ${tx.team_id} and website_id = ${website.id}`,
    order_by: sql`due_at desc, id desc`,
    page,
    page_size: per_page,
    after,
    follows: sql`(due_at, id) < (
      select a.due_at, a.id from report_sends a where a.team_id = ${tx.team_id} and a.id = ${after ?? 0})`,
  })
}

export const findPendingUnscoped = (tx: WorkerTx, report_id: number): Promise<PendingReport | undefined> =>
  tx.maybe(sql<PendingReport>`
    select r.id, r.team_id, r.user_id, r.website_id, r.kind, r.starts_on::text, r.ends_on::text, r.recipient, r.due_at, r.attempts,
      exists (select from website_preferences p
        where p.team_id = r.team_id and p.user_id = r.user_id and p.website_id = r.website_id and p.email = 1) as is_enabled,
      coalesce(m.role = 'guest', false) as is_guest,
      m.role is not null and (m.role <> 'guest' or exists (select from guest_websites g
        where g.team_id = r.team_id and g.user_id = r.user_id and g.website_id = r.website_id)) as has_access,
      u.email as account_email, u.email_verified_at is not null as is_verified, u.is_suspended or t.is_suspended as is_suspended,
      u.language
    from report_sends r join teams t on t.id = r.team_id join users u on u.id = r.user_id
      left join memberships m on m.team_id = r.team_id and m.user_id = r.user_id
    where r.id = ${report_id} and r.status = 'pending'`)

/** Commits the start of an attempt before anything is sent. Undefined when another worker has finished the report. */
export async function beginAttemptUnscoped(
  tx: WorkerTx,
  { id, team_id, user_id, website_id, kind, starts_on }: PendingReport,
  now: Date,
): Promise<{ possible_repeat: boolean; attempts: number } | undefined> {
  const started = await tx.maybe(sql<{ possible_repeat: boolean; attempts: number }>`
    update report_sends set attempts = attempts + 1, possible_repeat = possible_repeat or attempt_started_at is not null,
      attempt_started_at = ${now}
    where id = ${id} and status = 'pending' returning possible_repeat, attempts`)
  // A report with visits closes the open notice, unless its period began before that of the notice: a month may have ended without visits.
  if (started && kind !== 'notice')
    await tx.execute(sql`
      update report_sends set closed_at = ${now}
      where team_id = ${team_id} and user_id = ${user_id} and website_id = ${website_id} and kind = 'notice' and closed_at is null
        and starts_on <= ${starts_on}::date`)
  return started
}

/** `attempts`: how many had begun. An ending is recorded only if no other worker has begun one since. */
type ReportAttempt = Pick<PendingReport, 'id' | 'attempts'>

export interface Ending {
  status: 'sent' | 'skipped' | 'failed'
  reason: string | null
}

export async function endReportUnscoped(
  tx: WorkerTx,
  { id, attempts }: ReportAttempt,
  { status, reason, now }: Ending & { now: Date },
): Promise<void> {
  await tx.execute(sql`
    update report_sends set status = ${status}, reason = ${reason}, attempt_started_at = null,
      sent_at = ${status === 'sent' ? now : null}
    where id = ${id} and attempts = ${attempts} and status = 'pending'`)
}

export async function postponeReportUnscoped(
  tx: WorkerTx,
  { id, attempts }: ReportAttempt,
  { reason, until, isUncertain = false }: { reason: string; until: Date; isUncertain?: boolean },
): Promise<void> {
  await tx.execute(sql`
    update report_sends set reason = ${reason}, attempt_started_at = case when ${isUncertain} then attempt_started_at end,
      next_try_at = ${until}
    where id = ${id} and attempts = ${attempts} and status = 'pending'`)
}

/** Sends no report, and at most one notice until visits are counted again: the unique index on open notices ensures it. */
export async function noteQuietUnscoped(
  tx: WorkerTx,
  report: PendingReport,
  { had_traffic, now }: { had_traffic: boolean; now: Date },
): Promise<void> {
  const noted = await tx.execute(sql`
    update report_sends set status = 'quiet', reason = 'No visits were recorded.' where id = ${report.id} and attempts = ${report.attempts} and status = 'pending'`)
  if (noted === 0 || !had_traffic) return
  await tx.query(sql`
    with made as (
      insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, due_at, next_try_at)
      values (${report.team_id}, ${report.user_id}, ${report.website_id}, 'notice', ${report.starts_on}, ${report.ends_on},
        ${report.recipient}, ${now}, ${now})
      on conflict do nothing returning id)
    select add_report_jobs(array(select id from made))`)
}

/** Open notices are kept: while one is open, no other is sent. */
export const purgeReportsUnscoped = (tx: WorkerTx, before: Date): Promise<number> =>
  tx.execute(sql`
    delete from report_sends where due_at < ${before} and status <> 'pending' and (kind <> 'notice' or closed_at is not null)`)
