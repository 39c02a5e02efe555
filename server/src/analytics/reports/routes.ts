import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Language, type Report, reportRoutes } from '@sitewatch/contract'
import { entryOf } from '../../http/auth.ts'
import { historyUnavailable } from '../../http/history-unavailable.ts'
import { notFound, problem } from '../../http/problem.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { type MailGateway, sendMail } from '../../platform/mail/send.ts'
import { ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import { type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { createRecentVisits } from '../stats/index.ts'
import { findWebsiteName } from '../websites/index.ts'
import { composePreview, composeReport, toFramedPage } from './compose.ts'
import { type AsUser, type FactParts, gatherFacts, type ReportFacts } from './facts.ts'
import { addressReport, type ReportConfig } from './mail.ts'
import { findLastPeriod, findPeriodSpan, type ReportKind } from './period.ts'
import { listReports } from './store.ts'
import { makeUnsubscribeUrl } from './unsubscribe-link.ts'

export interface ReportParts extends FactParts {
  config: ReportConfig
  postgres: Postgres
  mailer: MailGateway['mailer']
}

interface LastReportQuery {
  website_id: number
  kind: ReportKind
  with_monitors: boolean
}

async function gatherLast(
  parts: ReportParts,
  asUser: AsUser,
  { website_id, kind, with_monitors }: LastReportQuery,
): Promise<ReportFacts> {
  const now_ms = parts.clock.now().getTime()
  const period = (timezone: string) => findLastPeriod(kind, timezone, now_ms)
  const facts = await gatherFacts(parts, asUser, { website_id, period, with_monitors }).catch((error: unknown) => {
    if (!(error instanceof ClickHouseUnavailable)) throw error
    throw historyUnavailable(error, 'Statistics are temporarily unavailable. Websites and monitors are not affected.')
  })
  if (!facts) throw notFound()
  return facts
}

function describeReport({
  website,
  period,
}: ReportFacts): Pick<Report, 'website_id' | 'period' | 'from' | 'to' | 'timezone'> {
  const { from_ms, to_ms } = findPeriodSpan(period, website.timezone)
  return {
    website_id: website.id,
    period: period.kind,
    from: new Date(from_ms).toISOString(),
    to: new Date(to_ms).toISOString(),
    timezone: website.timezone,
  }
}

interface Reader {
  email: string
  is_verified: boolean
  language: Language | null
}

const readReader = (tx: UserTx): Promise<Reader> =>
  tx.one(sql<Reader>`
    select email, email_verified_at is not null as is_verified, language from users where id = ${tx.user_id}`)

const NOT_VERIFIED =
  'Your e-mail address is not verified. Open the link in the e-mail we sent you, or send a new one from your account settings.'

/** Sends the report and waits for the mail server. The scheduled report of the period is not affected: it is still sent when it is due. */
async function sendNow(
  parts: ReportParts,
  asUser: AsUser,
  { website_id, user_id, kind }: { website_id: number; user_id: number; kind: ReportKind },
): Promise<ReportFacts> {
  const { config, mailer } = parts
  const facts = await gatherLast(parts, asUser, { website_id, kind, with_monitors: true })
  const { email, is_verified, language } = await asUser(readReader)
  // Without a mailer no address can be verified either, so the missing mailer is the problem to report.
  if (mailer && !is_verified) throw problem('report_not_sent', { detail: NOT_VERIFIED })
  const unsubscribe_url = makeUnsubscribeUrl(config, { user_id, website_id })
  const context = { base_url: config.BASE_URL, unsubscribe_url, possible_repeat: false }
  const composed = inLanguage(language ?? 'en', () => composeReport(facts, context))
  const mail = addressReport(config, composed, { subscription: { user_id, website_id }, to: email })
  const message_id = `<report-${randomUUID()}@${new URL(config.BASE_URL).hostname}>`
  const outcome = await sendMail({ config, mailer }, { ...mail, message_id })
  if (outcome.kind !== 'sent') throw problem('report_not_sent', { detail: outcome.reason })
  return facts
}

/** Parts of it come from visitors, so the page gets no rights: no script, no request, no form, an origin of its own. */
export const FRAMED_HEADERS = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
}

export function serveReports(given: ReportParts): Served[] {
  const parts = { ...given, recent: createRecentVisits(given.clickhouse) }
  const { config, postgres } = parts
  return [
    serveWithoutTransaction(reportRoutes.preview, async ({ actor, params, query }) => {
      const asUser: AsUser = (fn) => postgres.asUser(entryOf(actor), fn, { readOnly: true })
      const request = { website_id: params.id, kind: query.period, with_monitors: actor.scopes.has('monitors:read') }
      const facts = await gatherLast(parts, asUser, request)
      const { language } = await asUser(readReader)
      const { subject, html, text } = inLanguage(language ?? 'en', () => composePreview(facts, config.BASE_URL))
      const report = {
        object: 'report' as const,
        ...describeReport(facts),
        is_quiet: facts.is_quiet,
        subject,
        html,
        text,
      }
      if (query.format === undefined) return report
      return respond(report, {
        headers: FRAMED_HEADERS,
        file: { type: 'text/html; charset=utf-8', chunks: Readable.from([toFramedPage(html)]) },
      })
    }),
    serve(
      reportRoutes.send,
      async ({ asUser, actor, params, body }) => {
        const facts = await sendNow(parts, asUser, { website_id: params.id, user_id: actor.user_id, kind: body.period })
        return {
          object: 'report_send' as const,
          ...describeReport(facts),
          success: true as const,
          message: 'Report sent to your e-mail address.',
        }
      },
      { current: findWebsiteName },
    ),
    serve(reportRoutes.sends, ({ tx, params, query }) => listReports(tx, params.id, query)),
  ]
}
