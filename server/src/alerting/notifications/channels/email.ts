import type { Config } from '../../../config.ts'
import type { Mail, Mailer } from '../../../platform/mail.ts'
import { quoteFailure } from '../answer.ts'
import type { Channel, DeliveryOutcome } from '../channel.ts'
import { composeEmail } from '../compose/email.ts'
import { composeTestMail } from '../compose/test-message.ts'

const maskAddress = (address: string): string => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`

export interface MailGateway {
  config: Pick<Config, 'SMTP_URL'>
  mailer: Mailer | null
}

/** The transport's own limits are for each step; this one is for all of them together. */
const DEADLINE_MS = 40_000

interface SmtpError {
  code?: string
  response?: string
  responseCode?: number
}

/** 5xx is the far side's last word; anything else may pass. A refused login is the operator's to mend, not the message's. */
const isFinal = ({ code, responseCode }: SmtpError): boolean =>
  code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500

function readCredentials(smtp_url: string | undefined): string[] {
  const url = smtp_url === undefined ? null : URL.parse(smtp_url)
  if (!url) return []
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const encoded = [user, password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  return [user, password, ...encoded]
}

/** Where it is and what it is called is the operator's business, so only what the server said is told. */
function describeFailure(error: unknown, smtp_url: string | undefined): DeliveryOutcome {
  const { code, response } = error as SmtpError
  const reason = response
    ? quoteFailure('The mail server answered', response, readCredentials(smtp_url))
    : `The mail server could not be reached${code === undefined ? '' : ` (${code})`}.`
  if (isFinal(error as SmtpError)) return { kind: 'permanent', reason }
  return { kind: 'retry', reason, ...(response === undefined && { unreachable: true }) }
}

async function limitTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), DEADLINE_MS)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** One attempt, and what came of it, in words that the recipient's owner may read. */
export async function sendMail({ mailer, config }: MailGateway, mail: Mail): Promise<DeliveryOutcome> {
  if (!mailer) return { kind: 'permanent', reason: 'No mail can be sent: the operator has not set SMTP_URL.' }
  try {
    await limitTime(mailer.send(mail))
    return { kind: 'sent' }
  } catch (error) {
    return describeFailure(error, config.SMTP_URL)
  }
}

export const email: Channel = {
  type: 'email',
  secretFields: [],
  needs: ['SMTP_URL'],
  personField: 'recipient_email',
  describeTarget: ({ recipient_email }) => maskAddress(recipient_email ?? ''),
  async send({ recipient_email }, message, gateways, repeat_key) {
    const mail = message.kind === 'test' ? composeTestMail(message) : composeEmail(message)
    const message_id = repeat_key && `<${repeat_key}@${new URL(gateways.config.BASE_URL).hostname}>`
    return sendMail(gateways, { to: recipient_email ?? '', ...mail, ...(message_id && { message_id }) })
  },
}
