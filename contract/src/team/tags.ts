import { z } from 'zod'
import { pagedQuery } from '../core/fields.ts'
import { list, route } from '../core/route.ts'

const Count = z.int().min(0)

export const UsedTag = z
  .strictObject({
    object: z.literal('tag'),
    name: z.string(),
    monitor_count: Count,
    website_count: Count,
  })
  .meta({ id: 'Tag' })
export type UsedTag = z.infer<typeof UsedTag>

export const usedTagRoutes = {
  list: route({
    id: 'tags.list',
    method: 'GET',
    path: '/api/tags',
    summary: 'List the tags of monitors and websites, by name',
    scope: ['monitors:read', 'websites:read'],
    role: 'guest',
    limitedKeys: true,
    query: pagedQuery({}),
    returns: list(UsedTag),
    problems: [],
  }),
} as const
