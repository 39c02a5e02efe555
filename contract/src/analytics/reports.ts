import { z } from 'zod'
import { After, Id, Page, PageSize, Timestamp } from '../core/fields.ts'
import { list, one, route } from '../core/route.ts'

export const REPORT_PERIODS = ['weekly', 'monthly'] as const

const Period = z
  .enum(REPORT_PERIODS)
  .default('weekly')
  .meta({ description: "The last complete week (Monday to Sunday) or calendar month, in the website's time zone" })

const head = {
  website_id: Id,
  period: z.enum(REPORT_PERIODS),
  from: Timestamp,
  to: Timestamp.meta({ description: 'End of the period, exclusive' }),
  timezone: z.string(),
}

export const Report = z
  .strictObject({
    object: z.literal('report'),
    ...head,
    is_quiet: z
      .boolean()
      .meta({ description: 'True if there were no visits in the period; such a report is not sent' }),
    subject: z.string(),
    html: z
      .string()
      .meta({ description: 'As in the e-mail, but with an inline chart and without the unsubscribe link' }),
    text: z.string(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

export const ReportSend = z
  .strictObject({
    object: z.literal('report_send'),
    ...head,
    success: z.literal(true),
    message: z.string(),
  })
  .meta({ id: 'ReportSend' })

export const REPORT_STATUSES = ['pending', 'sent', 'quiet', 'skipped', 'failed'] as const

export const ReportDelivery = z
  .strictObject({
    object: z.literal('report_delivery'),
    id: Id,
    website_id: Id,
    kind: z
      .enum([...REPORT_PERIODS, 'notice'])
      .meta({ description: 'notice: sent instead of a report when visits stopped' }),
    starts_on: z.iso.date().meta({ description: "First day of the period, in the website's time zone" }),
    ends_on: z.iso.date().meta({ description: 'Last day of the period' }),
    recipient: z.string(),
    status: z
      .enum(REPORT_STATUSES)
      .meta({ description: 'quiet: no visits, so no report was sent. skipped: too late, or reports were disabled' }),
    reason: z.string().nullable().meta({ description: 'Why the report was not sent' }),
    attempts: z.int(),
    possible_repeat: z.boolean(),
    due_at: Timestamp,
    sent_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ReportDelivery' })
export type ReportDelivery = z.infer<typeof ReportDelivery>

export const reportRoutes = {
  preview: route({
    id: 'reports.preview',
    method: 'GET',
    path: '/api/v1/websites/:id/report',
    summary: 'Preview the next e-mail report. Includes uptime and incidents with the scope monitors:read',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      period: Period,
      format: z.enum(['html']).optional().meta({
        description: 'text/html: only the e-mail, as a page without scripts that this site can embed',
      }),
    }),
    returns: one(Report),
    alsoAnswers: ['text/html'],
    problems: ['not_found', 'unavailable'],
  }),
  send: route({
    id: 'reports.send',
    method: 'POST',
    path: '/api/v1/websites/:id/report/send',
    summary: 'Send a report to your e-mail address now',
    scope: 'websites:write',
    role: 'guest',
    limitedKeys: true,
    audit: 'website.report_sent',
    body: z.strictObject({ period: Period }),
    outsideEffect: true,
    limit: 'report_send',
    example: { period: 'weekly' },
    returns: one(ReportSend),
    problems: ['not_found', 'report_not_sent', 'unavailable'],
  }),
  sends: route({
    id: 'reports.sends',
    method: 'GET',
    path: '/api/v1/websites/:id/report/sends',
    summary: 'List past reports and their delivery status, newest first',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ after: After, page: Page, per_page: PageSize }),
    returns: list(ReportDelivery),
    problems: ['not_found'],
  }),
} as const
