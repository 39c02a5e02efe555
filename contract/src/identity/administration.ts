import { z } from 'zod'
import { Email } from './accounts.ts'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

export const AdministeredUser = z
  .strictObject({
    object: z.literal('user'),
    id: Id,
    email: z.string(),
    is_administrator: z.boolean(),
    is_suspended: z.boolean(),
    two_factor_enabled: z.boolean(),
    max_websites: z.int().nullable(),
    max_monitors: z.int().nullable(),
    max_providers: z.int().nullable(),
    max_keys: z.int().nullable(),
    deletion_started_at: Timestamp.nullable().meta({
      description:
        'When deletion of the account started: access has ended, and data is being deleted in the background',
    }),
    deletion_progress_percent: z.int().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AdministeredUser' })
export type AdministeredUser = z.infer<typeof AdministeredUser>

export const Invitation = z
  .strictObject({
    object: z.literal('invitation'),
    id: Id,
    email: z.string(),
    expires_at: Timestamp,
    accepted_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

const { created_at, updated_at, ...invitation } = Invitation.shape
const NewInvitation = z
  .strictObject({
    ...invitation,
    url: z.string().meta({ description: 'Link to accept the invitation. Returned only here, once' }),
    created_at,
    updated_at,
  })
  .meta({ id: 'CreatedInvitation' })

const Quota = z.int().min(0).max(1_000_000).nullable().optional()

export const administrationRoutes = {
  users: route({
    id: 'users.list',
    method: 'GET',
    path: '/api/users',
    summary: 'List accounts (administrator)',
    scope: 'administrator',
    role: null,
    query: pagedQuery({ search: z.string().max(254).optional() }),
    returns: list(AdministeredUser),
    problems: [],
  }),
  user: route({
    id: 'users.show',
    method: 'GET',
    path: '/api/users/:id',
    summary: 'One account (administrator)',
    scope: 'administrator',
    role: null,
    returns: one(AdministeredUser),
    problems: ['not_found'],
  }),
  updateUser: route({
    id: 'users.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/users/:id',
    summary: 'Suspend an account or set its quotas (administrator)',
    scope: 'administrator',
    role: null,
    audit: 'user.updated',
    body: z.strictObject({
      is_suspended: z.boolean().optional(),
      max_websites: Quota,
      max_monitors: Quota,
      max_providers: Quota,
      max_keys: Quota,
    }),
    example: { max_monitors: 200 },
    readOnly: [
      'object',
      'id',
      'email',
      'is_administrator',
      'two_factor_enabled',
      'deletion_started_at',
      'deletion_progress_percent',
      'created_at',
      'updated_at',
    ],
    returns: one(AdministeredUser),
    problems: ['not_found'],
  }),
  removeUser: route({
    id: 'users.remove',
    method: 'DELETE',
    path: '/api/users/:id',
    summary:
      'Delete an account and all its data (administrator). It stays listed with its progress until everything is deleted',
    scope: 'administrator',
    role: null,
    audit: 'user.deleted',
    returns: deleted('user'),
    problems: ['not_possible', 'not_found'],
  }),
  invitations: route({
    id: 'invitations.list',
    method: 'GET',
    path: '/api/invitations',
    summary: 'List invitations, pending and accepted (administrator)',
    scope: 'administrator',
    role: null,
    query: pagedQuery({}),
    returns: list(Invitation),
    problems: [],
  }),
  invite: route({
    id: 'invitations.create',
    method: 'POST',
    path: '/api/invitations',
    summary: 'Invite someone by e-mail (administrator). The response also contains the link, once',
    scope: 'administrator',
    role: null,
    audit: 'invitation.created',
    body: z.strictObject({ email: Email }),
    readOnly: ['object', 'id', 'expires_at', 'accepted_at', 'created_at', 'updated_at'],
    returns: created(NewInvitation),
    problems: ['already_exists'],
  }),
  revokeInvitation: route({
    id: 'invitations.remove',
    method: 'DELETE',
    path: '/api/invitations/:id',
    summary: 'Revoke an invitation (administrator)',
    scope: 'administrator',
    role: null,
    audit: 'invitation.revoked',
    returns: deleted('invitation'),
    problems: ['not_found'],
  }),
} as const
