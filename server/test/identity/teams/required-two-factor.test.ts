import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { addMember, makeTeam, type Member } from '../../support/teams.ts'

const app = await startApp()
const other = await startApp({}, { database: app.database })
const { admin } = app.database

const setTwoFactor = ({ id }: { id: number }, isEnabled: boolean) =>
  admin.query('update users set two_factor_enabled_at = case when $2 then now() end where id = $1', [id, isEnabled])

async function makeGuardedTeam() {
  const owner = await makeTeam(app)
  await setTwoFactor(owner, true)
  const member = await addMember(app, owner.team_id, 'editor')
  const require = (requires_two_factor: boolean) =>
    app.call('PATCH', `/api/teams/${owner.team_id}`, { key: owner.key, json: { requires_two_factor } })
  return { owner, member, require }
}

const readAs = ({ cookie, headers }: Member, at = app) => at.call('GET', '/api/monitors', { cookie, headers })

describe('a team that requires two-factor authentication', () => {
  it('refuses sessions of members without it from the next request on, in every process, until they enable it', async () => {
    const { owner, member, require } = await makeGuardedTeam()
    for (const at of [app, other]) expect((await readAs(member, at)).status).toBe(200)
    expect((await require(true)).body.data).toMatchObject({ requires_two_factor: true })
    for (const at of [app, other]) expectProblem(await readAs(member, at), 'team_requires_two_factor')
    const json = { friendly_name: 'm', url: 'https://a.example' }
    const { cookie, headers } = member
    expectProblem(await app.call('POST', '/api/monitors', { cookie, headers, json }), 'team_requires_two_factor')
    expectProblem(await app.call('GET', '/api/live', { cookie, headers }), 'team_requires_two_factor')
    expectProblem(await app.call('GET', `/api/teams/${owner.team_id}`, { cookie }), 'team_requires_two_factor')
    expect((await readAs(owner)).status).toBe(200)

    await setTwoFactor(member, true)
    for (const at of [app, other]) expect((await readAs(member, at)).status).toBe(200)
    await setTwoFactor(member, false)
    for (const at of [app, other]) expectProblem(await readAs(member, at), 'team_requires_two_factor')
    await require(false)
    for (const at of [app, other]) expect((await readAs(member, at)).status).toBe(200)
  })

  it('leaves them their account, their own team, and the list of teams, which says what is required', async () => {
    const { owner, member, require } = await makeGuardedTeam()
    await require(true)
    const { cookie } = member
    for (const path of ['/api/account', '/api/sessions', '/api/monitors']) {
      expect((await app.call('GET', path, { cookie })).status, path).toBe(200)
    }
    const teams = (await app.call('GET', '/api/teams', { cookie })).body.data
    expect(teams).toMatchObject([
      { id: member.id, requires_two_factor: false },
      { id: owner.team_id, requires_two_factor: true },
    ])
  })

  it('accepts API keys, and accounts without a password', async () => {
    const { member, require } = await makeGuardedTeam()
    await require(true)
    expect((await app.call('GET', '/api/monitors', { key: member.key })).status).toBe(200)
    await admin.query('update users set password_hash = null where id = $1', [member.id])
    expect((await readAs(member)).status).toBe(200)
  })
})

describe('requiring two-factor authentication', () => {
  it('is for owners and admins, who have enabled it themselves', async () => {
    const { owner, member, require } = await makeGuardedTeam()
    const { cookie, headers } = member
    const json = { requires_two_factor: true }
    expectProblem(
      await app.call('PATCH', `/api/teams/${owner.team_id}`, { cookie, headers, json }),
      'insufficient_role',
    )
    await setTwoFactor(owner, false)
    expectProblem(await require(true), 'not_possible')
    expect((await require(false)).status).toBe(200)
  })

  it('of a personal team leaves its person the settings in which it is enabled', async () => {
    const user = await app.makeUser()
    await setTwoFactor(user, true)
    const cookie = await app.makeSession(user.id)
    const json = { requires_two_factor: true }
    expect((await app.call('PATCH', `/api/teams/${user.id}`, { cookie, json })).status).toBe(200)
    await setTwoFactor(user, false)
    expect((await app.call('GET', '/api/account', { cookie })).status).toBe(200)
    expect((await app.call('GET', '/api/monitors', { cookie })).status).toBe(200)
  })
})
