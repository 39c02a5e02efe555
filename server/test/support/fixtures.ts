import { randomBytes } from 'node:crypto'
import { PROVIDER_TYPES, type Route } from '@sitewatch/contract'
import type { TestApp, TestUser } from './app.ts'
import { addMember } from './teams.ts'

/**
 * What the tests that walk every route must know of a feature, and the one place to tell them. A new feature adds
 * - to `records`, for each path that ends in a parameter (`/api/keys/:id`), how such a record comes to be;
 * - to `bodies`, for each route whose body cannot be empty, a body that it accepts;
 * - to `references`, for each `…_id` field or parameter, the path of the record that it names.
 * Without its entry a route fails the walk (foundation/routes.test.ts), which says what is missing.
 */
export interface Fixtures {
  /** Makes a record for that user and gives its id. */
  records: Record<string, (app: TestApp, user: TestUser) => Promise<number>>
  bodies: Record<string, (app: TestApp, user: TestUser) => unknown>
  references: Record<string, string>
}

const randomName = (): string => randomBytes(8).toString('hex')

async function create(app: TestApp, user: TestUser, path: string, json: unknown): Promise<number> {
  const { status, text, body } = await app.call('POST', path, { key: user.key, json })
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`)
  return body.data.id as number
}

async function insert(app: TestApp, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await app.database.admin.query<{ id: string }>(statement, values)
  return Number(rows[0]?.id)
}

const makeMonitor = (app: TestApp, user: TestUser): Promise<number> =>
  create(app, user, '/api/monitors', { friendly_name: 'a', url: 'https://example.com/', is_active: false })

const makeProvider = (app: TestApp, user: TestUser): Promise<number> =>
  create(app, user, '/api/providers', { provider_type: 'email', recipient_email: 'alert@example.com' })

const makeWebsite = (app: TestApp, user: TestUser): Promise<number> =>
  create(app, user, '/api/v1/websites', { domain: `${randomName()}.example.com` })

async function makeIncident(app: TestApp, user: TestUser): Promise<number> {
  return insert(
    app,
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
     values ($1, $2, 'timeout', 'no answer', now() - interval '1 minute', now()) returning id`,
    [user.id, await makeMonitor(app, user)],
  )
}

async function makeDelivery(app: TestApp, user: TestUser): Promise<number> {
  return insert(
    app,
    `insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, last_error)
     select team_id, id, monitor_id, $2, 'opened', 'failed', 'no answer' from incidents where id = $1 returning id`,
    [await makeIncident(app, user), await makeProvider(app, user)],
  )
}

