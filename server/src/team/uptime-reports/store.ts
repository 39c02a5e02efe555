import type {
  Language,
  ListOf,
  NewUptimeReport,
  UptimeReport,
  UptimeReportChanges,
  UptimeReportDelivery,
} from '@sitewatch/contract'
import { findDueTime, findFirstDue } from '../../analytics/reports/index.ts'
import { checkCursor } from '../../http/cursor.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst, listPage } from '../../platform/postgres/list-page.ts'
import { checkTimezone, monthDays } from './period.ts'
import type { ReportScope } from './read.ts'

const MAX_REPORTS = 100

const COLUMNS = sql`'uptime_report' as object, r.id, r.name, r.monitor_id, r.tag, r.status_page_id, r.target, r.timezone, r.language,
  array(select x.user_id from uptime_report_recipients x where x.team_id = r.team_id and x.report_id = r.id order by 1) as recipient_ids,
  r.due_at as next_send_at, r.created_at, r.updated_at`

interface Paging {
  page: number
  pageSize: number
}

export const listReports = async (tx: UserTx, { page, pageSize }: Paging): Promise<ListOf<UptimeReport>> =>
  await listPage(tx, {
    select: sql<UptimeReport>`select ${COLUMNS}`,
    from: sql`from uptime_reports r where r.team_id = ${tx.team_id}`,
    order_by: sql`lower(r.name), r.id`,
    page,
    page_size: pageSize,
  })

const findReport = (tx: UserTx, id: number): Promise<UptimeReport | undefined> =>
  tx.maybe(sql<UptimeReport>`select ${COLUMNS} from uptime_reports r where r.team_id = ${tx.team_id} and r.id = ${id}`)

export async function showReport(tx: UserTx, id: number): Promise<UptimeReport> {
  const report = await findReport(tx, id)
  if (!report) throw notFound()
  return report
}

export const lockReport = (tx: UserTx, id: number): Promise<UptimeReport | undefined> =>
  tx.maybe(sql<UptimeReport>`
    select ${COLUMNS} from uptime_reports r where r.team_id = ${tx.team_id} and r.id = ${id} for update`)

/** Serialised for each team, so that two requests cannot both pass the limit. */
async function checkQuota(tx: UserTx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('quota uptime reports', ${tx.team_id}))`)
  const { used } = await tx.one(sql<{ used: number }>`
    select count(*) as used from uptime_reports where team_id = ${tx.team_id}`)
  if (used < MAX_REPORTS) return
  throw problem('limit_reached', { detail: `A team can have ${MAX_REPORTS} monthly uptime reports. Delete one first.` })
}

/** A missing, a deleted and another team's record give the same response, whatever else is wrong. A tag needs no monitor yet. */
async function checkScope(tx: UserTx, { monitor_id, tag, status_page_id }: ReportScope): Promise<void> {
  const { is_known } = await tx.one(sql<{ is_known: boolean }>`
    select (${monitor_id}::bigint is null or exists (select from monitors
        where team_id = ${tx.team_id} and id = ${monitor_id} and deleted_at is null))
      and (${status_page_id}::bigint is null or exists (select from status_pages
        where team_id = ${tx.team_id} and id = ${status_page_id})) as is_known`)
  if (!is_known) throw notFound()
  if ([monitor_id, tag, status_page_id].filter((each) => each !== null).length === 1) return
  throw invalid('monitor_id', 'invalid_value', 'Send exactly one of monitor_id, tag and status_page_id.')
}

async function saveRecipients(tx: UserTx, report_id: number, user_ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    delete from uptime_report_recipients where team_id = ${tx.team_id} and report_id = ${report_id}`)
  const saved = await tx.execute(sql`
    insert into uptime_report_recipients (team_id, report_id, user_id)
    select team_id, ${report_id}, user_id from memberships
    where team_id = ${tx.team_id} and user_id = any(${user_ids}::bigint[]) and role <> 'guest'`)
  if (saved === user_ids.length) return
  throw invalid(
    'recipient_ids',
    'invalid_value',
    'recipient_ids must be IDs of members of the team who are not guests.',
  )
}

