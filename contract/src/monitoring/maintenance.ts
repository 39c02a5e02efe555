import { z } from 'zod'
import { Id, Moment, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

const settings = {
  name: z.string().trim().min(1).max(120),
  all_monitors: z.boolean().meta({
    description:
      'true: all monitors, including future ones. false: only those in monitor_ids, at least one. If omitted, an empty monitor_ids means all',
  }),
  monitor_ids: z.array(Id).max(1000).meta({
    description: 'IDs of the monitors. Empty without all_monitors: all monitors. Send all_monitors to be explicit',
  }),
  timezone: z.string().min(1).max(64).meta({ description: 'IANA time zone name. Repetitions follow its local time' }),
  starts_at: Moment,
  ends_at: Moment,
  repeat: z.enum(['none', 'daily', 'weekly']),
}

export const MaintenanceWindow = z
  .strictObject({
    object: z.literal('maintenance_window'),
    id: Id,
    name: z.string(),
    all_monitors: z.boolean().meta({ description: 'All monitors, including future ones' }),
    monitor_ids: z.array(Id).meta({ description: 'IDs of the monitors; empty if all_monitors is true' }),
    timezone: z.string(),
    starts_at: Timestamp,
    ends_at: Timestamp,
    repeat: z.enum(['none', 'daily', 'weekly']),
    is_under_way: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'MaintenanceWindow' })
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>

export const NewMaintenanceWindow = z
  .strictObject({
    name: settings.name,
    starts_at: settings.starts_at,
    ends_at: settings.ends_at,
    all_monitors: settings.all_monitors.optional(),
    monitor_ids: settings.monitor_ids.optional(),
    timezone: settings.timezone.optional(),
    repeat: settings.repeat.optional(),
  })
  .meta({ id: 'NewMaintenanceWindow' })
export type NewMaintenanceWindow = z.output<typeof NewMaintenanceWindow>

export const MaintenanceWindowChanges = z
  .strictObject(z.object(settings).partial().shape)
  .meta({ id: 'MaintenanceWindowChanges' })
export type MaintenanceWindowChanges = z.output<typeof MaintenanceWindowChanges>

const readOnly = ['object', 'id', 'is_under_way', 'created_at', 'updated_at'] as const

export const maintenanceRoutes = {
  list: route({
    id: 'maintenance.list',
    method: 'GET',
    path: '/api/maintenance-windows',
    summary: 'List maintenance windows',
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(MaintenanceWindow),
    problems: [],
  }),
  create: route({
    id: 'maintenance.create',
    method: 'POST',
    path: '/api/maintenance-windows',
    summary: 'Schedule maintenance, once or repeating: checks continue, but no incident opens during the window',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'maintenance_window.created',
    body: NewMaintenanceWindow,
    example: {
      name: 'Database upgrade',
      starts_at: '2026-11-22T02:00:00Z',
      ends_at: '2026-11-22T03:30:00Z',
      monitor_ids: [7],
    },
    readOnly,
    returns: created(MaintenanceWindow),
    problems: ['not_found'],
  }),
  show: route({
    id: 'maintenance.show',
    method: 'GET',
    path: '/api/maintenance-windows/:id',
    summary: 'Show a maintenance window',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(MaintenanceWindow),
    problems: ['not_found'],
  }),
  update: route({
    id: 'maintenance.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/maintenance-windows/:id',
    summary: 'Update a maintenance window; only the fields sent change',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'maintenance_window.updated',
    body: MaintenanceWindowChanges,
    example: { repeat: 'weekly' },
    readOnly,
    returns: one(MaintenanceWindow),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'maintenance.remove',
    method: 'DELETE',
    path: '/api/maintenance-windows/:id',
    summary: 'Delete a maintenance window. Failures count again immediately',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'maintenance_window.deleted',
    returns: deleted('maintenance_window'),
    problems: ['not_found'],
  }),
} as const
