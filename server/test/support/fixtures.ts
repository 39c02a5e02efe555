import { randomBytes } from 'node:crypto'
import { PROVIDER_TYPES, type Route } from '@sitewatch/contract'
import type { TestApp, TestUser } from './app.ts'
import { insertIncident } from './incidents.ts'
import { makeRandomName } from './random-name.ts'
import { addMember } from './teams.ts'

/**
 * What the tests over all routes need to know about a feature, in one place. A new feature adds
 * - to `records`, for each path that ends in a parameter (`/api/keys/:id`), how to create such a record;
 * - to `bodies`, for each route whose body cannot be empty, a valid body;
 * - to `references`, for each `…_id` field or parameter, the path of the record that it refers to.
 * A route without its entry fails foundation/routes.test.ts, which reports what is missing.
 */
export interface Fixtures {
  /** Creates a record for that user and returns its id. */
  records: Record<string, (app: TestApp, user: TestUser) => Promise<number>>
  bodies: Record<string, (app: TestApp, user: TestUser) => unknown>
  references: Record<string, string>
}

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
  create(app, user, '/api/v1/websites', { domain: `${makeRandomName()}.example.com` })

const makeNewRule = async (app: TestApp, user: TestUser) => ({
  name: 'a',
  applies_to: 'website',
  website_id: await makeWebsite(app, user),
  provider_ids: [await makeProvider(app, user)],
})

const makeRule = async (app: TestApp, user: TestUser): Promise<number> =>
  create(app, user, '/api/assignment-rules', await makeNewRule(app, user))

const makeSteps = async (app: TestApp, user: TestUser) => [
  { after_minutes: 0, provider_ids: [await makeProvider(app, user)] },
]

const makePolicy = async (app: TestApp, user: TestUser): Promise<number> =>
  create(app, user, '/api/escalation-policies', { name: 'a', steps: await makeSteps(app, user) })

const makeIncident = async (app: TestApp, user: TestUser): Promise<number> =>
  insertIncident(app, await makeMonitor(app, user))

async function makeDelivery(app: TestApp, user: TestUser): Promise<number> {
  return insert(
    app,
    `insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, last_error)
     select team_id, id, monitor_id, $2, 'opened', 'failed', 'no answer' from incidents where id = $1 returning id`,
    [await makeIncident(app, user), await makeProvider(app, user)],
  )
}

/** A PNG image of one pixel. */
export const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

