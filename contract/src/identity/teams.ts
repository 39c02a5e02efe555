import { z } from 'zod'
import { Email } from './accounts.ts'
import { Flag, Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { ApiKey } from './keys.ts'
import { created, deleted, deletedWith, list, one, route } from '../core/route.ts'
import { TeamRole } from '../core/team-roles.ts'

const Name = z.string().trim().min(1).max(100)

export const Team = z
  .strictObject({
    object: z.literal('team'),
    id: Id,
    name: z.string(),
    is_personal: z
      .boolean()
      .meta({ description: 'The team that came with your account. You cannot leave or delete it' }),
    requires_two_factor: z.boolean().meta({
      description: 'Whether members who sign in with a password must have enabled two-factor authentication',
    }),
    role: TeamRole.meta({ description: 'Your role in this team' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

export const TeamMember = z
  .strictObject({
    object: z.literal('team_member'),
    id: Id.meta({ description: 'ID of the user' }),
    email: z.string(),
    role: TeamRole,
    website_ids: z.array(Id).meta({ description: 'The websites that a guest sees. Empty for other roles' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

export const TeamInvitation = z
  .strictObject({
    object: z.literal('team_invitation'),
    id: Id,
    email: z.string(),
    role: TeamRole,
    website_ids: z.array(Id),
    invited_by: z.string().meta({ description: 'E-mail address of the member who sent the invitation' }),
    expires_at: Timestamp,
    accepted_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'TeamInvitation' })
export type TeamInvitation = z.infer<typeof TeamInvitation>

const { created_at, updated_at, ...invitation } = TeamInvitation.shape
const NewTeamInvitation = z
  .strictObject({
    ...invitation,
    url: z.string().meta({ description: 'Link to accept the invitation. Returned only here, once' }),
    created_at,
    updated_at,
  })
  .meta({ id: 'CreatedTeamInvitation' })
export type NewTeamInvitation = z.infer<typeof NewTeamInvitation>

const InvitationPreview = z
  .strictObject({
    object: z.literal('team_invitation_preview'),
    team_name: z.string(),
    email: z.string(),
    role: TeamRole,
    invited_by: z.string(),
    expires_at: Timestamp,
  })
  .meta({ id: 'TeamInvitationPreview' })
export type InvitationPreview = z.infer<typeof InvitationPreview>

const { created_at: keyCreatedAt, updated_at: keyUpdatedAt, ...key } = ApiKey.shape
const TeamKey = z
  .strictObject({
    ...key,
    user_id: Id.meta({ description: 'ID of the member whose key it is' }),
    user_email: z.string(),
    created_at: keyCreatedAt,
    updated_at: keyUpdatedAt,
  })
  .meta({ id: 'TeamApiKey' })
export type TeamKey = z.infer<typeof TeamKey>

const WebsiteIds = z
  .array(Id)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain duplicates' })
  .meta({ description: 'The websites that a guest sees. Required for a guest, not allowed for other roles' })

const Token = z.string().min(1).max(200).meta({ description: 'From the link in the invitation' })

export const teamRoutes = {
  list: route({
    id: 'teams.list',
    method: 'GET',
    path: '/api/teams',
    summary: 'List your teams, the personal one first. A key sees its own team only',
    scope: 'team:read',
    role: 'guest',
    query: pagedQuery({}),
    returns: list(Team),
    problems: [],
  }),
  create: route({
    id: 'teams.create',
    method: 'POST',
    path: '/api/teams',
    summary: 'Create a team. You become its owner',
    scope: 'team:write',
    role: 'guest',
    audit: 'team.created',
    body: z.strictObject({ name: Name }),
    readOnly: ['object', 'id', 'is_personal', 'requires_two_factor', 'role', 'created_at', 'updated_at'],
    returns: created(Team),
    problems: ['limit_reached'],
  }),
  show: route({
    id: 'teams.show',
    method: 'GET',
    path: '/api/teams/:id',
    summary: 'One team',
    scope: 'team:read',
    role: 'guest',
    returns: one(Team),
    problems: ['not_found'],
  }),
  update: route({
    id: 'teams.update',
    method: 'PATCH',
    path: '/api/teams/:id',
    summary: 'Rename a team, or require two-factor authentication of its members',
    scope: 'team:write',
    role: 'admin',
    audit: 'team.updated',
    body: z.strictObject({ name: Name.optional(), requires_two_factor: Flag.optional() }),
    example: { name: 'Operations', requires_two_factor: false },
    readOnly: ['object', 'id', 'is_personal', 'role', 'created_at', 'updated_at'],
    returns: one(Team),
    problems: ['not_found', 'not_possible'],
  }),
  remove: route({
    id: 'teams.remove',
    method: 'DELETE',
    path: '/api/teams/:id',
    summary: 'Delete a team and all its data. A personal team is deleted with its account',
    scope: 'team:write',
    role: 'owner',
    audit: 'team.deleted',
    returns: deleted('team'),
    problems: ['not_found', 'not_possible'],
  }),
  members: route({
    id: 'teams.members',
    method: 'GET',
    path: '/api/teams/:id/members',
    summary: 'List the members of a team, owners first',
    scope: 'team:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(TeamMember),
    problems: ['not_found'],
  }),
  updateMember: route({
    id: 'teams.updateMember',
    method: 'PATCH',
    path: '/api/teams/:id/members/:member_id',
    summary: 'Change the role of a member. Only an owner makes and changes owners',
    scope: 'team:write',
    role: 'admin',
    audit: 'team_member.updated',
    body: z.strictObject({ role: TeamRole, website_ids: WebsiteIds.optional() }),
    example: { role: 'editor' },
    readOnly: ['object', 'id', 'email', 'created_at', 'updated_at'],
    returns: one(TeamMember),
    problems: ['not_found', 'not_possible', 'insufficient_role'],
  }),
  removeMember: route({
    id: 'teams.removeMember',
    method: 'DELETE',
    path: '/api/teams/:id/members/:member_id',
    summary: 'Remove a member from a team, or leave it yourself. Keys of the member in this team stop working',
    scope: 'team:write',
    role: 'admin',
    audit: 'team_member.removed',
    own: { role: 'guest', param: 'member_id' },
    returns: deleted('team_member'),
    problems: ['not_found', 'not_possible', 'insufficient_role'],
  }),
  invitations: route({
    id: 'teams.invitations',
    method: 'GET',
    path: '/api/teams/:id/invitations',
    summary: 'List the invitations of a team, pending and accepted',
    scope: 'team:read',
    role: 'admin',
    query: pagedQuery({}),
    returns: list(TeamInvitation),
    problems: ['not_found'],
  }),
  invite: route({
    id: 'teams.invite',
    method: 'POST',
    path: '/api/teams/:id/invitations',
    summary: 'Invite a person to a team by e-mail. The link is valid for seven days',
    scope: 'team:write',
    role: 'admin',
    audit: 'team_invitation.created',
    body: z.strictObject({ email: Email, role: TeamRole, website_ids: WebsiteIds.optional() }),
    example: { email: 'sam@example.com', role: 'viewer' },
    returns: created(NewTeamInvitation),
    problems: ['not_found', 'already_exists', 'not_possible', 'insufficient_role'],
  }),
  revokeInvitation: route({
    id: 'teams.revokeInvitation',
    method: 'DELETE',
    path: '/api/teams/:id/invitations/:invitation_id',
    summary: 'Revoke an invitation. Its link stops working',
    scope: 'team:write',
    role: 'admin',
    audit: 'team_invitation.revoked',
    returns: deleted('team_invitation'),
    problems: ['not_found'],
  }),
  keys: route({
    id: 'teams.keys',
    method: 'GET',
    path: '/api/teams/:id/keys',
    summary: 'List the API keys of all members in a team. A key sees those with a subset of its own scopes',
    scope: 'team:read',
    role: 'admin',
    query: pagedQuery({}),
    returns: list(TeamKey),
    problems: ['not_found'],
  }),
  revokeKey: route({
    id: 'teams.revokeKey',
    method: 'DELETE',
    path: '/api/teams/:id/keys/:key_id',
    summary: 'Revoke an API key of any member in a team, and the keys it created',
    scope: 'team:write',
    role: 'admin',
    audit: 'api_key.revoked',
    returns: deletedWith('api_key', { deleted_ids: z.array(Id) }),
    problems: ['not_found'],
  }),
  previewInvitation: route({
    id: 'teamInvitations.preview',
    method: 'POST',
    path: '/api/team-invitations/preview',
    summary: 'What an invitation to a team is about',
    scope: 'anonymous',
    role: null,
    audit: null,
    body: z.strictObject({ token: Token }),
    returns: one(InvitationPreview),
    problems: ['not_found'],
  }),
  acceptInvitation: route({
    id: 'teamInvitations.accept',
    method: 'POST',
    path: '/api/team-invitations/accept',
    summary: 'Accept an invitation to a team, with the account of the invited address',
    scope: 'session',
    role: null,
    audit: 'team_member.joined',
    body: z.strictObject({ token: Token }),
    returns: one(Team),
    problems: ['not_found'],
  }),
}
