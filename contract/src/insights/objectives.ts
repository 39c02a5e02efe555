import { z } from 'zod'
import { Id, OneLine, pagedQuery, Timestamp } from '../core/fields.ts'
import {
  DEFAULT_UPTIME_TARGET,
  OBJECTIVE_MEASURES,
  OBJECTIVE_WINDOWS,
  ObjectiveStatus,
  UptimeTarget,
} from './objective-fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

const BURNS = ['fast', 'slow'] as const
export type Burn = (typeof BURNS)[number]

/** Maximum number of days in a request for experienced uptime. */
const MAX_EXPERIENCED_DAYS = 90

/** Below 100 %, because a target of 100 % has no error budget. */
const ObjectiveTarget = UptimeTarget.max(99.999).meta({ description: 'Target in percent, such as 99.9; below 100' })

const Name = OneLine.min(1).max(120)

const settings = {
  name: Name,
  monitor_id: Id.optional().meta({ description: 'One monitor' }),
  website_id: Id.optional().meta({
    description: 'All monitors of a website together: it is down while any of them is',
  }),
  target: ObjectiveTarget,
  window_days: z.literal(OBJECTIVE_WINDOWS).meta({ description: 'Days of the rolling window that ends now' }),
  measure: z.enum(OBJECTIVE_MEASURES).meta({
    description:
      'clock: share of the monitored time that was up. visitors: share of the visits that met a working site, for which the website needs enough visits',
  }),
}

const Percent = z.number().min(0).max(100)

