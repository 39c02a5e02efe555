import { HOUR_MS } from '@sitewatch/contract/durations'
import { findDueTime, MAX_DELAY_MS, movePeriod, periodFrom } from '../../analytics/reports/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'

const BATCH = 200

interface Schedule {
  team_id: number
  report_id: number
  /** The first day of the month that is reported next. */
  next_month: string
  timezone: string
}

interface DueMonth {
  month: string
  due_ms: number
  is_late: boolean
}

interface PlannedMonth {
  schedule: Schedule
  /** The month whose report is due now, if any. */
  due: DueMonth | null
  next: { month: string; due_ms: number }
}

/** Moves a report by one month. One that is several months behind takes as many steps. */
export function planMonth(schedule: Schedule, now_ms: number): PlannedMonth {
  const { next_month, timezone } = schedule
  const period = periodFrom('monthly', next_month)
  const due_ms = findDueTime(period, timezone)
  if (due_ms > now_ms) return { schedule, due: null, next: { month: next_month, due_ms } }
  const following = movePeriod(period, 1)
  return {
    schedule,
    due: { month: next_month, due_ms, is_late: now_ms - due_ms > MAX_DELAY_MS },
    next: { month: following.first, due_ms: findDueTime(following, timezone) },
  }
}

const claimDueUnscoped = (tx: RoleTx<'worker'>, now_ms: number): Promise<Schedule[]> =>
  tx.query(sql<Schedule>`
    select team_id, id as report_id, next_month::text, timezone from uptime_reports
    where due_at <= ${new Date(now_ms)} order by due_at limit ${BATCH} for update skip locked`)

/** A mail for each recipient. The unique key allows one mail per person and month. */
async function insertSendsUnscoped(tx: RoleTx<'worker'>, planned: readonly PlannedMonth[]): Promise<void> {
  const rows = planned.flatMap(({ schedule, due }) => (due ? [{ ...schedule, ...due }] : []))
  if (rows.length === 0) return
  await tx.query(sql`
    with made as (
      insert into uptime_report_sends (team_id, report_id, user_id, month, recipient, due_at, next_try_at, status, reason)
      select d.team_id, d.report_id, x.user_id, d.month, u.email, d.due_at, d.due_at,
        case when d.is_late then 'skipped' else 'pending' end,
        case when d.is_late then 'More than 3 days late: no worker ran when it was due.' end
      from unnest(${rows.map((row) => row.team_id)}::bigint[], ${rows.map((row) => row.report_id)}::bigint[],
        ${rows.map((row) => row.month)}::date[], ${rows.map((row) => new Date(row.due_ms))}::timestamptz[],
        ${rows.map((row) => row.is_late)}::boolean[]) as d (team_id, report_id, month, due_at, is_late)
      join uptime_report_recipients x on x.team_id = d.team_id and x.report_id = d.report_id
      join users u on u.id = x.user_id
      on conflict do nothing returning id, status)
    select add_uptime_report_jobs(array(select id from made where status = 'pending'))`)
}

const moveUnscoped = (tx: RoleTx<'worker'>, planned: readonly PlannedMonth[]): Promise<number> =>
  tx.execute(sql`
    update uptime_reports r set next_month = t.month, due_at = t.due_at
    from unnest(${planned.map(({ schedule }) => schedule.team_id)}::bigint[],
      ${planned.map(({ schedule }) => schedule.report_id)}::bigint[], ${planned.map(({ next }) => next.month)}::date[],
      ${planned.map(({ next }) => new Date(next.due_ms))}::timestamptz[]) as t (team_id, report_id, month, due_at)
    where r.team_id = t.team_id and r.id = t.report_id`)

/** A mail whose job was lost gets another one; a job that still exists is only moved forward. */
const requeueUnscoped = (tx: RoleTx<'worker'>, now_ms: number): Promise<unknown> =>
  tx.query(sql`
    select add_uptime_report_jobs(array(
      select id from uptime_report_sends where status = 'pending' and next_try_at < ${new Date(now_ms - HOUR_MS)}
        and updated_at < now() - interval '1 hour' limit ${BATCH}))`)

/** Inserts the mails that are due with their jobs and advances the reports, one transaction for each batch. */
export async function planUptimeReports({ postgres, clock }: { postgres: Postgres; clock: Clock }): Promise<number> {
  const now_ms = clock.now().getTime()
  const step = (): Promise<PlannedMonth[]> =>
    postgres.asRole('worker', async (tx) => {
      const planned = (await claimDueUnscoped(tx, now_ms)).map((schedule) => planMonth(schedule, now_ms))
      if (planned.length === 0) return planned
      await insertSendsUnscoped(tx, planned)
      await moveUnscoped(tx, planned)
      return planned
    })
  let count = 0
  for (let planned = await step(); planned.length > 0; planned = await step())
    count += planned.filter(({ due }) => due !== null).length
  await postgres.asRole('worker', (tx) => requeueUnscoped(tx, now_ms))
  return count
}
