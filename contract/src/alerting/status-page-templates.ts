import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'
import { NewStatusPageIncident, PAGE_INCIDENT_KINDS, StatusPageIncident } from './status-page-incidents.ts'

const { title, body } = NewStatusPageIncident.shape
const { impact, status } = StatusPageIncident.shape
const settings = {
  name: z.string().trim().min(1).max(120),
  kind: z.enum(PAGE_INCIDENT_KINDS),
  title,
  impact,
  status,
  body,
}

export const StatusPageTemplate = z
  .strictObject({
    object: z.literal('status_page_template'),
    id: Id,
    name: z.string(),
    kind: settings.kind,
    title: z.string(),
    impact,
    status,
    body: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'StatusPageTemplate' })
export type StatusPageTemplate = z.infer<typeof StatusPageTemplate>

export const NewStatusPageTemplate = z
  .strictObject({
    ...settings,
    kind: settings.kind.default('incident'),
    impact: impact.default('minor'),
    status: status.optional(),
  })
  .meta({ id: 'NewStatusPageTemplate' })
export type NewStatusPageTemplate = z.output<typeof NewStatusPageTemplate>

export const StatusPageTemplateChanges = z
  .strictObject(z.object(settings).partial().shape)
  .meta({ id: 'StatusPageTemplateChanges' })
export type StatusPageTemplateChanges = z.output<typeof StatusPageTemplateChanges>

const readOnly = ['object', 'id', 'created_at', 'updated_at'] as const

export const statusPageTemplateRoutes = {
  list: route({
    id: 'statusPageTemplates.list',
    method: 'GET',
    path: '/api/status-page-templates',
    summary: 'List the templates for incidents and maintenance of status pages',
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(StatusPageTemplate),
    problems: [],
  }),
  create: route({
    id: 'statusPageTemplates.create',
    method: 'POST',
    path: '/api/status-page-templates',
    summary: 'Create a template, which all status pages of the team can use',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page_template.created',
    body: NewStatusPageTemplate,
    example: { name: 'Slow payments', title: 'Checkout is slow', body: 'We are looking into slow payments.' },
    readOnly,
    returns: created(StatusPageTemplate),
    problems: ['already_exists', 'limit_reached'],
  }),
  show: route({
    id: 'statusPageTemplates.show',
    method: 'GET',
    path: '/api/status-page-templates/:id',
    summary: 'Show a template',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(StatusPageTemplate),
    problems: ['not_found'],
  }),
  update: route({
    id: 'statusPageTemplates.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/status-page-templates/:id',
    summary: 'Update a template; only the fields sent change',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page_template.updated',
    body: StatusPageTemplateChanges,
    example: { impact: 'major' },
    readOnly,
    returns: one(StatusPageTemplate),
    problems: ['not_found', 'already_exists'],
  }),
  remove: route({
    id: 'statusPageTemplates.remove',
    method: 'DELETE',
    path: '/api/status-page-templates/:id',
    summary: 'Delete a template',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page_template.deleted',
    returns: deleted('status_page_template'),
    problems: ['not_found'],
  }),
} as const
