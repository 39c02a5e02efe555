import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { insertIncident } from '../support/incidents.ts'

const app = await startApp()

describe('ETag', () => {
  it('is the version of the settings, and does not change when the record is used', async () => {
    const user = await app.makeUser()
    const read = () => app.call('GET', `/api/keys/${user.key_id}`, { key: user.key })
    const before = await read()
    expect(before.headers.get('etag')).toMatch(/^"[0-9a-z]+_[0-9a-f]{16}"$/)
    await app.database.admin.query('update api_keys set last_used_at = now() where id = $1', [user.key_id])
    const after = await read()
    expect(after.body.data.last_used_at).not.toBeNull()
    const versionOf = (answer: { headers: Headers }) => answer.headers.get('etag')?.split('_')[0]
    expect(versionOf(after)).toBe(versionOf(before))
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(after.body.data.updated_at).toBe(before.body.data.updated_at)
  })

  it('changes with every update, even with two in one millisecond', async () => {
    const { cookie } = await app.makeAdministrator()
    const subject = await app.makeUser()
    const tags = new Set<string | null>()
    for (let n = 0; n < 20; n++) {
      const changed = await app.call('PATCH', `/api/users/${subject.id}`, { cookie, json: { max_keys: n } })
      tags.add(changed.headers.get('etag'))
    }
    expect(tags.size).toBe(20)
  })
})

describe('If-None-Match', () => {
  it('is answered 304 without a body while the answer is the same, and 200 as soon as it differs', async () => {
    const user = await app.makeUser()
    const path = `/api/keys/${user.key_id}`
    const first = await app.call('GET', path, { key: user.key })
    const etag = first.headers.get('etag') ?? ''
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const same = await app.call('GET', path, { key: user.key, headers: { 'if-none-match': tag } })
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
      expect(same.headers.get('cache-control')).toBe('no-store')
    }
    const version = etag.replace(/_.*/, '"')
    expect((await app.call('GET', path, { key: user.key, headers: { 'if-none-match': version } })).status).toBe(200)
    await app.database.admin.query('update api_keys set last_used_at = now() where id = $1', [user.key_id])
    const changed = await app.call('GET', path, { key: user.key, headers: { 'if-none-match': etag } })
    expect([changed.status, changed.body.data.id]).toEqual([200, user.key_id])
  })

  it('does not turn a write into a 304', async () => {
    const { cookie } = await app.makeAdministrator()
    const subject = await app.makeUser()
    const path = `/api/users/${subject.id}`
    const etag = (await app.call('GET', path, { cookie })).headers.get('etag') ?? ''
    const put = await app.call('PUT', path, { cookie, json: {}, headers: { 'if-none-match': etag } })
    expect(put.status).toBe(200)
  })
})

describe('If-Match', () => {
  it('with the current version lets the change through', async () => {
    const { cookie } = await app.makeAdministrator()
    const subject = await app.makeUser()
    const path = `/api/users/${subject.id}`
    const etag = (await app.call('GET', path, { cookie })).headers.get('etag') ?? ''
    const changed = await app.call('PUT', path, { cookie, json: { max_keys: 5 }, headers: { 'if-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    const stale = await app.call('PUT', path, { cookie, json: { max_keys: 6 }, headers: { 'if-match': etag } })
    expectProblem(stale, 'precondition_failed')
    expect((await app.call('GET', path, { cookie })).body.data.max_keys).toBe(5)
  })

  it('is satisfied by a repeated request with the same Idempotency-Key', async () => {
    const user = await app.makeUser()
    const { key } = user
    const json = { friendly_name: 'Shop', url: 'https://a.example', is_active: false }
    const monitor = (await app.call('POST', '/api/monitors', { key, json })).body.data.id
    const path = `/api/incidents/${await insertIncident(app, monitor)}`
    const etag = (await app.call('GET', path, { key })).headers.get('etag') ?? ''
    const acknowledge = (idempotency: string) =>
      app.call('POST', `${path}/acknowledge`, {
        key,
        json: {},
        headers: { 'if-match': etag, 'idempotency-key': idempotency },
      })
    const first = await acknowledge('one')
    expect([first.status, first.text]).toEqual([200, first.text])
    expect((await acknowledge('one')).body).toEqual(first.body)
    expectProblem(await acknowledge('two'), 'precondition_failed')
  })

  it.each(['*', '"x", *'])('%s matches any version', async (ifMatch) => {
    const { cookie } = await app.makeAdministrator()
    const subject = await app.makeUser()
    const changed = await app.call('PUT', `/api/users/${subject.id}`, {
      cookie,
      json: { max_keys: 5 },
      headers: { 'if-match': ifMatch },
    })
    expect(changed.status).toBe(200)
  })

  it('lets one of many concurrent changes from the same version succeed', async () => {
    const { cookie } = await app.makeAdministrator()
    const subject = await app.makeUser()
    const path = `/api/users/${subject.id}`
    const etag = (await app.call('GET', path, { cookie })).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        app.call('PUT', path, { cookie, json: { max_keys: n }, headers: { 'if-match': etag } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  })

  it('is optional: without it, concurrent changes of different fields all succeed', async () => {
    const { cookie } = await app.makeAdministrator()
    const subject = await app.makeUser()
    const path = `/api/users/${subject.id}`
    const fields = ['max_keys', 'max_websites', 'max_monitors', 'max_providers']
    await Promise.all(fields.map((field) => app.call('PATCH', path, { cookie, json: { [field]: 7 } })))
    const { data } = (await app.call('GET', path, { cookie })).body
    expect(fields.map((field) => data[field])).toEqual([7, 7, 7, 7])
  })

  it('also applies to a delete', async () => {
    const user = await app.makeUser()
    const made = await app.makeKey(user.id, ['monitors:read'])
    const path = `/api/keys/${made.key_id}`
    expectProblem(
      await app.call('DELETE', path, { key: user.key, headers: { 'if-match': '"x"' } }),
      'precondition_failed',
    )
    const etag = (await app.call('GET', path, { key: user.key })).headers.get('etag') ?? ''
    expect((await app.call('DELETE', path, { key: user.key, headers: { 'if-match': etag } })).status).toBe(200)
  })

  it('does not reveal whether a record exists that the caller may not see', async () => {
    const user = await app.makeUser(['monitors:read'])
    const wider = await app.makeKey(user.id, ['monitors:read', 'stats:read'])
    const stranger = await app.makeUser()
    for (const id of [wider.key_id, stranger.key_id, 999_999_999]) {
      const answer = await app.call('DELETE', `/api/keys/${id}`, { key: user.key, headers: { 'if-match': '"x"' } })
      expectProblem(answer, 'not_found')
    }
  })
})
