import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { deleted, list, one, route } from '../core/route.ts'
import { Confirmation } from './second-factor.ts'

export const Identity = z
  .strictObject({
    object: z.literal('identity'),
    id: Id,
    issuer: z.string().meta({ description: 'URL of the identity provider' }),
    email: z.string().meta({ description: 'E-mail address at the identity provider, as of the last sign-in' }),
    last_used_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

const IdentityLink = z
  .strictObject({
    object: z.literal('identity_link'),
    url: z.string().meta({ description: 'Open it in the same browser, to sign in at the identity provider' }),
  })
  .meta({ id: 'IdentityLink' })

export const identityRoutes = {
  identities: route({
    id: 'identities.list',
    method: 'GET',
    path: '/api/account/identities',
    summary: 'List the accounts at the identity provider that sign in to this account',
    scope: 'session',
    role: null,
    query: pagedQuery({}),
    returns: list(Identity),
    problems: [],
  }),
  linkIdentity: route({
    id: 'identities.link',
    method: 'POST',
    path: '/api/account/identities',
    summary:
      'Start linking an account at the identity provider, which is linked after signing in there. Asks for the password, and the second factor if there is one',
    scope: 'session',
    role: null,
    audit: null,
    body: z.strictObject(Confirmation),
    example: { password: 'correct horse battery' },
    limit: 'sign_in',
    returns: one(IdentityLink),
    problems: ['not_possible'],
  }),
  unlinkIdentity: route({
    id: 'identities.remove',
    method: 'DELETE',
    path: '/api/account/identities/:id',
    summary: 'Unlink an account at the identity provider. Refused when there is no other way to sign in',
    scope: 'session',
    role: null,
    audit: 'identity.unlinked',
    returns: deleted('identity'),
    problems: ['not_found', 'not_possible'],
  }),
} as const
