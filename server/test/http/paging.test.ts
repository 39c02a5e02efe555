import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'

const app = await startApp({ BASE_URL: 'https://watch.example.com/watch' })
const BASE = 'https://watch.example.com/watch'

async function makeUserWithKeys(total: number): Promise<string> {
  const user = await app.makeUser()
  for (let n = 1; n < total; n++) await app.makeKey(user.id, ['monitors:read'])
  return user.key
}

describe('a list', () => {
  it('is {data, meta, links} and nothing else, with its defaults', async () => {
    const key = await makeUserWithKeys(3)
    const { body, headers } = await app.call('GET', '/api/keys', { key })
    expect(Object.keys(body)).toEqual(['data', 'meta', 'links'])
    expect(body.meta).toEqual({ current_page: 1, per_page: 25, from: 1, to: 3, last_page: 1, total: 3 })
    expect(body.links).toEqual({
      first: `${BASE}/api/keys?page=1`,
      last: `${BASE}/api/keys?page=1`,
      prev: null,
      next: null,
    })
    expect(headers.get('link')).toBe(`<${BASE}/api/keys?page=1>; rel="first", <${BASE}/api/keys?page=1>; rel="last"`)
  })

  it('links to the previous and next page and keeps the other parameters', async () => {
    const key = await makeUserWithKeys(5)
    const { body, headers } = await app.call('GET', '/api/keys?pageSize=2&page=2', { key })
    expect(body.meta).toEqual({ current_page: 2, per_page: 2, from: 3, to: 4, last_page: 3, total: 5 })
    const url = (page: number) => `${BASE}/api/keys?pageSize=2&page=${page}`
    expect(body.links).toEqual({ first: url(1), last: url(3), prev: url(1), next: url(3) })
    expect(headers.get('link')).toBe(
      ['first', 'last', 'prev', 'next'].map((rel) => `<${body.links[rel]}>; rel="${rel}"`).join(', '),
    )
  })

  it('links to the next page in the team that a parameter names', async () => {
    const user = await app.makeUser()
    for (let n = 1; n < 3; n++) await app.makeKey(user.id, ['monitors:read'])
    const search = `team_id=${user.id}&pageSize=1`
    const { body } = await app.call('GET', `/api/keys?${search}`, { key: user.key })
    expect(body.links.next).toBe(`${BASE}/api/keys?${search}&page=2`)
  })

  it('returns every record once over its pages', async () => {
    const key = await makeUserWithKeys(11)
    const seen: number[] = []
    for (let page = 1; page <= 4; page++) {
      const { body } = await app.call('GET', `/api/keys?pageSize=3&page=${page}`, { key })
      seen.push(...(body.data as { id: number }[]).map(({ id }) => id))
    }
    expect(seen).toHaveLength(11)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
  })

  it('is empty with status 200 past the end', async () => {
    const key = await makeUserWithKeys(3)
    const { status, body } = await app.call('GET', '/api/keys?pageSize=2&page=9', { key })
    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta).toEqual({ current_page: 9, per_page: 2, from: null, to: null, last_page: 2, total: 3 })
    expect(body.links).toMatchObject({ prev: `${BASE}/api/keys?pageSize=2&page=2`, next: null })
  })

  it.each([1_000_001, 2 ** 31, Number.MAX_SAFE_INTEGER])(
    'is empty at page %i, past the end of every list',
    async (page) => {
      const { key } = await app.makeUser()
      for (const [path, per_page] of [
        ['/api/keys?pageSize=100', 100],
        ['/api/monitors?pageSize=1', 1],
        ['/api/v1/websites?per_page=100', 100],
        ['/api/v1/websites?per_page=100&sort_by=domain', 100],
      ] as const) {
        const { status, body } = await app.call('GET', `${path}&page=${page}`, { key })
        expect(status).toBe(200)
        expect(body.data).toEqual([])
        expect(body.meta).toMatchObject({ current_page: page, per_page, from: null, to: null })
        expect(body.links).toMatchObject({ next: null })
      }
    },
  )

  it('has one page when it is empty', async () => {
    const { cookie } = await app.makeAdministrator()
    const { body } = await app.call('GET', '/api/invitations', { cookie })
    expect(body.meta).toEqual({ current_page: 1, per_page: 25, from: null, to: null, last_page: 1, total: 0 })
  })

  it.each([
    ['page=0', 'page', 'too_small'],
    ['page=-1', 'page', 'too_small'],
    ['page=x', 'page', 'invalid_type'],
    ['page=', 'page', 'invalid_type'],
    ['page=1.5', 'page', 'invalid_type'],
    ['page=1e3', 'page', 'invalid_type'],
    ['page=1&page=2', 'page', 'repeated'],
    ['page=99999999999999999999', 'page', 'invalid_type'],
    ['pageSize=0', 'pageSize', 'too_small'],
    ['pageSize=101', 'pageSize', 'too_big'],
    ['per_page=10', 'per_page', 'unknown_parameter'],
    ['Page=1', 'Page', 'unknown_parameter'],
    ['__proto__=1', '__proto__', 'unknown_parameter'],
    ['constructor=1', 'constructor', 'unknown_parameter'],
  ])('with ?%s is 422, never a silent default', async (query, field, code) => {
    const key = await makeUserWithKeys(1)
    const { errors } = expectProblem(await app.call('GET', `/api/keys?${query}`, { key }), 'validation_failed')
    expect(errors).toMatchObject([{ field, code }])
  })
})
