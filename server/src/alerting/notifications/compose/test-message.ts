import type { TestMessage } from '../message.ts'
import { gsmLength, toGsm } from './gsm.ts'
import { escapeSlack } from './slack.ts'
import { SMS_LENGTH } from './sms.ts'

/** How every test begins. Telephones count in GSM-7, which has no bell. */
const OPENING = 'Test notification 🔔 from Sitewatch'
const OPENING_PLAIN = 'Test notification from Sitewatch'

const composeHeadline = ({ confirm_url }: TestMessage): string =>
  confirm_url === undefined
    ? `${OPENING}: alerts will arrive here.`
    : `${OPENING}: please confirm that alerts may arrive here.`

/** Who has not agreed yet gets no word that a user wrote: the test must not carry a stranger's advertisement. */
export function composeTestMail(message: TestMessage): { subject: string; text: string } {
  const subject = composeHeadline(message)
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

/** With `mrkdwn` off Slack reads nothing but what is escaped here, so a name stays a name. */
export const composeTestSlack = (message: TestMessage): { text: string; mrkdwn: false } => ({
  text: escapeSlack(`${composeHeadline(message)}\nProvider: ${message.provider_name}`),
  mrkdwn: false,
})

/** Telegram counts UTF-16 units. */
const MAX_TELEGRAM_LENGTH = 4096

export function composeTestTelegram(message: TestMessage): string {
  const text = `${composeHeadline(message)}\nProvider: ${message.provider_name}`
  if (text.length <= MAX_TELEGRAM_LENGTH) return text
  const short = text.slice(0, MAX_TELEGRAM_LENGTH - 1)
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`
}

/** Null when the link leaves no room for the words: a message in pieces could lose the half that matters. */
export function composeTestSms({ confirm_url }: TestMessage): string | null {
  if (confirm_url === undefined) return `${OPENING_PLAIN}: alerts will arrive here.`
  const texts = [`${OPENING_PLAIN}. To get alerts here, confirm: ${confirm_url}`, `${OPENING_PLAIN}: ${confirm_url}`]
  return texts.find((text) => toGsm(text) === text && gsmLength(text) <= SMS_LENGTH) ?? null
}
