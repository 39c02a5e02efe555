import { z } from 'zod'
import { After, Id, OneLine, pagedQuery, Timestamp } from '../core/fields.ts'
import { LANGUAGES } from '../core/language.ts'
import { created, deleted, list, one, route } from '../core/route.ts'
import { DEFAULT_UPTIME_TARGET, UptimeTarget } from '../insights/objective-fields.ts'
import { LastMonth, uptimePeriod, uptimeScope, UptimeTimezone } from './uptime-figures.ts'

const RecipientIds = z
  .array(Id)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain duplicates' })
  .meta({ description: 'IDs of members of the team who get the report. Guests cannot' })

const settings = {
  name: OneLine.min(1).max(120),
  ...uptimeScope,
  target: UptimeTarget,
  timezone: UptimeTimezone,
  language: z.enum(LANGUAGES).nullable().meta({ description: 'Null: the language of each recipient' }),
  recipient_ids: RecipientIds,
}

export const UptimeReport = z
  .strictObject({
    object: z.literal('uptime_report'),
    id: Id,
    name: z.string(),
    monitor_id: Id.nullable(),
    tag: z.string().nullable(),
    status_page_id: Id.nullable(),
    target: z.number(),
    timezone: z.string(),
    language: settings.language,
    recipient_ids: z.array(Id),
    next_send_at: Timestamp.meta({ description: 'When the report of the current month is sent' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'UptimeReport' })
export type UptimeReport = z.infer<typeof UptimeReport>

export const NewUptimeReport = z
  .strictObject({
    ...settings,
    target: UptimeTarget.default(DEFAULT_UPTIME_TARGET),
    timezone: UptimeTimezone.default('UTC'),
    language: settings.language.default(null),
    recipient_ids: RecipientIds.optional().meta({
      description: 'IDs of members of the team who get the report; default: you. Guests cannot',
    }),
  })
  .meta({ id: 'NewUptimeReport' })
export type NewUptimeReport = z.output<typeof NewUptimeReport>

export const UptimeReportChanges = z
  .strictObject(z.object(settings).partial().shape)
  .meta({ id: 'UptimeReportChanges' })
export type UptimeReportChanges = z.output<typeof UptimeReportChanges>

const UptimeReportPreview = z
  .strictObject({
    object: z.literal('uptime_report_preview'),
    uptime_report_id: Id,
    ...uptimePeriod,
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  })
  .meta({ id: 'UptimeReportPreview' })

const UptimeReportSend = z
  .strictObject({
    object: z.literal('uptime_report_send'),
    uptime_report_id: Id,
    ...uptimePeriod,
    success: z.literal(true),
    message: z.string(),
  })
  .meta({ id: 'UptimeReportSend' })

export const UPTIME_REPORT_STATUSES = ['pending', 'sent', 'skipped', 'failed'] as const

export const UptimeReportDelivery = z
  .strictObject({
    object: z.literal('uptime_report_delivery'),
    id: Id,
    uptime_report_id: Id,
    month: z.string().meta({ description: 'The month that is reported, such as 2026-10' }),
    recipient: z.string(),
    status: z.enum(UPTIME_REPORT_STATUSES),
    reason: z.string().nullable().meta({ description: 'Why the report was not sent' }),
    attempts: z.int(),
    possible_repeat: z.boolean(),
    due_at: Timestamp,
    sent_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'UptimeReportDelivery' })
export type UptimeReportDelivery = z.infer<typeof UptimeReportDelivery>

const readOnly = ['object', 'id', 'next_send_at', 'created_at', 'updated_at'] as const

export const uptimeReportRoutes = {
  list: route({
    id: 'uptimeReports.list',
    method: 'GET',
    path: '/api/uptime-reports',
    summary: 'List monthly uptime reports by e-mail',
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(UptimeReport),
    problems: [],
  }),
  create: route({
    id: 'uptimeReports.create',
    method: 'POST',
    path: '/api/uptime-reports',
    summary: 'Send an uptime report to members of the team on the first day of every month',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'uptime_report.created',
    body: NewUptimeReport,
    example: { name: 'Shop', tag: 'production', target: 99.9, timezone: 'Europe/Berlin' },
    readOnly,
    returns: created(UptimeReport),
    problems: ['not_found', 'limit_reached'],
  }),
  show: route({
    id: 'uptimeReports.show',
    method: 'GET',
    path: '/api/uptime-reports/:id',
    summary: 'Show a monthly uptime report',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(UptimeReport),
    problems: ['not_found'],
  }),
  update: route({
    id: 'uptimeReports.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/uptime-reports/:id',
    summary: 'Update a monthly uptime report; only the fields sent change',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'uptime_report.updated',
    body: UptimeReportChanges,
    example: { target: 99.95 },
    readOnly,
    returns: one(UptimeReport),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'uptimeReports.remove',
    method: 'DELETE',
    path: '/api/uptime-reports/:id',
    summary: 'Delete a monthly uptime report. Nobody gets it any more',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'uptime_report.deleted',
    returns: deleted('uptime_report'),
    problems: ['not_found'],
  }),
  preview: route({
    id: 'uptimeReports.preview',
    method: 'GET',
    path: '/api/uptime-reports/:id/preview',
    summary: 'Preview the e-mail of a monthly uptime report, in your language unless the report has one',
    scope: 'monitors:read',
    role: 'viewer',
    query: z.strictObject({
      month: LastMonth,
      format: z.enum(['html']).optional().meta({
        description: 'text/html: only the e-mail, as a page without scripts that this site can embed',
      }),
    }),
    returns: one(UptimeReportPreview),
    alsoAnswers: ['text/html'],
    problems: ['not_found'],
  }),
  send: route({
    id: 'uptimeReports.send',
    method: 'POST',
    path: '/api/uptime-reports/:id/send',
    summary: 'Send an uptime report to your e-mail address now',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'uptime_report.sent',
    body: z.strictObject({ month: LastMonth }),
    outsideEffect: true,
    limit: 'report_send',
    example: { month: '2026-10' },
    returns: one(UptimeReportSend),
    problems: ['not_found', 'report_not_sent'],
  }),
  sends: route({
    id: 'uptimeReports.sends',
    method: 'GET',
    path: '/api/uptime-reports/:id/sends',
    summary: 'List the e-mails of a monthly uptime report and their delivery status, newest first',
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({ after: After }),
    returns: list(UptimeReportDelivery),
    problems: ['not_found'],
  }),
} as const
