import { z } from 'zod'
import { ConfigFile } from './config-file.ts'
import { Flag } from '../core/fields.ts'
import { describeSchema, type Json } from '../openapi/schema.ts'
import { one, route } from '../core/route.ts'

const Records = z.array(z.record(z.string(), z.unknown()))

export const ConfigExport = z
  .strictObject({
    object: z.literal('config_export'),
    version: z.literal(1),
    websites: Records,
    providers: Records,
    on_call_schedules: Records,
    escalation_policies: Records,
    monitors: Records,
    assignment_rules: Records,
    status_pages: Records,
    maintenance_windows: Records,
    uptime_reports: Records,
  })
  .meta({ id: 'ConfigExport', description: 'As ConfigFile. What has its default is left out' })
export type ConfigExport = z.infer<typeof ConfigExport>

export const CONFIG_KINDS = [
  'website',
  'goal',
  'provider',
  'on_call_schedule',
  'escalation_policy',
  'monitor',
  'assignment_rule',
  'status_page',
  'maintenance_window',
  'uptime_report',
] as const
export type ConfigKind = (typeof CONFIG_KINDS)[number]

export const ConfigChange = z
  .strictObject({
    action: z.enum(['create', 'update', 'delete']),
    kind: z.enum(CONFIG_KINDS),
    name: z.string(),
    fields: z
      .array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .meta({ description: 'What differs; empty for delete. Of secrets only that they differ' }),
  })
  .meta({ id: 'ConfigChange' })
export type ConfigChange = z.infer<typeof ConfigChange>

const Count = z.int().min(0)
export const ConfigPlan = z
  .strictObject({
    object: z.literal('config_plan'),
    plan_id: z.string().meta({ description: 'Identifies these changes; send it to apply exactly them' }),
    is_applied: z.boolean().meta({ description: 'False for a dry run' }),
    create_count: Count,
    update_count: Count,
    delete_count: Count,
    changes: z.array(ConfigChange),
  })
  .meta({ id: 'ConfigPlan' })
export type ConfigPlan = z.infer<typeof ConfigPlan>

const READ = ['websites:read', 'monitors:read', 'providers:read', 'team:read'] as const

export const configRoutes = {
  export: route({
    id: 'config.export',
    method: 'GET',
    path: '/api/config/export',
    summary: 'Export the configuration of the team, with references in place of secrets',
    scope: READ,
    role: 'viewer',
    returns: one(ConfigExport),
    problems: ['not_possible'],
  }),
  apply: route({
    id: 'config.apply',
    method: 'POST',
    path: '/api/config/apply',
    summary: 'Make the team as a configuration file describes it: everything, or nothing if one record fails',
    scope: [...READ, 'websites:write', 'monitors:write', 'providers:write'],
    role: 'admin',
    audit: 'team.configured',
    query: z.strictObject({
      dry_run: Flag.optional().meta({ description: 'true: do it, answer what changed, and take it back' }),
      prune: Flag.optional().meta({
        description: 'true: delete what is missing in the sections that the file has. Default: delete nothing',
      }),
      plan_id: z.string().max(64).optional().meta({
        description: 'From a dry run: fails with 409 if applying would no longer make exactly those changes',
      }),
    }),
    body: ConfigFile,
    example: {
      version: 1,
      monitors: [{ friendly_name: 'Shop', url: 'https://shop.example.com/', providers: ['On-call phone'] }],
    },
    largeBody: true,
    returns: one(ConfigPlan),
    problems: ['not_found', 'not_possible', 'already_exists', 'limit_reached', 'target_not_allowed'],
  }),
} as const

/** A reference that swctl replaces. Editors accept it where the value itself must match a pattern or format. */
const REFERENCE = { type: 'string', pattern: '\\$\\{[^}]+\\}' }

function acceptReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(acceptReferences)
  if (typeof value !== 'object' || value === null) return value
  const out: Json = Object.fromEntries(
    Object.entries(value)
      // The name of the schema in OpenAPI. In JSON Schema, `id` would be a URL.
      .filter(([name, inner]) => name !== 'id' || typeof inner !== 'string')
      .map(([name, inner]) => [name, name === 'default' ? inner : acceptReferences(inner)]),
  )
  const hasFormat = out['type'] === 'string' && ('pattern' in out || 'format' in out)
  if (!hasFormat) return out
  const { title, description, ...formatted } = out
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    anyOf: [formatted, REFERENCE],
  }
}

/** The JSON Schema of a configuration file, for editors. */
export function buildConfigSchema(): Json {
  const { $schema: dialect, ...schema } = describeSchema(ConfigFile, 'input')
  return { $schema: dialect, ...(acceptReferences(schema) as Json) }
}
