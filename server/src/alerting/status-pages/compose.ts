import type { PageIncidentStatus } from '@sitewatch/contract'
import { formatDuration } from '@sitewatch/contract/format'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { oneLine } from '../../platform/one-line.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { REPEAT_NOTE } from '../../platform/retry.ts'
import { t } from '../../platform/text/index.ts'
import { buttonRow, linkTo, paragraphRow, renderMail } from '../../platform/mail/layout.ts'
import { renderPageText } from './page-text.ts'
import { WRITTEN_STATUS_WORDS } from './render-written.ts'
import { describeCause } from './view.ts'

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** What a message to a subscriber says about an incident of a monitor. */
interface IncidentFacts {
  about: 'incident'
  kind: 'opened' | 'resolved'
  page_name: string
  page_url: string
  label: string
  cause_kind: string
  started_at: string
  resolved_at: string | null
  duration_seconds: number
}

/** What a message to a subscriber says about an update that the team of the page wrote. */
interface UpdateFacts {
  about: 'update'
  kind: 'incident' | 'maintenance'
  page_name: string
  page_url: string
  title: string
  status: PageIncidentStatus
  body: string
  posted_at: string
  scheduled_for: string | null
  scheduled_until: string | null
  labels: string[]
}

export type MessageFacts = IncidentFacts | UpdateFacts

/** The links of one subscriber. `possible_repeat`: an earlier attempt may have arrived. */
export interface SubscriberLinks {
  unsubscribe_url: string
  manage_url: string
  possible_repeat: boolean
}

const MAX_SUBJECT_LENGTH = 200

const shorten = (text: string): string =>
  text.length <= MAX_SUBJECT_LENGTH ? text : `${text.slice(0, MAX_SUBJECT_LENGTH - 1)}…`
const bold = (text: string): string => `<strong><bdi>${escapeHtml(text)}</bdi></strong>`

/** An unconfirmed address gets no text that a user wrote, not even the name of the page: it could be advertising. */
export function composeConfirmationMail(confirm_url: string): ComposedMail {
  const title = t('Confirm your subscription')
  const reason = t('Someone entered this e-mail address to receive incident updates from a status page.')
  const expiry = t('The link works for two days.')
  const ignore = t('If this was not you, ignore this e-mail. You will not receive any others.')
  return {
    subject: title,
    text: [reason, '', t('Confirm: {url}', { url: confirm_url }), '', `${expiry} ${ignore}`, ''].join('\n'),
    html: renderMail({
      title,
      body: `${paragraphRow(reason)}${paragraphRow(expiry)}${buttonRow(confirm_url, t('Confirm subscription'))}`,
      footer: ignore,
    }),
  }
}

function describeSpan({ kind, started_at, resolved_at, duration_seconds, cause_kind }: IncidentFacts): string {
  const [start, cause] = [formatUtcTime(started_at), describeCause(cause_kind)]
  if (kind === 'opened') return t('Down since {start}. Cause: {cause}.', { start, cause })
  const duration = formatDuration(duration_seconds)
  return resolved_at === null
    ? t('Down for {duration}, from {start}. Cause: {cause}.', { start, duration, cause })
    : t('Down for {duration}, from {start} to {end}. Cause: {cause}.', {
        start,
        end: formatUtcTime(resolved_at),
        duration,
        cause,
      })
}

interface Composed {
  title: string
  tone?: 'up' | 'down' | undefined
  /** Text that a person wrote, with markup. */
  body?: string
  paragraphs: string[]
}

function describeIncident(facts: IncidentFacts): Composed {
  const label = oneLine(facts.label)
  const isOver = facts.kind === 'resolved'
  return {
    title: isOver ? t('Resolved: {label}', { label }) : t('Down: {name}', { name: label }),
    tone: isOver ? 'up' : 'down',
    paragraphs: [describeSpan(facts)],
  }
}

function describeUpdate({ title, status, body, scheduled_for, scheduled_until, labels }: UpdateFacts): Composed {
  const statusText = t(WRITTEN_STATUS_WORDS[status])
  const start = scheduled_for === null ? null : formatUtcTime(scheduled_for)
  const when =
    start === null || scheduled_until === null
      ? []
      : [t('Planned from {start} to {end}.', { start, end: formatUtcTime(scheduled_until) })]
  const components = labels.length === 0 ? [] : [t('Components: {names}', { names: labels.map(oneLine).join(', ') })]
  return { title: `${statusText}: ${oneLine(title)}`, body, paragraphs: [...when, ...components] }
}

export function composeMessage(
  facts: MessageFacts,
  { unsubscribe_url, manage_url, possible_repeat }: SubscriberLinks,
): ComposedMail {
  const page = oneLine(facts.page_name)
  const composed = facts.about === 'incident' ? describeIncident(facts) : describeUpdate(facts)
  const { title, tone, body } = composed
  const paragraphs = [...composed.paragraphs, ...(possible_repeat ? [t(REPEAT_NOTE)] : [])]
  return {
    subject: shorten(`${title} (${page})`),
    text: [
      title,
      '',
      ...(body === undefined ? [] : [body, '']),
      ...paragraphs.flatMap((each) => [each, '']),
      facts.page_url,
      '',
      '-- ',
      t('You subscribed to "{page}".', { page }),
      t('Manage subscription: {url}', { url: manage_url }),
      t('Unsubscribe: {url}', { url: unsubscribe_url }),
      '',
    ].join('\n'),
    html: renderMail({
      title,
      tone,
      body:
        (body === undefined ? '' : paragraphRow(renderPageText(body))) +
        paragraphs.map((each) => paragraphRow(escapeHtml(each))).join('') +
        buttonRow(facts.page_url, t('Open the status page')),
      footer: `${t.html('You subscribed to <page></page>.', {}, { page: () => bold(page) })} ${linkTo(manage_url, t('Manage subscription'))} · ${linkTo(unsubscribe_url, t('Unsubscribe'))}`,
    }),
  }
}

/** The body of a request to a webhook, in English because programs read it. */
export function composeEvent(facts: MessageFacts, links: SubscriberLinks, now: Date): object {
  const { about, kind, page_name, page_url, ...rest } = facts
  const type = about === 'incident' ? `incident.${kind}` : `${kind}.updated`
  return { type, timestamp: now.toISOString(), data: { page: { name: page_name, url: page_url }, ...rest, ...links } }
}

/** The first request to a webhook. Like the mail, it has no text that a user wrote. */
export const composeConfirmationEvent = (confirm_url: string, now: Date): object => ({
  type: 'subscription.confirm',
  timestamp: now.toISOString(),
  data: {
    message: 'Open confirm_url, or send a POST request to it, to receive updates of a status page here.',
    confirm_url,
  },
})
