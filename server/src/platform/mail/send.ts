import type { Config } from '../../config.ts'
import { decodePercent } from '../decode-percent.ts'
import { quoteFailure } from '../quote-failure.ts'
import type { Mail, Mailer } from './mailer.ts'

export interface MailGateway {
  config: Pick<Config, 'SMTP_URL'>
  mailer: Mailer | null
}

/** The outcome of one attempt. `unreachable`: the mail server did not answer at all, so the next message would fail too. */
export type MailOutcome =
  | { kind: 'sent' }
  /** `isUncertain`: the mail may have arrived nevertheless. */
  | { kind: 'retry'; reason: string; unreachable?: true; isUncertain?: true }
  | { kind: 'permanent'; reason: string }

/** The transport limits each step; this limits all of them together. */
const DEADLINE_MS = 40_000

interface SmtpError {
  code?: string
  was_sent?: boolean
  response?: string
  responseCode?: number
}

/** 5xx is final; any other failure is retried. A refused login is also retried: the operator can fix it. */
const isFinal = ({ code, responseCode }: SmtpError): boolean =>
  code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500

function readCredentials(smtp_url: string | undefined): string[] {
  const url = smtp_url === undefined ? null : URL.parse(smtp_url)
  if (!url) return []
  const [user, password] = [decodePercent(url.username), decodePercent(url.password)]
  const encoded = [user, password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  return [user, password, ...encoded]
}

const describeSilence = (code: string | undefined): string =>
  `The mail server did not confirm that it accepted the message${code === undefined ? '' : ` (${code})`}.`

/** Contains the response of the mail server, but neither its host name nor its address, which only the operator may know. */
function describeFailure(error: unknown, smtp_url: string | undefined): MailOutcome {
  const { code, was_sent, response } = error as SmtpError
  const reason = response
    ? quoteFailure('The mail server responded', response, readCredentials(smtp_url))
    : `The mail server is unreachable${code === undefined ? '' : ` (${code})`}.`
  if (isFinal(error as SmtpError)) return { kind: 'permanent', reason }
  if (response !== undefined) return { kind: 'retry', reason }
  if (was_sent) return { kind: 'retry', reason: describeSilence(code), unreachable: true, isUncertain: true }
  return { kind: 'retry', reason, unreachable: true }
}

/** It goes on in the background, so the mail may be sent after all. */
async function limitTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT', was_sent: true })),
      DEADLINE_MS,
    )
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Makes one attempt. The reason of a failure is safe to show to the user. */
export async function sendMail({ mailer, config }: MailGateway, mail: Mail): Promise<MailOutcome> {
  if (!mailer) return { kind: 'permanent', reason: 'E-mail is not configured: the administrator must set SMTP_URL.' }
  try {
    await limitTime(mailer.send(mail))
    return { kind: 'sent' }
  } catch (error) {
    return describeFailure(error, config.SMTP_URL)
  }
}

/** A mail that may have arrived is sent once more, marked. If that is uncertain too, it is not sent again. */
export const isRetried = (
  outcome: MailOutcome,
  { possible_repeat }: { possible_repeat: boolean },
): outcome is MailOutcome & { kind: 'retry' } =>
  outcome.kind === 'retry' && !(outcome.isUncertain === true && possible_repeat)
