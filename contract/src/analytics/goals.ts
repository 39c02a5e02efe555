import { z } from 'zod'
import { Id, Page, PageSize, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

const PATTERN = 'A path, where * matches any characters, or the name of an event'
const goal = {
  name: z.string().trim().min(1).max(120),
  kind: z.enum(['page', 'event']),
  value: z.string().min(1).max(2000).meta({ description: PATTERN }),
}

export const Goal = z
  .strictObject({
    object: z.literal('goal'),
    id: Id,
    website_id: Id,
    ...goal,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Goal' })
export type Goal = z.infer<typeof Goal>

export const NewGoal = z.strictObject(goal).meta({ id: 'NewGoal' })
export type NewGoal = z.output<typeof NewGoal>
export const GoalChanges = NewGoal.partial().meta({ id: 'GoalChanges' })
export type GoalChanges = z.output<typeof GoalChanges>

const goalReadOnly = ['object', 'id', 'website_id', 'created_at', 'updated_at'] as const

export const goalRoutes = {
  list: route({
    id: 'goals.list',
    method: 'GET',
    path: '/api/v1/websites/:id/goals',
    summary: 'List the goals of a website',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ page: Page, per_page: PageSize }),
    returns: list(Goal),
    problems: ['not_found'],
  }),
  create: route({
    id: 'goals.create',
    method: 'POST',
    path: '/api/v1/websites/:id/goals',
    summary: 'Create a goal: a page view or an event. It also applies to past data',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'goal.created',
    body: NewGoal,
    readOnly: goalReadOnly,
    returns: created(Goal),
    problems: ['not_found', 'already_exists', 'limit_reached'],
  }),
  show: route({
    id: 'goals.show',
    method: 'GET',
    path: '/api/v1/goals/:id',
    summary: 'Show a goal',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    returns: one(Goal),
    problems: ['not_found'],
  }),
  update: route({
    id: 'goals.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/v1/goals/:id',
    summary: 'Update a goal; only the fields sent change',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'goal.updated',
    body: GoalChanges,
    example: { name: 'Signed up' },
    readOnly: goalReadOnly,
    returns: one(Goal),
    problems: ['not_found', 'already_exists'],
  }),
  remove: route({
    id: 'goals.remove',
    method: 'DELETE',
    path: '/api/v1/goals/:id',
    summary: 'Delete a goal',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'goal.deleted',
    returns: deleted('goal'),
    problems: ['not_found'],
  }),
} as const
