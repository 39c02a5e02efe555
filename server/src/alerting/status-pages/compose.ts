import { formatDuration } from '@sitewatch/contract/format'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { oneLine } from '../../platform/one-line.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { t } from '../../platform/text/index.ts'
import { buttonRow, linkTo, paragraphRow, renderMail } from '../../platform/mail/layout.ts'
import { describeCause } from './view.ts'

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

export interface IncidentFacts {
  kind: 'opened' | 'resolved'
  page_name: string
  page_url: string
  label: string
  cause_kind: string
  started_at: string
  resolved_at: string | null
  duration_seconds: number
}

const MAX_SUBJECT_LENGTH = 200

const shorten = (text: string): string =>
  text.length <= MAX_SUBJECT_LENGTH ? text : `${text.slice(0, MAX_SUBJECT_LENGTH - 1)}…`
const bold = (text: string): string => `<strong><bdi>${escapeHtml(text)}</bdi></strong>`

/** An unconfirmed address gets no text that a user wrote, not even the name of the page: it could be advertising. */
export function composeQuestion(confirm_url: string): ComposedMail {
  const title = t('Confirm your subscription')
  const asked = t('Someone entered this e-mail address to receive incident updates from a status page.')
  const expiry = t('The link works for two days.')
  const ignore = t('If this was not you, ignore this e-mail. You will not receive any others.')
  return {
    subject: title,
    text: [asked, '', t('Confirm: {url}', { url: confirm_url }), '', `${expiry} ${ignore}`, ''].join('\n'),
    html: renderMail({
      title,
      body: `${paragraphRow(asked)}${paragraphRow(expiry)}${buttonRow(confirm_url, t('Confirm subscription'))}`,
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

export function composeIncident(facts: IncidentFacts, unsubscribe_url: string): ComposedMail {
  const [page, label] = [oneLine(facts.page_name), oneLine(facts.label)]
  const isOver = facts.kind === 'resolved'
  const title = isOver ? t('Resolved: {label}', { label }) : t('Down: {name}', { name: label })
  const span = describeSpan(facts)
  return {
    subject: shorten(`${title} (${page})`),
    text: [
      title,
      '',
      span,
      '',
      facts.page_url,
      '',
      '-- ',
      t('You subscribed to "{page}".', { page }),
      t('Unsubscribe: {url}', { url: unsubscribe_url }),
      '',
    ].join('\n'),
    html: renderMail({
      title,
      tone: isOver ? 'up' : 'down',
      body: paragraphRow(escapeHtml(span)) + buttonRow(facts.page_url, t('Open the status page')),
      footer: `${t.html('You subscribed to <page></page>.', {}, { page: () => bold(page) })} ${linkTo(unsubscribe_url, t('Unsubscribe'))}`,
    }),
  }
}
