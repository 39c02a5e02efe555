import { z } from 'zod'
import { SignedIn } from './accounts.ts'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'
import { Confirmation, Credential } from './second-factor.ts'

const Name = z.string().trim().min(1).max(100)

export const Passkey = z
  .strictObject({
    object: z.literal('passkey'),
    id: Id,
    name: z.string(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const PasskeyRequest = z
  .strictObject({
    object: z.literal('passkey_request'),
    options: z.record(z.string(), z.unknown()).meta({
      description: 'The `publicKey` options of WebAuthn, as JSON. The challenge is valid once, for five minutes',
    }),
  })
  .meta({ id: 'PasskeyRequest' })

export const passkeyRoutes = {
  passkeys: route({
    id: 'passkeys.list',
    method: 'GET',
    path: '/api/account/passkeys',
    summary: 'List the passkeys of the account',
    scope: 'session',
    role: null,
    query: pagedQuery({}),
    returns: list(Passkey),
    problems: [],
  }),
  startPasskey: route({
    id: 'passkeys.start',
    method: 'POST',
    path: '/api/account/passkeys/options',
    summary:
      'Start adding a passkey: returns the options for `navigator.credentials.create()`. Asks for the second factor if there is one',
    scope: 'session',
    role: null,
    audit: null,
    body: z.strictObject(Confirmation),
    example: { password: 'correct horse battery' },
    limit: 'sign_in',
    returns: one(PasskeyRequest),
    problems: ['not_possible'],
  }),
  createPasskey: route({
    id: 'passkeys.create',
    method: 'POST',
    path: '/api/account/passkeys',
    summary: 'Add a passkey: what `navigator.credentials.create()` returned, as JSON',
    scope: 'session',
    role: null,
    audit: 'passkey.created',
    body: z.strictObject({ name: Name, credential: Credential }),
    returns: created(Passkey),
    problems: ['already_exists', 'limit_reached'],
  }),
  updatePasskey: route({
    id: 'passkeys.update',
    method: 'PATCH',
    path: '/api/account/passkeys/:id',
    summary: 'Rename a passkey',
    scope: 'session',
    role: null,
    audit: 'passkey.updated',
    body: z.strictObject({ name: Name }),
    readOnly: ['object', 'id', 'last_used_at', 'created_at', 'updated_at'],
    returns: one(Passkey),
    problems: ['not_found'],
  }),
  removePasskey: route({
    id: 'passkeys.remove',
    method: 'DELETE',
    path: '/api/account/passkeys/:id',
    summary: 'Remove a passkey. It can no longer be used to sign in',
    scope: 'session',
    role: null,
    audit: 'passkey.deleted',
    returns: deleted('passkey'),
    problems: ['not_found', 'not_possible'],
  }),
  requestPasskey: route({
    id: 'session.requestPasskey',
    method: 'POST',
    path: '/api/session/passkey/options',
    summary: 'Start signing in with a passkey: returns the options for `navigator.credentials.get()`',
    scope: 'anonymous',
    role: null,
    audit: null,
    returns: one(PasskeyRequest),
    problems: ['not_possible'],
  }),
  signInWithPasskey: route({
    id: 'session.createWithPasskey',
    method: 'POST',
    path: '/api/session/passkey',
    summary: 'Sign in with a passkey: what `navigator.credentials.get()` returned, as JSON',
    scope: 'anonymous',
    role: null,
    audit: 'session.created',
    body: z.strictObject({ credential: Credential }),
    limit: 'sign_in',
    returns: created(SignedIn),
    problems: ['unauthenticated', 'not_possible'],
  }),
} as const
