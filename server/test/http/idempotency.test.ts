import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'

const app = await startApp()

interface CreateOptions {
  key?: string
  cookie?: string
  idempotencyKey: string
  name?: string
}

const create = ({ key, cookie, idempotencyKey, name = 'a' }: CreateOptions) =>
  app.call('POST', '/api/keys', {
    ...(key !== undefined && { key }),
    ...(cookie !== undefined && { cookie }),
    json: { name, scopes: ['monitors:read'] },
    headers: { 'idempotency-key': idempotencyKey },
  })

async function countKeys(user_id: number): Promise<number> {
  const { rows } = await app.database.admin.query('select 1 from api_keys where user_id = $1', [user_id])
  return rows.length
}

describe('Idempotency-Key', () => {
  it('replays the first answer, byte for byte, and repeats no change', async () => {
    const user = await app.makeUser()
    const first = await create({ key: user.key, idempotencyKey: 'one' })
    const second = await create({ key: user.key, idempotencyKey: 'one' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await countKeys(user.id)).toBe(2)
  })

  it('is refused with 422 when it is used with another body', async () => {
    const user = await app.makeUser()
    await create({ key: user.key, idempotencyKey: 'one' })
    const { errors } = expectProblem(
      await create({ key: user.key, idempotencyKey: 'one', name: 'b' }),
      'validation_failed',
    )
    expect(errors).toMatchObject([{ field: 'Idempotency-Key', code: 'other_request' }])
    expect(await countKeys(user.id)).toBe(2)
  })

  it('is scoped to the user and to the route', async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    await create({ key: one.key, idempotencyKey: 'shared' })
    const other = await create({ key: two.key, idempotencyKey: 'shared' })
    expect(other.status).toBe(201)
    expect(other.headers.get('idempotent-replayed')).toBeNull()
    const cookie = await app.signIn(one)
    const otherRoute = await app.call('POST', '/api/account/two-factor', {
      cookie,
      json: { password: one.password },
      headers: { 'idempotency-key': 'shared' },
    })
    expect(otherRoute.status).toBe(200)
  })

  it('does not show an answer to another credential of the same user', async () => {
    const user = await app.makeUser()
    const other = await app.makeKey(user.id, ['monitors:read'])
    await create({ key: user.key, idempotencyKey: 'one' })
    const { errors } = expectProblem(await create({ key: other.key, idempotencyKey: 'one' }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'Idempotency-Key', code: 'other_credential' }])
  })

  it('is refused with 409 while the first request runs, and of many concurrent requests one is executed', async () => {
    const user = await app.makeUser()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ key: user.key, idempotencyKey: 'at-once' })),
    )
    expect(await countKeys(user.id)).toBe(2)
    const fresh = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'))
    expect(fresh).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.text).toBe(fresh[0]?.text)
      else expectProblem(answer, 'request_in_progress')
    }
    expect((await create({ key: user.key, idempotencyKey: 'at-once' })).text).toBe(fresh[0]?.text)
  })

  it('is refused with 409 while the first request waits for a lock', async () => {
    const user = await app.makeUser()
    const blocker = await app.database.admin.connect()
    await blocker.query('begin; lock table api_keys in share row exclusive mode')
    const first = create({ key: user.key, idempotencyKey: 'slow' })
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query not like 'update %'`
    await expect.poll(async () => (await app.database.admin.query(waiting)).rowCount).toBe(1)
    const second = await create({ key: user.key, idempotencyKey: 'slow' })
    await blocker.query('rollback')
    blocker.release()
    expectProblem(second, 'request_in_progress')
    expect((await first).status).toBe(201)
  })

  it('can be reused after a failed request', async () => {
    const user = await app.makeUser(['monitors:read'])
    const refused = await app.call('POST', '/api/keys', {
      key: user.key,
      json: { name: 'a', scopes: ['stats:read'] },
      headers: { 'idempotency-key': 'one' },
    })
    expectProblem(refused, 'insufficient_scope')
    expect((await create({ key: user.key, idempotencyKey: 'one' })).status).toBe(201)
  })

  it('expires after 24 hours', async () => {
    const user = await app.makeUser()
    const first = await create({ key: user.key, idempotencyKey: 'one' })
    await app.database.admin.query(
      `update idempotency set created_at = now() - interval '24 hours' where user_id = $1`,
      [user.id],
    )
    const second = await create({ key: user.key, idempotencyKey: 'one', name: 'b' })
    expect(second.status).toBe(201)
    expect(second.body.data.id).not.toBe(first.body.data.id)
  })

  it.each(['', 'with blank', 'a'.repeat(256), 'café'])('is refused when it is "%s"', async (idempotencyKey) => {
    const user = await app.makeUser()
    const { errors } = expectProblem(await create({ key: user.key, idempotencyKey }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'Idempotency-Key' }])
    expect(await countKeys(user.id)).toBe(1)
  })

  it('also works for an administrator', async () => {
    const { cookie } = await app.makeAdministrator()
    const invite = (email: string) =>
      app.call('POST', '/api/invitations', { cookie, json: { email }, headers: { 'idempotency-key': 'invite' } })
    const [first, second] = [await invite('new@example.com'), await invite('new@example.com')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expectProblem(await invite('other@example.com'), 'validation_failed')
  })

  it('is not stored in clear, and neither are the answer nor secrets in it', async () => {
    const user = await app.makeUser()
    const made = await create({ key: user.key, idempotencyKey: 'planted-idempotency-key', name: 'planted-name' })
    const { rows } = await app.database.admin.query(
      `select encode(answer, 'escape') || encode(key_hash, 'escape') || encode(body_hash, 'escape') || i::text as row,
         octet_length(answer) as size from idempotency i where user_id = $1`,
      [user.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].size).toBeGreaterThan(100)
    for (const planted of ['planted-idempotency-key', 'planted-name', made.body.data.key as string, user.key]) {
      expect(rows[0].row).not.toContain(planted)
      expect(rows[0].row).not.toContain(Buffer.from(planted).toString('hex'))
    }
  })
})
