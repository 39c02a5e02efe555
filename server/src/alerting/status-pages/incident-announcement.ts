import { sql } from '../../platform/postgres/index.ts'
import { type Announcement, BATCH_ROWS, countFailures, HORIZON, type Recipient, type WorkerTx } from './messages.ts'
import { locatePage } from './store.ts'
import { IS_LIVE } from './subscribers.ts'
import { measureDuration } from './view.ts'

export interface IncidentChange {
  status_page_id: number
  incident_id: number
  kind: 'opened' | 'resolved'
}

interface Row {
  team_id: number
  page_name: string
  slug: string
  domain: string | null
  label: string
  cause_kind: string
  started_at: string
  resolved_at: string | null
  /** The component of the monitor itself, and that of its website. */
  monitor_id: number | null
  website_id: number | null
}

/** `label`: the name on the page, of the monitor or else of its website. The page shows no incidents of a website that is not public. */
const findRow = (tx: WorkerTx, { status_page_id, incident_id }: IncidentChange): Promise<Row | undefined> =>
  tx.maybe(sql<Row>`
    select i.team_id, p.name as page_name, p.slug, case when p.domain_verified_at is not null then p.domain end as domain, i.cause_kind, i.started_at, i.resolved_at,
      x.monitor_id, w.id as website_id,
      coalesce(x.label, case when x.monitor_id is not null then m.friendly_name else coalesce(y.label, w.domain) end) as label
    from incidents i join status_pages p on p.team_id = i.team_id and p.id = ${status_page_id} and p.visibility <> 'team'
      join teams o on o.id = i.team_id and not o.is_suspended
      join monitors m on m.team_id = i.team_id and m.id = i.monitor_id and m.deleted_at is null
      left join status_page_monitors x on x.team_id = p.team_id and x.status_page_id = p.id and x.monitor_id = m.id
      left join status_page_websites y on y.team_id = p.team_id and y.status_page_id = p.id and y.website_id = m.website_id
      left join websites w on w.team_id = y.team_id and w.id = y.website_id and w.privacy = 0
    where i.id = ${incident_id} and (x.monitor_id is not null or w.id is not null)`)

/** Subscribers of the component, each at most once. A recovery is sent only to those who got the alert. */
async function addRows(tx: WorkerTx, row: Row, { status_page_id, incident_id, kind }: IncidentChange): Promise<void> {
  const gotAlert = sql`exists (select 1 from status_mails t where t.team_id = s.team_id and t.incident_id = ${incident_id}
    and t.kind = 'opened' and t.subscriber_id = s.id and t.status = 'sent')`
  await tx.execute(sql`
    insert into status_mails (team_id, incident_id, kind, subscriber_id)
    select s.team_id, ${incident_id}, ${kind}, s.id
    from status_subscribers s join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id
    where s.team_id = ${row.team_id} and s.status_page_id = ${status_page_id} and ${IS_LIVE}
      and (s.monitor_ids is null or ${row.monitor_id}::bigint = any(s.monitor_ids) or ${row.website_id}::bigint = any(s.website_ids))
      and ${kind === 'resolved' ? gotAlert : sql`true`}
    on conflict do nothing`)
  // An alert after the recovery would be a false alarm.
  const isOver = kind === 'opened' && row.resolved_at !== null
  const ended = await tx.query(sql<{ subscriber_id: number }>`
    update status_mails set status = case when ${isOver} then 'skipped' else 'failed' end
    where team_id = ${row.team_id} and incident_id = ${incident_id} and kind = ${kind} and status = 'pending'
      and (${isOver} or created_at < now() - ${HORIZON}::interval)
    returning subscriber_id`)
  if (!isOver) await countFailures(tx, row.team_id, { failed: ended.map((each) => each.subscriber_id) })
}

export function announceIncident(
  change: IncidentChange,
  { base_url, channels }: { base_url: string; channels: readonly Recipient['channel'][] },
): Announcement {
  const { status_page_id, incident_id, kind } = change
  /** For a row t, its subscriber s and the page p. Also checked before a retry, because the page may have a new password by then. */
  const isPending = sql`t.incident_id = ${incident_id} and t.kind = ${kind} and t.status = 'pending'
    and s.status_page_id = ${status_page_id} and ${IS_LIVE} and s.channel = any(${channels}::text[])`
  return {
    key: `status-${incident_id}-${kind}`,
    async prepare(tx) {
      const row = await findRow(tx, change)
      if (!row) return null
      await addRows(tx, row, change)
      const recipients = await tx.query(sql<Recipient>`
        select t.subscriber_id, s.channel, s.email, s.language, t.attempts, t.possible_repeat, w.sealed from status_mails t
          join status_subscribers s on s.team_id = t.team_id and s.id = t.subscriber_id
          join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id
          left join status_webhooks w on w.team_id = s.team_id and w.subscriber_id = s.id
        where t.team_id = ${row.team_id} and ${isPending} and (t.retry_at is null or t.retry_at <= clock_timestamp())
        order by s.channel desc, t.retry_at nulls first, t.subscriber_id limit ${BATCH_ROWS}`)
      const { team_id, page_name, label, cause_kind, started_at, resolved_at } = row
      const [page_url, duration_seconds] = [locatePage(row, base_url), measureDuration(row, Date.now())]
      const incident = { label, cause_kind, started_at, resolved_at, duration_seconds }
      return { team_id, facts: { about: 'incident', kind, page_name, page_url, ...incident }, recipients }
    },
    record: (tx, team_id, { subscriber_id, attempts, isUncertain, status, wait_seconds }) =>
      tx.execute(sql`
        update status_mails set status = ${status}, sent_at = case when ${status === 'sent'} then now() end,
          attempts = attempts + 1, possible_repeat = possible_repeat or ${isUncertain}, retry_at = clock_timestamp() + make_interval(secs => ${wait_seconds}::float8)
        where team_id = ${team_id} and incident_id = ${incident_id} and kind = ${kind} and subscriber_id = ${subscriber_id}
          and status = 'pending' and attempts = ${attempts}`),
    async findNextDue(tx, team_id) {
      const { due_at } = await tx.one(sql<{ due_at: string | null }>`
        select min(coalesce(t.retry_at, now())) as due_at from status_mails t
          join status_subscribers s on s.team_id = t.team_id and s.id = t.subscriber_id
          join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id
        where t.team_id = ${team_id} and ${isPending}`)
      return due_at
    },
  }
}