const MAINTENANCE = { name: 'move', starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-01T01:00:00Z' }

export const FIXTURES: Fixtures = {
  records: {
    '/api/keys/:id': (app, user) => create(app, user, '/api/keys', { name: 'a', scopes: ['monitors:read'] }),
    '/api/sessions/:id': (app, user) =>
      insert(
        app,
        `insert into sessions (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
        [user.id, randomBytes(32)],
      ),
    '/api/account/passkeys/:id': (app, user) =>
      insert(
        app,
        `insert into passkeys (user_id, name, credential_id, public_key, counter, transports) values ($1, 'phone', $2, '', 0, '{}') returning id`,
        [user.id, randomBytes(16)],
      ),
    '/api/account/identities/:id': (app, user) =>
      insert(
        app,
        `insert into identities (user_id, issuer, subject, email) values ($1, 'https://id.example', $2, $3) returning id`,
        [user.id, randomName(), user.email],
      ),
    '/api/users/:id': async (_app, user) => user.id,
    '/api/invitations/:id': (app) =>
      insert(app, `insert into invitations (email, expires_at) values ($1, now() + interval '1 day') returning id`, [
        `${randomName()}@example.com`,
      ]),
    '/api/teams/:id': async (_app, user) => user.id,
    '/api/teams/:id/members/:member_id': async (app, user) => (await addMember(app, user.id, 'viewer')).id,
    '/api/teams/:id/invitations/:invitation_id': (app, user) =>
      insert(
        app,
        `insert into team_invitations (team_id, email, role, invited_by, expires_at)
         values ($1, $2, 'viewer', 'owner@example.com', now() + interval '1 day') returning id`,
        [user.id, `${randomName()}@example.com`],
      ),
    '/api/teams/:id/keys/:key_id': (app, user) =>
      create(app, user, '/api/keys', { name: 'a', scopes: ['monitors:read'] }),
    '/api/monitors/:id': makeMonitor,
    '/api/incidents/:id': makeIncident,
    '/api/providers/:id': makeProvider,
    '/api/deliveries/:id': makeDelivery,
    '/api/maintenance-windows/:id': (app, user) => create(app, user, '/api/maintenance-windows', MAINTENANCE),
    '/api/status-pages/:id': (app, user) => create(app, user, '/api/status-pages', { name: 'a' }),
    '/api/v1/websites/:id': makeWebsite,
    '/api/v1/goals/:id': async (app, user) =>
      create(app, user, `/api/v1/websites/${await makeWebsite(app, user)}/goals`, {
        name: 'a',
        kind: 'page',
        value: '/',
      }),
  },
  bodies: {
    'account.signUp': () => ({ email: `${randomName()}@example.com`, password: 'correct horse battery' }),
    'account.remove': (_app, user) => ({ password: user.password }),
    'account.changePassword': (_app, user) => ({ current_password: user.password, password: 'another horse' }),
    'account.changeEmail': (_app, user) => ({ email: `${randomName()}@example.com`, password: user.password }),
    'account.requestPasswordReset': (_app, user) => ({ email: user.email }),
    'account.resetPassword': () => ({ token: 'a'.repeat(43), password: 'another horse' }),
    'account.startTwoFactor': (_app, user) => ({ password: user.password }),
    'account.stopTwoFactor': (_app, user) => ({ password: user.password, code: '000000' }),
    'passkeys.start': (_app, user) => ({ password: user.password }),
    'passkeys.create': () => ({ name: 'phone', credential: {} }),
    'passkeys.update': () => ({ name: 'phone' }),
    'session.createWithPasskey': () => ({ credential: {} }),
    'session.create': (_app, user) => ({ email: user.email, password: user.password }),
    'invitations.create': () => ({ email: `${randomName()}@example.com` }),
    'keys.create': () => ({ name: 'a', scopes: ['monitors:read'] }),
    'teams.create': () => ({ name: 'Operations' }),
    'teams.updateMember': () => ({ role: 'editor' }),
    'teams.invite': () => ({ email: `${randomName()}@example.com`, role: 'viewer' }),
    'teamInvitations.preview': () => ({ token: '1.a' }),
    'teamInvitations.accept': () => ({ token: '1.a' }),
    'monitors.create': () => ({ friendly_name: 'a', url: 'https://example.com/', is_active: false }),
    'monitors.bulk': async (app, user) => ({ action: 'resume', ids: [await makeMonitor(app, user)] }),
    'monitors.assign': async (app, user) => ({ provider_id: await makeProvider(app, user) }),
    'monitors.unassign': async (app, user) => ({ provider_id: await makeProvider(app, user) }),
    'providers.try': () => ({ provider_type: 'email', recipient_email: 'alert@example.com' }),
    'providers.create': () => ({ provider_type: 'email', recipient_email: 'alert@example.com' }),
    'websites.create': () => ({ domain: `${randomName()}.example.com` }),
    'maintenance.create': () => MAINTENANCE,
    'statusPages.create': () => ({ name: 'a' }),
    'goals.create': () => ({ name: randomName(), kind: 'event', value: 'signup' }),
    'events.send': async (app, user) => ({
      website_id: await makeWebsite(app, user),
      ip_address: '192.0.2.7',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      events: [{ kind: 'pageview', url: 'https://shop.example.com/' }],
    }),
  },
  references: {
    website_id: '/api/v1/websites/:id',
    monitor_id: '/api/monitors/:id',
    provider_id: '/api/providers/:id',
    incident_id: '/api/incidents/:id',
    user_id: '/api/users/:id',
    api_key_id: '/api/keys/:id',
    record_id: '/api/monitors/:id',
  },
}

/** The records that a path names: `/api/monitors/:id/notifications` names `/api/monitors/:id`. */
export function recordsOf(path: string): string[] {
  return [...path.matchAll(/:\w+/g)].map((match) => path.slice(0, match.index + match[0].length))
}

/** The path with records of that user in it. */
export async function pathFor(app: TestApp, route: Route, user: TestUser): Promise<string> {
  let path = route.path
  for (const record of recordsOf(route.path)) {
    const make = FIXTURES.records[record]
    if (!make) throw new Error(`there is no fixture for ${record}`)
    path = path.replace(/:\w+/, String(await make(app, user)))
  }
  return path
}

/** A body that the route accepts; undefined when it takes none. */
export async function bodyFor(app: TestApp, route: Route, user: TestUser): Promise<unknown> {
  return route.body && ((await FIXTURES.bodies[route.id]?.(app, user)) ?? {})
}

/** Ids at somebody else's service, such as the chat of a messenger. */
const FOREIGN_IDS = new Set([
  'tracking_id',
  ...Object.values(PROVIDER_TYPES).flatMap(({ fields }) => Object.keys(fields)),
])

/** Names of the fields or parameters that name another record. */
export function referencesIn(schema: Route['body']): string[] {
  const def = schema?._zod.def as { shape?: object; options?: Route['body'][] } | undefined
  if (!def) return []
  const names = def.shape ? Object.keys(def.shape) : (def.options ?? []).flatMap(referencesIn)
  return [...new Set(names)].filter((name) => name.endsWith('_id') && !FOREIGN_IDS.has(name))
}
