import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { cloneDatabase } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const app = await startApp()
const user = await app.makeUser()
const valid = { name: 'a', scopes: ['monitors:read'] }

describe('400 malformed_body', () => {
  it.each([
    ['text that is not JSON', '{"name":'],
    ['two values', '{} {}'],
    ['a lone word', 'nope'],
  ])('for %s', async (_what, body) => {
    const answer = await app.call('POST', '/api/keys', { key: user.key, raw: { type: 'application/json', body } })
    expectProblem(answer, 'malformed_body')
  })

  it('for bytes that are not UTF-8', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    const answer = await app.call('POST', '/api/keys', { key: user.key, raw: { type: 'application/json', body } })
    expectProblem(answer, 'malformed_body')
  })

  it('for bytes that are not HTTP', async () => {
    const answer = await sendRaw(app.base, 'HELLO\r\n\r\n')
    expectProblem(answer, 'malformed_body')
  })

  it('for HTTP/1.1 without Host, but not for HTTP/1.0', async () => {
    const send = (version: string) =>
      sendRaw(
        app.base,
        `GET /api/keys HTTP/${version}\r\nAuthorization: Bearer ${user.key}\r\nConnection: close\r\n\r\n`,
      )
    expectProblem(await send('1.1'), 'malformed_body')
    expect((await send('1.0')).status).toBe(200)
  })

  it('not for an unknown Expect header', async () => {
    const head = `Host: a\r\nConnection: close\r\nAuthorization: Bearer ${user.key}\r\nExpect: nonsense`
    expect((await sendRaw(app.base, `GET /api/keys HTTP/1.1\r\n${head}\r\n\r\n`)).status).toBe(200)
  })

  it('for a Content-Length that is not a number', async () => {
    const answer = await sendRaw(app.base, 'POST /api/keys HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n')
    expectProblem(answer, 'malformed_body')
  })
})

