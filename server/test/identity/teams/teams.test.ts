import type { Scope } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { addMember, makeTeam, makeTeamKey, type Member } from '../../support/teams.ts'

const app = await startApp()
const bySession = ({ cookie, headers }: Member) => ({ cookie, headers })

describe('GET /api/teams', () => {
  it('lists the personal team first, then the others with the role in each; a key sees only its team', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'viewer')
    const { body } = await app.call('GET', '/api/teams', { cookie: member.cookie })
    expect(body.data).toMatchObject([
      { object: 'team', id: member.id, is_personal: true, role: 'owner', name: member.email.split('@')[0] },
      { id: owner.team_id, is_personal: false, role: 'viewer', name: 'Operations' },
    ])
    const byKey = await app.call('GET', '/api/teams', { key: member.key })
    expect(byKey.body.data.map(({ id }: { id: number }) => id)).toEqual([owner.team_id])
  })
})

describe('POST /api/teams', () => {
  it('creates an empty team owned by the caller, with the quotas of the personal team', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    await app.database.admin.query('update teams set max_websites = 1 where id = $1', [user.id])
    const made = await app.call('POST', '/api/teams', { cookie, json: { name: 'Agency' } })
    expect(made.body.data).toMatchObject({ name: 'Agency', role: 'owner', is_personal: false })
    const headers = { 'sitewatch-team': String(made.body.data.id) }
    const add = (domain: string) => app.call('POST', '/api/v1/websites', { cookie, headers, json: { domain } })
    expect((await add('one.example.com')).status).toBe(201)
    expectProblem(await add('two.example.com'), 'limit_reached')
    // Each team may have the same domain once.
    expect((await app.call('POST', '/api/v1/websites', { cookie, json: { domain: 'one.example.com' } })).status).toBe(
      201,
    )
  })

  it('is limited to SITEWATCH_MAX_TEAMS_PER_USER', async () => {
    const small = await startApp({ SITEWATCH_MAX_TEAMS_PER_USER: '1' })
    const user = await small.makeUser()
    const make = () => small.call('POST', '/api/teams', { key: user.key, json: { name: 'Agency' } })
    expect((await make()).status).toBe(201)
    expectProblem(await make(), 'limit_reached')
  })
})

describe('a member of a team', () => {
  it('is listed after the owner, and a changed role applies to the very next request, even with a warm cache', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'viewer')
    const list = await app.call('GET', `/api/teams/${owner.team_id}/members`, bySession(member))
    expect(list.body.data).toMatchObject([
      { id: owner.id, email: owner.email, role: 'owner' },
      { id: member.id, email: member.email, role: 'viewer', website_ids: [] },
    ])
    let n = 0
    const write = () =>
      app.call('POST', '/api/v1/websites', { ...bySession(member), json: { domain: `d${n++}.example.com` } })
    expect(expectProblem(await write(), 'insufficient_role').required_role).toBe('editor')
    const path = `/api/teams/${owner.team_id}/members/${member.id}`
    const change = (role: string) => app.call('PATCH', path, { ...bySession(owner), json: { role } })
    expect((await change('editor')).body.data).toMatchObject({ role: 'editor' })
    expect((await write()).status).toBe(201)
    await change('viewer')
    expectProblem(await write(), 'insufficient_role')
    await change('admin')
    expect((await write()).status).toBe(201)
    expect((await app.call('DELETE', path, bySession(owner))).status).toBe(200)
    expectProblem(await write(), 'not_found')
    expectProblem(await app.call('GET', '/api/v1/websites', { key: member.key }), 'unauthenticated')
    expect((await app.call('GET', '/api/v1/websites', { cookie: member.cookie })).status).toBe(200)
  })

  it('can become a guest of chosen websites of the team only', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'viewer')
    const { body } = await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'a.example.com' } })
    const path = `/api/teams/${owner.team_id}/members/${member.id}`
    const change = (json: object) => app.call('PATCH', path, { key: owner.key, json })
    expectProblem(await change({ role: 'guest' }), 'validation_failed')
    expectProblem(await change({ role: 'guest', website_ids: [999_999_999] }), 'validation_failed')
    expectProblem(await change({ role: 'viewer', website_ids: [body.data.id] }), 'validation_failed')
    expect((await change({ role: 'guest', website_ids: [body.data.id] })).body.data.website_ids).toEqual([body.data.id])
  })

  it('who is an admin can neither add nor remove an owner, and the last owner cannot leave', async () => {
    const owner = await makeTeam(app)
    const admin = await addMember(app, owner.team_id, 'admin')
    const members = `/api/teams/${owner.team_id}/members`
    const promote = await app.call('PATCH', `${members}/${admin.id}`, { ...bySession(admin), json: { role: 'owner' } })
    expect(expectProblem(promote, 'insufficient_role').required_role).toBe('owner')
    expectProblem(await app.call('DELETE', `${members}/${owner.id}`, bySession(admin)), 'insufficient_role')
    expectProblem(await app.call('DELETE', `${members}/${owner.id}`, bySession(owner)), 'not_possible')
    expect(
      (await app.call('PATCH', `${members}/${admin.id}`, { ...bySession(owner), json: { role: 'owner' } })).status,
    ).toBe(200)
    expect((await app.call('DELETE', `${members}/${owner.id}`, bySession(owner))).status).toBe(200)
  })

  it.each(['viewer', 'guest'] as const)('who is a %s can leave without permission', async (role) => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, role)
    const path = `/api/teams/${owner.team_id}/members/${member.id}`
    expect((await app.call('DELETE', path, bySession(member))).status).toBe(200)
    expectProblem(await app.call('GET', `/api/teams/${owner.team_id}`, bySession(member)), 'not_found')
  })
})

