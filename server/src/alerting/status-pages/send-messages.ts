import type { Language } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import type { Vault } from '../../identity/accounts/index.ts'
import type { PublicEgress } from '../../platform/egress/index.ts'
import { planRetry } from '../../platform/retry.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { JobTakenOver } from '../../platform/jobs/index.ts'
import { postSigned } from '../notifications/index.ts'
import {
  composeConfirmationEvent,
  composeConfirmationMail,
  composeEvent,
  composeMessage,
  type MessageFacts,
} from './compose.ts'
import { type Announcement, countFailures, type Recipient } from './messages.ts'
import { openWebhook } from './subscribers.ts'
import { linkFor } from './token.ts'

export interface MessageParts {
  config: Pick<Config, 'BASE_URL' | 'SMTP_URL' | 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>
  postgres: Postgres
  vault: Vault
  public_egress: PublicEgress
  mailer: Mailer | null
}

const CONCURRENCY = 5

interface PendingSubscriber {
  team_id: number
  email: string | null
  language: Language | null
  sealed: Buffer | null
}

type Outcome =
  | { kind: 'sent' }
  | { kind: 'retry'; reason: string; retry_after_seconds?: number; unreachable?: true; isUncertain?: true }
  | { kind: 'permanent'; reason: string }

/** Decrypts the URL and the secret, and sends a signed request. */
async function callWebhook(
  parts: MessageParts,
  webhook: { team_id: number; subscriber_id: number; sealed: Buffer },
  { id, event, now }: { id: string; event: object; now: Date },
): Promise<Outcome> {
  const opened = await parts.postgres.asRole('worker', (tx) => openWebhook(tx, parts.vault, webhook))
  if (!opened) return { kind: 'permanent', reason: 'the webhook could not be opened' }
  return postSigned({ egress: parts.public_egress }, { url: opened.url, secret: opened.secret, id, event, now })
}

/** Sends the confirmation. Throws when it should be retried. */
export async function sendConfirmation(parts: MessageParts, subscriber_id: number): Promise<void> {
  const pending = await parts.postgres.asRole('worker', (tx) =>
    tx.maybe(sql<PendingSubscriber>`
      select s.team_id, s.email, s.language, w.sealed from status_subscribers s
        join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id and p.visibility <> 'team'
        join teams o on o.id = s.team_id and not o.is_suspended
        left join status_webhooks w on w.team_id = s.team_id and w.subscriber_id = s.id
      where s.id = ${subscriber_id} and s.confirmed_at is null`),
  )
  if (!pending) return
  const { team_id, email, language, sealed } = pending
  const url = linkFor(parts.config, 'confirm', { team_id, subscriber_id })
  const send = (): Promise<Outcome> => {
    const now = new Date()
    if (sealed)
      return callWebhook(
        parts,
        { team_id, subscriber_id, sealed },
        { id: `status-confirm-${subscriber_id}`, event: composeConfirmationEvent(url, now), now },
      )
    const mail = inLanguage(language ?? 'en', () => composeConfirmationMail(url))
    return sendMail(parts, { to: email ?? '', ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
  }
  const outcome = await send()
  if (outcome.kind === 'retry') throw new Error(outcome.reason)
}

interface Message {
  key: string
  team_id: number
  facts: MessageFacts
}

/** The id is the same for every attempt, so that a mail client or a webhook recognises a repeat. */
function sendOne(parts: MessageParts, { key, team_id, facts }: Message, recipient: Recipient): Promise<Outcome> {
  const { subscriber_id, email, language, sealed, possible_repeat } = recipient
  const subscriber = { team_id, subscriber_id }
  const unsubscribe_url = linkFor(parts.config, 'unsubscribe', subscriber)
  const links = { unsubscribe_url, manage_url: linkFor(parts.config, 'manage', subscriber), possible_repeat }
  const id = `${key}-${subscriber_id}`
  const now = new Date()
  if (sealed) return callWebhook(parts, { ...subscriber, sealed }, { id, event: composeEvent(facts, links, now), now })
  return sendMail(parts, {
    to: email ?? '',
    ...inLanguage(language ?? 'en', () => composeMessage(facts, links)),
    message_id: `<${id}@${new URL(parts.config.BASE_URL).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  })
}

/** Returns false if the mail server did not respond. */
async function notifyOne(
  parts: MessageParts,
  announcement: Announcement,
  { message, recipient }: { message: Message; recipient: Recipient },
): Promise<boolean> {
  const { subscriber_id, attempts, possible_repeat } = recipient
  const { team_id } = message
  const outcome = await sendOne(parts, message, recipient)
  const isUncertain = outcome.kind === 'retry' && outcome.isUncertain === true
  // What may have arrived is sent once more, marked, and then no more.
  const isLast = isUncertain && possible_repeat
  const status = isLast ? 'failed' : ({ sent: 'sent', permanent: 'failed', retry: 'pending' } as const)[outcome.kind]
  const wait_seconds =
    outcome.kind === 'retry' && !isLast ? planRetry(attempts + 1, outcome.retry_after_seconds) / 1000 : null
  await parts.postgres.asRole('worker', async (tx) => {
    const recorded = await announcement.record(tx, team_id, {
      subscriber_id,
      attempts,
      isUncertain,
      status,
      wait_seconds,
    })
    if (recorded === 0) throw new JobTakenOver('another worker sends these messages')
    const ids = [subscriber_id]
    await countFailures(tx, team_id, { sent: status === 'sent' ? ids : [], failed: status === 'failed' ? ids : [] })
  })
  return !(outcome.kind === 'retry' && outcome.unreachable)
}

export const channelsOf = ({ mailer }: MessageParts): Recipient['channel'][] =>
  mailer ? ['email', 'webhook'] : ['webhook']

/**
 * Sends up to a hundred messages; returns when to run again for the others, or null. Delivery is at least once: if the process is killed
 * before a message is recorded, it is sent again with the same id. Deferred messages wait behind those not attempted yet.
 * Throws when the mail server does not respond, so that the job is retried; webhooks come first, and do not wait for it.
 */
export async function notifySubscribers(parts: MessageParts, announcement: Announcement): Promise<Date | null> {
  const prepared = await parts.postgres.asRole('worker', (tx) => announcement.prepare(tx))
  if (!prepared) return null
  const { team_id, facts, recipients } = prepared
  const message = { key: announcement.key, team_id, facts }
  for (let at = 0; at < recipients.length; at += CONCURRENCY) {
    const group = recipients.slice(at, at + CONCURRENCY)
    const answered = await Promise.all(group.map((recipient) => notifyOne(parts, announcement, { message, recipient })))
    if (answered.includes(false))
      throw new Error('the mail server did not answer; mails to subscribers will be retried')
  }
  const due_at = await parts.postgres.asRole('worker', (tx) => announcement.findNextDue(tx, team_id))
  return due_at === null ? null : new Date(due_at)
}
