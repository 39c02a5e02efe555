import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { sendRaw } from '../support/raw-http.ts'
import { until } from '../support/until.ts'

const app = await startApp()
const user = await app.makeUser()

const ANSWERS: [string, () => ReturnType<typeof app.call>][] = [
  ['a record', () => app.call('GET', `/api/keys/${user.key_id}`, { key: user.key })],
  ['a list', () => app.call('GET', '/api/keys', { key: user.key })],
  ['a refusal', () => app.call('GET', '/api/keys')],
  ['an unknown path', () => app.call('GET', '/api/nothing')],
  ['a path that cannot be read', () => app.call('GET', '/api/%ZZ')],
  ['a wrong method', () => app.call('PATCH', '/api/keys')],
  [
    'a body too large',
    () => app.call('POST', '/api/keys', { raw: { type: 'application/json', body: 'x'.repeat(200_000) } }),
  ],
  ['a page', () => app.call('GET', '/docs/api')],
  ['/healthz', () => app.call('GET', '/healthz')],
  ['/metrics', () => app.call('GET', '/metrics')],
  ['what is not HTTP', () => sendRaw(app.base, 'HELLO\r\n\r\n')],
]

describe('every answer', () => {
  it.each(ANSWERS)('has a request id and the security headers: %s', async (_what, send) => {
    const [first, second] = [await send(), await send()]
    expect(first.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('x-frame-options')).toBe('DENY')
    expect(first.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(first.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(first.headers.get('x-powered-by')).toBeNull()
  })

  it.each(ANSWERS.filter(([what]) => !/a page|healthz|metrics|not HTTP/.test(what)))(
    'of the API is not cached and has the rate limit in both header formats: %s',
    async (_what, send) => {
      const { headers } = await send()
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=\d+$/)
      expect(headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+$/)
      const quota = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]
      const remaining = /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
      const seconds = Number(/t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
      expect(headers.get('x-ratelimit-limit')).toBe(quota)
      expect(headers.get('x-ratelimit-remaining')).toBe(remaining)
      const reset = Number(headers.get('x-ratelimit-reset'))
      expect(Math.abs(reset - (Date.now() / 1000 + seconds))).toBeLessThan(10)
    },
  )

  it('has a request id that sorts by time', async () => {
    const first = await app.call('GET', '/healthz')
    const answered_ms = Date.now()
    await until(() => Date.now() > answered_ms, 'the next millisecond')
    const second = await app.call('GET', '/healthz')
    expect([second, first].map(({ headers }) => headers.get('x-request-id')).sort()).toEqual(
      [first, second].map(({ headers }) => headers.get('x-request-id')),
    )
  })

  it.each(['6f9619ff-8b86-d011-b42d-00cf4fc964ff', 'req_01JCN3V5K8Z3N6Y0Q4W9T7XABC', 'edge:4f2a.91-77'])(
    'keeps the request id %s that a caller sent',
    async (id) => {
      const { headers } = await app.call('GET', '/healthz', { headers: { 'x-request-id': id } })
      expect(headers.get('x-request-id')).toBe(id)
    },
  )

  it.each(['short', 'x'.repeat(129), 'with a space in it', '<script>alert(1)</script>', '"quoted-text"'])(
    'replaces the invalid request id %s',
    async (id) => {
      const { headers } = await app.call('GET', '/healthz', { headers: { 'x-request-id': id } })
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    },
  )

  it('repeats a valid traceparent, and ignores an invalid one', async () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const sent = async (traceparent: string): Promise<string | null> =>
      (await app.call('GET', '/healthz', { headers: { traceparent } })).headers.get('traceparent')
    expect(await sent(trace)).toBe(trace)
    for (const wrong of ['mine', trace.toUpperCase(), trace.replace(/[1-9a-f]/g, '0'), `${trace}-x`]) {
      expect(await sent(wrong), wrong).toBe(null)
    }
  })
})

describe('HEAD', () => {
  it('answers as GET does, without the body', async () => {
    const get = await app.call('GET', `/api/keys/${user.key_id}`, { key: user.key })
    const head = await app.call('HEAD', `/api/keys/${user.key_id}`, { key: user.key })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  it('is refused as GET is', async () => {
    const { status, text } = await app.call('HEAD', '/api/keys')
    expect({ status, text }).toEqual({ status: 401, text: '' })
  })
})
