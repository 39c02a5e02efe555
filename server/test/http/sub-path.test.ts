import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { sendRaw } from '../support/raw-http.ts'

const BASE = 'https://host.example.com/watch'
const app = await startApp({ BASE_URL: BASE })
const user = await app.makeUser()

describe('with a path in BASE_URL', () => {
  it.each(['/watch', ''])('a proxy may keep the path or strip it: "%s"', async (prefix) => {
    expect((await app.call('GET', `${prefix}/healthz`)).status).toBe(200)
    expect((await app.call('GET', `${prefix}/readyz`)).status).toBe(200)
    expect((await app.call('GET', `${prefix}/docs/api`)).status).toBe(200)
    expect((await app.call('GET', `${prefix}/openapi.json`)).status).toBe(200)
    const { status, body } = await app.call('GET', `${prefix}/api/keys?pageSize=1`, { key: user.key })
    expect(status).toBe(200)
    expect(body.links.first).toBe(`${BASE}/api/keys?pageSize=1&page=1`)
  })

  it('a proxy may send an absolute URL', async () => {
    for (const target of ['http://host.example.com/watch/healthz', 'HTTPS://host.example.com/healthz']) {
      const { status } = await sendRaw(app.base, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      expect(status).toBe(200)
    }
  })

  it('the path itself is the home page', async () => {
    for (const path of ['/watch', '/watch/', '/watch?x=1', '/']) {
      expect((await app.call('GET', path)).headers.get('content-type')).toContain('text/html')
    }
  })

  it('a path that only starts with the same letters is not found', async () => {
    expectProblem(await app.call('GET', '/watchful/api/keys', { key: user.key }), 'not_found')
    expectProblem(await app.call('GET', '/watch/watch/api/keys', { key: user.key }), 'not_found')
  })

  it('Location, problem types and links start with BASE_URL', async () => {
    const made = await app.call('POST', '/watch/api/keys', {
      key: user.key,
      json: { name: 'a', scopes: ['stats:read'] },
    })
    expect(made.headers.get('location')).toBe(`${BASE}/api/keys/${made.body.data.id}`)
    const { type } = expectProblem(await app.call('GET', '/watch/api/keys'), 'unauthenticated')
    expect(type).toBe(`${BASE}/docs/problems/unauthenticated`)
    expect((await app.call('GET', '/watch/openapi.json')).body.servers).toEqual([{ url: BASE }])
    expect((await app.call('GET', '/watch/docs/api')).text).toContain(`href="${BASE}/openapi.json"`)
  })

  it('the origin of its own pages is that of the host', async () => {
    const signIn = (origin: string) =>
      app.call('POST', '/watch/api/session', {
        json: { email: user.email, password: user.password },
        headers: { origin, 'sec-fetch-site': 'same-origin' },
      })
    const made = await signIn('https://host.example.com')
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${BASE}/api/session`)
    expect(made.headers.get('set-cookie')).toMatch(
      /^__Host-sitewatch=\w{43}; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expectProblem(await signIn('https://other.example.com'), 'cross_site_request')
  })

  it('the cookie is limited to the path on plain http', async () => {
    const plain = await startApp({ BASE_URL: 'http://nas.home/watch/' })
    const owner = await plain.makeUser()
    const made = await plain.call('POST', '/watch/api/session', {
      json: { email: owner.email, password: owner.password },
    })
    expect(made.headers.get('set-cookie')).toMatch(
      /^sitewatch=\w{43}; Max-Age=\d+; Path=\/watch; HttpOnly; SameSite=Lax$/,
    )
    expect(made.headers.get('location')).toBe('http://nas.home/watch/api/session')
  })
})
