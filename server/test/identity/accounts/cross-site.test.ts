import { methodsOf, ROUTES } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { bodyFor, pathFor } from '../../support/fixtures.ts'
import { sized } from '../../support/size.ts'

const BASE = 'https://watch.example.com'
const app = await startApp({ BASE_URL: BASE, SITEWATCH_SIGNUP: 'open' })

const WRITES = ROUTES.filter((route) => route.method !== 'GET')
  .flatMap((route) => methodsOf(route).map((method) => ({ route, method })))
  .map(({ route, method }, n) => [`${method} ${route.path}`, method, route, n] as const)

const FOREIGN: [string, Record<string, string>][] = [
  ['cross-site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring name', { origin: 'https://evil.watch.example.com', 'sec-fetch-site': 'same-site' }],
  ['the same host over http', { origin: 'http://watch.example.com' }],
  ['another port', { origin: 'https://watch.example.com:8443' }],
  ['a browser that only tells the origin', { origin: 'https://evil.example' }],
  ['a browser that only tells the site', { 'sec-fetch-site': 'cross-site' }],
]
const FORMS = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']
const PAIRS = FOREIGN.flatMap(([, headers]) => [...FORMS, 'application/json'].map((type) => ({ headers, type })))
/** In CI each route gets two of the pairs in turn: the check comes before the routes. */
const pairsOf = (route: number) => {
  const from = (2 * route) % PAIRS.length
  return sized(PAIRS.slice(from, from + 2), PAIRS)
}

async function countRows(): Promise<unknown> {
  const { rows } = await app.database.admin.query(
    `select (select count(*) from users) as users, (select count(*) from api_keys) as keys,
       (select count(*) from sessions) as sessions, (select count(*) from graphile_worker._private_jobs) as jobs`,
  )
  return rows
}

describe.each(WRITES)('%s', (_name, method, route, n) => {
  let user: Awaited<ReturnType<typeof app.makeAdministrator>>
  let path = ''

  beforeAll(async () => {
    user = await app.makeAdministrator()
    path = await pathFor(app, route, user)
  })

  it('with a session from another site is answered 403, whatever the body, before anything else is checked', async () => {
    const before = await countRows()
    for (const { headers, type } of pairsOf(n)) {
      const raw = { type, body: type === 'application/json' ? '{}' : 'a=b' }
      const answer = await app.call(method, path, { cookie: user.cookie, raw, headers })
      expectProblem(answer, 'cross_site_request')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await countRows()).toEqual(before)
  })

  it('with a session as a form is answered 403, even when the browser sends no Origin', async () => {
    for (const type of sized(FORMS.slice(n % 3, (n % 3) + 1), FORMS)) {
      const answer = await app.call(method, path, { cookie: user.cookie, raw: { type, body: 'a=b' } })
      expectProblem(answer, 'cross_site_request')
    }
  })

  it('with a session from our own pages as JSON is accepted', async () => {
    if (route.outsideEffect) return
    const json = await bodyFor(app, route, user)
    const { body } = await app.call(method, path, {
      cookie: user.cookie,
      ...(json !== undefined && { json }),
      headers: { origin: BASE, 'sec-fetch-site': 'same-origin' },
    })
    expect(body.code).not.toBe('cross_site_request')
  })
})

describe('a request with an API key', () => {
  it('is accepted from any site, because no browser sends one by itself', async () => {
    const user = await app.makeUser()
    for (const [, headers] of FOREIGN) {
      const { status } = await app.call('POST', '/api/keys', {
        key: user.key,
        json: { name: 'a', scopes: ['monitors:read'] },
        headers,
      })
      expect(status).toBe(201)
    }
  })
})

describe('signing in from a page of another site', () => {
  it('is answered 403 even without a cookie, so that no page can sign a visitor in as somebody else', async () => {
    const user = await app.makeUser()
    for (const [, headers] of FOREIGN) {
      const answer = await app.call('POST', '/api/session', {
        json: { email: user.email, password: user.password },
        headers,
      })
      expectProblem(answer, 'cross_site_request')
    }
  })
})

describe('a request to a host other than that of BASE_URL', () => {
  it('is refused with both names in the message', async () => {
    const origin = app.base
    const answer = await app.call('POST', '/api/session', {
      json: { email: 'a@example.com', password: 'a long enough password' },
      headers: { origin },
    })
    expectProblem(answer, 'cross_site_request')
    expect(answer.body.detail).toContain(`configured for ${BASE}, but you opened it at ${origin}`)
  })
})
