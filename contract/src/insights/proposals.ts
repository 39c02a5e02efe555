import { z } from 'zod'
import { Id, Timestamp } from '../core/fields.ts'
import { one, route } from '../core/route.ts'

const Count = z.int().min(0)
const Percent = z.number().min(0).max(100)

/** Fewer days or visits say too little about which pages and hours matter. */
export const PROPOSALS_MIN_DAYS = 7
export const PROPOSALS_MIN_VISITS = 200
export const MAX_PROPOSED_MONITORS = 10

export const ProposedMonitor = z
  .strictObject({
    friendly_name: z.string(),
    url: z.string(),
    visits: Count.meta({ description: 'Visits that started on this page' }),
    visit_percent: Percent,
  })
  .meta({ id: 'ProposedMonitor' })
export type ProposedMonitor = z.infer<typeof ProposedMonitor>

export const WebsiteProposals = z
  .strictObject({
    object: z.literal('website_proposals'),
    website_id: Id,
    status: z.enum(['ready', 'not_enough_data']).meta({
      description: `not_enough_data: fewer than ${PROPOSALS_MIN_DAYS} days or ${PROPOSALS_MIN_VISITS} visits. Then nothing is proposed`,
    }),
    from: Timestamp,
    to: Timestamp,
    visits: Count,
    monitors: z
      .array(ProposedMonitor)
      .max(MAX_PROPOSED_MONITORS)
      .meta({
        description: `Landing pages that carry 80 % of the visits, most visits first, without those that have a monitor. At most ${MAX_PROPOSED_MONITORS}`,
      }),
    monitored_percent: Percent.nullable().meta({ description: 'Share of visits that start on a page with a monitor' }),
    covered_percent: Percent.nullable().meta({
      description: 'Share of visits that start on a page with a monitor or a proposed one',
    }),
    interval: z
      .strictObject({
        seconds: z.int().min(1).meta({ description: 'Proposed check interval' }),
        visits_between_checks: z.number().min(0).meta({
          description:
            'Visits that start between two checks in the busiest hour: so many meet an outage that no check has seen yet',
        }),
        busiest_hour: z.int().min(0).max(23),
        busiest_hour_visits: z.number().min(0).meta({ description: 'On an average day' }),
      })
      .nullable(),
    maintenance: z
      .strictObject({
        starts_at: z.string().meta({ description: "Quietest hour of the day, in the website's time zone" }),
        timezone: z.string(),
        visit_percent: Percent.meta({ description: 'Share of the visits that start in this hour' }),
      })
      .nullable(),
  })
  .meta({ id: 'WebsiteProposals' })
export type WebsiteProposals = z.infer<typeof WebsiteProposals>

export const proposalRoutes = {
  show: route({
    id: 'websites.proposals',
    method: 'GET',
    path: '/api/v1/websites/:id/proposals',
    summary:
      'Show what to set up for a website by its visits of the last 30 days: monitors, check interval and the hour for maintenance',
    scope: ['monitors:read', 'websites:read', 'stats:read'],
    role: 'viewer',
    returns: one(WebsiteProposals),
    problems: ['not_found', 'unavailable'],
  }),
} as const
