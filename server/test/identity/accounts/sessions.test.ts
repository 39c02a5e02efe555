import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeTeam, makeTeamKey } from '../../support/teams.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()

describe('DELETE /api/session', () => {
  it('signs out: the next request with that cookie is refused, in every process', async () => {
    const twin = await startApp({}, { database: app.database })
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    for (const process of [app, twin]) expect((await process.call('GET', '/api/account', { cookie })).status).toBe(200)
    const signedOut = await app.call('DELETE', '/api/session', { cookie })
    expect(signedOut.status).toBe(200)
    expect(signedOut.body.data).toMatchObject({ object: 'session', deleted: true })
    for (const process of [twin, app]) {
      expectProblem(await process.call('GET', '/api/account', { cookie }), 'unauthenticated')
      expectProblem(await process.call('DELETE', '/api/session', { cookie }), 'unauthenticated')
    }
  })

  it('ends the session once when it is sent twice concurrently, without an error', async () => {
    for (let n = 0; n < 10; n++) {
      const user = await app.makeUser()
      const cookie = await app.makeSession(user.id)
      await app.call('GET', '/api/account', { cookie })
      const answers = await Promise.all(Array.from({ length: 4 }, () => app.call('DELETE', '/api/session', { cookie })))
      for (const { status } of answers) expect([200, 401]).toContain(status)
    }
  })

  it.each([
    ['PUT', '/api/account/password', { current_password: 'correct horse battery', password: 'another password' }],
    ['DELETE', '/api/account', { password: 'correct horse battery' }],
    ['POST', '/api/account/two-factor', { password: 'correct horse battery' }],
    ['POST', '/api/keys', { name: 'a', scopes: ['monitors:read'] }],
  ])('refuses an ended session, even with the right password: %s %s', async (method, path, json) => {
    const twin = await startApp({}, { database: app.database })
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    expect((await twin.call('GET', '/api/account', { cookie })).status).toBe(200)
    await app.call('DELETE', '/api/session', { cookie })
    const image = async () =>
      (
        await app.database.admin.query(
          `select u::text, (select count(*) from api_keys where user_id = u.id) from users u where id = $1`,
          [user.id],
        )
      ).rows
    const before = await image()
    expectProblem(await twin.call(method, path, { cookie, json }), 'unauthenticated')
    expect(await image()).toEqual(before)
  })
})

describe('GET /api/sessions', () => {
  it('lists where the account is signed in, and marks the current session', async () => {
    const user = await app.makeUser()
    const old = await app.makeSession(user.id)
    const answer = await app.call('POST', '/api/session', {
      json: { email: user.email, password: user.password },
      headers: { 'user-agent': `Browser ${'x'.repeat(400)}` },
    })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    await app.database.admin.query(
      `insert into sessions (user_id, token_hash, expires_at) values ($1, 'expired', now() - interval '1 second')`,
      [user.id],
    )
    const { body } = await app.call('GET', '/api/sessions', { cookie })
    expect(body.data).toHaveLength(2)
    expect(body.data[0]).toMatchObject({ object: 'session', is_current: true, ip_address: '127.0.0.1' })
    expect(body.data[0].user_agent).toHaveLength(300)
    expect(body.data[1]).toMatchObject({ is_current: false, user_agent: 'tests' })
    expect(JSON.stringify(body)).not.toContain(old.split('=')[1])
  })
})

describe('DELETE /api/sessions/:id', () => {
  it('ends another session, and answers 404 the second time', async () => {
    const user = await app.makeUser()
    const [here, there] = [await app.makeSession(user.id), await app.makeSession(user.id)]
    const { body } = await app.call('GET', '/api/session', { cookie: there })
    const id = body.data.id as number
    expect((await app.call('DELETE', `/api/sessions/${id}`, { cookie: here })).body).toEqual({
      data: { object: 'session', id, deleted: true },
    })
    expectProblem(await app.call('GET', '/api/session', { cookie: there }), 'unauthenticated')
    expectProblem(await app.call('DELETE', `/api/sessions/${id}`, { cookie: here }), 'not_found')
  })
})

describe('a session that has expired', () => {
  it('is refused, even if it is cached in memory', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    expect((await app.call('GET', '/api/account', { cookie })).status).toBe(200)
    await app.database.admin.query('update sessions set expires_at = now() where user_id = $1', [user.id])
    expectProblem(await app.call('GET', '/api/account', { cookie }), 'unauthenticated')
  })
})

describe('signing out everywhere', () => {
  const signOut = (cookie: string, json: object) => app.call('DELETE', '/api/sessions', { cookie, json })

  it('ends all other sessions, and by choice revokes API keys of every team, identities and passkeys', async () => {
    const user = await app.makeUser()
    const { admin } = app.database
    const [cookie, other] = [await app.makeSession(user.id), await app.makeSession(user.id)]
    const team = await makeTeam(app)
    await admin.query(`insert into memberships (team_id, user_id, role) values ($1, $2, 'editor')`, [
      team.team_id,
      user.id,
    ])
    const teamKey = await makeTeamKey(app, { user_id: user.id, team_id: team.team_id })
    await admin.query(`insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
      values (${user.id}, 'phone', 'a', '', 0, '{}')`)
    await admin.query(
      `insert into identities (user_id, issuer, subject, email)
      values (${user.id}, 'https://id.example', 'me', $1)`,
      [user.email],
    )
    expectProblem(await signOut(cookie, { password: 'guessed' }), 'validation_failed')
    const first = await signOut(cookie, { password: user.password })
    expect(first.body.data).toEqual({ object: 'sign_out', sessions: 1, api_keys: 0, identities: 0, passkeys: 0 })
    const isIn = async (options: object) => (await app.call('GET', '/api/monitors', options)).status
    expect([await isIn({ cookie }), await isIn({ cookie: other }), await isIn({ key: user.key })]).toEqual([
      200, 401, 200,
    ])
    const choice = { api_keys: true, identities: true, passkeys: true }
    const all = await signOut(cookie, { password: user.password, ...choice })
    expect(all.body.data).toEqual({ object: 'sign_out', sessions: 0, api_keys: 2, identities: 1, passkeys: 1 })
    expect([await isIn({ key: user.key }), await isIn(teamKey), await isIn({ key: team.key })]).toEqual([401, 401, 200])
    const log = await app.call('GET', '/api/audit-log?action=api_key.revoked', { key: team.key })
    expect(log.body.data).toMatchObject([{ record_id: teamKey.key_id, actor_name: user.email }])
  })

  it('is refused when the account could not sign in any more', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const { admin } = app.database
    const hash = 'select password_hash from users where id = $1'
    const { rows } = await admin.query<{ password_hash: string }>(hash, [user.id])
    await admin.query('update users set password_hash = null where id = $1', [user.id])
    await admin.query(`insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
      values (${user.id}, 'phone', 'b', '', 0, '{}')`)
    expectProblem(await signOut(cookie, { password: '', passkeys: true }), 'not_possible')
    await admin.query('update users set password_hash = $2, two_factor_enabled_at = now() where id = $1', [
      user.id,
      rows[0]?.password_hash,
    ])
    const refused = expectProblem(await signOut(cookie, { password: user.password, passkeys: true }), 'not_possible')
    expect(refused.detail).toContain('second factor')
    expect((await admin.query('select from passkeys where user_id = $1', [user.id])).rowCount).toBe(1)
  })
})