describe('the keys of a team', () => {
  it('are listed and revoked by its admins, together with the keys that they minted', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'viewer')
    const minted = await app.call('POST', '/api/keys', {
      key: member.key,
      json: { name: 'child', scopes: ['stats:read'] },
    })
    const { body } = await app.call('GET', `/api/teams/${owner.team_id}/keys`, bySession(owner))
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: member.key_id, user_id: member.id, user_email: member.email }),
    )
    const ownKeys = await app.call('GET', '/api/keys', bySession(owner))
    expect(ownKeys.body.data.map(({ id }: { id: number }) => id)).toEqual([owner.key_id])
    const deleted = await app.call('DELETE', `/api/teams/${owner.team_id}/keys/${member.key_id}`, bySession(owner))
    expect(deleted.body.data.deleted_ids).toEqual([member.key_id, minted.body.data.id])
    expectProblem(await app.call('GET', '/api/keys', { key: member.key }), 'unauthenticated')
  })

  it('are limited by both their scopes and the role of the member', async () => {
    const owner = await makeTeam(app)
    const viewer = await addMember(app, owner.team_id, 'viewer')
    expectProblem(
      await app.call('POST', '/api/monitors', {
        key: viewer.key,
        json: { friendly_name: 'a', url: 'https://example.com' },
      }),
      'insufficient_role',
    )
  })

  it('are listed and revoked by a key only if it has all their scopes', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'viewer')
    const makeKey = (user_id: number, scopes: readonly Scope[]) =>
      makeTeamKey(app, { user_id, team_id: owner.team_id }, scopes)
    const narrow = await makeKey(member.id, ['team:read'])
    const { key, key_id } = await makeKey(owner.id, ['team:read', 'team:write'])
    const path = `/api/teams/${owner.team_id}/keys`
    const { body } = await app.call('GET', path, { key })
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([key_id, narrow.key_id])
    expect(body.meta.total).toBe(2)
    for (const wider of [owner, member]) {
      expectProblem(await app.call('DELETE', `${path}/${wider.key_id}`, { key }), 'not_found')
      expect((await app.call('GET', '/api/keys', { key: wider.key })).status).toBe(200)
    }
    expect((await app.call('DELETE', `${path}/${narrow.key_id}`, { key })).body.data.deleted_ids).toEqual([
      narrow.key_id,
    ])
  })
})

describe('DELETE /api/teams/:id', () => {
  it('ends access for everybody at once, and deletes the data in the background', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'admin')
    await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'a.example.com' } })
    expectProblem(await app.call('DELETE', `/api/teams/${owner.team_id}`, bySession(member)), 'insufficient_role')
    expect((await app.call('DELETE', `/api/teams/${owner.team_id}`, bySession(owner))).status).toBe(200)
    expectProblem(await app.call('GET', '/api/v1/websites', bySession(owner)), 'not_found')
    expectProblem(await app.call('GET', '/api/v1/websites', { key: member.key }), 'unauthenticated')
    const { rows } = await app.database.admin.query(
      `select 1 from graphile_worker._private_jobs where payload ->> 'team_id' = $1 and key like 'delete_team%'`,
      [String(owner.team_id)],
    )
    expect(rows).toHaveLength(1)
  })

  it('is refused for a personal team', async () => {
    const user = await app.makeUser()
    expectProblem(await app.call('DELETE', `/api/teams/${user.id}`, { key: user.key }), 'not_possible')
  })
})

describe('DELETE /api/account', () => {
  it('is refused while a team with other members would lose its last owner, and deletes teams without other members', async () => {
    const owner = await makeTeam(app)
    const member = await addMember(app, owner.team_id, 'viewer')
    const alone = await app.call('POST', '/api/teams', { cookie: owner.cookie, json: { name: 'Alone' } })
    const remove = () =>
      app.call('DELETE', '/api/account', { cookie: owner.cookie, json: { password: owner.password } })
    const refused = expectProblem(await remove(), 'not_possible')
    expect(refused.detail).toContain('Operations')
    expect((await app.call('GET', '/api/teams', { cookie: owner.cookie })).status).toBe(200)
    await app.database.admin.query(`update memberships set role = 'owner' where user_id = $1 and team_id = $2`, [
      member.id,
      owner.team_id,
    ])
    expect((await remove()).status).toBe(200)
    const { rows } = await app.database.admin.query<{ id: string; is_closed: boolean }>(
      'select id, deleted_at is not null as is_closed from teams where id = any($1) order by id',
      [[owner.id, owner.team_id, alone.body.data.id]],
    )
    const closed = new Map(rows.map((row) => [Number(row.id), row.is_closed]))
    expect([closed.get(owner.id), closed.get(owner.team_id), closed.get(alone.body.data.id)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await app.call('GET', '/api/v1/websites', { key: member.key })).status).toBe(200)
  })
})