const MAINTENANCE = { name: 'move', starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-01T01:00:00Z' }

const PAGE_INCIDENT = { title: 'Slow', body: 'We are looking into it.' }

/** The page that was created last, and its last incident: a path names them before their children. */
async function newestOf(app: TestApp, user: TestUser, path: string, json: object): Promise<number> {
  const { body } = await app.call('GET', `${path}?pageSize=1`, { key: user.key })
  return (body.data[0]?.id as number | undefined) ?? create(app, user, path, json)
}

async function incidentsPath(app: TestApp, user: TestUser): Promise<string> {
  return `/api/status-pages/${await newestOf(app, user, '/api/status-pages', { name: 'a' })}/incidents`
}

async function updatesPath(app: TestApp, user: TestUser): Promise<string> {
  const path = await incidentsPath(app, user)
  return `${path}/${await newestOf(app, user, path, PAGE_INCIDENT)}/updates`
}

const IMPORT = { source: 'events', file_name: 'events.ndjson', file_bytes: 3 }

/** Of the website that was created last: the path names it before the import. */
async function makeImport(app: TestApp, user: TestUser): Promise<number> {
  const { rows } = await app.database.admin.query<{ id: string | null }>(
    'select max(id) as id from websites where team_id = $1',
    [user.id],
  )
  const website_id = rows[0]?.id ?? (await makeWebsite(app, user))
  return create(app, user, `/api/v1/websites/${website_id}/imports`, IMPORT)
}

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
        [user.id, makeRandomName(), user.email],
      ),
    '/api/users/:id': async (_app, user) => user.id,
    '/api/invitations/:id': (app) =>
      insert(app, `insert into invitations (email, expires_at) values ($1, now() + interval '1 day') returning id`, [
        `${makeRandomName()}@example.com`,
      ]),
    '/api/teams/:id': async (_app, user) => user.id,
    '/api/teams/:id/members/:member_id': async (app, user) => (await addMember(app, user.id, 'viewer')).id,
    '/api/teams/:id/invitations/:invitation_id': (app, user) =>
      insert(
        app,
        `insert into team_invitations (team_id, email, role, invited_by, invited_by_id, expires_at)
         values ($1, $2, 'viewer', 'owner@example.com', $1, now() + interval '1 day') returning id`,
        [user.id, `${makeRandomName()}@example.com`],
      ),
    '/api/teams/:id/keys/:key_id': (app, user) =>
      create(app, user, '/api/keys', { name: 'a', scopes: ['monitors:read'] }),
    '/api/monitors/:id': makeMonitor,
    '/api/incidents/:id': makeIncident,
    '/api/providers/:id': makeProvider,
    '/api/assignment-rules/:id': makeRule,
    '/api/deliveries/:id': makeDelivery,
    '/api/maintenance-windows/:id': (app, user) => create(app, user, '/api/maintenance-windows', MAINTENANCE),
    '/api/escalation-policies/:id': makePolicy,
    '/api/on-call-schedules/:id': (app, user) => create(app, user, '/api/on-call-schedules', { name: 'a' }),
    '/api/status-pages/:id': (app, user) => create(app, user, '/api/status-pages', { name: 'a' }),
    '/api/status-pages/:id/subscribers/:subscriber_id': async (app, user) =>
      insert(
        app,
        `insert into status_subscribers (team_id, status_page_id, email, confirmed_at) values ($1, $2, $3, now()) returning id`,
        [user.id, await newestOf(app, user, '/api/status-pages', { name: 'a' }), `${makeRandomName()}@example.com`],
      ),
    '/api/status-pages/:id/incidents/:page_incident_id': async (app, user) =>
      create(app, user, await incidentsPath(app, user), PAGE_INCIDENT),
    '/api/status-pages/:id/incidents/:page_incident_id/updates/:update_id': async (app, user) =>
      create(app, user, await updatesPath(app, user), { body: 'Found it.' }),
    '/api/status-page-templates/:id': (app, user) =>
      create(app, user, '/api/status-page-templates', { name: makeRandomName(), ...PAGE_INCIDENT }),
    '/api/objectives/:id': async (app, user) =>
      create(app, user, '/api/objectives', { name: 'a', monitor_id: await makeMonitor(app, user) }),
    '/api/uptime-reports/:id': (app, user) => create(app, user, '/api/uptime-reports', { name: 'a', tag: 'a' }),
    '/api/v1/websites/:id': makeWebsite,
    '/api/v1/annotations/:id': async (app, user) =>
      create(app, user, `/api/v1/websites/${await makeWebsite(app, user)}/annotations`, { text: 'a' }),
    '/api/deploys/:id': (app, user) => create(app, user, '/api/deploys', { version: makeRandomName() }),
    '/api/v1/websites/:id/imports/:import_id': makeImport,
    '/api/v1/goals/:id': async (app, user) =>
      create(app, user, `/api/v1/websites/${await makeWebsite(app, user)}/goals`, {
        name: 'a',
        kind: 'page',
        value: '/',
      }),
  },
  bodies: {
    'account.signUp': () => ({ email: `${makeRandomName()}@example.com`, password: 'correct horse battery' }),
    'account.remove': (_app, user) => ({ password: user.password }),
    'account.changePassword': (_app, user) => ({ current_password: user.password, password: 'another horse' }),
    'account.changeEmail': (_app, user) => ({ email: `${makeRandomName()}@example.com`, password: user.password }),
    'account.requestPasswordReset': (_app, user) => ({ email: user.email }),
    'account.resetPassword': () => ({ token: 'a'.repeat(43), password: 'another horse' }),
    'account.startTwoFactor': (_app, user) => ({ password: user.password }),
    'account.stopTwoFactor': (_app, user) => ({ password: user.password, code: '000000' }),
    'sessions.removeOthers': (_app, user) => ({ password: user.password }),
    'passkeys.start': (_app, user) => ({ password: user.password }),
    'identities.link': (_app, user) => ({ password: user.password }),
    'passkeys.create': () => ({ name: 'phone', credential: {} }),
    'passkeys.update': () => ({ name: 'phone' }),
    'session.createWithPasskey': () => ({ credential: {} }),
    'session.create': (_app, user) => ({ email: user.email, password: user.password }),
    'invitations.create': () => ({ email: `${makeRandomName()}@example.com` }),
    'keys.create': () => ({ name: 'a', scopes: ['monitors:read'] }),
    'teams.create': () => ({ name: 'Operations' }),
    'teams.updateMember': () => ({ role: 'editor' }),
    'teams.invite': () => ({ email: `${makeRandomName()}@example.com`, role: 'viewer' }),
    'teamInvitations.preview': () => ({ token: '1.a' }),
    'teamInvitations.accept': () => ({ token: '1.a' }),
    'monitors.create': () => ({ friendly_name: 'a', url: 'https://example.com/', is_active: false }),
    'monitors.bulk': async (app, user) => ({ action: 'resume', ids: [await makeMonitor(app, user)] }),
    'monitors.import': () => ({
      source: 'uptimerobot',
      file: Buffer.from('Type,Friendly Name,URL,Status\nHTTP,a,https://example.com/,paused\n').toString('base64'),
    }),
    'monitors.assign': async (app, user) => ({ provider_id: await makeProvider(app, user) }),
    'monitors.unassign': async (app, user) => ({ provider_id: await makeProvider(app, user) }),
    'assignmentRules.create': makeNewRule,
    'providers.try': () => ({ provider_type: 'email', recipient_email: 'alert@example.com' }),
    'providers.create': () => ({ provider_type: 'email', recipient_email: 'alert@example.com' }),
    'websites.create': () => ({ domain: `${makeRandomName()}.example.com` }),
    'maintenance.create': () => MAINTENANCE,
    'statusPages.create': () => ({ name: 'a' }),
    'statusPages.setLogo': () => ({ data: LOGO }),
    'statusPageIncidents.create': () => PAGE_INCIDENT,
    'statusPageUpdates.create': () => ({ body: 'Found it.' }),
    'statusPageTemplates.create': () => ({ name: makeRandomName(), ...PAGE_INCIDENT }),
    'objectives.create': async (app, user) => ({ name: 'a', monitor_id: await makeMonitor(app, user) }),
    'uptimeReports.create': () => ({ name: 'a', tag: 'a' }),
    'escalationPolicies.create': async (app, user) => ({ name: 'a', steps: await makeSteps(app, user) }),
    'onCallSchedules.create': () => ({ name: 'a' }),
    'annotations.create': () => ({ text: 'a' }),
    'deploys.create': () => ({ version: makeRandomName() }),
    'config.apply': () => ({ version: 1 }),
    'statisticsImports.create': () => IMPORT,
    'statisticsImports.upload': () => ({ offset: 0, data: 'e30K' }),
    'goals.create': () => ({ name: makeRandomName(), kind: 'event', value: 'signup' }),
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
    status_page_id: '/api/status-pages/:id',
    escalation_policy_id: '/api/escalation-policies/:id',
    incident_id: '/api/incidents/:id',
    maintenance_window_id: '/api/maintenance-windows/:id',
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

/** A valid body for the route; undefined when it has none. */
export async function bodyFor(app: TestApp, route: Route, user: TestUser): Promise<unknown> {
  return route.body && ((await FIXTURES.bodies[route.id]?.(app, user)) ?? {})
}

/** Ids at external services, such as the chat of a messenger, and the hash of a plan. */
const FOREIGN_IDS = new Set([
  'tracking_id',
  'plan_id',
  ...Object.values(PROVIDER_TYPES).flatMap(({ fields }) => Object.keys(fields)),
])

/** Names of the fields or parameters that refer to another record. */
export function referencesIn(schema: Route['body']): string[] {
  const def = schema?._zod.def as { shape?: object; options?: Route['body'][] } | undefined
  if (!def) return []
  const names = def.shape ? Object.keys(def.shape) : (def.options ?? []).flatMap(referencesIn)
  return [...new Set(names)].filter((name) => name.endsWith('_id') && !FOREIGN_IDS.has(name))
}
