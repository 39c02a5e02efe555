import { z } from 'zod'
import { Id, Page, PageSize, Timestamp } from './fields.ts'
import { list, one, route } from './route.ts'

export const REPORT_PERIODS = ['weekly', 'monthly'] as const

const Period = z
  .enum(REPORT_PERIODS)
  .default('weekly')
  .meta({ description: "The last whole week, Monday to Sunday, or calendar month, in the website's time zone" })

const head = {
  website_id: Id,
  period: z.enum(REPORT_PERIODS),
  from: Timestamp,
  to: Timestamp.meta({ description: 'Not part of it' }),
  timezone: z.string(),
}

export const Report = z.strictObject({
  object: z.literal('report'),
  ...head,
  is_quiet: z.boolean().meta({ description: 'Nothing was counted in the period: no such report is sent' }),
  subject: z.string(),
  html: z
    .string()
    .meta({ description: 'As it is sent, but with the chart inside and without the link to unsubscribe' }),
  text: z.string(),
})
export type Report = z.infer<typeof Report>

export const ReportSend = z.strictObject({
  object: z.literal('report_send'),
  ...head,
  success: z.literal(true),
  message: z.string(),
})
export type ReportSend = z.infer<typeof ReportSend>

export const REPORT_STATUSES = ['pending', 'sent', 'quiet', 'skipped', 'failed'] as const

export const ReportDelivery = z.strictObject({
  object: z.literal('report_delivery'),
  id: Id,
  website_id: Id,
  kind: z
    .enum([...REPORT_PERIODS, 'notice'])
    .meta({ description: 'notice: that nothing was counted any more, in place of a report' }),
  starts_on: z.iso.date().meta({ description: "First day of the period, in the website's time zone" }),
  ends_on: z.iso.date().meta({ description: 'Last day of it' }),
  recipient: z.string(),
  status: z
    .enum(REPORT_STATUSES)
    .meta({ description: 'quiet: nothing was counted, so none was sent; skipped: too late, or not wanted any more' }),
  reason: z.string().nullable().meta({ description: 'Why it was not sent, or not yet' }),
  attempts: z.int(),
  possible_repeat: z.boolean(),
  due_at: Timestamp,
  sent_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ReportDelivery = z.infer<typeof ReportDelivery>

export const reportRoutes = {
  preview: route({
    id: 'reports.preview',
    method: 'GET',
    path: '/api/v1/websites/:id/report',
    summary: 'What the next report by e-mail would say today. With the scope monitors:read, uptime and incidents too',
    scope: 'stats:read',
    query: z.strictObject({
      period: Period,
      format: z.enum(['html']).optional().meta({
        description: 'text/html: the mail alone, as a page that may be framed by this service and runs no script',
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
    summary: "Send a report now, to the account's address",
    scope: 'websites:write',
    body: z.strictObject({ period: Period }),
    outsideEffect: true,
    limit: 'report_send',
    returns: one(ReportSend),
    problems: ['not_found', 'report_not_sent', 'unavailable'],
  }),
  sends: route({
    id: 'reports.sends',
    method: 'GET',
    path: '/api/v1/websites/:id/report/sends',
    summary: 'What became of the reports that were due, newest first',
    scope: 'websites:read',
    query: z.strictObject({ page: Page, per_page: PageSize }),
    returns: list(ReportDelivery),
    problems: ['not_found'],
  }),
} as const