const readScope = ({ monitor_id, tag, status_page_id }: UptimeReportChanges): ReportScope => ({
  monitor_id: monitor_id ?? null,
  tag: tag ?? null,
  status_page_id: status_page_id ?? null,
})

export async function insertReport(tx: UserTx, input: NewUptimeReport, now_ms: number): Promise<UptimeReport> {
  await checkQuota(tx)
  const timezone = checkTimezone(input.timezone)
  const scope = readScope(input)
  await checkScope(tx, scope)
  const month = findFirstDue('monthly', timezone, now_ms)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into uptime_reports (team_id, name, monitor_id, tag, status_page_id, target, timezone, language, next_month, due_at)
    values (${tx.team_id}, ${input.name}, ${scope.monitor_id}, ${scope.tag}, ${scope.status_page_id}, ${input.target}, ${timezone},
      ${input.language}, ${month.first}::date, ${new Date(findDueTime(month, timezone))})
    returning id`)
  await saveRecipients(tx, id, input.recipient_ids ?? [tx.user_id])
  return showReport(tx, id)
}

export async function updateReport(tx: UserTx, id: number, changes: UptimeReportChanges): Promise<UptimeReport> {
  const before = await lockReport(tx, id)
  if (!before) throw notFound()
  const { recipient_ids, ...fields } = changes
  if (Object.values(changes).every((value) => value === undefined)) return before
  const changesScope = [fields.monitor_id, fields.tag, fields.status_page_id].some((value) => value !== undefined)
  const scope: ReportScope = changesScope ? readScope(fields) : before
  if (changesScope) await checkScope(tx, scope)
  const timezone = fields.timezone === undefined ? before.timezone : checkTimezone(fields.timezone)
  const { next_month } = await tx.one(sql<{ next_month: string }>`
    select next_month::text from uptime_reports where team_id = ${tx.team_id} and id = ${id}`)
  // The month stays the same: it only begins and ends at another time.
  const due_at = new Date(findDueTime(monthDays(next_month), timezone))
  await tx.execute(sql`
    update uptime_reports set name = ${fields.name ?? before.name}, monitor_id = ${scope.monitor_id}, tag = ${scope.tag},
      status_page_id = ${scope.status_page_id}, target = ${fields.target ?? before.target}, timezone = ${timezone},
      language = ${fields.language === undefined ? before.language : fields.language}, due_at = ${due_at}
    where team_id = ${tx.team_id} and id = ${id}`)
  if (recipient_ids !== undefined) await saveRecipients(tx, id, recipient_ids)
  return showReport(tx, id)
}

export async function deleteReport(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from uptime_reports where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export async function listSends(
  tx: UserTx,
  report_id: number,
  { page, pageSize, after }: Paging & { after?: number | undefined },
): Promise<ListOf<UptimeReportDelivery>> {
  await showReport(tx, report_id)
  if (after !== undefined)
    await checkCursor(tx, sql`select id from uptime_report_sends where team_id = ${tx.team_id} and id = ${after}`)
  return await listNewestFirst(tx, {
    select: sql<UptimeReportDelivery>`select 'uptime_report_delivery' as object, id, report_id as uptime_report_id,
      to_char(month, 'YYYY-MM') as month, recipient, status, reason, attempts, possible_repeat, due_at, sent_at, created_at, updated_at`,
    from: sql`from uptime_report_sends where team_id = ${tx.team_id} and report_id = ${report_id}`,
    order_by: sql`due_at desc, id desc`,
    page,
    page_size: pageSize,
    after,
    follows: sql`(due_at, id) < (
      select a.due_at, a.id from uptime_report_sends a where a.team_id = ${tx.team_id} and a.id = ${after ?? 0})`,
  })
}

interface Reader {
  email: string
  is_verified: boolean
  language: Language | null
}

/** The caller as a recipient. */
export const readReader = (tx: UserTx): Promise<Reader> =>
  tx.one(sql<Reader>`
    select email, email_verified_at is not null as is_verified, language from users where id = ${tx.user_id}`)
