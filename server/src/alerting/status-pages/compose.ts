import { formatDuration } from '@sitewatch/contract/format'
import { formatUtcTime } from '../../platform/time/format-utc.ts'
import { oneLine } from '../../platform/one-line.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
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

interface Sheet {
  title: string
  tone: 'down' | 'up' | 'none'
  /** Already escaped. */
  lines: string[]
  button: { url: string; text: string }
  /** Already escaped. */
  footer: string
}

const LIGHT = { down: '#C2301C', up: '#0B7A5B', none: '#16191C' }
const DARK = { down: '#FF7A66', up: '#4CC9A0', none: '#ECEAE3' }
const MAX_SUBJECT_LENGTH = 200

/** One column that fits a phone; tables, because mail clients support little else. */
function renderSheet({ title, tone, lines, button, footer }: Sheet): string {
  const paragraphs = lines.map((line) => `<p style="margin:12px 0 0;word-break:break-word">${line}</p>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
@media (prefers-color-scheme:dark){.page{background:#0F1412!important;color:#ECEAE3!important}.tone{color:${DARK[tone]}!important;border-color:${DARK[tone]}!important}
.soft{color:#a3a89f!important}.soft a{color:#8FB0FF!important}.button{background:#8FB0FF!important;color:#0F1412!important}}
</style></head><body class="page" style="margin:0;background:#FAF8F3;color:#16191C">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" style="background:#FAF8F3;color:#16191C;padding:24px 16px" align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font:15px/1.5 Helvetica,Arial,sans-serif;text-align:left">
<tr><td class="tone" style="border-left:4px solid ${LIGHT[tone]};padding:0 0 0 12px;color:${LIGHT[tone]};font-size:20px;font-weight:bold;word-break:break-word"><bdi>${escapeHtml(title)}</bdi></td></tr>
<tr><td style="padding-top:4px">${paragraphs}</td></tr>
<tr><td style="padding-top:20px"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;background:#1F4FD8;color:#FAF8F3;padding:10px 16px;border-radius:4px;text-decoration:none">${escapeHtml(button.text)}</a></td></tr>
<tr><td class="soft" style="padding-top:24px;color:#5b6066;font-size:13px">${footer}</td></tr>
</table></td></tr></table></body></html>`
}

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
    html: renderSheet({
      title,
      tone: 'none',
      lines: [asked, 'The link works for two days.'],
      button: { url: confirm_url, text: 'Confirm subscription' },
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
    html: renderSheet({
      title,
      tone: isOver ? 'up' : 'down',
      lines: [escapeHtml(span)],
      button: { url: facts.page_url, text: 'Open the status page' },
      footer: `You subscribed to ${bold(page)}. <a href="${escapeHtml(unsubscribe_url)}" style="color:#1F4FD8">Unsubscribe</a>`,
    }),
  }
}
