import { z } from 'zod'
import { Id, Tags } from '../core/fields.ts'
import { NewMonitor } from './monitors.ts'
import { one, route } from '../core/route.ts'

export const MAX_BULK = 1000

const isUnique = (ids: readonly number[]): boolean => new Set(ids).size === ids.length

const ids = z
  .array(Id)
  .min(1)
  .max(MAX_BULK)
  .refine(isUnique, { error: 'must not contain a monitor twice' })
  .meta({ description: 'IDs of monitors; for every action but create' })

const provider_ids = z
  .array(Id)
  .min(1)
  .max(100)
  .refine(isUnique, { error: 'must not contain a provider twice' })
  .meta({ description: 'For assign; needs the scope providers:read' })

const BULK_ACTIONS = ['create', 'pause', 'resume', 'tag', 'assign', 'delete'] as const
const BulkAction = z.enum(BULK_ACTIONS)

export const BulkRequest = z
  .discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('create'),
      monitors: z.array(NewMonitor).min(1).max(MAX_BULK).meta({ description: 'Monitors to create; only for create' }),
    }),
    z.strictObject({ action: z.literal('pause'), ids }),
    z.strictObject({ action: z.literal('resume'), ids }),
    z.strictObject({
      action: z.literal('tag'),
      ids,
      add_tags: Tags.optional().meta({ description: 'For tag: tags to add' }),
      remove_tags: Tags.optional().meta({ description: 'For tag: tags to remove' }),
    }),
    z.strictObject({
      action: z.literal('assign'),
      ids,
      provider_ids,
      enabled: z.boolean().optional().meta({ description: 'For assign; false disables the assignments' }),
    }),
    z.strictObject({ action: z.literal('delete'), ids }),
  ])
  .meta({ id: 'BulkRequest' })
export type BulkRequest = z.output<typeof BulkRequest>

export const BulkResult = z
  .strictObject({
    object: z.literal('bulk'),
    action: BulkAction,
    ids: z.array(Id).meta({ description: 'Of create, the new monitors in the order of the request' }),
    changed_count: z.int().min(0).meta({ description: 'How many were not already as requested' }),
  })
  .meta({ id: 'BulkResult' })
export type BulkResult = z.infer<typeof BulkResult>

export const monitorBulkRoutes = {
  run: route({
    id: 'monitors.bulk',
    method: 'POST',
    path: '/api/monitors/bulk',
    summary:
      'Create, pause, resume, tag, assign providers to or delete up to 1,000 monitors: all, or none if one fails',
    scope: 'monitors:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'monitor.updated',
    body: BulkRequest,
    examples: {
      tag: { action: 'tag', ids: [1, 2], add_tags: ['production'] },
      create: { action: 'create', monitors: [{ friendly_name: 'Shop', url: 'https://example.com/' }] },
      pause: { action: 'pause', ids: [1, 2] },
      resume: { action: 'resume', ids: [1, 2] },
      assign: { action: 'assign', ids: [1, 2], provider_ids: [3] },
      delete: { action: 'delete', ids: [1, 2] },
    },
    largeBody: true,
    returns: one(BulkResult),
    problems: ['limit_reached', 'not_found'],
  }),
} as const
