import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { createdOrUpdated, deleted, list, route } from '../core/route.ts'

export const AssignmentSource = z
  .enum(['manual', 'rule'])
  .meta({ description: 'rule: made by an assignment rule, and not changed by anybody since' })

export const Assignment = z
  .strictObject({
    object: z.literal('assignment'),
    id: Id,
    monitor_id: Id,
    provider_id: Id,
    enabled: z.boolean(),
    source: AssignmentSource,
    rule_id: Id.nullable().meta({ description: 'The assignment rule that made it; null if source is manual' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Assignment' })
export type Assignment = z.infer<typeof Assignment>

export const assignmentRoutes = {
  list: route({
    id: 'monitors.notifications',
    method: 'GET',
    path: '/api/monitors/:id/notifications',
    summary: 'List the providers assigned to a monitor',
    scope: 'monitors:read',
    role: 'viewer',
    limitedKeys: true,
    query: pagedQuery({}),
    returns: list(Assignment),
    problems: ['not_found'],
  }),
  create: route({
    id: 'monitors.assign',
    method: 'POST',
    path: '/api/monitors/:id/notifications',
    summary: 'Assign a provider to a monitor, or enable or disable an assignment',
    scope: ['monitors:write', 'providers:read'],
    role: 'editor',
    limitedKeys: true,
    audit: 'monitor.provider_assigned',
    body: z.strictObject({ provider_id: Id, enabled: z.boolean().optional() }),
    example: { provider_id: 3, enabled: true },
    readOnly: ['object', 'id', 'monitor_id', 'source', 'rule_id', 'created_at', 'updated_at'],
    returns: createdOrUpdated(Assignment),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'monitors.unassign',
    method: 'DELETE',
    path: '/api/monitors/:id/notifications',
    summary: 'Unassign a provider from a monitor; send provider_id in the JSON body or the query',
    scope: ['monitors:write', 'providers:read'],
    role: 'editor',
    limitedKeys: true,
    audit: 'monitor.provider_unassigned',
    body: z.strictObject({ provider_id: Id }),
    bodyFromQuery: true,
    returns: deleted('assignment'),
    problems: ['not_found'],
  }),
} as const
