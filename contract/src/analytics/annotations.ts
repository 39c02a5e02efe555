import { z } from 'zod'
import { Id, Link, Moment, OneLine, Page, PageSize, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

const settings = {
  happened_at: Moment.meta({ description: 'The time that the annotation is about' }),
  text: OneLine.min(1).max(200),
  link: Link.nullable().meta({ description: 'Where to read more' }),
}

export const Annotation = z
  .strictObject({
    object: z.literal('annotation'),
    id: Id,
    website_id: Id,
    happened_at: Timestamp,
    text: z.string(),
    link: z.string().nullable(),
    author: z
      .string()
      .meta({ description: 'Who wrote it: the e-mail address of the account, or the name of the API key' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Annotation' })
export type Annotation = z.infer<typeof Annotation>

export const NewAnnotation = z
  .strictObject({
    text: settings.text,
    happened_at: settings.happened_at.optional().meta({
      description: 'The time that the annotation is about; default: now',
    }),
    link: settings.link.default(null),
  })
  .meta({ id: 'NewAnnotation' })
export type NewAnnotation = z.output<typeof NewAnnotation>

export const AnnotationChanges = z.strictObject(z.object(settings).partial().shape).meta({ id: 'AnnotationChanges' })
export type AnnotationChanges = z.output<typeof AnnotationChanges>

const readOnly = ['object', 'id', 'website_id', 'author', 'created_at', 'updated_at'] as const

export const annotationRoutes = {
  list: route({
    id: 'annotations.list',
    method: 'GET',
    path: '/api/v1/websites/:id/annotations',
    summary: 'List the annotations of a website, newest first',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      from: Moment.optional().meta({ description: 'Annotations from this time on' }),
      to: Moment.optional().meta({ description: 'Annotations before this time' }),
      page: Page,
      per_page: PageSize,
    }),
    example: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
    returns: list(Annotation),
    problems: ['not_found'],
  }),
  create: route({
    id: 'annotations.create',
    method: 'POST',
    path: '/api/v1/websites/:id/annotations',
    summary: 'Add an annotation to the chart of a website',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'annotation.created',
    body: NewAnnotation,
    example: { text: 'Newsletter sent', happened_at: '2026-11-16T09:00:00Z' },
    readOnly,
    returns: created(Annotation),
    problems: ['not_found', 'limit_reached'],
  }),
  show: route({
    id: 'annotations.show',
    method: 'GET',
    path: '/api/v1/annotations/:id',
    summary: 'Show an annotation',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    returns: one(Annotation),
    problems: ['not_found'],
  }),
  update: route({
    id: 'annotations.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/v1/annotations/:id',
    summary: 'Update an annotation; only the fields sent change',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'annotation.updated',
    body: AnnotationChanges,
    example: { text: 'Newsletter sent to everybody' },
    readOnly,
    returns: one(Annotation),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'annotations.remove',
    method: 'DELETE',
    path: '/api/v1/annotations/:id',
    summary: 'Delete an annotation',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'annotation.deleted',
    returns: deleted('annotation'),
    problems: ['not_found'],
  }),
} as const
