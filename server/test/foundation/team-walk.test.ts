import { isAtLeast, methodsOf, type Route, ROUTES, TEAM_ROLES, type TeamRole } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallOptions, startApp } from '../support/app.ts'
import { bodyFor, pathFor } from '../support/fixtures.ts'
import { sized } from '../support/size.ts'
import { addMember, makeTeam, type Member } from '../support/teams.ts'

const app = await startApp()
const owner = await makeTeam(app)
/** Fixtures create their records in the team with the id of the "user". */
const maker = { ...owner, id: owner.team_id }
const members = new Map<TeamRole, Member>([['owner', owner]])
const routes = ROUTES.filter(({ role }) => role !== null)
const ofTeam = routes.filter(({ path }) => path.includes(':'))

const credentialsOf = (route: Route, member: Member): [string, CallOptions][] => [
  ['session', { cookie: member.cookie, headers: member.headers }],
  ...(route.scope === 'session' ? [] : [['key', { key: member.key }] as [string, CallOptions]]),
]

/** The owner of another team, and an account that was an administrator of this one. */
const stranger = await makeTeam(app)
const removed = await addMember(app, owner.team_id, 'admin')
await app.database.admin.query('delete from memberships where team_id = $1 and user_id = $2', [
  owner.team_id,
  removed.id,
])

let website_id = 0
beforeAll(async () => {
  const made = await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'shared.example.com' } })
  website_id = made.body.data.id
  for (const role of TEAM_ROLES.slice(1))
    members.set(role, await addMember(app, owner.team_id, role, role === 'guest' ? [website_id] : []))
})

/** In CI the lowest role that a route allows, the highest that it refuses, and a guest, who sees only some records. */
function rolesFor({ role }: Route): readonly TeamRole[] {
  const lowest = TEAM_ROLES.indexOf(role ?? 'guest')
  return sized<readonly TeamRole[]>(
    TEAM_ROLES.filter((each, n) => n === lowest || n === lowest + 1 || each === 'guest'),
    TEAM_ROLES,
  )
}

/** In CI a role comes with a key to every other route, and with a session to those between. */
const someOf = <T>(credentials: readonly T[], n: number): readonly T[] =>
  sized(credentials.slice(n % credentials.length).slice(0, 1), credentials)

const memberOf = (role: TeamRole): Member => members.get(role) ?? owner

/** Query parameters that an operation needs in addition to its path. */
const QUERIES: Readonly<Record<string, string>> = { 'uptimeReports.figures': '?tag=a' }

interface Request {
  method: string
  path: string
  json: unknown
}

/** A request with new records of the team in its path and body. */
async function prepare(route: Route): Promise<Request> {
  const json = await bodyFor(app, route, maker)
  const path = `${await pathFor(app, route, maker)}${QUERIES[route.id] ?? ''}`
  return { method: methodsOf(route)[0] ?? 'GET', path, json }
}

const send = ({ method, path, json }: Request, credential: CallOptions) =>
  app.call(method, path, { ...credential, ...(json !== undefined && { json }) })

describe('every route', () => {
  it.each(routes.map((route, n) => [route.id, route, n] as const))(
    '%s answers each role as the contract says',
    async (_id, route, n) => {
      // Requests that are refused or only read change no record, so they can share one.
      const shared = await prepare(route)
      // The owner would delete the team of all the others; identity/teams tests that.
      const roles = rolesFor(route).filter((role) => role !== 'owner' || route.id !== 'teams.remove')
      for (const [m, role] of roles.entries()) {
        const isAllowed = isAtLeast(role, route.role ?? 'guest')
        for (const [kind, credential] of someOf(credentialsOf(route, memberOf(role)), n + m)) {
          const request = isAllowed && shared.method !== 'GET' ? await prepare(route) : shared
          const { status, body, text } = await send(request, credential)
          const name = `${route.id} as ${role} with a ${kind}: ${status} ${text.slice(0, 200)}`
          if (isAllowed) {
            expect(body?.code, name).not.toBe('insufficient_role')
            expect(status, name).toBeLessThan(500)
            // A guest does not see the records of the fixtures, and gets the same answer as another team.
            if (
              role === 'guest' &&
              route.path.includes(':') &&
              !route.path.startsWith('/api/teams') &&
              !route.id.startsWith('keys.')
            )
              expect(status, name).toBe(404)
          } else expect([status, body?.code, body?.required_role], name).toEqual([403, 'insufficient_role', route.role])
        }
      }
    },
  )

  it.each(ofTeam.map((route, n) => [route.id, route, n] as const))(
    '%s hides the record from a member of another team and from a removed member',
    async (_id, route, n) => {
      const request = await prepare(route)
      for (const [kind, credential] of someOf(credentialsOf(route, stranger), n))
        expect((await send(request, credential)).status, `of another team, ${kind}`).toBe(404)
      const named = { cookie: stranger.cookie, headers: owner.headers }
      expect((await send(request, named)).status, 'of another team, which names this one').toBe(404)
      for (const [kind, credential] of someOf(credentialsOf(route, removed), n + 1))
        expect((await send(request, credential)).status, `removed, ${kind}`).toBe(kind === 'key' ? 401 : 404)
    },
  )
})

describe('a guest', () => {
  it('can read the chosen website and its monitors, and change only favorite and e-mail reports', async () => {
    const guest = memberOf('guest')
    const monitor = await app.call('POST', '/api/monitors', {
      key: owner.key,
      json: { friendly_name: 'a', url: 'https://example.com/', is_active: false, website_id },
    })
    const get = (path: string) => app.call('GET', path, { key: guest.key })
    expect((await get('/api/v1/websites')).body.data.map((each: { id: number }) => each.id)).toEqual([website_id])
    expect((await get('/api/monitors')).body.data.map((each: { id: number }) => each.id)).toEqual([
      monitor.body.data.id,
    ])
    expect((await get('/api/overview')).status).toBe(200)
    const path = `/api/v1/websites/${website_id}`
    const starred = await app.call('PATCH', path, { key: guest.key, json: { favorite: true, email: 1 } })
    expect(starred.body.data).toMatchObject({ favorite: true, email: 1 })
    expect((await app.call('GET', path, { key: owner.key })).body.data).toMatchObject({ favorite: false, email: 0 })
    const refused = await app.call('PATCH', path, { key: guest.key, json: { favorite: false, timezone: 'Asia/Tokyo' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_role'])
  })
})

describe('the header Sitewatch-Team', () => {
  it('selects the personal team when it is absent, and is an error when it is not an id', async () => {
    const list = (headers: Record<string, string>) =>
      app.call('GET', '/api/v1/websites', { cookie: owner.cookie, headers })
    expect((await list({})).body.meta.total).toBe(0)
    expect((await list(owner.headers)).body.meta.total).toBeGreaterThan(0)
    expect((await list({ 'sitewatch-team': 'x' })).status).toBe(422)
    expect((await list({ 'sitewatch-team': '999999999' })).status).toBe(404)
  })

  it('must not name a team other than that of the key', async () => {
    const call = (headers: Record<string, string>) => app.call('GET', '/api/v1/websites', { key: owner.key, headers })
    expect((await call(owner.headers)).status).toBe(200)
    expect((await call({ 'sitewatch-team': String(owner.id) })).status).toBe(404)
  })
})
