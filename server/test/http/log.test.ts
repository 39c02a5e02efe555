import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { logOptions } from '../../src/platform/log.ts'
import { startApp } from '../support/app.ts'

const lines: string[] = []
const log = pino(logOptions('trace'), { write: (line: string) => void lines.push(line) })
const app = await startApp({ SITEWATCH_SIGNUP: 'open' }, { log })

describe('the log', () => {
  it('has the request id, method, route and status of a request', async () => {
    const user = await app.makeUser()
    lines.length = 0
    const answer = await app.call('GET', `/api/keys/${user.key_id}`, { key: user.key })
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    const [line] = lines.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(line).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      method: 'GET',
      route: 'keys.show',
      status: 200,
      ms: expect.any(Number),
      level: 'info',
      msg: 'request',
    })
  })

  it('has one info line per request, with its trace and without path, query or address, and none for a health check', async () => {
    lines.length = 0
    const headers = {
      'x-request-id': 'from-the-proxy-1',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'x-forwarded-for': '203.0.113.7',
    }
    await app.call('GET', '/healthz')
    await app.call('GET', '/readyz')
    await app.call('GET', '/verify/planted-link?token=planted-query', { headers })
    await expect.poll(() => lines.filter((line) => line.includes('from-the-proxy-1'))).toHaveLength(1)
    const logged = lines.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(logged.filter(({ level, msg }) => level === 'info' && msg === 'request')).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        request_id: 'from-the-proxy-1',
        method: 'GET',
        route: 'page verify',
        status: expect.any(Number),
        ms: expect.any(Number),
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        msg: 'request',
      },
    ])
    expect(lines.join('')).not.toMatch(/planted|203\.0\.113/)
  })

  it('has the cause of a 500, under the request id that the caller got', async () => {
    const broken = await startApp({}, { log })
    const user = await broken.makeUser()
    await broken.database.admin.query('alter table api_keys rename column prefix to title')
    lines.length = 0
    const { body } = await broken.call('GET', '/api/keys', { key: user.key })
    const failed = lines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find((line) => line['level'] === 'error')
    expect(failed).toMatchObject({ request_id: body.request_id, problem: 'internal_error', msg: 'request failed' })
    expect(JSON.stringify(failed)).toContain('column')
    expect(JSON.stringify(failed)).toContain('listKeys')
  })

  it('has one line when Postgres becomes unavailable and one when it is back, not one for each request', async () => {
    const cut = await startApp({}, { log })
    const user = await cut.makeUser()
    const listKeys = () => cut.call('GET', '/api/keys', { key: user.key })
    expect((await listKeys()).status).toBe(200)
    lines.length = 0
    await cut.database.setReachable(false)
    const answers = await Promise.all(Array.from({ length: 12 }, listKeys))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    await cut.database.setReachable(true)
    await expect.poll(async () => (await listKeys()).status).toBe(200)
    const entries = lines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .filter(({ level }) => level === 'error' || level === 'warn' || level === 'info')
    const messages = entries.map(({ msg }) => msg)
    expect(messages.filter((message) => message === 'request failed')).toEqual([])
    const unavailable = 'Postgres is unavailable: requests that need it get 503'
    expect(messages.filter((message) => message === unavailable)).toHaveLength(1)
    expect(entries.find(({ msg }) => msg === 'Postgres is available again')).toMatchObject({
      refused_requests: expect.any(Number),
    })
    expect(messages.filter((message) => message === 'Postgres connections were lost').length).toBeLessThanOrEqual(1)
    expect(JSON.stringify(entries)).not.toContain('    at ')
  })

  it('contains no password, key, cookie, token or code at any level', async () => {
    lines.length = 0
    const planted = { password: 'planted-password-1', wrong: 'planted-password-2', code: 'planted-code-1' }
    const email = 'planted@example.com'
    await app.call('POST', '/api/account', { json: { email, password: planted.password } })
    const signedIn = await app.call('POST', '/api/session', { json: { email, password: planted.password } })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    await app.call('POST', '/api/session', { json: { email, password: planted.wrong, code: planted.code } })
    await app.call('PUT', '/api/password-resets', { json: { token: 'planted-token', password: planted.wrong } })
    const made = await app.call('POST', '/api/keys', {
      cookie,
      json: { name: 'a', scopes: ['monitors:read'] },
      headers: { 'idempotency-key': 'planted-idempotency' },
    })
    await app.call('GET', '/api/keys', { key: made.body.data.key })
    const two = await app.call('POST', '/api/account/two-factor', { cookie, json: { password: planted.password } })
    await app.database.admin.query('alter table api_keys add check (length(name) > 1)').catch(() => undefined)
    await app.database.admin.query(`alter table api_keys add constraint short check (name <> 'planted-name')`)
    const failing = await app.call('POST', '/api/keys', {
      cookie,
      json: { name: 'planted-name', scopes: ['stats:read'] },
    })
    expect(failing.status).toBe(500)
    const text = lines.join('')
    expect(text).toContain('request failed')
    for (const secret of [
      ...Object.values(planted),
      cookie.split('=')[1] ?? '',
      'planted-token',
      'planted-idempotency',
      made.body.data.key as string,
      two.body.data.secret as string,
    ]) {
      expect(secret).not.toBe('')
      expect(text).not.toContain(secret)
    }
  })
})
