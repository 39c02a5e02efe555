import type { Language } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { planRetry } from '../../platform/retry.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { composeIncident, composeQuestion, type IncidentFacts } from './compose.ts'
import { locatePage } from './store.ts'
import { makeToken, type Purpose, type Subscriber } from './token.ts'
import { measureDuration } from './view.ts'

export interface TellParts {
  config: Pick<Config, 'BASE_URL' | 'SMTP_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>
  postgres: Postgres
  mailer: Mailer | null
}

/** Always under BASE_URL: a mail outlives the domain that a page has today. */
export function linkFor({ config }: TellParts, purpose: Purpose, subscriber: Subscriber): string {
  const url = `${config.BASE_URL}/subscriptions/${makeToken(config, purpose, subscriber)}`
  return purpose === 'confirm' ? url : `${url}/end`
}

/** Sends the confirmation mail. Throws when it should be retried. */
export async function askSubscriber(parts: TellParts, subscriber_id: number): Promise<void> {
  const asked = await parts.postgres.asRole('worker', (tx) =>
    tx.maybe(sql<{ team_id: number; email: string; language: Language | null }>`
      select s.team_id, s.email, s.language from status_subscribers s
        join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id and p.is_public
        join teams o on o.id = s.team_id and not o.is_suspended
      where s.id = ${subscriber_id} and s.confirmed_at is null`),
  )
  if (!asked) return
  const url = linkFor(parts, 'confirm', { team_id: asked.team_id, subscriber_id })
  const question = inLanguage(asked.language ?? 'en', () => composeQuestion(url))
  const mail = { to: asked.email, ...question, headers: { 'Auto-Submitted': 'auto-generated' } }
  const outcome = await sendMail(parts, mail)
  if (outcome.kind === 'retry') throw new Error(outcome.reason)
}

export interface Announcement {
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
}

interface Recipient {
  subscriber_id: number
  email: string
  language: Language | null
  attempts: number
}

const AT_A_TIME = 100
const IN_PARALLEL = 5
const HORIZON = '24 hours'

/** The name on the page: the label, or the website when only that is shown. */
const findRow = (tx: RoleTx<'worker'>, { status_page_id, incident_id }: Announcement): Promise<Row | undefined> =>
  tx.maybe(sql<Row>`
    select i.team_id, p.name as page_name, p.slug, case when p.domain_verified_at is not null then p.domain end as domain, i.cause_kind, i.started_at, i.resolved_at,
      coalesce(x.label, case when x.monitor_id is not null then m.friendly_name else w.domain end) as label
    from incidents i join status_pages p on p.team_id = i.team_id and p.id = ${status_page_id} and p.is_public
      join teams o on o.id = i.team_id and not o.is_suspended
      join monitors m on m.team_id = i.team_id and m.id = i.monitor_id and m.deleted_at is null
      left join status_page_monitors x on x.team_id = p.team_id and x.status_page_id = p.id and x.monitor_id = m.id
      left join status_page_websites y on y.team_id = p.team_id and y.status_page_id = p.id and y.website_id = m.website_id
      left join websites w on w.team_id = y.team_id and w.id = y.website_id
    where i.id = ${incident_id} and (x.monitor_id is not null or y.website_id is not null)`)

/** Subscribers to mail, each at most once. A recovery is sent only to those who got the alert. */
async function noteRecipients(tx: RoleTx<'worker'>, row: Row, announcement: Announcement): Promise<void> {
  const { status_page_id, incident_id, kind } = announcement
  const told = sql`exists (select 1 from status_mails t where t.team_id = s.team_id and t.incident_id = ${incident_id}
    and t.kind = 'opened' and t.subscriber_id = s.id and t.status = 'sent')`
  await tx.execute(sql`
    insert into status_mails (team_id, incident_id, kind, subscriber_id)
    select s.team_id, ${incident_id}, ${kind}, s.id from status_subscribers s
    where s.team_id = ${row.team_id} and s.status_page_id = ${status_page_id} and s.confirmed_at is not null
      and ${kind === 'resolved' ? told : sql`true`}
    on conflict do nothing`)
  // An alert after the recovery would be a false alarm; one a day late helps nobody.
  const isOver = kind === 'opened' && row.resolved_at !== null
  await tx.execute(sql`
    update status_mails set status = case when ${isOver} then 'skipped' else 'failed' end
    where team_id = ${row.team_id} and incident_id = ${incident_id} and kind = ${kind} and status = 'pending'
      and (${isOver} or created_at < now() - ${HORIZON}::interval)`)
}

