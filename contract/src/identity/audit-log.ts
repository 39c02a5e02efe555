import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_ACTOR_TYPES, AUDIT_RECORD_TYPES } from '../core/audit-actions.ts'
import { After, Id, Moment, pagedQuery, Timestamp } from '../core/fields.ts'
import { list, one, route } from '../core/route.ts'

const FieldChange = z.strictObject({
  field: z.string(),
  before: z.unknown().meta({ description: 'null if there was no value' }),
  after: z.unknown().meta({ description: 'null if there is no value' }),
})
export type FieldChange = z.infer<typeof FieldChange>

export const AuditEntry = z
  .strictObject({
    object: z.literal('audit_entry'),
    id: Id,
    action: z.enum(AUDIT_ACTIONS),
    actor_type: z.enum(AUDIT_ACTOR_TYPES).meta({
      description: 'operator: a command on the server. system: Sitewatch itself. anonymous: not signed in',
    }),
    actor_id: Id.nullable().meta({ description: 'ID of the user or of the API key' }),
    actor_name: z.string().meta({ description: 'E-mail address of the user, name of the API key, or the command' }),
    user_id: Id.nullable().meta({ description: 'The user, also when an API key of theirs was used' }),
    record_type: z.enum(AUDIT_RECORD_TYPES),
    record_id: Id.nullable(),
    record_name: z.string().meta({ description: 'Name of the record at that time' }),
    changes: z.array(FieldChange).meta({ description: 'Changed fields. Secrets are masked' }),
    ip_address: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditLogExport = z
  .strictObject({
    object: z.literal('audit_log_export'),
    entries: z.int(),
    columns: z.array(z.string()),
  })
  .meta({ id: 'AuditLogExport' })

const filters = {
  actor_type: z.enum(AUDIT_ACTOR_TYPES).optional(),
  user_id: Id.optional().meta({ description: 'What this user did, also with API keys' }),
  api_key_id: Id.optional().meta({ description: 'What was done with this API key' }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  record_type: z.enum(AUDIT_RECORD_TYPES).optional(),
  record_id: Id.optional().meta({ description: 'Only with record_type' }),
  from: Moment.optional().meta({ description: 'Entries from this time on' }),
  to: Moment.optional().meta({ description: 'Entries before this time' }),
}

const hasType = ({ record_id, record_type }: { record_id?: number | undefined; record_type?: string | undefined }) =>
  record_id === undefined || record_type !== undefined
/** IDs are unique per type only. */
const NEEDS_TYPE = { error: 'requires record_type', path: ['record_id'] }

export const AuditFilters = z.strictObject(filters)
export type AuditFilters = z.output<typeof AuditFilters>

export const auditLogRoutes = {
  list: route({
    id: 'auditLog.list',
    method: 'GET',
    path: '/api/audit-log',
    summary: 'List who changed what in the team, newest first',
    scope: 'audit:read',
    role: 'admin',
    query: pagedQuery({ ...filters, after: After }).refine(hasType, NEEDS_TYPE),
    example: { record_type: 'monitor', record_id: 7 },
    returns: list(AuditEntry),
    problems: [],
  }),
  export: route({
    id: 'auditLog.export',
    method: 'GET',
    path: '/api/audit-log/export',
    summary: 'Export the audit log as a file, newest first. Without a format, returns the number of entries',
    scope: 'audit:read',
    role: 'admin',
    query: z
      .strictObject({
        ...filters,
        format: z.enum(['csv', 'ndjson']).optional().meta({ description: 'text/csv or application/x-ndjson' }),
      })
      .refine(hasType, NEEDS_TYPE),
    example: { from: '2026-11-01T00:00:00Z', format: 'csv' },
    audit: 'audit_log.exported',
    returns: one(AuditLogExport),
    alsoAnswers: ['text/csv', 'application/x-ndjson'],
    problems: [],
  }),
} as const
