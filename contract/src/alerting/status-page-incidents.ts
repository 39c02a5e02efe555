import { z } from 'zod'
import { Id, Moment, OneLine, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

/** The terms of Atlassian Statuspage, which tools for status pages support. */
export const PAGE_INCIDENT_IMPACTS = ['none', 'minor', 'major', 'critical'] as const
export const COMPONENT_STATES = [
  'operational',
  'degraded_performance',
  'partial_outage',
  'major_outage',
  'under_maintenance',
] as const
/** In chronological order. The last status ends the incident or maintenance. */
export const PAGE_INCIDENT_STATUSES = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'verifying', 'completed'],
} as const
export const PAGE_INCIDENT_KINDS = ['incident', 'maintenance'] as const

export type PageIncidentKind = (typeof PAGE_INCIDENT_KINDS)[number]
export type PageIncidentImpact = (typeof PAGE_INCIDENT_IMPACTS)[number]
export type PageIncidentStatus = (typeof PAGE_INCIDENT_STATUSES)[PageIncidentKind][number]
export type ComponentState = (typeof COMPONENT_STATES)[number]

const Status = z.enum([...PAGE_INCIDENT_STATUSES.incident, ...PAGE_INCIDENT_STATUSES.maintenance]).meta({
  description:
    'For incidents: investigating, identified, monitoring, resolved. For maintenance: scheduled, in_progress, verifying, completed',
})
const Kind = z.enum(PAGE_INCIDENT_KINDS)
const Impact = z.enum(PAGE_INCIDENT_IMPACTS).meta({ description: 'How severe it is; part of the status of the page' })
/** One line, because it is used in headings, in the subject of mails and in feeds. */
const Title = OneLine.min(1).max(200)
const Body = z
  .string()
  .trim()
  .min(1)
  .max(5000)
  .meta({ description: 'Text, with **bold**, `code`, [links](https://…) and lists of lines that start with "- "' })

const ComponentChoice = z
  .strictObject({
    monitor_id: Id.nullable().default(null),
    website_id: Id.nullable().default(null),
    state: z.enum(COMPONENT_STATES),
  })
  .refine(({ monitor_id, website_id }) => (monitor_id === null) !== (website_id === null), {
    error: 'must name either a monitor_id or a website_id',
  })
const Components = z
  .array(ComponentChoice)
  .max(150)
  .refine(
    (all) => new Set(all.map(({ monitor_id, website_id }) => `${monitor_id} ${website_id}`)).size === all.length,
    'must not contain a component twice',
  )
  .meta({ description: 'Affected monitors and websites of the page, each with its state' })

const PostedAt = Moment.meta({ description: 'When it was posted, not in the future. Default: now' })
const Notify = z.boolean().meta({ description: 'Whether subscribers are notified when it is published' })

const ComponentShown = z.strictObject({
  monitor_id: Id.nullable(),
  website_id: Id.nullable(),
  name: z.string().meta({ description: 'Its name on the page' }),
  state: z.enum(COMPONENT_STATES),
})

export const StatusPageUpdate = z
  .strictObject({
    object: z.literal('status_page_update'),
    id: Id,
    status: Status,
    body: z.string(),
    components: z.array(ComponentShown),
    posted_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'StatusPageUpdate' })
export type StatusPageUpdate = z.infer<typeof StatusPageUpdate>

