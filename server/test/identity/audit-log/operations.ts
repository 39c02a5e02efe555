import { randomBytes } from 'node:crypto'
import type { Route } from '@sitewatch/contract'
import { sha256 } from '../../../src/platform/secrets.ts'
import type { CallOptions, TestApp, TestUser } from '../../support/app.ts'
import { LOGO, bodyFor, pathFor } from '../../support/fixtures.ts'
import { makeTeam } from '../../support/teams.ts'
import { beginInStep, codeOf } from '../../support/totp.ts'

/** A call that succeeds and changes something. */
export interface Prepared extends CallOptions {
  path: string
}

type Prepare = (app: TestApp, user: TestUser & { cookie: string }, route: Route) => Promise<Partial<Prepared>>

const change =
  (json: object): Prepare =>
  async () => ({ json })

async function startTwoFactor(app: TestApp, { cookie, password }: { cookie: string; password: string }) {
  const { body } = await app.call('POST', '/api/account/two-factor', { cookie, json: { password } })
  return body.data.secret as string
}

async function makeProvider(app: TestApp, user: TestUser): Promise<number> {
  const json = { provider_type: 'email', recipient_email: user.email }
  return (await app.call('POST', '/api/providers', { key: user.key, json })).body.data.id
}

/** Changes, and preparations, that the shared fixtures do not provide. */
const SPECIAL: Record<string, Prepare> = {
  'account.update': change({ language: 'de' }),
  'account.sendEmailVerification': async (app, user) => {
    await app.database.admin.query('update users set email_verified_at = null where id = $1', [user.id])
    return {}
  },
  'account.resetPassword': async (app, user) => {
    const token = randomBytes(16).toString('hex')
    await app.database.admin.query(
      `insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [sha256(token), user.id],
    )
    return { json: { token, password: 'another horse' } }
  },
  'account.confirmTwoFactor': async (app, user) => ({ json: { code: codeOf(await startTwoFactor(app, user)) } }),
  'account.stopTwoFactor': async (app, user) => {
    await beginInStep()
    const secret = await startTwoFactor(app, user)
    await app.call('PUT', '/api/account/two-factor', { cookie: user.cookie, json: { code: codeOf(secret, -1) } })
    return { json: { password: user.password, code: codeOf(secret) } }
  },
  'users.update': async (app) => ({ path: `/api/users/${(await app.makeUser()).id}`, json: { max_websites: 3 } }),
  'users.remove': async (app) => ({ path: `/api/users/${(await app.makeUser()).id}` }),
  'teams.update': change({ name: 'Renamed' }),
  'teams.remove': async (app) => {
    const owner = await makeTeam(app)
    return { path: `/api/teams/${owner.team_id}`, key: owner.key }
  },
  'teamInvitations.accept': async (app, user) => {
    const owner = await makeTeam(app)
    const { body } = await app.call('POST', `/api/teams/${owner.team_id}/invitations`, {
      key: owner.key,
      json: { email: user.email, role: 'viewer' },
    })
    return { json: { token: new URL(body.data.url).searchParams.get('token') } }
  },
  'passkeys.update': change({ name: 'Renamed' }),
  'statisticsImports.start': async (app, user, route) => {
    const path = await pathFor(app, route, user)
    await app.call('PUT', path.replace(/start$/, 'file'), { key: user.key, json: { offset: 0, data: 'e30K' } })
    return { path }
  },
  'monitors.update': change({ interval: 120 }),
  'monitors.unassign': async (app, user, route) => {
    const path = await pathFor(app, route, user)
    const json = { provider_id: await makeProvider(app, user) }
    await app.call('POST', path, { key: user.key, json })
    return { path, json }
  },
  'providers.try': async (_app, user) => ({ json: { provider_type: 'email', recipient_email: user.email } }),
  'providers.update': change({ name: 'Renamed' }),
  'account.updateNotifications': change({ reminder_minutes: 30 }),
  'maintenance.update': change({ name: 'Renamed' }),
  'assignmentRules.update': change({ name: 'Renamed' }),
  'statusPages.update': change({ name: 'Renamed' }),
  'statusPages.removeLogo': async (app, user, route) => {
    const path = await pathFor(app, route, user)
    await app.call('PUT', path, { key: user.key, json: { data: LOGO } })
    return { path }
  },
  'escalationPolicies.update': change({ name: 'Renamed' }),
  'onCallSchedules.update': change({ name: 'Renamed' }),
  'statusPageIncidents.update': change({ title: 'Renamed' }),
  'statusPageUpdates.update': change({ body: 'Corrected' }),
  'statusPageTemplates.update': change({ name: 'Renamed' }),
  'objectives.update': change({ name: 'Renamed' }),
  'uptimeReports.update': change({ name: 'Renamed' }),
  'websites.update': change({ timezone: 'Asia/Tokyo' }),
  'annotations.update': change({ text: 'Renamed' }),
  'goals.update': change({ name: 'Renamed' }),
}

/** The credential of the call: a key wherever one is allowed, because a session has more rights. */
function credentialFor({ scope }: Route, user: TestUser & { cookie: string }): CallOptions {
  if (scope === 'anonymous') return {}
  return scope === 'session' || scope === 'administrator' ? { cookie: user.cookie } : { key: user.key }
}

export async function prepareCall(
  app: TestApp,
  route: Route,
): Promise<{ user: TestUser & { cookie: string }; call: Prepared }> {
  const user =
    route.scope === 'administrator'
      ? await app.makeAdministrator()
      : await app.makeUser().then(async (made) => ({ ...made, cookie: await app.makeSession(made.id) }))
  const special = (await SPECIAL[route.id]?.(app, user, route)) ?? {}
  const path = special.path ?? (await pathFor(app, route, user))
  const json = special.json ?? (await bodyFor(app, route, user))
  return { user, call: { ...credentialFor(route, user), ...special, path, ...(json !== undefined && { json }) } }
}
