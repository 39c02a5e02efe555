import { z } from 'zod'
import { After, Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { ProviderTypeName } from './providers.ts'
import { list, one, route } from '../core/route.ts'

export const Delivery = z
  .strictObject({
    object: z.literal('delivery'),
    id: Id,
    incident_id: Id.nullable().meta({ description: 'Null for a notice, which is about no incident' }),
    monitor_id: Id.nullable().meta({ description: 'Null for an incident of kind traffic, which is about a website' }),
    monitor_name: z.string().nullable(),
    provider_id: Id,
    kind: z.enum([
      'opened',
      'resolved',
      'reminder',
      'acknowledged',
      'escalation',
      'flapping_started',
      'flapping_ended',
      'expiring',
      'renewed',
      'domain_expiring',
      'domain_renewed',
      'slow_started',
      'slow_ended',
      'burn_fast',
      'burn_slow',
    ]),
    status: z.enum(['pending', 'sent', 'failed', 'skipped']).meta({
      description:
        'failed: no further automatic attempts; you can retry it. skipped: held by quiet hours until it was no longer needed',
    }),
    attempts: z.int(),
    last_error: z.string().nullable(),
    possible_repeat: z.boolean().meta({
      description:
        'The message may have been sent before: the server stopped during an attempt, or the provider did not confirm it',
    }),
    held_until: Timestamp.nullable().meta({ description: 'End of the quiet hours of the provider that held it' }),
    sent_at: Timestamp.nullable(),
    website_id: Id.nullable().meta({ description: 'The website of an incident of kind traffic' }),
    website_domain: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const NotificationPreferences = z
  .strictObject({
    object: z.literal('notification_preferences'),
    reminder_minutes: z
      .int()
      .nullable()
      .meta({ description: 'How often to send reminders of an open incident that is not acknowledged' }),
    sms_per_day: z.int(),
    unavailable_types: z
      .array(z.strictObject({ provider_type: ProviderTypeName, missing_settings: z.array(z.string()) }))
      .meta({ description: 'Provider types that are not configured on this server, with the missing settings' }),
  })
  .meta({ id: 'NotificationPreferences' })
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const deliveryRoutes = {
  list: route({
    id: 'deliveries.list',
    method: 'GET',
    path: '/api/deliveries',
    summary: 'List deliveries, newest first. Filter with status=failed for those that can be retried',
    scope: 'providers:read',
    role: 'viewer',
    limitedKeys: true,
    query: pagedQuery({
      status: z.enum(['pending', 'sent', 'failed', 'skipped']).optional(),
      provider_id: Id.optional(),
      incident_id: Id.optional(),
      after: After,
    }),
    example: { status: 'failed' },
    returns: list(Delivery),
    problems: [],
  }),
  retry: route({
    id: 'deliveries.retry',
    method: 'POST',
    path: '/api/deliveries/:id/retry',
    summary: 'Retry a failed delivery',
    scope: 'providers:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'delivery.retried',
    returns: one(Delivery),
    problems: ['not_found'],
  }),
  preferences: route({
    id: 'account.notifications',
    method: 'GET',
    path: '/api/account/notifications',
    summary: 'Show notification preferences',
    scope: 'session',
    role: 'viewer',
    returns: one(NotificationPreferences),
    problems: [],
  }),
  updatePreferences: route({
    id: 'account.updateNotifications',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/account/notifications',
    summary:
      'Change notification preferences: the reminder interval (minutes, or null for none) and the daily SMS limit',
    scope: 'session',
    role: 'editor',
    audit: 'notification_preferences.updated',
    body: z.strictObject({
      reminder_minutes: z.int().min(5).max(1440).nullable().optional(),
      sms_per_day: z.int().min(0).max(10_000).optional(),
    }),
    example: { reminder_minutes: 30 },
    readOnly: ['object', 'unavailable_types'],
    returns: one(NotificationPreferences),
    problems: [],
  }),
} as const
