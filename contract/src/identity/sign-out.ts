import { z } from 'zod'
import { one, route } from '../core/route.ts'
import { Confirmation } from './second-factor.ts'

const SignOut = z
  .strictObject({
    object: z.literal('sign_out'),
    sessions: z.int().meta({ description: 'How many were ended' }),
    api_keys: z.int(),
    identities: z.int(),
    passkeys: z.int(),
  })
  .meta({ id: 'SignOut' })

const SignOutEverywhere = z.strictObject({
  password: Confirmation.password,
  api_keys: z.boolean().default(false).meta({ description: 'Also revoke all your API keys, in every team' }),
  identities: z.boolean().default(false).meta({ description: 'Also unlink all accounts at the identity provider' }),
  passkeys: z.boolean().default(false).meta({ description: 'Also remove all passkeys' }),
})
export type SignOutEverywhere = z.infer<typeof SignOutEverywhere>

export const signOutRoutes = {
  signOutEverywhere: route({
    id: 'sessions.removeOthers',
    method: 'DELETE',
    path: '/api/sessions',
    summary:
      'Sign out everywhere else: end all other sessions and, by choice, what else can act for the account. Refused when no way to sign in would be left',
    scope: 'session',
    role: null,
    audit: 'user.signed_out_everywhere',
    body: SignOutEverywhere,
    example: { password: 'correct horse battery', api_keys: true },
    limit: 'sign_in',
    returns: one(SignOut),
    problems: ['not_possible'],
  }),
} as const
