import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { freePort } from '../../support/free-port.ts'
import { makePerson, openBrowser, startIdentityProvider } from '../../support/identity-provider.ts'
import { addMember } from '../../support/teams.ts'

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const provider = await startIdentityProvider(base)
// Ids come from one sequence, so a team with a high id can be named before it exists.
const TEAM = 900_001
const OTHER = 900_002
const app = await startApp({
  ...provider.env,
  PORT: String(port),
  SITEWATCH_SIGNUP: 'open',
  SITEWATCH_OIDC_GROUPS: `ops=${TEAM}:admin; cn=staff,ou=all=${TEAM}:viewer; staff=${OTHER}:editor; staff=999999:admin`,
})
const owner = await app.makeUser()
for (const id of [TEAM, OTHER]) {
  await app.database.admin.query(
    `with made as (insert into teams (id, name, data_key) select $1, 'Operations', data_key from teams where id = $2 returning id)
     insert into memberships (team_id, user_id, role) select id, $2, 'owner' from made`,
    [id, owner.id],
  )
}

async function signIn(groups: string[] | undefined, person = makePerson()) {
  provider.person = { ...person, ...(groups && { groups }) }
  const browser = openBrowser()
  const { url } = await browser.open(`${base}/sso/start`)
  expect(url).toBe(`${base}/`)
  const cookie = browser.cookieFor(base)
  const teams = (await app.call('GET', '/api/teams', { cookie })).body.data as {
    id: number
    role: string
    is_personal: boolean
  }[]
  const roles = Object.fromEntries(teams.filter((team) => !team.is_personal).map(({ id, role }) => [id, role]))
  const { id } = (await app.call('GET', '/api/account', { cookie })).body.data as { id: number }
  return { roles, id, person }
}

describe('groups of the identity provider', () => {
  it('give a role in a team, the highest of several, and take it away with the group', async () => {
    const { roles, person } = await signIn(['ops', 'cn=staff,ou=all', 'unknown'])
    expect(roles).toEqual({ [TEAM]: 'admin' })
    expect((await signIn(['cn=staff,ou=all', 'staff'], person)).roles).toEqual({ [TEAM]: 'viewer', [OTHER]: 'editor' })
    expect((await signIn(undefined, person)).roles).toEqual({})
  })

  it('do not change memberships that a person assigned', async () => {
    const { id, person } = await signIn([])
    await app.database.admin.query(`insert into memberships (team_id, user_id, role) values ($1, $2, 'editor')`, [
      TEAM,
      id,
    ])
    expect((await signIn(['ops'], person)).roles).toEqual({ [TEAM]: 'editor' })
    expect((await signIn([], person)).roles).toEqual({ [TEAM]: 'editor' })
  })

  it('do not change an owner, so that a team keeps its last one', async () => {
    const { id, person } = await signIn(['ops'])
    await app.database.admin.query(`update memberships set role = 'owner' where team_id = $1 and user_id = $2`, [
      TEAM,
      id,
    ])
    expect((await signIn([], person)).roles).toEqual({ [TEAM]: 'owner' })
    await app.database.admin.query(`update memberships set role = 'viewer' where team_id = $1 and user_id = $2`, [
      TEAM,
      id,
    ])
    expect((await signIn([], person)).roles).toEqual({})
  })

  it('change nothing for people who sign in with a password', async () => {
    const member = await addMember(app, TEAM, 'viewer')
    await app.signIn(member)
    const { rows } = await app.database.admin.query(
      'select role from memberships where team_id = $1 and user_id = $2',
      [TEAM, member.id],
    )
    expect(rows).toEqual([{ role: 'viewer' }])
  })
})
