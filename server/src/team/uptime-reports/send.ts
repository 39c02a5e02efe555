import { MAX_DELAY_MS } from '../../analytics/reports/index.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRetried, type MailGateway, sendMail } from '../../platform/mail/send.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import { planRetry } from '../../platform/retry.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { composeReport } from './compose.ts'
import { addressReport, makeMessageId, type ReportConfig } from './mail.ts'
import { monthDays } from './period.ts'
import { readReport } from './read.ts'
import {
  beginAttemptUnscoped,
  type Ending,
  findPendingUnscoped,
  type PendingSend,
  recordEndingUnscoped,
} from './sends.ts'
import { makeUnsubscribeUrl } from './unsubscribe.ts'

export interface SendParts {
  config: ReportConfig
  postgres: Postgres
  mailer: MailGateway['mailer']
  clock: Clock
}

/** Why the mail is no longer sent, whatever its contents. */
function findReasonNotToSend({ mailer, clock }: SendParts, send: PendingSend): Ending | null {
  const rules: [isBroken: boolean, status: 'skipped' | 'failed', reason: string][] = [
    [!send.is_recipient, 'skipped', 'No longer a recipient of this report.'],
    [send.is_guest, 'skipped', 'Guests get no uptime reports.'],
    [send.is_suspended, 'skipped', 'The account is suspended.'],
    [send.recipient !== send.account_email, 'skipped', 'The e-mail address of the account has changed.'],
    [mailer === null, 'failed', 'E-mail is not configured: the administrator must set SMTP_URL.'],
    [!send.is_verified, 'skipped', "The account's e-mail address is not verified."],
    [
      clock.now().getTime() - Date.parse(send.due_at) > MAX_DELAY_MS,
      'failed',
      'Not sent within 3 days; no further attempts.',
    ],
  ]
  const broken = rules.find(([isBroken]) => isBroken)
  return broken ? { status: broken[1], reason: broken[2] } : null
}

/** The figures as a member of the team sees them; a reason instead, when there is nothing to report. */
async function readFigures({ config, postgres, clock }: SendParts, send: PendingSend) {
  const { team_id, user_id, monitor_id, tag, status_page_id, timezone, target, month } = send
  const request = {
    scope: { monitor_id, tag, status_page_id },
    days: monthDays(month),
    timezone,
    target,
    now_ms: clock.now().getTime(),
    retention_days: config.SITEWATCH_INCIDENT_RETENTION_DAYS,
  }
  try {
    const read = postgres.asUser({ team_id, user_id, system: true }, (tx) => readReport(tx, request), {
      readOnly: true,
    })
    const figures = await read
    return figures.monitors.length === 0 ? 'There are no monitors to report about.' : figures
  } catch (error) {
    if (error instanceof EntryRefused) return 'The team was deleted or suspended.'
    if (error instanceof ProblemError) return error.message
    throw error
  }
}

/** Delivers at least once, and exactly once unless the process is killed between the mail server's reply and the update that records it. */
export async function sendUptimeReport(parts: SendParts, send_id: number): Promise<number | null> {
  const { config, postgres, mailer, clock } = parts
  const send = await postgres.asRole('worker', (tx) => findPendingUnscoped(tx, send_id), { readOnly: true })
  if (!send) return null
  let { attempts } = send
  const end = async (ending: Ending): Promise<null> => {
    await postgres.asRole('worker', (tx) => recordEndingUnscoped(tx, { id: send.id, attempts }, ending))
    return null
  }
  const ending = findReasonNotToSend(parts, send)
  if (ending) return end(ending)
  const figures = await readFigures(parts, send)
  if (typeof figures === 'string') return end({ status: 'skipped', reason: figures })

  const started = await postgres.asRole('worker', (tx) => beginAttemptUnscoped(tx, send.id, clock.now()))
  if (!started) return null
  attempts = started.attempts
  const subscription = { user_id: send.user_id, report_id: send.report_id }
  const context = {
    name: send.name,
    base_url: config.BASE_URL,
    unsubscribe_url: makeUnsubscribeUrl(config, subscription),
    possible_repeat: started.possible_repeat,
  }
  const composed = inLanguage(send.language ?? 'en', () => composeReport(figures, context))
  const mail = addressReport(composed, { to: send.recipient, unsubscribe_url: context.unsubscribe_url })
  const outcome = await sendMail({ config, mailer }, { ...mail, message_id: makeMessageId(config, send) })
  if (outcome.kind === 'sent') return end({ status: 'sent', now: clock.now() })
  if (!isRetried(outcome, started)) return end({ status: 'failed', reason: outcome.reason })
  const until = new Date(clock.now().getTime() + planRetry(attempts, undefined))
  await end({ status: 'pending', reason: outcome.reason, until, isUncertain: outcome.isUncertain === true })
  return until.getTime()
}
