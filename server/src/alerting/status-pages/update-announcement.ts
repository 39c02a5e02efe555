import type { PageIncidentStatus } from '@sitewatch/contract'
import { sql } from '../../platform/postgres/index.ts'
import { type Announcement, BATCH_ROWS, countFailures, HORIZON, type Recipient, type WorkerTx } from './messages.ts'
import { locatePage } from './store.ts'
import { IS_LIVE } from './subscribers.ts'
import { locateIncident } from './written.ts'

export interface PublishedUpdate {
  team_id: number
  update_id: number
}

interface Row {
  status_page_id: number
  page_name: string
  slug: string
  domain: string | null
  kind: 'incident' | 'maintenance'
  title: string
  status: PageIncidentStatus
  ref: string
  body: string
  posted_at: string
  scheduled_for: string | null
  scheduled_until: string | null
  labels: string[]
}

/** Undefined if the update was deleted or unpublished, or the page is now for the team only. */
export const findUpdate = (tx: WorkerTx, { team_id, update_id }: PublishedUpdate): Promise<Row | undefined> =>
  tx.maybe(sql<Row>`
    select p.id as status_page_id, p.name as page_name, p.slug, case when p.domain_verified_at is not null then p.domain end as domain,
      i.kind, i.title, i.ref, u.status, u.body, u.posted_at, i.scheduled_for, i.scheduled_until,
      array(select coalesce(x.label, m.friendly_name) from status_page_monitors x
          join monitors m on m.team_id = x.team_id and m.id = x.monitor_id and m.deleted_at is null
        where x.team_id = a.team_id and x.status_page_id = p.id and x.monitor_id = any(a.monitor_ids) order by x.position)
      || array(select coalesce(x.label, w.domain) from status_page_websites x
          join websites w on w.team_id = x.team_id and w.id = x.website_id
        where x.team_id = a.team_id and x.status_page_id = p.id and x.website_id = any(a.website_ids) order by x.position) as labels
    from status_page_announcements a
      join status_page_updates u on u.team_id = a.team_id and u.id = a.update_id
      join status_page_incidents i on i.team_id = u.team_id and i.id = u.page_incident_id and i.published_at is not null
      join status_pages p on p.team_id = a.team_id and p.id = a.status_page_id and p.visibility <> 'team'
      join teams o on o.id = a.team_id and not o.is_suspended
    where a.team_id = ${team_id} and a.update_id = ${update_id}`)

/** Subscribers to any component of the update, each at most once; an update about no component is about the whole page. */
async function addRows(tx: WorkerTx, { team_id, update_id }: PublishedUpdate): Promise<void> {
  await tx.execute(sql`
    insert into status_update_messages (team_id, update_id, subscriber_id)
    select s.team_id, a.update_id, s.id from status_page_announcements a
      join status_pages p on p.team_id = a.team_id and p.id = a.status_page_id
      join status_subscribers s on s.team_id = a.team_id and s.status_page_id = a.status_page_id
    where a.team_id = ${team_id} and a.update_id = ${update_id} and ${IS_LIVE} and s.confirmed_at <= a.created_at
      and (s.monitor_ids is null or s.monitor_ids && a.monitor_ids or s.website_ids && a.website_ids
        or (cardinality(a.monitor_ids) = 0 and cardinality(a.website_ids) = 0))
    on conflict do nothing`)
  const ended = await tx.query(sql<{ subscriber_id: number }>`
    update status_update_messages set status = 'failed'
    where team_id = ${team_id} and update_id = ${update_id} and status = 'pending' and created_at < now() - ${HORIZON}::interval
    returning subscriber_id`)
  await countFailures(tx, team_id, { failed: ended.map((each) => each.subscriber_id) })
}

export function announceUpdate(
  update: PublishedUpdate,
  { base_url, channels }: { base_url: string; channels: readonly Recipient['channel'][] },
): Announcement {
  const { team_id, update_id } = update
  /** For a row t, its subscriber s and the page p. */
  const isPending = sql`t.team_id = ${team_id} and t.update_id = ${update_id} and t.status = 'pending'
    and ${IS_LIVE} and s.channel = any(${channels}::text[])`
  return {
    key: `status-update-${update_id}`,
    async prepare(tx) {
      const row = await findUpdate(tx, update)
      if (!row) return null
      await addRows(tx, update)
      const recipients = await tx.query(sql<Recipient>`
        select t.subscriber_id, s.channel, s.email, s.language, t.attempts, t.possible_repeat, w.sealed from status_update_messages t
          join status_subscribers s on s.team_id = t.team_id and s.id = t.subscriber_id
          join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id
          left join status_webhooks w on w.team_id = s.team_id and w.subscriber_id = s.id
        where ${isPending} and (t.retry_at is null or t.retry_at <= clock_timestamp())
        order by s.channel desc, t.retry_at nulls first, t.subscriber_id limit ${BATCH_ROWS}`)
      const { kind, page_name, title, status, body, posted_at, scheduled_for, scheduled_until, labels } = row
      const text = { page_name, title, status, body, posted_at, scheduled_for, scheduled_until, labels }
      const page_url = locateIncident(locatePage(row, base_url), row.ref)
      return { team_id, facts: { about: 'update', kind, page_url, ...text }, recipients }
    },
    record: (tx, _, { subscriber_id, attempts, isUncertain, status, wait_seconds }) =>
      tx.execute(sql`
        update status_update_messages set status = ${status}, sent_at = case when ${status === 'sent'} then now() end,
          attempts = attempts + 1, possible_repeat = possible_repeat or ${isUncertain}, retry_at = clock_timestamp() + make_interval(secs => ${wait_seconds}::float8)
        where team_id = ${team_id} and update_id = ${update_id} and subscriber_id = ${subscriber_id}
          and status = 'pending' and attempts = ${attempts}`),
    async findNextDue(tx) {
      const { due_at } = await tx.one(sql<{ due_at: string | null }>`
        select min(coalesce(t.retry_at, now())) as due_at from status_update_messages t
          join status_subscribers s on s.team_id = t.team_id and s.id = t.subscriber_id
          join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id where ${isPending}`)
      return due_at
    },
  }
}
