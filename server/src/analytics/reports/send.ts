import { DAY_MS } from '@sitewatch/contract/durations'
import { isRetried, type MailGateway, sendMail } from '../../platform/mail/send.ts'
import { planRetry } from '../../platform/retry.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import { type ComposedReport, composeNotice, composeReport } from './compose.ts'
import type { AsUser, ReportRequest, ReportFacts } from './facts.ts'
import { addressReport, makeMessageId, type ReportConfig } from './mail.ts'
import { periodFrom, type ReportPeriod } from './period.ts'
import { MAX_DELAY_MS } from './plan.ts'
import {
  beginAttemptUnscoped,
  endReportUnscoped,
  type Ending,
  findPendingUnscoped,
  noteQuietUnscoped,
  type PendingReport,
  postponeReportUnscoped,
} from './store.ts'
import { makeUnsubscribeUrl } from './unsubscribe-link.ts'

export interface SendParts {
  config: ReportConfig
  postgres: Postgres
  mailer: MailGateway['mailer']
  clock: Clock
  gather: (asUser: AsUser, request: ReportRequest) => Promise<ReportFacts | undefined>
}

const skipped = (reason: string): Ending => ({ status: 'skipped', reason })

/** Why the report is no longer sent, whatever its contents. */
function findReasonNotToSend({ mailer, clock }: SendParts, report: PendingReport): Ending | null {
  if (!report.is_enabled) return skipped('E-mail reports were disabled.')
  if (!report.has_access) return skipped('The account has no access to the website any more.')
  if (report.is_suspended) return skipped('The account is suspended.')
  if (report.recipient !== report.account_email) return skipped('The e-mail address of the account has changed.')
  if (!mailer) return { status: 'failed', reason: 'E-mail is not configured: the administrator must set SMTP_URL.' }
  if (!report.is_verified) return skipped("The account's e-mail address is not verified.")
  if (clock.now().getTime() - Date.parse(report.due_at) > MAX_DELAY_MS)
    return { status: 'failed', reason: 'Not sent within 3 days; no further attempts.' }
  return null
}

/** A notice has the period of the report that it replaces; only a week has seven days. */
const readPeriod = ({ starts_on, ends_on }: PendingReport): ReportPeriod =>
  periodFrom(Date.parse(ends_on) - Date.parse(starts_on) > 6 * DAY_MS ? 'monthly' : 'weekly', starts_on)

type ReportContent = { kind: 'content'; compose: (possible_repeat: boolean) => ComposedReport }
type GatherResult =
  | ReportContent
  | { kind: 'quiet'; had_traffic: boolean }
  | { kind: 'ended' }
  | { kind: 'later'; reason: string }

/** Guests do not see deploys on screen either. */
const withoutDeploys = (facts: ReportFacts): ReportFacts =>
  facts.uptime ? { ...facts, uptime: { ...facts.uptime, deploys: [] } } : facts

async function gatherContent(parts: SendParts, report: PendingReport): Promise<GatherResult> {
  const { config, postgres, gather } = parts
  const { team_id, user_id, website_id } = report
  const period = readPeriod(report)
  const asUser: AsUser = (fn) => postgres.asUser({ team_id, user_id, system: true }, fn, { readOnly: true })
  const request = { website_id, period: () => period, with_monitors: true }
  let facts: ReportFacts | undefined
  try {
    facts = await gather(asUser, request)
  } catch (error) {
    if (error instanceof EntryRefused) return { kind: 'ended' }
    if (error instanceof ClickHouseUnavailable) return { kind: 'later', reason: 'Statistics were unavailable.' }
    throw error
  }
  if (!facts) return { kind: 'ended' }
  const { website, is_quiet, had_traffic } = facts
  const context = { base_url: config.BASE_URL, unsubscribe_url: makeUnsubscribeUrl(config, { user_id, website_id }) }
  if (report.kind === 'notice') {
    const compose: ReportContent['compose'] = (possible_repeat) =>
      composeNotice({ website, period }, { ...context, possible_repeat })
    return { kind: 'content', compose }
  }
  if (is_quiet) return { kind: 'quiet', had_traffic }
  const found = report.is_guest ? withoutDeploys(facts) : facts
  return { kind: 'content', compose: (possible_repeat) => composeReport(found, { ...context, possible_repeat }) }
}

/** Delivers at least once, and exactly once unless the process is killed between the mail server's reply and the update that records it. */
async function attempt(parts: SendParts, report: PendingReport, { compose }: ReportContent): Promise<number | null> {
  const { config, postgres, mailer, clock } = parts
  const started = await postgres.asRole('worker', (tx) => beginAttemptUnscoped(tx, report, clock.now()))
  if (!started) return null
  const { user_id, website_id, recipient, language } = report
  const composed = inLanguage(language ?? 'en', () => compose(started.possible_repeat))
  const mail = addressReport(config, composed, { subscription: { user_id, website_id }, to: recipient })
  const outcome = await sendMail({ config, mailer }, { ...mail, message_id: makeMessageId(config, report) })
  const mine = { id: report.id, attempts: started.attempts }
  if (isRetried(outcome, started)) return postpone(parts, mine, { ...outcome, tries: started.attempts })
  const ending: Ending =
    outcome.kind === 'sent' ? { status: 'sent', reason: null } : { status: 'failed', reason: outcome.reason }
  await postgres.asRole('worker', (tx) => endReportUnscoped(tx, mine, { ...ending, now: clock.now() }))
  return null
}

async function postpone(
  { postgres, clock }: SendParts,
  report: Pick<PendingReport, 'id' | 'attempts'>,
  { tries, ...why }: { reason: string; isUncertain?: boolean; tries: number },
): Promise<number> {
  const at = clock.now().getTime() + planRetry(tries, undefined)
  await postgres.asRole('worker', (tx) => postponeReportUnscoped(tx, report, { ...why, until: new Date(at) }))
  return at
}

/** Sends one planned report. Returns when to retry, or null when it is finished. */
export async function sendReport(parts: SendParts, report_id: number): Promise<number | null> {
  const { postgres, clock } = parts
  const report = await postgres.asRole('worker', (tx) => findPendingUnscoped(tx, report_id), { readOnly: true })
  if (!report) return null
  const end = async (ending: Ending): Promise<null> => {
    await postgres.asRole('worker', (tx) => endReportUnscoped(tx, report, { ...ending, now: clock.now() }))
    return null
  }
  const ending = findReasonNotToSend(parts, report)
  if (ending) return end(ending)
  const gathered = await gatherContent(parts, report)
  if (gathered.kind === 'ended') return end(skipped('The website or its account was deleted.'))
  if (gathered.kind === 'later') return postpone(parts, report, { reason: gathered.reason, tries: report.attempts + 6 })
  if (gathered.kind === 'content') return attempt(parts, report, gathered)
  await postgres.asRole('worker', (tx) =>
    noteQuietUnscoped(tx, report, { had_traffic: gathered.had_traffic, now: clock.now() }),
  )
  return null
}
