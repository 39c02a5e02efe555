import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type UptimeFigures, uptimeFigureRoutes, type UptimeReport, uptimeReportRoutes } from '@sitewatch/contract'
import { FRAMED_HEADERS, toFramedPage } from '../../analytics/reports/index.ts'
import { problem } from '../../http/problem.ts'
import { respond, serve, type Served } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { type MailGateway, sendMail } from '../../platform/mail/send.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { composeReport } from './compose.ts'
import { CSV_TYPE, writeCsv } from './csv.ts'
import { addressReport, type ReportConfig } from './mail.ts'
import { checkTimezone, choosePeriod, type PeriodQuery } from './period.ts'
import { readReport, type ReportScope } from './read.ts'
import {
  deleteReport,
  insertReport,
  listReports,
  listSends,
  lockReport,
  readReader,
  showReport,
  updateReport,
} from './store.ts'
import { makeUnsubscribeUrl } from './unsubscribe.ts'

interface UptimeReportParts {
  config: ReportConfig
  mailer: MailGateway['mailer']
  clock: Clock
}

type FigureQuery = PeriodQuery & { scope: ReportScope; timezone: string; target: number }

function readFigures({ config, clock }: UptimeReportParts, tx: UserTx, query: FigureQuery): Promise<UptimeFigures> {
  const { scope, target, ...period } = query
  const now_ms = clock.now().getTime()
  const timezone = checkTimezone(query.timezone)
  const days = choosePeriod(period, timezone, now_ms)
  const retention_days = config.SITEWATCH_INCIDENT_RETENTION_DAYS
  return readReport(tx, { scope, days, timezone, target, now_ms, retention_days })
}

const readFiguresOf = (
  parts: UptimeReportParts,
  tx: UserTx,
  { report, month }: { report: UptimeReport; month: string | undefined },
): Promise<UptimeFigures> => {
  const { monitor_id, tag, status_page_id, timezone, target } = report
  return readFigures(parts, tx, { scope: { monitor_id, tag, status_page_id }, timezone, target, month })
}

const describePeriod = ({ from, to, timezone }: UptimeFigures) => ({ from, to, timezone })

async function preview(parts: UptimeReportParts, tx: UserTx, { id, month }: { id: number; month: string | undefined }) {
  const report = await showReport(tx, id)
  const { language } = await readReader(tx)
  const figures = await readFiguresOf(parts, tx, { report, month })
  const context = {
    name: report.name,
    base_url: parts.config.BASE_URL,
    unsubscribe_url: null,
    possible_repeat: false,
  }
  return {
    object: 'uptime_report_preview' as const,
    uptime_report_id: id,
    ...describePeriod(figures),
    ...inLanguage(report.language ?? language ?? 'en', () => composeReport(figures, context)),
  }
}

const NOT_VERIFIED =
  'Your e-mail address is not verified. Open the link in the e-mail we sent you, or send a new one from your account settings.'

interface SendRequest {
  id: number
  user_id: number
  month: string | undefined
}

/** Sends to the caller and waits for the mail server. The monthly mail is not affected: it is still sent when it is due. */
async function sendNow(
  parts: UptimeReportParts,
  asUser: <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T>,
  { id, user_id, month }: SendRequest,
): Promise<UptimeFigures> {
  const { config, mailer } = parts
  const { report, reader, figures } = await asUser(async (tx) => {
    const found = await showReport(tx, id)
    return {
      report: found,
      reader: await readReader(tx),
      figures: await readFiguresOf(parts, tx, { report: found, month }),
    }
  })
  // Without a mailer no address can be verified either, so the missing mailer is the problem to report.
  if (mailer && !reader.is_verified) throw problem('report_not_sent', { detail: NOT_VERIFIED })
  const unsubscribe_url = makeUnsubscribeUrl(config, { user_id, report_id: id })
  const context = { name: report.name, base_url: config.BASE_URL, unsubscribe_url, possible_repeat: false }
  const composed = inLanguage(report.language ?? reader.language ?? 'en', () => composeReport(figures, context))
  const message_id = `<uptime-report-${randomUUID()}@${new URL(config.BASE_URL).hostname}>`
  const mail = { ...addressReport(composed, { to: reader.email, unsubscribe_url }), message_id }
  const outcome = await sendMail({ config, mailer }, mail)
  if (outcome.kind !== 'sent') throw problem('report_not_sent', { detail: outcome.reason })
  return figures
}

function serveOnDemand(parts: UptimeReportParts): Served[] {
  return [
    serve(uptimeFigureRoutes.figures, async ({ tx, query }) => {
      const { monitor_id = null, tag = null, status_page_id = null, format, table, ...rest } = query
      const figures = await readFigures(parts, tx, { ...rest, scope: { monitor_id, tag, status_page_id } })
      if (format === undefined) return figures
      const name = `uptime-${figures.from.slice(0, 10)}-${table}.csv`
      return respond(figures, {
        headers: { 'content-disposition': `attachment; filename="${name}"` },
        file: { type: CSV_TYPE, chunks: Readable.from([writeCsv(figures, table)]) },
      })
    }),
    serve(uptimeReportRoutes.preview, async ({ tx, params, query }) => {
      const report = await preview(parts, tx, { id: params.id, month: query.month })
      if (query.format === undefined) return report
      return respond(report, {
        headers: FRAMED_HEADERS,
        file: { type: 'text/html; charset=utf-8', chunks: Readable.from([toFramedPage(report.html)]) },
      })
    }),
    serve(
      uptimeReportRoutes.send,
      async ({ asUser, actor, params, body }) => {
        const figures = await sendNow(parts, asUser, { id: params.id, user_id: actor.user_id, month: body.month })
        return {
          object: 'uptime_report_send' as const,
          uptime_report_id: params.id,
          ...describePeriod(figures),
          success: true as const,
          message: 'Report sent to your e-mail address.',
        }
      },
      { current: lockReport },
    ),
  ]
}

export function serveUptimeReports(parts: UptimeReportParts): Served[] {
  const current = lockReport
  const now = (): number => parts.clock.now().getTime()
  return [
    serve(uptimeReportRoutes.list, ({ tx, query }) => listReports(tx, query)),
    serve(uptimeReportRoutes.create, ({ tx, body }) => insertReport(tx, body, now())),
    serve(uptimeReportRoutes.show, ({ tx, params }) => showReport(tx, params.id)),
    serve(uptimeReportRoutes.update, ({ tx, params, body }) => updateReport(tx, params.id, body), { current }),
    serve(uptimeReportRoutes.remove, ({ tx, params }) => deleteReport(tx, params.id), { current }),
    serve(uptimeReportRoutes.sends, ({ tx, params, query }) => listSends(tx, params.id, query)),
    ...serveOnDemand(parts),
  ]
}
