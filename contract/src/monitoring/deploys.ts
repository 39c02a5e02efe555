import { z } from 'zod'
import { DeployVerdict } from './deploy-verdicts.ts'
import { After, Id, Link, Moment, OneLine, pagedQuery, TagName, Tags, Timestamp } from '../core/fields.ts'
import { createdOrUpdated, deleted, list, one, route } from '../core/route.ts'

const Version = OneLine.min(1).max(120)
const Environment = OneLine.min(1).max(60)
const Commit = z.string().trim().min(1).max(64).regex(/^\S*$/, 'must not contain spaces')

const Ids = z.array(Id).max(100)

export const Deploy = z
  .strictObject({
    object: z.literal('deploy'),
    id: Id,
    version: z.string(),
    environment: z.string(),
    commit: z.string().nullable(),
    link: z.string().nullable(),
    whole_team: z.boolean().meta({ description: 'Whether it concerns every website and monitor of the team' }),
    website_ids: z.array(Id),
    monitor_ids: z.array(Id),
    tags: z.array(z.string()),
    deployed_at: Timestamp,
    verdict: DeployVerdict.nullable().meta({
      description: 'What it changed, compared with before. Null: it is not compared',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Deploy' })
export type Deploy = z.infer<typeof Deploy>

export const NewDeploy = z
  .strictObject({
    version: Version.meta({ description: 'Version that was deployed, such as 2.4.1' }),
    environment: Environment.default('production'),
    commit: Commit.nullable().default(null).meta({ description: 'Commit that was deployed' }),
    link: Link.nullable()
      .default(null)
      .meta({ description: 'Where to read more, such as the release or the pipeline' }),
    website_ids: Ids.default([]).meta({
      description: 'Websites that it concerns. Without website_ids, monitor_ids and tags: the whole team',
    }),
    monitor_ids: Ids.default([]).meta({ description: 'Monitors that it concerns' }),
    tags: Tags.prefault([]).meta({ description: 'It concerns the websites and monitors with one of these tags' }),
    deployed_at: Moment.optional().meta({ description: 'Default: now' }),
  })
  .meta({ id: 'NewDeploy' })
export type NewDeploy = z.output<typeof NewDeploy>

const filters = {
  environment: z.string().max(60).optional().meta({ description: 'Only deploys to this environment' }),
  website_id: Id.optional().meta({ description: 'Only deploys that concern this website' }),
  monitor_id: Id.optional().meta({ description: 'Only deploys that concern this monitor' }),
  tag: TagName.optional().meta({ description: 'Only deploys with this tag' }),
  from: Moment.optional().meta({ description: 'Deploys from this time on' }),
  to: Moment.optional().meta({ description: 'Deploys before this time' }),
}

/** How long before an incident a deploy is listed with it. */
export const DEPLOY_MINUTES_BEFORE_INCIDENT = 60

export const DeployQuery = pagedQuery({ ...filters, after: After })
export type DeployQuery = z.output<typeof DeployQuery>

const readOnly = ['object', 'id', 'whole_team', 'verdict', 'created_at', 'updated_at'] as const

export const deployRoutes = {
  list: route({
    id: 'deploys.list',
    method: 'GET',
    path: '/api/deploys',
    summary: 'List deploys, newest first',
    scope: 'monitors:read',
    role: 'viewer',
    query: DeployQuery,
    example: { environment: 'production' },
    returns: list(Deploy),
    problems: [],
  }),
  create: route({
    id: 'deploys.create',
    method: 'POST',
    path: '/api/deploys',
    summary:
      'Record a deploy. The same version, environment and commit sent again is the same deploy: 200 with the record of the first time',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'deploy.created',
    body: NewDeploy,
    example: { version: '2.4.1', commit: '9fceb02', environment: 'production' },
    readOnly,
    returns: createdOrUpdated(Deploy),
    problems: ['not_found'],
  }),
  show: route({
    id: 'deploys.show',
    method: 'GET',
    path: '/api/deploys/:id',
    summary: 'Show a deploy',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(Deploy),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'deploys.remove',
    method: 'DELETE',
    path: '/api/deploys/:id',
    summary: 'Delete a deploy',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'deploy.deleted',
    returns: deleted('deploy'),
    problems: ['not_found'],
  }),
  beforeIncident: route({
    id: 'incidents.deploys',
    method: 'GET',
    path: '/api/incidents/:id/deploys',
    summary: `List the deploys that concern the monitor of an incident in the ${DEPLOY_MINUTES_BEFORE_INCIDENT} minutes before it started, newest first`,
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(Deploy),
    problems: ['not_found'],
  }),
} as const
