import { SCOPES, type Scope, type TeamRole } from '@sitewatch/contract'
import { insertKey } from '../../src/identity/keys/index.ts'
import type { TestApp, TestUser } from './app.ts'

export interface Member extends TestUser {
  team_id: number
  role: TeamRole
  cookie: string
  /** The header with which a request of the session acts in the team. */
  headers: Record<string, string>
}

/** A key of a member in a team that is not the personal one. */
export async function makeTeamKey(
  app: TestApp,
  { user_id, team_id }: { user_id: number; team_id: number },
  scopes: readonly Scope[] = SCOPES,
): Promise<{ key: string; key_id: number }> {
  const actor = {
    user_id,
    team_id,
    role: 'owner',
    kind: 'session',
    credential_id: 0,
    name: 'owner',
    scopes: new Set(SCOPES),
    is_administrator: false,
    expires_at: null,
    lacks_two_factor: false,
    allowed_addresses: [],
    is_limited: false,
  } as const
  const record = await app.parts.postgres.asUser({ user_id, team_id, system: true }, (tx) =>
    insertKey(tx, { actor, input: { name: 'test', scopes: [...scopes] }, quota: undefined }),
  )
  return { key: record.key, key_id: record.id }
}

/** A new account that is a member of the team, with a session and a key in it. */
export async function addMember(
  app: TestApp,
  team_id: number,
  role: TeamRole,
  website_ids: readonly number[] = [],
): Promise<Member> {
  const user = await app.makeUser()
  const { admin } = app.database
  await admin.query('insert into memberships (team_id, user_id, role) values ($1, $2, $3)', [team_id, user.id, role])
  await admin.query('insert into guest_websites (team_id, user_id, website_id) select $1, $2, unnest($3::bigint[])', [
    team_id,
    user.id,
    website_ids,
  ])
  const teamKey = await makeTeamKey(app, { user_id: user.id, team_id })
  const cookie = await app.makeSession(user.id)
  return { ...user, ...teamKey, team_id, role, cookie, headers: { 'sitewatch-team': String(team_id) } }
}

/** A team with an owner that is not a personal team. */
export async function makeTeam(app: TestApp): Promise<Member> {
  const user = await app.makeUser()
  const { rows } = await app.database.admin.query<{ id: string }>(
    `with made as (insert into teams (name, data_key) values ('Operations', $2) returning id)
     insert into memberships (team_id, user_id, role) select id, $1, 'owner' from made returning team_id as id`,
    [user.id, app.parts.vault.makeDataKey()],
  )
  const team_id = Number(rows[0]?.id)
  const teamKey = await makeTeamKey(app, { user_id: user.id, team_id })
  const cookie = await app.makeSession(user.id)
  return { ...user, ...teamKey, team_id, role: 'owner', cookie, headers: { 'sitewatch-team': String(team_id) } }
}
