import { escapeHtml } from '../../../platform/html/escape.ts'
import {
  buttonRow,
  linkTo,
  MAIL_COLOURS,
  paragraphRow,
  renderMail,
  softText,
  table,
  type Tone,
} from '../../../platform/mail/layout.ts'
import { REPEAT_NOTE } from '../../../platform/retry.ts'
import { t } from '../../../platform/text/index.ts'
import type { Alert, Message, TestMessage } from '../message.ts'
import {
  ACKNOWLEDGE,
  acknowledgeUrlOf,
  composeFacts,
  composeTestTitle,
  composeTitle,
  describeEntry,
  linkOf,
  linkTextOf,
  LONGEST_LABEL,
} from './words.ts'

/** Red means down and nothing else; the word beside it says the same without colour. */
const TONE: Record<Alert['kind'], Tone> = {
  opened: 'down',
  reminder: 'down',
  acknowledged: 'degraded',
  escalation: 'down',
  list: 'down',
  resolved: 'up',
  flapping_started: 'degraded',
  flapping_ended: 'degraded',
  expiring: 'degraded',
  renewed: 'up',
  domain_expiring: 'degraded',
  domain_renewed: 'up',
  slow_started: 'degraded',
  slow_ended: 'up',
  burn_fast: 'degraded',
  burn_slow: 'degraded',
}
const MAX_SUBJECT_LENGTH = 200

const CELL = `padding:8px 16px 8px 0;border-bottom:1px solid ${MAIL_COLOURS.line};vertical-align:top`

function composeRows(message: Alert): string {
  if (message.kind === 'list') {
    const rows = message.entries.map(({ kind, alert }) => {
      return `<tr><td class="line" style="${CELL}">${linkTo(alert.link, describeEntry(kind, alert))}</td></tr>`
    })
    return rows.join('')
  }
  const rows = composeFacts(message.kind, message.alert).map(
    ([label, value]) =>
      `<tr><td class="line soft" style="${CELL};color:${MAIL_COLOURS.soft};white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td class="line" style="${CELL};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return rows.join('')
}

function composeHtml(message: Alert, title: string, link: string): string {
  const note = message.possible_repeat ? paragraphRow(softText(t(REPEAT_NOTE))) : ''
  const acknowledge_url = acknowledgeUrlOf(message)
  const buttons =
    acknowledge_url === null
      ? buttonRow(link, linkTextOf(message))
      : buttonRow(acknowledge_url, t(ACKNOWLEDGE)) + paragraphRow(linkTo(link, linkTextOf(message)))
  return renderMail({
    title,
    tone: TONE[message.kind],
    body: `<tr><td style="padding-top:16px">${table(composeRows(message))}</td></tr>${buttons}${note}`,
    footer: t('You receive this e-mail because Sitewatch sends alerts to this address.'),
  })
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
          'Alerts are not sent here until you confirm:',
          '',
          message.confirm_url,
          '',
          'If you did not request this, ignore this e-mail. You will not receive any alerts.',
          '',
        ]
  return { subject, text: [subject, '', ...lines].join('\n') }
}

/** Subject, text and HTML of a mail; a test is text alone. */
export function composeMail(message: Message): ComposedMail {
  if (message.kind === 'test') return composeTest(message)
  const title = composeTitle(message)
  const link = linkOf(message)
  // Plus a colon and a space.
  const label_width = t(LONGEST_LABEL).length + 2
  const lines =
    message.kind === 'list'
      ? message.entries.map((entry) => `- ${describeEntry(entry.kind, entry.alert)}\n  ${entry.alert.link}`)
      : composeFacts(message.kind, message.alert).map(([label, value]) => `${`${label}:`.padEnd(label_width)}${value}`)
  const note = message.possible_repeat ? [t(REPEAT_NOTE), ''] : []
  const acknowledge_url = acknowledgeUrlOf(message)
  const acknowledge = acknowledge_url === null ? [] : [`${t(ACKNOWLEDGE)}: ${acknowledge_url}`, '']
  const text = [title, '', ...lines, '', ...note, ...acknowledge, link, ''].join('\n')
  const subject = title.length <= MAX_SUBJECT_LENGTH ? title : `${title.slice(0, MAX_SUBJECT_LENGTH - 1)}…`
  return { subject, text, html: composeHtml(message, title, link) }
}
