import { z } from 'zod'
import { AssignmentSource } from './assignments.ts'
import { Flag, Id, pagedQuery, TagName, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

const APPLIES_TO = ['all', 'tag', 'website'] as const

const isUnique = (ids: readonly number[]): boolean => new Set(ids).size === ids.length

const settings = {
  name: z.string().trim().min(1).max(120).nullable(),
  applies_to: z.enum(APPLIES_TO).meta({
    description:
      'all: every monitor. tag: monitors with the tag, and monitors of a website with the tag. website: the monitors of the website. Includes future monitors',
  }),
  tag: TagName.nullable().meta({ description: 'For applies_to tag' }),
  website_id: Id.nullable().meta({ description: 'For applies_to website' }),
  provider_ids: z
    .array(Id)
    .min(1)
    .max(100)
    .refine(isUnique, { error: 'must not contain a provider twice' })
    .meta({ description: 'The providers that the rule assigns' }),
}

export const AssignmentRule = z
  .strictObject({
    object: z.literal('assignment_rule'),
    id: Id,
    name: z.string().nullable(),
    applies_to: z.enum(APPLIES_TO),
    tag: z.string().nullable(),
    website_id: Id.nullable(),
    website_domain: z.string().nullable(),
    provider_ids: z.array(Id).meta({ description: 'Empty when its last provider was deleted' }),
    monitor_count: z.int().min(0).meta({ description: 'How many monitors the rule applies to' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AssignmentRule' })
export type AssignmentRule = z.infer<typeof AssignmentRule>

export const NewAssignmentRule = z
  .strictObject({
    applies_to: settings.applies_to,
    provider_ids: settings.provider_ids,
    name: settings.name.optional(),
    tag: settings.tag.optional(),
    website_id: settings.website_id.optional(),
  })
  .meta({ id: 'NewAssignmentRule' })
export type NewAssignmentRule = z.output<typeof NewAssignmentRule>

export const AssignmentRuleChanges = z
  .strictObject(z.object(settings).partial().shape)
  .meta({ id: 'AssignmentRuleChanges' })
export type AssignmentRuleChanges = z.output<typeof AssignmentRuleChanges>

export const MonitorAssignments = z
  .strictObject({
    object: z.literal('monitor_assignments'),
    id: Id.meta({ description: 'Of the monitor' }),
    friendly_name: z.string(),
    is_active: z.boolean(),
    tags: z.array(z.string()),
    alerts_nobody: z.boolean(),
    assignments: z.array(
      z.strictObject({ provider_id: Id, enabled: z.boolean(), source: AssignmentSource, rule_id: Id.nullable() }),
    ),
    removed_provider_ids: z
      .array(Id)
      .meta({ description: 'Providers that somebody unassigned. No rule assigns them to this monitor again' }),
  })
  .meta({ id: 'MonitorAssignments' })
export type MonitorAssignments = z.infer<typeof MonitorAssignments>

const readOnly = ['object', 'id', 'website_domain', 'monitor_count', 'created_at', 'updated_at'] as const
const path = '/api/assignment-rules'
const record = '/api/assignment-rules/:id'
const reads = { scope: 'monitors:read', role: 'viewer' } as const
const writes = { scope: ['monitors:write', 'providers:read'], role: 'editor' } as const

export const assignmentRuleRoutes = {
  matrix: route({
    id: 'assignments.list',
    method: 'GET',
    path: '/api/assignments',
    summary: 'List monitors by name, each with the providers assigned to it',
    ...reads,
    limitedKeys: true,
    query: pagedQuery({
      search: z.string().max(200).optional().meta({ description: 'Text contained in the name or the URL' }),
      tag: TagName.optional().meta({ description: 'Only monitors with this tag' }),
      alerts_nobody: Flag.optional().meta({ description: 'Only monitors that alert nobody, or only the others' }),
    }),
    returns: list(MonitorAssignments),
    problems: [],
  }),
  list: route({
    id: 'assignmentRules.list',
    method: 'GET',
    path,
    summary: 'List assignment rules, oldest first',
    ...reads,
    query: pagedQuery({}),
    returns: list(AssignmentRule),
    problems: [],
  }),
  create: route({
    id: 'assignmentRules.create',
    method: 'POST',
    path,
    summary: 'Create a rule that assigns providers to existing and future monitors',
    ...writes,
    audit: 'assignment_rule.created',
    body: NewAssignmentRule,
    example: { applies_to: 'tag', tag: 'production', provider_ids: [3] },
    readOnly,
    returns: created(AssignmentRule),
    problems: ['not_found', 'limit_reached'],
  }),
  show: route({
    id: 'assignmentRules.show',
    method: 'GET',
    path: record,
    summary: 'Show an assignment rule',
    ...reads,
    returns: one(AssignmentRule),
    problems: ['not_found'],
  }),
  update: route({
    id: 'assignmentRules.update',
    method: 'PUT',
    also: 'PATCH',
    path: record,
    summary: 'Update an assignment rule; only the fields sent change',
    ...writes,
    audit: 'assignment_rule.updated',
    body: AssignmentRuleChanges,
    example: { provider_ids: [3, 4] },
    readOnly,
    returns: one(AssignmentRule),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'assignmentRules.remove',
    method: 'DELETE',
    path: record,
    summary: 'Delete an assignment rule, and the assignments that it made and nobody changed',
    ...writes,
    audit: 'assignment_rule.deleted',
    returns: deleted('assignment_rule'),
    problems: ['not_found'],
  }),
} as const
