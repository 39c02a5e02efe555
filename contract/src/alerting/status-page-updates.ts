import { z } from 'zod'
import { created, deleted, one, route } from '../core/route.ts'
import { NewStatusPageIncident, PAGE_INCIDENT_PATH, StatusPageUpdate } from './status-page-incidents.ts'

const { body, components, posted_at, notify_subscribers } = NewStatusPageIncident.shape
const { status } = StatusPageUpdate.shape

export const NewStatusPageUpdate = z
  .strictObject({
    body,
    status: status.optional().meta({ description: 'Default: unchanged' }),
    components: components.unwrap().optional().meta({
      description: 'Default: those of the update before; when the status ends the incident, as operational',
    }),
    posted_at,
    notify_subscribers,
  })
  .meta({ id: 'NewStatusPageUpdate' })
export type NewStatusPageUpdate = z.output<typeof NewStatusPageUpdate>

export const StatusPageUpdateChanges = z
  .strictObject({
    body: body.optional(),
    status: status.optional(),
    components: components.unwrap().optional(),
    posted_at,
  })
  .meta({ id: 'StatusPageUpdateChanges' })
export type StatusPageUpdateChanges = z.output<typeof StatusPageUpdateChanges>

const reads = { scope: 'monitors:read', role: 'viewer' } as const
const writes = { scope: 'monitors:write', role: 'editor' } as const
const auditFields = ['status', 'body', 'components', 'posted_at'] as const
const readOnly = ['object', 'id', 'created_at', 'updated_at'] as const
const UPDATES = `${PAGE_INCIDENT_PATH}/updates` as const
const UPDATE = `${UPDATES}/:update_id` as const

export const statusPageUpdateRoutes = {
  create: route({
    id: 'statusPageUpdates.create',
    method: 'POST',
    path: UPDATES,
    summary: 'Post an update to an incident or maintenance of a status page',
    ...writes,
    audit: 'status_page_update.created',
    auditFields,
    body: NewStatusPageUpdate,
    example: { status: 'resolved', body: 'Payments are fast again.' },
    readOnly,
    returns: created(StatusPageUpdate),
    problems: ['not_found', 'limit_reached'],
  }),
  show: route({
    id: 'statusPageUpdates.show',
    method: 'GET',
    path: UPDATE,
    summary: 'Show an update of an incident of a status page',
    ...reads,
    returns: one(StatusPageUpdate),
    problems: ['not_found'],
  }),
  update: route({
    id: 'statusPageUpdates.update',
    method: 'PUT',
    also: 'PATCH',
    path: UPDATE,
    summary: 'Edit an update; only the fields sent change. Subscribers are not notified again',
    ...writes,
    audit: 'status_page_update.updated',
    auditFields,
    body: StatusPageUpdateChanges,
    example: { body: 'Payments are slow for some customers.' },
    readOnly,
    returns: one(StatusPageUpdate),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'statusPageUpdates.remove',
    method: 'DELETE',
    path: UPDATE,
    summary: 'Delete an update. The last one is deleted with its incident',
    ...writes,
    audit: 'status_page_update.deleted',
    auditFields,
    returns: deleted('status_page_update'),
    problems: ['not_found', 'not_possible'],
  }),
} as const
