import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from './fields.ts'
import { ProviderTypeName } from './providers.ts'
import { list, one, route } from './route.ts'

export const Delivery = z.strictObject({
  object: z.literal('delivery'),
  id: Id,
  incident_id: Id,
  monitor_id: Id,
  provider_id: Id,
  kind: z.enum(['opened', 'resolved', 'reminder', 'flapping_started', 'flapping_ended']),
  status: z
    .enum(['pending', 'sent', 'failed'])
    .meta({ description: 'failed: given up, and waiting for you to retry it' }),
  attempts: z.int(),
  last_error: z.string().nullable(),
  possible_repeat: z.boolean().meta({ description: 'It may have been sent once before we were stopped' }),
  sent_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Delivery = z.infer<typeof Delivery>

export const NotificationPreferences = z.strictObject({
  object: z.literal('notification_preferences'),
  reminder_minutes: z
    .int()
    .nullable()
    .meta({ description: 'How often to remind of an open incident nobody acknowledged' }),
  sms_per_day: z.int(),
  unavailable_types: z
    .array(z.strictObject({ provider_type: ProviderTypeName, missing_settings: z.array(z.string()) }))
    .meta({ description: 'Types of providers that nothing can be sent through until the operator sets what is named' }),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const deliveryRoutes = {
  list: route({
    id: 'deliveries.list',
    method: 'GET',
    path: '/api/deliveries',
    summary: 'What was told to whom, newest first; status=failed are the dead letters',
    scope: 'providers:read',
    query: pagedQuery({
      status: z.enum(['pending', 'sent', 'failed']).optional(),
      provider_id: Id.optional(),
      incident_id: Id.optional(),
    }),
    returns: list(Delivery),
    problems: [],
  }),
  retry: route({
    id: 'deliveries.retry',
    method: 'POST',
    path: '/api/deliveries/:id/retry',
    summary: 'Try a failed delivery again',
    scope: 'providers:write',
    returns: one(Delivery),
    problems: ['not_found'],
  }),
  preferences: route({
    id: 'account.notifications',
    method: 'GET',
    path: '/api/account/notifications',
    summary: 'How calm notifications are',
    scope: 'session',
    returns: one(NotificationPreferences),
    problems: [],
  }),
  updatePreferences: route({
    id: 'account.updateNotifications',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/account/notifications',
    summary: 'Reminders of open incidents (minutes, or null for none) and how many SMS a day at most',
    scope: 'session',
    body: z.strictObject({
      reminder_minutes: z.int().min(5).max(1440).nullable().optional(),
      sms_per_day: z.int().min(0).max(10_000).optional(),
    }),
    readOnly: ['object', 'unavailable_types'],
    returns: one(NotificationPreferences),
    problems: [],
  }),
} as const