export const Objective = z
  .strictObject({
    object: z.literal('objective'),
    id: Id,
    name: z.string(),
    monitor_id: Id.nullable(),
    website_id: Id.nullable(),
    target: z.number(),
    window_days: z.literal(OBJECTIVE_WINDOWS),
    measure: z.enum(OBJECTIVE_MEASURES),
    status: ObjectiveStatus.meta({
      description:
        'at_risk: the target is met, but the budget burns too fast or less than a quarter of it is left. no_data: nothing was monitored, or too few visits are known',
    }),
    current_percent: Percent.nullable().meta({ description: 'What was reached in the window. Null without data' }),
    budget_total: z.number().meta({
      description:
        'Error budget: what the target allows to fail in the window, in seconds (clock) or visits (visitors)',
    }),
    budget_left: z.number().meta({ description: 'Negative if the target is missed' }),
    budget_left_percent: z.number().nullable().meta({ description: 'Of budget_total. Null without data' }),
    burn_rate_fast: z.number().nullable().meta({
      description:
        'How many times faster than the target allows the budget was used in the last 1/720 of the window (an hour of 30 days). Null without data',
    }),
    burn_rate_slow: z
      .number()
      .nullable()
      .meta({ description: 'The same in the last 1/120 of the window (six hours of 30 days)' }),
    burning_fast_since: Timestamp.nullable().meta({
      description: 'When the budget began to burn that fast. Null again when the time that is looked back on is quiet',
    }),
    burning_slow_since: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Objective' })
export type Objective = z.infer<typeof Objective>

export const NewObjective = z
  .strictObject({
    ...settings,
    target: ObjectiveTarget.default(DEFAULT_UPTIME_TARGET),
    window_days: settings.window_days.default(30),
    measure: settings.measure.default('clock'),
  })
  .meta({ id: 'NewObjective' })
export type NewObjective = z.output<typeof NewObjective>

export const ObjectiveChanges = z.strictObject(z.object(settings).partial().shape).meta({ id: 'ObjectiveChanges' })
export type ObjectiveChanges = z.output<typeof ObjectiveChanges>

const ObjectiveDay = z
  .strictObject({
    date: z.iso.date().meta({ description: 'A day in UTC. The window ends at its end, or now' }),
    current_percent: Percent.nullable(),
    budget_left_percent: z.number().nullable(),
    failed: z.number().meta({ description: 'Of this day: seconds of downtime, or visits that failed' }),
  })
  .meta({ id: 'ObjectiveDay' })
export type ObjectiveDay = z.infer<typeof ObjectiveDay>

const BurnAlert = z
  .strictObject({
    burn: z.enum(BURNS),
    burn_rate: z.number(),
    budget_left_percent: z.number(),
    happened_at: Timestamp,
  })
  .meta({ id: 'BurnAlert' })
export type BurnAlert = z.infer<typeof BurnAlert>

const ObjectiveHistory = z
  .strictObject({
    object: z.literal('objective_history'),
    objective_id: Id,
    days: z.array(ObjectiveDay).meta({ description: 'As many days as the window has, oldest first' }),
    alerts: z.array(BurnAlert).meta({ description: 'Burn alerts of these days, oldest first, at most 100' }),
  })
  .meta({ id: 'ObjectiveHistory' })
export type ObjectiveHistory = z.infer<typeof ObjectiveHistory>

export const ExperiencedUptime = z
  .strictObject({
    object: z.literal('experienced_uptime'),
    monitor_id: Id.nullable(),
    website_id: Id.nullable().meta({ description: 'Whose visits are counted. Null: the monitor has no website' }),
    from: Timestamp,
    to: Timestamp,
    clock_percent: Percent.nullable().meta({ description: 'Share of the monitored time that was up' }),
    experienced_percent: Percent.nullable().meta({
      description:
        'Share of the visits, expected ones included, that met a working site. Null without a website, or if too few visits are known',
    }),
    visits_seen: z.int().nullable().meta({ description: 'Visits that began in this time' }),
    visits_failed: z.number().nullable().meta({
      description: 'Visits that were expected during outages and did not come',
    }),
  })
  .meta({ id: 'ExperiencedUptime' })
export type ExperiencedUptime = z.infer<typeof ExperiencedUptime>

const experiencedQuery = z.strictObject({
  days: z.int().min(1).max(MAX_EXPERIENCED_DAYS).default(30).meta({ description: 'Days up to now' }),
})

const readOnly = [
  'object',
  'id',
  'status',
  'current_percent',
  'budget_total',
  'budget_left',
  'budget_left_percent',
  'burn_rate_fast',
  'burn_rate_slow',
  'burning_fast_since',
  'burning_slow_since',
  'created_at',
  'updated_at',
] as const

export const objectiveRoutes = {
  list: route({
    id: 'objectives.list',
    method: 'GET',
    path: '/api/objectives',
    summary: 'List objectives with the error budget that is left',
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({
      monitor_id: Id.optional().meta({ description: 'Only objectives of this monitor' }),
      website_id: Id.optional().meta({ description: 'Only objectives of this website' }),
    }),
    returns: list(Objective),
    problems: [],
  }),
  create: route({
    id: 'objectives.create',
    method: 'POST',
    path: '/api/objectives',
    summary: 'Add an objective for a monitor or a website',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'objective.created',
    body: NewObjective,
    example: { name: 'Shop', monitor_id: 7, target: 99.9, window_days: 30 },
    readOnly,
    returns: created(Objective),
    problems: ['not_found', 'limit_reached'],
  }),
  show: route({
    id: 'objectives.show',
    method: 'GET',
    path: '/api/objectives/:id',
    summary: 'Show an objective with the error budget that is left',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(Objective),
    problems: ['not_found'],
  }),
  update: route({
    id: 'objectives.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/objectives/:id',
    summary: 'Update an objective; only the fields sent change',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'objective.updated',
    body: ObjectiveChanges,
    example: { target: 99.95 },
    readOnly,
    returns: one(Objective),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'objectives.remove',
    method: 'DELETE',
    path: '/api/objectives/:id',
    summary: 'Delete an objective. Its burn alerts are no longer sent',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'objective.deleted',
    returns: deleted('objective'),
    problems: ['not_found'],
  }),
  history: route({
    id: 'objectives.history',
    method: 'GET',
    path: '/api/objectives/:id/history',
    summary: 'Show the error budget that was left on each day, and the burn alerts',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(ObjectiveHistory),
    problems: ['not_found'],
  }),
  ofMonitor: route({
    id: 'monitors.experiencedUptime',
    method: 'GET',
    path: '/api/monitors/:id/experienced-uptime',
    summary: 'Show the share of visits that met a working site, beside the uptime of a monitor by the clock',
    scope: 'monitors:read',
    role: 'viewer',
    query: experiencedQuery,
    example: { days: 30 },
    returns: one(ExperiencedUptime),
    problems: ['not_found'],
  }),
  ofWebsite: route({
    id: 'websites.experiencedUptime',
    method: 'GET',
    path: '/api/v1/websites/:id/experienced-uptime',
    summary: 'The same for a website: it is down while any of its monitors is',
    scope: 'stats:read',
    role: 'viewer',
    query: experiencedQuery,
    example: { days: 30 },
    returns: one(ExperiencedUptime),
    problems: ['not_found'],
  }),
} as const
