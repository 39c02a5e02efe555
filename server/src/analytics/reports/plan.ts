import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import type { Clock } from '../../platform/clock.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { findDueTime, findFirstDue, movePeriod, periodFrom, type ReportKind, type ReportPeriod } from './period.ts'

const BATCH = 500

/** A report that is later than this is not sent. */
export const MAX_DELAY_MS = 3 * DAY_MS

interface Schedule {
  team_id: number
  /** The user who enabled the reports. */
  user_id: number
  website_id: number
  kind: ReportKind
  starts_on: string | null
  enabled_at: string
  timezone: string
  recipient: string
}

interface Planned {
  schedule: Schedule
  /** The report that is due now, if any. */
  due: { period: ReportPeriod; due_ms: number; is_late: boolean } | null
  next: { period: ReportPeriod; due_ms: number }
}

/** Moves one schedule by one period. A schedule that is several periods behind takes as many steps. */
function planReport(schedule: Schedule, now_ms: number): Planned {
  const { kind, starts_on, enabled_at, timezone } = schedule
  const period = starts_on === null ? findFirstDue(kind, timezone, Date.parse(enabled_at)) : periodFrom(kind, starts_on)
  const due_ms = findDueTime(period, timezone)
  if (due_ms > now_ms) return { schedule, due: null, next: { period, due_ms } }
  const following = movePeriod(period, 1)
  return {
    schedule,
    due: { period, due_ms, is_late: now_ms - due_ms > MAX_DELAY_MS },
    next: { period: following, due_ms: findDueTime(following, timezone) },
  }
}

const claimSchedulesUnscoped = (tx: RoleTx<'worker'>, now_ms: number): Promise<Schedule[]> =>
  tx.query(sql<Schedule>`
    select s.team_id, s.user_id, s.website_id, s.kind, s.starts_on::text, s.enabled_at, w.timezone, u.email as recipient
    from report_schedules s join websites w on w.team_id = s.team_id and w.id = s.website_id join users u on u.id = s.user_id
    where s.due_at <= ${new Date(now_ms)} order by s.due_at limit ${BATCH} for update of s skip locked`)

async function insertSendsUnscoped(tx: RoleTx<'worker'>, planned: readonly Planned[]): Promise<void> {
  const rows = planned.flatMap(({ schedule, due }) => (due ? [{ ...schedule, ...due }] : []))
  if (rows.length === 0) return
  await tx.query(sql`
    with made as (
      insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, due_at, next_try_at, status, reason)
      select team_id, user_id, website_id, kind, starts_on, ends_on, recipient, due_at, due_at, case when is_late then 'skipped' else 'pending' end,
        case when is_late then 'More than 3 days late: nothing ran when it was due.' end
      from unnest(${rows.map((row) => row.team_id)}::bigint[], ${rows.map((row) => row.user_id)}::bigint[],
        ${rows.map((row) => row.website_id)}::bigint[],
        ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.period.first)}::date[],
        ${rows.map((row) => row.period.last)}::date[], ${rows.map((row) => row.recipient)}::text[],
        ${rows.map((row) => new Date(row.due_ms))}::timestamptz[], ${rows.map((row) => row.is_late)}::boolean[])
        as t (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, due_at, is_late)
      on conflict do nothing returning id, status)
    select add_report_jobs(array(select id from made where status = 'pending'))`)
}

const moveSchedulesUnscoped = (tx: RoleTx<'worker'>, planned: readonly Planned[]): Promise<number> =>
  tx.execute(sql`
    update report_schedules s set starts_on = t.starts_on, due_at = t.due_at
    from unnest(${planned.map(({ schedule }) => schedule.team_id)}::bigint[],
      ${planned.map(({ schedule }) => schedule.user_id)}::bigint[],
      ${planned.map(({ schedule }) => schedule.website_id)}::bigint[], ${planned.map(({ schedule }) => schedule.kind)}::text[],
      ${planned.map(({ next }) => next.period.first)}::date[], ${planned.map(({ next }) => new Date(next.due_ms))}::timestamptz[])
      as t (team_id, user_id, website_id, kind, starts_on, due_at)
    where s.team_id = t.team_id and s.user_id = t.user_id and s.website_id = t.website_id and s.kind = t.kind`)

/** Re-queues a report whose job was lost; a job that still exists is only moved forward. */
const requeueUnscoped = (tx: RoleTx<'worker'>, now_ms: number): Promise<unknown> =>
  tx.query(sql`
    select add_report_jobs(array(
      select id from report_sends where status = 'pending' and next_try_at < ${new Date(now_ms - HOUR_MS)}
        and updated_at < now() - interval '1 hour' limit ${BATCH}))`)

/**
 * Inserts each due report with the job that sends it and moves its schedule on, one transaction for each batch. However many workers
 * do this concurrently, and whenever one is killed, a period of a website is planned once.
 */
export async function planDueReports({ postgres, clock }: { postgres: Postgres; clock: Clock }): Promise<number> {
  const now_ms = clock.now().getTime()
  let total = 0
  for (;;) {
    const planned = await postgres.asRole('worker', async (tx) => {
      const schedules = await claimSchedulesUnscoped(tx, now_ms)
      if (schedules.length === 0) return []
      const plans = schedules.map((schedule) => planReport(schedule, now_ms))
      await insertSendsUnscoped(tx, plans)
      await moveSchedulesUnscoped(tx, plans)
      return plans
    })
    total += planned.filter(({ due }) => due !== null).length
    if (planned.length === 0) break
  }
  await postgres.asRole('worker', (tx) => requeueUnscoped(tx, now_ms))
  return total
}
