import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { LANGUAGES } from '../core/language.ts'
import { created, deleted, deletedWith, list, one, route } from '../core/route.ts'
import { Code, SecondFactor } from './second-factor.ts'

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,253}$/, { error: 'must be an e-mail address' })
const Password = z.string().min(10, { error: 'must have at least 10 characters' }).max(200)
const Language = z.enum(LANGUAGES)

export const User = z
  .strictObject({
    object: z.literal('user'),
    id: Id,
    email: z.string(),
    email_verified_at: Timestamp.nullable().meta({
      description: 'When the e-mail address was verified. Until then, no alerts or reports are sent to it',
    }),
    is_administrator: z.boolean(),
    has_password: z.boolean().meta({
      description: 'False for an account that single sign-on created, until its owner sets a password',
    }),
    two_factor_enabled: z.boolean(),
    language: Language.nullable().meta({
      description: 'Of the dashboard, mails and reports. Null: what the browser prefers, and English in mails',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const Session = z
  .strictObject({
    object: z.literal('session'),
    id: Id,
    is_current: z.boolean(),
    user_agent: z.string().nullable(),
    ip_address: z.string().nullable(),
    last_used_at: Timestamp,
    expires_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const SignedIn = z
  .strictObject({ object: z.literal('session'), id: Id, user: User, expires_at: Timestamp })
  .meta({ id: 'SignedIn' })
const Done = z
  .strictObject({ object: z.literal('acknowledgement'), message: z.string() })
  .meta({ id: 'Acknowledgement' })
const TwoFactorSetup = z
  .strictObject({ object: z.literal('two_factor_setup'), secret: z.string(), otpauth_url: z.string() })
  .meta({ id: 'TwoFactorSetup' })
const TwoFactor = z
  .strictObject({ object: z.literal('two_factor'), recovery_codes: z.array(z.string()) })
  .meta({ id: 'TwoFactor' })

export const accountRoutes = {
  signUp: route({
    id: 'account.signUp',
    method: 'POST',
    path: '/api/account',
    summary: 'Create an account and sign in. The first account needs the set-up code printed in the server log',
    scope: 'anonymous',
    role: null,
    audit: 'user.created',
    body: z.strictObject({
      email: Email,
      password: Password,
      setup_code: z.string().max(100).optional(),
      invitation: z.string().max(100).optional(),
    }),
    limit: 'sign_in',
    returns: created(SignedIn),
    problems: ['not_possible'],
  }),
  account: route({
    id: 'account.show',
    method: 'GET',
    path: '/api/account',
    summary: 'The signed-in account',
    scope: 'session',
    role: null,
    returns: one(User),
    problems: [],
  }),
  updateAccount: route({
    id: 'account.update',
    method: 'PATCH',
    path: '/api/account',
    summary: "Change the account's settings: only the fields sent",
    scope: 'session',
    role: null,
    audit: 'user.updated',
    body: z.strictObject({ language: Language.nullable().optional() }),
    example: { language: 'de' },
    returns: one(User),
    problems: [],
  }),
  removeAccount: route({
    id: 'account.remove',
    method: 'DELETE',
    path: '/api/account',
    summary: 'Delete the account and all its data. Access ends immediately; data is deleted in the background',
    scope: 'session',
    role: null,
    audit: 'user.deleted',
    body: z.strictObject({ password: z.string().max(200) }),
    limit: 'sign_in',
    returns: deleted('user'),
    problems: ['not_possible'],
  }),
  changePassword: route({
    id: 'account.changePassword',
    method: 'PUT',
    path: '/api/account/password',
    summary: 'Change the password. All other sessions are signed out',
    scope: 'session',
    role: null,
    audit: 'user.password_changed',
    body: z.strictObject({ current_password: z.string().max(200), password: Password }),
    limit: 'sign_in',
    returns: one(Done),
    problems: ['not_possible'],
  }),
  requestReset: route({
    id: 'account.requestPasswordReset',
    method: 'POST',
    path: '/api/password-resets',
    summary: 'Send a password reset link. The response is the same whether or not the account exists',
    scope: 'anonymous',
    role: null,
    audit: null,
    body: z.strictObject({ email: Email }),
    limit: 'sign_in',
    returns: one(Done),
    problems: ['not_possible'],
  }),
  reset: route({
    id: 'account.resetPassword',
    method: 'PUT',
    path: '/api/password-resets',
    summary: 'Set a new password with the token from the e-mail. All sessions are signed out',
    scope: 'anonymous',
    role: null,
    audit: 'user.password_reset',
    body: z.strictObject({ token: z.string().max(100), password: Password }),
    limit: 'sign_in',
    returns: one(Done),
    problems: ['not_possible'],
  }),
  sendVerification: route({
    id: 'account.sendEmailVerification',
    method: 'POST',
    path: '/api/account/email-verification',
    summary: 'Resend the e-mail verification link, at most three times per hour',
    scope: 'session',
    role: null,
    audit: 'user.verification_sent',
    returns: one(Done),
    problems: ['mail_not_sent'],
  }),
  changeEmail: route({
    id: 'account.changeEmail',
    method: 'PUT',
    path: '/api/account/email',
    summary:
      'Send a link to a new e-mail address. The address changes when the link is confirmed, within an hour; the old address is notified',
    scope: 'session',
    role: null,
    audit: 'user.email_change_requested',
    body: z.strictObject({ email: Email, password: z.string().max(200) }),
    limit: 'sign_in',
    returns: one(Done),
    problems: ['mail_not_sent', 'not_possible'],
  }),
  startTwoFactor: route({
    id: 'account.startTwoFactor',
    method: 'POST',
    path: '/api/account/two-factor',
    summary:
      'Start enabling two-factor authentication: returns the secret for an authenticator app. Confirm with a code to enable it',
    scope: 'session',
    role: null,
    audit: 'user.two_factor_started',
    body: z.strictObject({ password: z.string().max(200) }),
    limit: 'sign_in',
    returns: one(TwoFactorSetup),
    problems: ['not_possible'],
  }),
  confirmTwoFactor: route({
    id: 'account.confirmTwoFactor',
    method: 'PUT',
    path: '/api/account/two-factor',
    summary:
      'Enable two-factor authentication with a code from the app, or with a passkey. Returns the recovery codes once',
    scope: 'session',
    role: null,
    audit: 'user.two_factor_enabled',
    body: z.strictObject({ code: Code.optional(), passkey: SecondFactor }),
    example: { code: '123456' },
    limit: 'sign_in',
    returns: one(TwoFactor),
    problems: [],
  }),
  stopTwoFactor: route({
    id: 'account.stopTwoFactor',
    method: 'DELETE',
    path: '/api/account/two-factor',
    summary: 'Disable two-factor authentication',
    scope: 'session',
    role: null,
    audit: 'user.two_factor_disabled',
    body: z.strictObject({ password: z.string().max(200), code: Code.optional(), passkey: SecondFactor }),
    example: { password: 'correct horse battery', code: '123456' },
    limit: 'sign_in',
    returns: one(Done),
    problems: ['not_possible'],
  }),
  signIn: route({
    id: 'session.create',
    method: 'POST',
    path: '/api/session',
    summary: 'Sign in. The response sets the session cookie',
    scope: 'anonymous',
    role: null,
    audit: 'session.created',
    body: z.strictObject({
      email: Email,
      password: z.string().min(1).max(200),
      code: Code.optional(),
      passkey: SecondFactor,
    }),
    limit: 'sign_in',
    returns: created(SignedIn),
    problems: ['unauthenticated', 'not_possible'],
  }),
  session: route({
    id: 'session.show',
    method: 'GET',
    path: '/api/session',
    summary: 'The current session and its user',
    scope: 'session',
    role: null,
    returns: one(SignedIn),
    problems: [],
  }),
  signOut: route({
    id: 'session.remove',
    method: 'DELETE',
    path: '/api/session',
    summary: 'Sign out',
    scope: 'session',
    role: null,
    audit: 'session.ended',
    returns: deletedWith('session', {
      logout_url: z.string().nullable().meta({
        description: 'After single sign-on: where a browser goes next, to sign out at the identity provider as well',
      }),
    }),
    problems: [],
  }),
  sessions: route({
    id: 'sessions.list',
    method: 'GET',
    path: '/api/sessions',
    summary: 'List the active sessions of the account',
    scope: 'session',
    role: null,
    query: pagedQuery({}),
    returns: list(Session),
    problems: [],
  }),
  revokeSession: route({
    id: 'sessions.remove',
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Revoke a session',
    scope: 'session',
    role: null,
    audit: 'session.ended',
    returns: deleted('session'),
    problems: ['not_found'],
  }),
} as const
