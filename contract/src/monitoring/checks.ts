import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { CAUSE_KINDS, WINDOWS } from './incidents.ts'
import { list, one, route } from '../core/route.ts'

export const CHECK_STATUSES = ['up', 'down', 'unknown'] as const

const Milliseconds = z.number().min(0).nullable()

/** A phase that did not take place is null: DNS of an IP address, TLS of plain HTTP, and for a ping everything but the total. */
const phases = {
  dns_ms: Milliseconds,
  connect_ms: Milliseconds,
  tls_ms: Milliseconds,
  first_byte_ms: Milliseconds,
  total_ms: Milliseconds,
}

export const Check = z
  .strictObject({
    object: z.literal('check'),
    id: Id.meta({
      description: 'Scheduled time of the check, in milliseconds since 1970. Unique per monitor and location',
    }),
    monitor_id: Id,
    location: z.string(),
    status: z.enum(CHECK_STATUSES),
    started_at: Timestamp,
    cause: z
      .strictObject({ kind: z.enum(CAUSE_KINDS), http_status: z.int().nullable(), message: z.string() })
      .nullable()
      .meta({ description: 'Cause of the failure' }),
    message: z.string().nullable(),
    http_status: z.int().nullable(),
    timings: z.strictObject(phases),
    jitter_ms: z.number().nullable().meta({ description: 'Only for ping' }),
    loss_percent: z.int().nullable().meta({ description: 'Only for ping' }),
  })
  .meta({ id: 'Check' })
export type Check = z.infer<typeof Check>

export const MAX_RECENT_CHECKS = 30

export const RecentChecks = z
  .strictObject({
    object: z.literal('recent_checks'),
    monitor_id: Id,
    checks: z
      .array(z.strictObject({ started_at: Timestamp, status: z.enum(CHECK_STATUSES), total_ms: Milliseconds }))
      .max(MAX_RECENT_CHECKS)
      .meta({ description: 'Newest first, over at most about 30 intervals of the monitor' }),
  })
  .meta({ id: 'RecentChecks' })
export type RecentChecks = z.infer<typeof RecentChecks>

const Quantiles = z.strictObject({ p50_ms: z.number(), p95_ms: z.number() }).nullable()

export const ResponseTimes = z
  .strictObject({
    object: z.literal('response_times'),
    monitor_id: Id,
    window: z.enum(WINDOWS),
    window_start: Timestamp,
    window_end: Timestamp,
    bucket_seconds: z.int(),
    points: z
      .array(
        z.strictObject({
          start: Timestamp,
          up: z.int(),
          down: z.int(),
          unknown: z.int(),
          dns: Quantiles,
          connect: Quantiles,
          tls: Quantiles,
          first_byte: Quantiles,
          total: Quantiles,
        }),
      )
      .meta({
        description: 'One entry per interval with checks, oldest first. Response times are from successful checks',
      }),
  })
  .meta({ id: 'ResponseTimes' })
export type ResponseTimes = z.infer<typeof ResponseTimes>

export const checkRoutes = {
  list: route({
    id: 'monitors.checks',
    method: 'GET',
    path: '/api/monitors/:id/checks',
    summary: 'Recent checks of a monitor, newest first; kept for 30 days',
    scope: 'monitors:read',
    role: 'guest',
    limitedKeys: true,
    query: pagedQuery({ status: z.enum(CHECK_STATUSES).optional() }),
    returns: list(Check),
    problems: ['not_found', 'unavailable'],
  }),
  recent: route({
    id: 'monitors.recentChecks',
    method: 'GET',
    path: '/api/monitors/recent-checks',
    summary: 'The latest checks of many monitors in one answer',
    scope: 'monitors:read',
    role: 'guest',
    limitedKeys: true,
    query: pagedQuery({
      monitor_ids: z
        .string()
        .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/, 'must be up to 100 ids with commas between them')
        .optional()
        .meta({ description: 'Ids with commas between them, at most 100. Omitted: all monitors, newest first' }),
    }),
    example: { monitor_ids: '7,8' },
    returns: list(RecentChecks),
    problems: ['unavailable'],
  }),
  responseTimes: route({
    id: 'monitors.responseTimes',
    method: 'GET',
    path: '/api/monitors/:id/response-times',
    summary: 'Response times of a monitor over a window, by phase',
    scope: 'monitors:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ window: z.enum(WINDOWS).default('24h') }),
    returns: one(ResponseTimes),
    problems: ['not_found', 'unavailable'],
  }),
} as const