describe('401 unauthenticated', () => {
  it.each([
    ['no credential', {}],
    ['a key that does not exist', { authorization: `Bearer ${user.key.slice(0, -6)}000000` }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a cookie that does not exist', { cookie: 'sitewatch=nothing' }],
  ])('for %s', async (_what, headers) => {
    expectProblem(await app.call('GET', '/api/keys', { headers }), 'unauthenticated')
  })

  it('for an invalid Authorization header, even with a valid cookie', async () => {
    const cookie = await app.signIn(user)
    expect((await app.call('GET', '/api/account', { cookie })).status).toBe(200)
    expectProblem(
      await app.call('GET', '/api/account', { cookie, headers: { authorization: 'Bearer x' } }),
      'unauthenticated',
    )
  })
})

describe('404 not_found', () => {
  it.each([
    '/api/nothing',
    '/api/keys/',
    '/api/keys/abc',
    '/api/keys/0',
    '/api/keys/-1',
    '/api/keys/1.0',
    '/api/keys/01',
    '/api/keys/9007199254740993',
    '/api/keys/99999999999999999999999999',
    '/api/keys/%00',
    '/api/keys/%ZZ',
    '/api/keys/%C3',
    `/api/keys/${'1'.repeat(500)}`,
    '//api/keys',
    '/docs/problems/nothing',
    '/constructor',
    '/__proto__',
  ])('for %s', async (path) => {
    expectProblem(await app.call('GET', path, { key: user.key }), 'not_found')
  })
})

describe('405 method_not_allowed', () => {
  it.each([
    ['PATCH', '/api/keys', 'POST, GET, HEAD'],
    ['PUT', '/api/keys/1', 'GET, HEAD, DELETE'],
    ['OPTIONS', '/api/keys', 'POST, GET, HEAD'],
    ['GET', '/api/password-resets', 'POST, PUT'],
    ['PROPFIND', '/api/keys', 'POST, GET, HEAD'],
    ['DELETE', '/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('for %s %s, with Allow', async (method, path, allow) => {
    const answer = await app.call(method, path, { key: user.key })
    expectProblem(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe(allow)
  })

  it('for QUERY, regardless of the body', async () => {
    const send = (line: string, body: string) =>
      sendRaw(
        app.base,
        `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    expectProblem(await send('QUERY /api/keys', ''), 'method_not_allowed')
    expectProblem(await send('PUT /api/keys', 'x'.repeat(200_000)), 'method_not_allowed')
    expectProblem(await send('POST /api/nothing', 'x'.repeat(200_000)), 'not_found')
  })

  it('for TRACE', async () => {
    const answer = await sendRaw(app.base, 'TRACE /api/keys HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expectProblem(answer, 'method_not_allowed')
  })

  it('for HEAD on a path without GET', async () => {
    const answer = await app.call('HEAD', '/api/password-resets')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST, PUT')
    expect(answer.text).toBe('')
  })
})

describe('413 body_too_large', () => {
  const large = JSON.stringify({ name: 'a'.repeat(200_000) })

  it('for a body above the limit', async () => {
    const answer = await app.call('POST', '/api/keys', {
      key: user.key,
      raw: { type: 'application/json', body: large },
    })
    expectProblem(answer, 'body_too_large')
  })

  it('for a chunked body above the limit', async () => {
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    const answer = await sendRaw(
      app.base,
      `POST /api/keys HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${user.key}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
    )
    expectProblem(answer, 'body_too_large')
  })
})

describe('431 headers_too_large', () => {
  it('for headers above the limit', async () => {
    const answer = await sendRaw(app.base, `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'a'.repeat(40_000)}\r\n\r\n`)
    expect(answer.status).toBe(431)
    expectProblem(answer, 'headers_too_large')
  })
})

describe('415 unsupported_media_type', () => {
  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application',
    '',
    '; charset=utf-8',
  ])('for "%s"', async (type) => {
    const answer = await app.call('POST', '/api/keys', { key: user.key, raw: { type, body: JSON.stringify(valid) } })
    expectProblem(answer, 'unsupported_media_type')
  })

  it('for a body without a media type', async () => {
    const answer = await sendRaw(
      app.base,
      `POST /api/keys HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${user.key}\r\nContent-Length: 2\r\n\r\n{}`,
    )
    expectProblem(answer, 'unsupported_media_type')
  })

  it.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;charset="x"'])(
    'not for "%s"',
    async (type) => {
      const answer = await app.call('POST', '/api/keys', { key: user.key, raw: { type, body: JSON.stringify(valid) } })
      expect(answer.status).toBe(201)
    },
  )

  it('for a compressed body, and explains how to send it', async () => {
    const body = gzipSync(JSON.stringify(valid))
    const raw = { type: 'application/json', body }
    const answer = await app.call('POST', '/api/keys', { key: user.key, raw, headers: { 'content-encoding': 'gzip' } })
    expect(expectProblem(answer, 'unsupported_media_type').detail).toContain('Content-Encoding')
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    const plain = { raw: { type: 'application/json', body: JSON.stringify(valid) }, key: user.key }
    const same = await app.call('POST', '/api/keys', { ...plain, headers: { 'content-encoding': 'identity' } })
    expect(same.status).toBe(201)
  })

  it('only after authentication, the origin check and the check for a body', async () => {
    const raw = { type: 'nonsense', body: '{}' }
    expectProblem(await app.call('POST', '/api/keys', { raw }), 'unauthenticated')
    expectProblem(await app.call('POST', '/api/keys', { raw, cookie: await app.signIn(user) }), 'cross_site_request')
    const empty = await app.call('POST', '/api/keys', { key: user.key, raw: { type: 'nonsense', body: '' } })
    expectProblem(empty, 'validation_failed')
  })

  it('never because of the Accept header', async () => {
    const answer = await app.call('GET', '/api/keys', { key: user.key, headers: { accept: 'text/html' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('500 internal_error', () => {
  it('does not reveal its cause', async () => {
    const broken = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
    const caller = await broken.makeUser()
    await broken.database.admin.query('alter table api_keys rename column name to title')
    const problem = expectProblem(await broken.call('GET', '/api/keys', { key: caller.key }), 'internal_error')
    expect(problem.detail).toBe('Internal error')
    expect(JSON.stringify(problem)).not.toMatch(/column|select|api_keys/)
  })
})

describe('503 unavailable', () => {
  const busy = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'sitewatch' and state <> 'idle' and wait_event_type = 'Lock'`

  it.each([
    ['the server ends the connection', 'terminate'],
    ['the connection breaks', 'cut'],
  ])('when %s in the middle of a request, and the program lives on', async (_what, how) => {
    const database = await cloneDatabase()
    const url = new URL(database.url)
    const proxy = await startTcpProxy(Number(url.port))
    url.port = String(proxy.port)
    const shaken = await startApp({ SITEWATCH_LOG_LEVEL: 'silent', DATABASE_URL: url.href }, { database })
    const caller = await shaken.makeUser()
    const lock = await database.admin.connect()
    await lock.query('begin; lock table api_keys in access exclusive mode')
    const pending = shaken.call('GET', '/api/keys', { key: caller.key })
    await expect.poll(async () => (await database.admin.query(busy)).rowCount).toBeGreaterThan(0)
    if (how === 'cut') proxy.cut()
    else await database.admin.query(`select pg_terminate_backend(pid) from (${busy}) busy`)
    const answer = await pending
    expectProblem(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('2')
    await lock.query('rollback')
    lock.release()
    expect((await shaken.call('GET', '/api/keys', { key: caller.key })).status).toBe(200)
  })
})
