import { formatDuration } from '@sitewatch/contract/format'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { oneLine } from '../../platform/one-line.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
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
  const title = 'Confirm your subscription'
  const asked = 'Someone entered this e-mail address to receive incident updates from a status page.'
  const ignore = 'If this was not you, ignore this e-mail. You will not receive any others.'
  return {
    subject: title,
    text: [asked, '', `Confirm: ${confirm_url}`, '', `The link works for two days. ${ignore}`, ''].join('\n'),
    html: renderMail({
      title,
      body: `${paragraphRow(asked)}${paragraphRow('The link works for two days.')}${buttonRow(confirm_url, 'Confirm subscription')}`,
      footer: ignore,
    }),
  }
}

export function composeIncident(facts: IncidentFacts, unsubscribe_url: string): ComposedMail {
  const [page, label] = [oneLine(facts.page_name), oneLine(facts.label)]
  const isOver = facts.kind === 'resolved'
  const title = `${isOver ? 'Resolved' : 'Down'}: ${label}`
  const until = facts.resolved_at === null ? '' : ` until ${formatUtcTime(facts.resolved_at)}`
  const span = isOver
    ? `It was down from ${formatUtcTime(facts.started_at)}${until}, ${formatDuration(facts.duration_seconds)}: ${describeCause(facts.cause_kind)}.`
    : `Since ${formatUtcTime(facts.started_at)}: ${describeCause(facts.cause_kind)}.`
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
      `You subscribed to "${page}".`,
      `Unsubscribe: ${unsubscribe_url}`,
      '',
    ].join('\n'),
    html: renderMail({
      title,
      tone: isOver ? 'up' : 'down',
      body: paragraphRow(escapeHtml(span)) + buttonRow(facts.page_url, 'Open the status page'),
      footer: `You subscribed to ${bold(page)}. ${linkTo(unsubscribe_url, 'Unsubscribe')}`,
    }),
  }
}