interface Prepared {
  row: Row
  recipients: Recipient[]
}

function prepare({ postgres }: TellParts, announcement: Announcement): Promise<Prepared | null> {
  return postgres.asRole('worker', async (tx) => {
    const row = await findRow(tx, announcement)
    if (!row) return null
    await noteRecipients(tx, row, announcement)
    const recipients = await tx.query(sql<Recipient>`
      select t.subscriber_id, s.email, s.language, t.attempts from status_mails t
        join status_subscribers s on s.team_id = t.team_id and s.id = t.subscriber_id
      where t.team_id = ${row.team_id} and t.incident_id = ${announcement.incident_id} and t.kind = ${announcement.kind}
        and t.status = 'pending' and s.status_page_id = ${announcement.status_page_id}
        and (t.retry_at is null or t.retry_at <= clock_timestamp())
      order by t.retry_at nulls first, t.subscriber_id limit ${AT_A_TIME}`)
    return { row, recipients }
  })
}

/** False when the mail server did not answer. */
async function tellOne(
  parts: TellParts,
  { incident_id, kind }: Announcement,
  { facts, team_id, recipient }: { facts: IncidentFacts; team_id: number; recipient: Recipient },
): Promise<boolean> {
  const { subscriber_id, email, language, attempts } = recipient
  const unsubscribe_url = linkFor(parts, 'unsubscribe', { team_id, subscriber_id })
  const outcome = await sendMail(parts, {
    to: email,
    ...inLanguage(language ?? 'en', () => composeIncident(facts, unsubscribe_url)),
    // The same for every attempt, so that mail clients recognise a repeat.
    message_id: `<status-${incident_id}-${kind}-${subscriber_id}@${new URL(parts.config.BASE_URL).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  })
  const status = { sent: 'sent', permanent: 'failed', retry: 'pending' }[outcome.kind]
  const wait_seconds = outcome.kind === 'retry' ? planRetry(attempts + 1, undefined) / 1000 : null
  await parts.postgres.asRole('worker', (tx) =>
    tx.execute(sql`
      update status_mails set status = ${status}, sent_at = case when ${status === 'sent'} then now() end,
        attempts = attempts + 1, retry_at = clock_timestamp() + make_interval(secs => ${wait_seconds}::float8)
      where team_id = ${team_id} and incident_id = ${incident_id} and kind = ${kind} and subscriber_id = ${subscriber_id}`),
  )
  return !(outcome.kind === 'retry' && outcome.unreachable)
}

/** When the next deferred mail is due; null when there is none. */
async function findNextDue({ postgres }: TellParts, row: Row, announcement: Announcement): Promise<Date | null> {
  const { status_page_id, incident_id, kind } = announcement
  const { due_at } = await postgres.asRole('worker', (tx) =>
    tx.one(sql<{ due_at: string | null }>`
      select min(coalesce(t.retry_at, now())) as due_at from status_mails t
        join status_subscribers s on s.team_id = t.team_id and s.id = t.subscriber_id
      where t.team_id = ${row.team_id} and t.incident_id = ${incident_id} and t.kind = ${kind} and t.status = 'pending'
        and s.status_page_id = ${status_page_id}`),
  )
  return due_at === null ? null : new Date(due_at)
}

/**
 * Sends up to a hundred mails; returns when to run again for the others, or null. Delivery is at least once: if the process is killed
 * before a mail is recorded, it is sent again with the same Message-ID. Deferred mails wait behind those not attempted yet.
 * Throws when the mail server does not answer, so that the job is retried.
 */
export async function tellSubscribers(parts: TellParts, announcement: Announcement): Promise<Date | null> {
  if (!parts.mailer) return null
  const prepared = await prepare(parts, announcement)
  if (!prepared) return null
  const { row, recipients } = prepared
  const facts: IncidentFacts = {
    ...row,
    kind: announcement.kind,
    page_url: locatePage(row, parts.config.BASE_URL),
    duration_seconds: measureDuration(row, Date.now()),
  }
  for (let at = 0; at < recipients.length; at += IN_PARALLEL) {
    const group = recipients.slice(at, at + IN_PARALLEL)
    const answered = await Promise.all(
      group.map((recipient) => tellOne(parts, announcement, { facts, team_id: row.team_id, recipient })),
    )
    if (answered.includes(false))
      throw new Error('the mail server did not answer; mails to subscribers will be retried')
  }
  return findNextDue(parts, row, announcement)
}
