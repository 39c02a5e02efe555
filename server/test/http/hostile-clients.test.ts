import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { insertLocationUnscoped } from '../../src/monitoring/checks/remote/locations.ts'
import { createAddressReader } from '../../src/http/client-address.ts'
import { createHttpServer, type HttpParts } from '../../src/http/server.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { sendRaw } from '../support/raw-http.ts'
import { expectPromised } from '../support/expect-promised.ts'

const httpParts = (): HttpParts => ({
  base_url: 'http://localhost:8080',
  log: createLog('silent'),
  metrics: createMetrics(),
  readAddress: createAddressReader([]),
})

describe('a request that never arrives completely', () => {
  it('is answered 408, and its connection is closed', async () => {
    const server = createHttpServer({ ...httpParts(), request_timeout_ms: 300 })
    server.app.post('/take', async () => 'taken')
    const port = await server.listen(0, '127.0.0.1')
    atEnd(() => server.app.close())
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        sendRaw(`http://127.0.0.1:${port}`, 'POST /take HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"half":'),
      ),
    )
    for (const answer of answers) expectProblem(answer, 'request_timeout')
    expectPromised(performance.now() - began, 5000)
  })

  it('times out after 30 seconds by default', () => {
    const { requestTimeout, headersTimeout } = createHttpServer(httpParts()).app.server
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 30_000, headersTimeout: 30_000 })
  })
})

describe('unauthenticated requests are limited before the database is queried', () => {
  it('at /readyz', async () => {
    const app = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '10', SITEWATCH_LOG_LEVEL: 'silent' })
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await app.call('GET', '/readyz')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    await app.database.setReachable(false)
    expectProblem(await app.call('GET', '/readyz'), 'rate_limited')
  })

  it('at /confirm/:token', async () => {
    const app = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '25', SITEWATCH_LOG_LEVEL: 'silent' })
    const confirm = (n: number) => app.call(n % 2 ? 'GET' : 'POST', `/confirm/1-1-${'A'.repeat(43)}`)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await confirm(n)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
    await app.database.setReachable(false)
    expectProblem(await confirm(0), 'rate_limited')
  })

  it('at /probe/v1, but not those of a prober with a valid token', async () => {
    const app = await startApp({
      SITEWATCH_RATE_LIMIT_PER_MINUTE: '25',
      SITEWATCH_LOG_LEVEL: 'silent',
      SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8',
    })
    const beat = (token: string, from: string) =>
      app.call('POST', '/probe/v1/beat', {
        key: token,
        json: { prober_id: 0, name: 'test', types: ['http'] },
        headers: { 'x-forwarded-for': from },
      })
    const token = await app.parts.postgres.asRole('admin', (tx) => insertLocationUnscoped(tx, 'berlin'))
    const right: number[] = []
    for (let n = 0; n < 10; n++) right.push((await beat(token ?? '', '198.51.100.1')).status)
    expect(right.filter((status) => status === 429)).toEqual([])
    const guesses: number[] = []
    for (let n = 0; n < 6; n++) guesses.push((await beat(`swp_${String(n).repeat(43)}`, `2001:db8::${n + 1}`)).status)
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
    await app.database.setReachable(false)
    expectProblem(await beat(`swp_${'b'.repeat(43)}`, '2001:db8::1'), 'rate_limited')
  })

  it('at the API for an invalid key, while known keys keep working', async () => {
    const app = await startApp({
      SITEWATCH_RATE_LIMIT_PER_MINUTE: '25',
      SITEWATCH_LOG_LEVEL: 'silent',
    })
    const user = await app.makeUser()
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
    const guess = (n: number) => app.call('GET', '/api/keys', { cookie: `sitewatch=${String(n).repeat(43)}` })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
    await app.database.setReachable(false)
    expectProblem(await guess(7), 'rate_limited')
    await app.database.setReachable(true)
  })

  it('at the API, not counting requests with a valid key', async () => {
    const app = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '25' })
    const users = await Promise.all(Array.from({ length: 12 }, () => app.makeUser()))
    const statuses: number[] = []
    for (const { key } of users) statuses.push((await app.call('GET', '/api/keys', { key })).status)
    expect(statuses).toEqual(users.map(() => 200))
  })
})

describe('website passwords', () => {
  it('are hashed one after another; when too many arrive at once, some are refused with 503', async () => {
    const app = await startApp()
    const user = await app.makeUser()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        app.call('POST', '/api/v1/websites', {
          key: user.key,
          json: { domain: `gate-${n}.example.com`, privacy: 2, password: 'a long password' },
        }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(made.length).toBeGreaterThanOrEqual(21)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expectProblem(answer, 'unavailable')
    const after = await app.call('POST', '/api/v1/websites', {
      key: user.key,
      json: { domain: 'after.example.com', privacy: 2, password: 'a long password' },
    })
    expect(after.status).toBe(201)
  })
})

describe('Strict-Transport-Security', () => {
  it('is sent when BASE_URL is https, on every kind of answer, and not otherwise', async () => {
    const secure = await startApp({ BASE_URL: 'https://watch.example.com' })
    for (const path of ['/healthz', '/api/keys', '/api/nothing', '/docs/api']) {
      expect((await secure.call('GET', path)).headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    const broken = await sendRaw(secure.base, 'HELLO\r\n\r\n')
    expect(broken.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const plain = await startApp()
    expect((await plain.call('GET', '/healthz')).headers.get('strict-transport-security')).toBeNull()
  })
})
