import { describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })
const { cookie } = await app.makeAdministrator()

describe('GET /api/users', () => {
  it('lists accounts, filtered by part of the address, without their secrets', async () => {
    const user = await app.makeUser()
    const { body } = await app.call('GET', `/api/users?search=${user.email.slice(1, 12).toUpperCase()}`, { cookie })
    expect(body.data).toHaveLength(1)
    expect(Object.keys(body.data[0])).toEqual([
      'object',
      'id',
      'email',
      'is_administrator',
      'is_suspended',
      'two_factor_enabled',
      'max_websites',
      'max_monitors',
      'max_providers',
      'max_keys',
      'deletion_started_at',
      'deletion_progress_percent',
      'created_at',
      'updated_at',
    ])
    expect((await app.call('GET', '/api/users?search=%25', { cookie })).body.data).toEqual([])
  })

  it('answers 403 to a non-administrator, and to a key', async () => {
    const user = await app.makeUser()
    const refusals = [
      await app.call('GET', '/api/users', { cookie: await app.makeSession(user.id) }),
      await app.call('GET', '/api/users', { key: user.key }),
    ]
    for (const answer of refusals) {
      expect(expectProblem(answer, 'insufficient_scope').required_scope).toBe('administrator')
    }
  })

  it('answers 403 from the next request on when a user is no longer administrator', async () => {
    const former = await app.makeAdministrator()
    expect((await app.call('GET', '/api/users', { cookie: former.cookie })).status).toBe(200)
    await app.database.admin.query('update users set is_administrator = false where id = $1', [former.id])
    expectProblem(await app.call('GET', '/api/users', { cookie: former.cookie }), 'insufficient_scope')
  })
})

describe('PUT /api/users/:id', () => {
  it('suspends an account: sessions end, keys and sign-in are refused at once; lifting the suspension restores the keys', async () => {
    const user = await app.makeUser()
    const theirs = await app.makeSession(user.id)
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
    const suspend = (is_suspended: boolean) =>
      app.call('PUT', `/api/users/${user.id}`, { cookie, json: { is_suspended } })
    expect((await suspend(true)).body.data).toMatchObject({ id: user.id, is_suspended: true })
    expectProblem(await app.call('GET', '/api/keys', { key: user.key }), 'unauthenticated')
    expectProblem(await app.call('GET', '/api/account', { cookie: theirs }), 'unauthenticated')
    expectProblem(
      await app.call('POST', '/api/session', { json: { email: user.email, password: user.password } }),
      'unauthenticated',
    )
    expect((await suspend(false)).status).toBe(200)
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
    expectProblem(await app.call('GET', '/api/account', { cookie: theirs }), 'unauthenticated')
  })

  it('sets quotas, and removes them with null', async () => {
    const user = await app.makeUser()
    const set = (json: object) => app.call('PATCH', `/api/users/${user.id}`, { cookie, json })
    expect((await set({ max_keys: 1, max_monitors: 0 })).body.data).toMatchObject({ max_keys: 1, max_monitors: 0 })
    const make = () => app.call('POST', '/api/keys', { key: user.key, json: { name: 'a', scopes: ['monitors:read'] } })
    expectProblem(await make(), 'limit_reached')
    expect((await set({ max_keys: null })).body.data).toMatchObject({ max_keys: null, max_monitors: 0 })
    expect((await make()).status).toBe(201)
  })

  it('answers 422 to a field that an administrator may not set', async () => {
    const user = await app.makeUser()
    for (const field of ['email', 'is_administrator', 'id']) {
      const { errors } = expectProblem(
        await app.call('PUT', `/api/users/${user.id}`, { cookie, json: { [field]: 1 } }),
        'validation_failed',
      )
      expect(errors).toMatchObject([{ field, code: 'read_only' }])
    }
  })

  it('answers 404 for a user who does not exist', async () => {
    expectProblem(await app.call('PUT', '/api/users/999999999', { cookie, json: { max_keys: 1 } }), 'not_found')
  })
})

describe('DELETE /api/users/:id', () => {
  it('deletes the account and everything it owns', async () => {
    const user = await app.makeUser()
    const deleted = await app.call('DELETE', `/api/users/${user.id}`, { cookie })
    expect(deleted.body).toEqual({ data: { object: 'user', id: user.id, deleted: true } })
    expectProblem(await app.call('GET', '/api/keys', { key: user.key }), 'unauthenticated')
    expectProblem(await app.call('DELETE', `/api/users/${user.id}`, { cookie }), 'not_found')
  })
})

describe('POST /api/invitations', () => {
  it('sends the same link by mail that the response contains', async () => {
    const made = await app.call('POST', '/api/invitations', { cookie, json: { email: 'Guest@example.com' } })
    expect(made.status).toBe(201)
    expect(Object.keys(made.body.data).slice(-3)).toEqual(['url', 'created_at', 'updated_at'])
    const worker = await startWorkerRole(app.parts)
    const mail = await sink.waitFor('guest@example.com')
    await worker.stop()
    expect(mail.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(made.body.data.url)
    const { body } = await app.call('GET', '/api/invitations', { cookie })
    expect(body.data[0]).toMatchObject({ email: 'guest@example.com', accepted_at: null })
    expect(body.data[0].url).toBeUndefined()
  })
})
