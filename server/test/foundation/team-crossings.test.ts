import { createHash } from 'node:crypto'
import { isAtLeast, SCOPES, TEAM_ROLES, type TeamRole } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeKeyToken } from '../../src/identity/keys/token.ts'
import { startApp } from '../support/app.ts'
import { createFastCall } from '../support/fast-call.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'
import { insertUsers } from '../support/many-users.ts'

const TEAMS = sized(30, 1000)
const CROSSINGS = sized(1000, 50_000)
const AT_ONCE = 16
const MEMBERS_PER_TEAM = 4
const WEBSITES_PER_TEAM = 2

const app = await startApp({}, { poolSize: 10 })
const call = createFastCall(app.base, AT_ONCE)

interface Membership {
  user: number
  team: number
  role: TeamRole
  key: string
  /** The websites that a guest may see. */
  chosen: readonly number[]
}

const users: { id: number; cookie: string }[] = []
const teams: { id: number; websites: number[] }[] = []
/** The state of the oracle: the role of a user in a team, by `user team`. */
const memberships = new Map<string, Membership>()
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

async function insertMembership(user: number, team: number, role: TeamRole): Promise<void> {
  const { admin } = app.database
  const [person, owned] = [users[user], teams[team]]
  if (!person || !owned || memberships.has(`${user} ${team}`)) return
  const { token, prefix } = makeKeyToken()
  const chosen = role === 'guest' ? owned.websites.slice(0, 1) : []
  await admin.query('insert into memberships (team_id, user_id, role) values ($1, $2, $3)', [owned.id, person.id, role])
  await admin.query(`insert into guest_websites (team_id, user_id, website_id) select $1, $2, unnest($3::bigint[])`, [
    owned.id,
    person.id,
    chosen,
  ])
  await admin.query(
    `insert into api_keys (team_id, user_id, name, scopes, prefix, token_hash) values ($1, $2, 'test', $3, $4, $5)`,
    [owned.id, person.id, SCOPES, prefix, createHash('sha256').update(token).digest()],
  )
  memberships.set(`${user} ${team}`, { user, team, role, key: token, chosen })
}

beforeAll(async () => {
  const { admin } = app.database
  users.push(...(await insertUsers(app, TEAMS)))
  const key = app.parts.vault.makeDataKey()
  for (let n = 0; n < TEAMS; n++) {
    const { rows } = await admin.query<{ id: string; websites: string[] }>(
      `with team as (insert into teams (name, data_key) values ('Team', $1) returning id),
       made as (insert into websites (team_id, domain, tracking_id)
         select id, 'site' || n || '.example.com', lpad(id || 'x' || n, 16, 'c') from team, generate_series(1, $2::int) n returning id)
       select (select id from team) as id, array(select id from made order by id) as websites`,
      [key, WEBSITES_PER_TEAM],
    )
    teams.push({ id: Number(rows[0]?.id), websites: (rows[0]?.websites ?? []).map(Number) })
    await insertMembership(n, n, 'owner')
    for (let more = 1; more < MEMBERS_PER_TEAM; more++)
      await insertMembership(Math.floor(Math.random() * TEAMS), n, pick(TEAM_ROLES))
  }
})

interface Crossing {
  /** The team in which the caller acts, and the user. */
  user: number
  acting: number
  byKey: boolean
  /** The team whose website is requested. */
  target: number
  website: number
  writes: boolean
}

function makeCrossing(): Crossing {
  const held = pick([...memberships.values()])
  const byKey = Math.random() < 0.5
  // A session may name any team, a key only its own. Half of the targets are in the team of the caller.
  const acting = byKey || Math.random() < 0.6 ? held.team : Math.floor(Math.random() * TEAMS)
  const target = Math.random() < 0.5 ? acting : Math.floor(Math.random() * TEAMS)
  const website = pick(teams[target]?.websites ?? [])
  return { user: held.user, acting, byKey, target, website, writes: Math.random() < 0.4 }
}

/** The expected status, from the memberships alone. */
function expectedStatus({ user, acting, target, website, writes }: Crossing): number {
  const membership = memberships.get(`${user} ${acting}`)
  if (!membership) return 404
  if (writes && !isAtLeast(membership.role, 'editor')) return 403
  if (target !== acting) return 404
  return membership.role === 'guest' && !membership.chosen.includes(website) ? 404 : 200
}

async function request({ user, acting, byKey, website, writes }: Crossing): Promise<number> {
  const credential: Record<string, string> = byKey
    ? { authorization: `Bearer ${memberships.get(`${user} ${acting}`)?.key}` }
    : { cookie: users[user]?.cookie ?? '', 'sitewatch-team': String(teams[acting]?.id) }
  const path = `/api/v1/websites/${website}`
  const { status } = writes
    ? await call('PATCH', path, { ...credential, 'content-type': 'application/json' }, '{"honor_dnt":true}')
    : await call('GET', path, credential)
  return status
}

describe(`${TEAMS} teams that share members`, () => {
  it(`answer ${CROSSINGS} random calls across teams and roles as an oracle expects`, { timeout: 600_000 }, async () => {
    const wrong: string[] = []
    const statuses = new Map<number, number>()
    let remaining = CROSSINGS
    const work = async (): Promise<void> => {
      while (remaining-- > 0) {
        const crossing = makeCrossing()
        const [expected, status] = [expectedStatus(crossing), await request(crossing)]
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== expected) wrong.push(`${status} instead of ${expected}: ${JSON.stringify(crossing)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    reportFigure(`${CROSSINGS} crossings: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
    expect(wrong.slice(0, 5)).toEqual([])
    expect([...statuses.keys()].sort()).toEqual([200, 403, 404])
  })
})
