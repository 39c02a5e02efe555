import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'

const app = await startApp({}, { collector: true })
const user = await app.makeUser()
const cookie = await app.makeSession(user.id)
const origin = 'https://elsewhere.example'

describe('a request from another origin', () => {
  it('with a key gets an answer that the page can read, problems included', async () => {
    for (const [path, status] of [
      [`/api/keys/${user.key_id}`, 200],
      ['/api/keys/999999', 404],
      ['/api/nothing', 404],
    ] as const) {
      const answer = await app.call('GET', path, { key: user.key, headers: { origin } })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
      expect(answer.headers.get('access-control-expose-headers')).toContain('etag')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const wrong = await app.call('GET', '/api/keys', { key: 'sw_wrong', headers: { origin } })
    expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })

  it('with a session gets no answer that the page can read, and cannot write', async () => {
    const read = await app.call('GET', '/api/keys', { cookie, headers: { origin } })
    expect(read.status).toBe(200)
    const write = await app.call('POST', '/api/v1/websites', {
      cookie,
      json: { domain: 'a.example' },
      headers: { origin },
    })
    expect([write.status, write.body.code]).toEqual([403, 'cross_site_request'])
    for (const { headers } of [read, write]) {
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('a CORS preflight request', () => {
  const preflight = (path: string, method = 'PUT') =>
    app.call('OPTIONS', path, { headers: { origin, 'access-control-request-method': method } })

  it('is answered with the methods and headers of the path, without a key', async () => {
    const { status, text, headers } = await preflight('/api/v1/websites/1')
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')?.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'PATCH',
      'PUT',
    ])
    expect(headers.get('access-control-allow-headers')).toContain('idempotency-key')
    expect(headers.get('access-control-allow-headers')).toContain('traceparent')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('of an unknown path is answered 404, and a plain OPTIONS request still 405', async () => {
    expect((await preflight('/api/nothing')).status).toBe(404)
    expect((await app.call('OPTIONS', '/api/keys')).status).toBe(405)
    expect((await preflight('/docs/api')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('to the collector is answered by the collector itself', async () => {
    const { headers } = await preflight('/t/Zx81kPq4TnBv7sWd', 'POST')
    expect(headers.get('access-control-allow-methods')).toBe('POST')
    expect(headers.get('access-control-allow-headers')).toBe('content-type')
  })
})

describe('a page of another origin in a browser', () => {
  it('can use the API with a key, and cannot use the session of the same browser', async () => {
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<title>x</title>'),
    )
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    const browser = await launchBrowser()
    atEnd(async () => {
      await browser.close()
      site.close()
    })
    const context = await browser.newContext()
    const [name = '', value = ''] = cookie.split('=')
    // Another port of the same host is the same site, so the browser does send the cookie.
    await context.addCookies([{ name, value, url: app.base }])
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const send = (
      path: string,
      init: Pick<RequestInit, 'method' | 'credentials'> & { headers?: Record<string, string>; body?: string },
    ) =>
      page.evaluate(
        async ([url, given]) => {
          // oxlint-disable-next-line no-restricted-globals -- runs in the page
          const answer = await fetch(url, given).catch((error: unknown) => String(error))
          return typeof answer === 'string'
            ? answer
            : { status: answer.status, location: answer.headers.get('location') }
        },
        [app.base + path, init] as const,
      )
    const headers = { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' }
    const made = await send('/api/v1/websites', { method: 'POST', headers, body: '{"domain":"cors.example"}' })
    expect(made).toEqual({ status: 201, location: expect.stringContaining('/api/v1/websites/') })
    expect(await send('/api/keys', { headers })).toMatchObject({ status: 200 })
    expect(await send('/api/keys', { headers, credentials: 'include' })).toContain('TypeError')
    expect(await send('/api/keys', { credentials: 'include' })).toContain('TypeError')
    const json = { 'content-type': 'application/json' }
    const forged = await send('/api/v1/websites', {
      method: 'POST',
      credentials: 'include',
      headers: json,
      body: '{"domain":"b.example"}',
    })
    expect(forged).toContain('TypeError')
    const { body } = await app.call('GET', '/api/v1/websites', { key: user.key })
    expect(body.data.map(({ domain }: { domain: string }) => domain)).toEqual(['cors.example'])
  })
})
