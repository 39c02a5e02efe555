import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'

const app = await startApp()
const user = await app.makeUser()
const valid = { name: 'a', scopes: ['monitors:read'] }

const post = (json: unknown) => app.call('POST', '/api/keys', { key: user.key, json })
const postText = (body: string) =>
  app.call('POST', '/api/keys', { key: user.key, raw: { type: 'application/json', body } })

describe('422 validation_failed', () => {
  it.each([
    ['a missing field', { scopes: valid.scopes }, 'name', 'required'],
    ['an unknown field', { ...valid, nmae: 'b' }, 'nmae', 'unknown_field'],
    ['a read-only field', { ...valid, id: 7 }, 'id', 'read_only'],
    ['null where there is none', { ...valid, name: null }, 'name', 'invalid_type'],
    ['another type', { ...valid, name: 5 }, 'name', 'invalid_type'],
    ['too short', { ...valid, name: '  ' }, 'name', 'too_short'],
    ['too long', { ...valid, name: 'a'.repeat(101) }, 'name', 'too_long'],
    ['an empty list', { ...valid, scopes: [] }, 'scopes', 'too_few'],
    ['a value that is not allowed', { ...valid, scopes: ['admin'] }, 'scopes.0', 'invalid_value'],
    ['a scope twice', { ...valid, scopes: ['stats:read', 'stats:read'] }, 'scopes', 'invalid_value'],
    ['a time that is none', { ...valid, expires_at: 'tomorrow' }, 'expires_at', 'invalid_format'],
    ['a time without a zone', { ...valid, expires_at: '2099-01-01T00:00:00' }, 'expires_at', 'invalid_format'],
    ['a day that does not exist', { ...valid, expires_at: '2099-02-30T00:00:00Z' }, 'expires_at', 'invalid_format'],
    ['a time in the past', { ...valid, expires_at: '2001-01-01T00:00:00Z' }, 'expires_at', 'invalid_value'],
    ['a year beyond 9999', { ...valid, expires_at: '9999-12-31T23:59:59-12:00' }, 'expires_at', 'too_big'],
    ['NUL', { ...valid, name: 'a\0b' }, 'name', 'invalid_value'],
    ['half a surrogate pair', { ...valid, name: 'a\ud800' }, 'name', 'invalid_value'],
  ])('for %s', async (_what, json, field, code) => {
    const { errors, detail } = expectProblem(await post(json), 'validation_failed')
    expect(errors).toMatchObject([{ field, code }])
    expect(detail).toBe(errors?.[0]?.message)
    expect(detail).toMatch(/^\S+ .+\.$/)
  })

  it.each([
    ['an array', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
  ])('for a body that is %s', async (_what, body) => {
    const { errors } = expectProblem(await postText(body), 'validation_failed')
    expect(errors).toMatchObject([{ field: '', code: 'invalid_type' }])
  })

  it('reports every error at once', async () => {
    const { errors } = expectProblem(await post({ name: '', scopes: [], x: 1, prefix: 'sw_' }), 'validation_failed')
    expect(new Set(errors?.map(({ field, code }) => `${field} ${code}`))).toEqual(
      new Set(['name too_short', 'scopes too_few', 'x unknown_field', 'prefix read_only']),
    )
  })

  it('limits the size of the answer to a body with many errors', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field_${n}`, n]))
    const answer = await post(many)
    expect(expectProblem(answer, 'validation_failed').errors).toHaveLength(100)
    expect(answer.text.length).toBeLessThan(30_000)
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('for the field %s', async (name) => {
    const answer = await postText(`{"name":"a","scopes":["monitors:read"],"${name}":{"x":1}}`)
    const { errors } = expectProblem(answer, 'validation_failed')
    expect(errors).toMatchObject([{ field: name, code: 'unknown_field' }])
  })

  it('for a body of the maximum nesting depth', async () => {
    const deep = 60_000
    const nested = `${'['.repeat(deep)}${']'.repeat(deep)}`
    expectProblem(await postText(`{"name":${nested},"scopes":["monitors:read"]}`), 'validation_failed')
    expectProblem(await postText(`{"name":"a","scopes":["monitors:read"],"x":${nested}}`), 'validation_failed')
    expectProblem(await postText(nested), 'validation_failed')
  })

  it('for a body on a route without one', async () => {
    const made = await app.makeKey(user.id, ['monitors:read'])
    const { errors } = expectProblem(
      await app.call('DELETE', `/api/keys/${made.key_id}`, { key: user.key, json: { x: 1 } }),
      'validation_failed',
    )
    expect(errors).toMatchObject([{ field: 'x', code: 'unknown_field' }])
  })

  it('for a parameter on a route without parameters', async () => {
    const { errors } = expectProblem(
      await app.call('GET', `/api/keys/${user.key_id}?expand=1`, { key: user.key }),
      'validation_failed',
    )
    expect(errors).toMatchObject([{ field: 'expand', code: 'unknown_parameter' }])
  })
})

describe('an empty body', () => {
  it.each([
    ['none at all', undefined],
    ['no bytes', ''],
    ['blanks', ' \n'],
  ])('counts as {}: %s', async (_what, body) => {
    const { errors } = expectProblem(
      await app.call('POST', '/api/keys', {
        key: user.key,
        ...(body !== undefined && { raw: { type: 'application/json', body } }),
      }),
      'validation_failed',
    )
    expect(errors).toMatchObject([
      { field: 'name', code: 'required' },
      { field: 'scopes', code: 'required' },
    ])
  })
})

describe('an accepted value', () => {
  it('is trimmed, and keeps every character that can be stored', async () => {
    const name = '🔔 Ünï — "quotes" <b> \u200d \u{10ffff}'
    const made = await post({ name: `  ${name}  `, scopes: ['stats:read'] })
    expect(made.status).toBe(201)
    expect(made.body.data.name).toBe(name)
  })

  it('may be a time with an offset, which is returned in UTC with milliseconds', async () => {
    const made = await post({ ...valid, expires_at: '2099-06-01T12:00:00+02:00' })
    expect(made.body.data.expires_at).toBe('2099-06-01T10:00:00.000Z')
  })
})

describe('a duplicate name in a JSON body', () => {
  const send = postText

  it('is refused with 422 repeated, with its path, and nothing is created', async () => {
    const scopes = '"scopes": ["monitors:read"]'
    const { errors } = expectProblem(await send(`{"name": "a", ${scopes}, "name": "b"}`), 'validation_failed')
    expect(errors).toEqual([{ field: 'name', code: 'repeated', message: 'name must not be sent more than once.' }])
    expect((await send(`{"name": "name", ${scopes}}`)).status).toBe(201)
  })
})
