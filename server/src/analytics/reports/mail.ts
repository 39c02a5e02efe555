import type { MailGateway } from '../../platform/mail/send.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { ComposedReport } from './compose.ts'
import { type LinkConfig, makeUnsubscribeUrl, type Subscription } from './unsubscribe-link.ts'

export type ReportConfig = LinkConfig & MailGateway['config']

/** The same for every attempt of the same report, even from a restored database, so that mail clients recognise a repeat. */
export function makeMessageId(
  { BASE_URL }: Pick<ReportConfig, 'BASE_URL'>,
  report: { website_id: number; kind: string; starts_on: string; recipient: string },
): string {
  const { website_id, kind, starts_on, recipient } = report
  const to = sha256(recipient).toString('hex').slice(0, 12)
  return `<report-${website_id}-${kind}-${starts_on}-${to}@${new URL(BASE_URL).hostname}>`
}

export function addressReport(
  config: ReportConfig,
  composed: ComposedReport,
  { subscription, to }: { subscription: Subscription; to: string },
): Mail {
  return {
    to,
    ...composed,
    headers: {
      'List-Unsubscribe': `<${makeUnsubscribeUrl(config, subscription)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}