export const StatusPageIncident = z
  .strictObject({
    object: z.literal('status_page_incident'),
    id: Id,
    status_page_id: Id,
    kind: Kind,
    title: z.string(),
    impact: Impact,
    status: Status,
    is_published: z.boolean().meta({ description: 'false: a draft, which only the team sees' }),
    incident_id: Id.nullable().meta({ description: 'The incident of a monitor that it is about' }),
    maintenance_window_id: Id.nullable().meta({
      description: 'The maintenance window during which its monitors open no incidents',
    }),
    scheduled_for: Timestamp.nullable(),
    scheduled_until: Timestamp.nullable(),
    url: z.string().meta({ description: 'Its own public page' }),
    updates: z.array(StatusPageUpdate).meta({ description: 'Newest first' }),
    published_at: Timestamp.nullable(),
    resolved_at: Timestamp.nullable().meta({ description: 'When it was resolved or completed' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'StatusPageIncident' })
export type StatusPageIncident = z.infer<typeof StatusPageIncident>

export const NewStatusPageIncident = z
  .strictObject({
    kind: Kind.default('incident'),
    title: Title,
    impact: Impact.optional().meta({ description: 'Default: minor for an incident, none for maintenance' }),
    status: Status.optional().meta({ description: 'Default: investigating, or scheduled for maintenance' }),
    body: Body,
    components: Components.default([]),
    posted_at: PostedAt.optional(),
    is_published: z.boolean().default(true).meta({ description: 'false: save it as a draft' }),
    notify_subscribers: Notify.default(true),
    incident_id: Id.nullable().default(null),
    maintenance_window_id: Id.nullable().default(null),
    scheduled_for: Moment.nullable().default(null).meta({
      description: 'Start of maintenance. Default: that of the maintenance window',
    }),
    scheduled_until: Moment.nullable().default(null).meta({
      description: 'End of maintenance. Default: that of the maintenance window',
    }),
  })
  .meta({ id: 'NewStatusPageIncident' })
export type NewStatusPageIncident = z.output<typeof NewStatusPageIncident>

export const StatusPageIncidentChanges = z
  .strictObject({
    title: Title.optional(),
    impact: Impact.optional(),
    is_published: z.boolean().optional().meta({ description: 'true publishes a draft; false makes it one again' }),
    notify_subscribers: Notify.optional().meta({
      description: 'When it is published: whether subscribers are notified. Default: true',
    }),
    incident_id: Id.nullable().optional(),
    maintenance_window_id: Id.nullable().optional(),
    scheduled_for: Moment.optional(),
    scheduled_until: Moment.optional(),
  })
  .meta({ id: 'StatusPageIncidentChanges' })
export type StatusPageIncidentChanges = z.output<typeof StatusPageIncidentChanges>

const reads = { scope: 'monitors:read', role: 'viewer' } as const
const writes = { scope: 'monitors:write', role: 'editor' } as const
const readOnly = [
  'object',
  'id',
  'status_page_id',
  'url',
  'updates',
  'published_at',
  'resolved_at',
  'created_at',
  'updated_at',
] as const
/** The text of an update is logged with the update. */
const auditFields = [
  'kind',
  'title',
  'impact',
  'status',
  'is_published',
  'incident_id',
  'maintenance_window_id',
  'scheduled_for',
  'scheduled_until',
] as const

const INCIDENTS = '/api/status-pages/:id/incidents'
export const PAGE_INCIDENT_PATH = `${INCIDENTS}/:page_incident_id` as const

export const statusPageIncidentRoutes = {
  list: route({
    id: 'statusPageIncidents.list',
    method: 'GET',
    path: INCIDENTS,
    summary: 'List the incidents and maintenance written on a status page, newest first, drafts included',
    ...reads,
    query: pagedQuery({ kind: Kind.optional() }),
    returns: list(StatusPageIncident),
    problems: ['not_found'],
  }),
  create: route({
    id: 'statusPageIncidents.create',
    method: 'POST',
    path: INCIDENTS,
    summary: 'Write an incident or schedule maintenance on a status page, with its first update',
    ...writes,
    audit: 'status_page_incident.created',
    auditFields,
    body: NewStatusPageIncident,
    example: {
      title: 'Checkout is slow',
      impact: 'minor',
      body: 'We are looking into slow payments.',
      components: [{ monitor_id: 7, state: 'degraded_performance' }],
    },
    readOnly,
    returns: created(StatusPageIncident),
    problems: ['not_found'],
  }),
  show: route({
    id: 'statusPageIncidents.show',
    method: 'GET',
    path: PAGE_INCIDENT_PATH,
    summary: 'Show an incident or maintenance of a status page with its updates',
    ...reads,
    returns: one(StatusPageIncident),
    problems: ['not_found'],
  }),
  update: route({
    id: 'statusPageIncidents.update',
    method: 'PUT',
    also: 'PATCH',
    path: PAGE_INCIDENT_PATH,
    summary: 'Update an incident or maintenance of a status page, or publish it; only the fields sent change',
    ...writes,
    audit: 'status_page_incident.updated',
    auditFields,
    body: StatusPageIncidentChanges,
    example: { is_published: true },
    readOnly: [...readOnly, 'kind', 'status'],
    returns: one(StatusPageIncident),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'statusPageIncidents.remove',
    method: 'DELETE',
    path: PAGE_INCIDENT_PATH,
    summary: 'Delete an incident or maintenance of a status page with its updates',
    ...writes,
    audit: 'status_page_incident.deleted',
    auditFields,
    returns: deleted('status_page_incident'),
    problems: ['not_found'],
  }),
} as const
