import type { Config } from '../../config.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import type { MailGateway } from '../../platform/mail/send.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { LinkSecrets } from '../../platform/signed-link.ts'
import type { ComposedReport } from './compose.ts'

export type ReportConfig = LinkSecrets &
  MailGateway['config'] &
  Pick<Config, 'BASE_URL' | 'SITEWATCH_INCIDENT_RETENTION_DAYS'>

/** The same for every attempt of the same mail, so that mail clients recognise a repeat. */
export function makeMessageId(
  { BASE_URL }: Pick<ReportConfig, 'BASE_URL'>,
  { report_id, month, recipient }: { report_id: number; month: string; recipient: string },
): string {
  const to = sha256(recipient).toString('hex').slice(0, 12)
  return `<uptime-report-${report_id}-${month.slice(0, 7)}-${to}@${new URL(BASE_URL).hostname}>`
}

export const addressReport = (
  composed: ComposedReport,
  { to, unsubscribe_url }: { to: string; unsubscribe_url: string },
): Mail => ({
  to,
  ...composed,
  headers: {
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  },
})
