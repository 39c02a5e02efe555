import { escapeHtml } from '../../../platform/html/escape.ts'
import { REPEAT_NOTE } from '../../../platform/retry.ts'
import type { Alert, Message, TestMessage } from '../message.ts'
import { composeFacts, composeTestTitle, composeTitle, describeEntry, linkOf } from './words.ts'

/** Red means down and nothing else; the word beside it says the same without colour. */
const TONE: Record<Alert['kind'], 'down' | 'up' | 'degraded'> = {
  opened: 'down',
  reminder: 'down',
  list: 'down',
  resolved: 'up',
  flapping_started: 'degraded',
  flapping_ended: 'degraded',
}
const LIGHT = { down: '#C2301C', up: '#0B7A5B', degraded: '#8A5A00' }
const DARK = { down: '#FF7A66', up: '#4CC9A0', degraded: '#E0A93B' }
const MAX_SUBJECT_LENGTH = 200

function composeRows(message: Alert): string {
  const cell = 'padding:8px 16px 8px 0;border-bottom:1px solid #d9d5ca;vertical-align:top'
  if (message.kind === 'list') {
    const rows = message.entries.map((entry) => {
      const text = escapeHtml(describeEntry(entry.kind, entry.alert))
      return `<tr><td class="line" style="${cell}"><a class="accent" href="${escapeHtml(entry.alert.link)}" style="color:#1F4FD8">${text}</a></td></tr>`
    })
    return rows.join('')
  }
  const rows = composeFacts(message.kind, message.alert).map(
    ([label, value]) =>
      `<tr><td class="line soft" style="${cell};color:#5b6066;white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td class="line" style="${cell};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return rows.join('')
}

function composeHtml(message: Alert, title: string, link: string): string {
  const tone = TONE[message.kind]
  const note = message.possible_repeat ? `<p class="soft" style="color:#5b6066">${REPEAT_NOTE}</p>` : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
@media (prefers-color-scheme:dark){.page{background:#0F1412!important;color:#ECEAE3!important}.tone{color:${DARK[tone]}!important;border-color:${DARK[tone]}!important}
.soft{color:#a3a89f!important}.line{border-color:#2b332f!important}.accent{color:#8FB0FF!important}.button{background:#8FB0FF!important;color:#0F1412!important}}
</style></head><body class="page" style="margin:0;background:#FAF8F3;color:#16191C">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" style="background:#FAF8F3;color:#16191C;padding:24px 16px" align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font:15px/1.5 Helvetica,Arial,sans-serif;text-align:left">
<tr><td class="tone" style="border-left:4px solid ${LIGHT[tone]};padding:0 0 0 12px;color:${LIGHT[tone]};font-size:20px;font-weight:bold;word-break:break-word">${escapeHtml(title)}</td></tr>
<tr><td style="padding-top:16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:15px">${composeRows(message)}</table></td></tr>
<tr><td style="padding-top:20px"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;background:#1F4FD8;color:#FAF8F3;padding:10px 16px;border-radius:4px;text-decoration:none">Open the incident</a>${note}</td></tr>
<tr><td class="soft" style="padding-top:24px;color:#5b6066;font-size:13px">Sent by Sitewatch because you are told about this monitor.</td></tr>
</table></td></tr></table></body></html>`
}

export interface ComposedMail {
  subject: string
  text: string
  html?: string
}

/** An unconfirmed recipient gets no text that a user wrote: a test must not carry advertising. */
function composeTest(message: TestMessage): ComposedMail {
  const subject = composeTestTitle(message)
  const lines =
    message.confirm_url === undefined
      ? [`Provider: ${message.provider_name}`, '']
      : [
          'Alerts wait until you say that you want them here:',
          '',
          message.confirm_url,
          '',
          'If you did not expect this, do nothing, and no alert will come.',
          '',
        ]
  return { subject, text: [subject, '', ...lines].join('\n') }
}

/** Subject, text and HTML of a mail; a test is text alone. */
export function composeMail(message: Message): ComposedMail {
  if (message.kind === 'test') return composeTest(message)
  const title = composeTitle(message)
  const link = linkOf(message)
  const lines =
    message.kind === 'list'
      ? message.entries.map((entry) => `- ${describeEntry(entry.kind, entry.alert)}\n  ${entry.alert.link}`)
      : composeFacts(message.kind, message.alert).map(([label, value]) => `${`${label}:`.padEnd(13)}${value}`)
  const note = message.possible_repeat ? [REPEAT_NOTE, ''] : []
  const text = [title, '', ...lines, '', ...note, link, ''].join('\n')
  const subject = title.length <= MAX_SUBJECT_LENGTH ? title : `${title.slice(0, MAX_SUBJECT_LENGTH - 1)}…`
  return { subject, text, html: composeHtml(message, title, link) }
}
