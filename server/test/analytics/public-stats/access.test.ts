import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { startApp, type Answer, type CallOptions } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { makeFolder } from '../stats/context.ts'
import { addMonitor, ago, download, enter, makeSite, type Site } from './sites.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const owner = await app.makeUser()
const stranger = await app.makeUser()
const PASSWORD = 'open sesame'

const events = [{ time: ago(HOUR_MS), path: '/seen' }]
const make = (form: Record<string, string>): Promise<Site> => makeSite(app, owner, form, events)
const sites = {
  0: await make({ privacy: '0' }),
  1: await make({ privacy: '1' }),
  2: await make({ privacy: '2', password: PASSWORD }),
}
for (const site of Object.values(sites)) await addMonitor(app, owner, site)
const missing: Site = { ...sites[1], id: 999_999_999, page: '/p/00AAAAAAAAAAAAAA' }

const reader = await app.makeKey(owner.id, ['stats:read'])
const other = await app.makeKey(owner.id, ['websites:read', 'websites:write', 'monitors:read'])
const viewer = await enter(app, sites[2], PASSWORD)

const CALLERS = {
  anonymous: {},
  owner: { cookie: await app.makeSession(owner.id) },
  stranger: { cookie: await app.makeSession(stranger.id) },
  administrator: { cookie: (await app.makeAdministrator()).cookie },
  'key with stats:read': { key: reader.key },
  'key without': { key: other.key },
  "stranger's key": { key: stranger.key },
  viewer: { cookie: viewer.cookie },
} satisfies Record<string, CallOptions>
type CallerName = keyof typeof CALLERS
const names = Object.keys(CALLERS) as CallerName[]

const withoutRequestId = (text: string): string => text.replaceAll(/req_\w+/g, '')

const FILES = ['/badge/visitors.svg', '/badge/uptime.svg', '/badge/status.svg', '/export.csv', '/export.ndjson']

/** What each caller may see of a page, by its privacy. */
function expected(privacy: 0 | 1 | 2, name: CallerName): 'statistics' | 'form' | 'nothing' {
  if (privacy === 0 || name === 'owner') return 'statistics'
  if (privacy === 1) return 'nothing'
  return name === 'viewer' ? 'statistics' : 'form'
}

const get = (path: string, name: CallerName): Promise<Answer> => app.call('GET', path, CALLERS[name])

describe.each([0, 1, 2] as const)('a public page with privacy %d', (privacy) => {
  const site = sites[privacy]

  it.each(names)('shows the statistics, the password form or nothing to %s', async (name) => {
    const answer = await get(site.page, name)
    const sees = expected(privacy, name)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.status).toBe(sees === 'nothing' ? 404 : 200)
    expect(answer.text.includes(site.domain)).toBe(sees === 'statistics')
    expect(answer.text.includes('/seen')).toBe(sees === 'statistics')
    expect(answer.text.includes('name="password"')).toBe(sees === 'form')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    if (privacy !== 0) expect(answer.headers.get('cache-control')).toBe('no-store')
    if (sees === 'nothing') expect(answer.text).toBe((await get(missing.page, name)).text)
  })

  it.each(names)('may be framed by other sites only if it is public, for %s', async (name) => {
    const answer = await get(`${site.page}?embed=1`, name)
    const isOpen = privacy === 0
    expect(answer.headers.get('content-security-policy')).toContain(
      isOpen ? 'frame-ancestors *' : "frame-ancestors 'none'",
    )
    expect(answer.headers.get('x-frame-options')).toBe(isOpen ? null : 'DENY')
    const unframed = await get(site.page, name)
    expect(unframed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(unframed.headers.get('x-frame-options')).toBe('DENY')
  })

  it.each(names.flatMap((name) => FILES.map((file) => [file, name] as const)))('%s, for %s', async (file, name) => {
    const answer = await download(app, site.page + file, CALLERS[name])
    if (expected(privacy, name) === 'statistics') {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe(privacy === 0 ? 'public, max-age=60' : 'no-store')
      return
    }
    expectProblem(answer, 'not_found')
    const none = await download(app, missing.page + file, CALLERS[name])
    expect(withoutRequestId(answer.text)).toBe(withoutRequestId(none.text))
    expect(answer.headers.get('content-security-policy')).toBe(none.headers.get('content-security-policy'))
  })

  it.each(names)('gives no access to the API, for %s', async (name) => {
    for (const question of ['summary', 'series', 'breakdown', 'realtime', 'vitals', 'export']) {
      const answer = await get(`/api/v1/websites/${site.id}/stats/${question}`, name)
      if (name === 'anonymous' || name === 'viewer') expectProblem(answer, 'unauthenticated')
      else if (name === 'owner' || name === 'key with stats:read') expect(answer.status).toBe(200)
      else if (name === 'key without') expectProblem(answer, 'insufficient_scope')
      else expectProblem(answer, 'not_found')
    }
  })
})

describe('a missing page', () => {
  it.each([
    '/p/1',
    '/p/..%2f',
    `/p/${sites[0].id}`,
    '/p/00AAAAAAAAAAAAAAA',
    "/p/00'%20or%201=1--",
    `/p/${'a'.repeat(60)}`,
  ])('is answered 404: %s', async (path) => {
    const answer = await app.call('GET', path)
    expect(answer.status).toBe(404)
  })

  it('is also the answer for a suspended owner, and for a deleted website', async () => {
    const suspendedOwner = await app.makeUser()
    const [suspended, deleted] = [await makeSite(app, suspendedOwner), await makeSite(app, owner)]
    for (const { page } of [suspended, deleted]) expect((await app.call('GET', page)).status).toBe(200)
    await app.database.admin.query('update users set is_suspended = true where id = $1', [suspendedOwner.id])
    await app.call('DELETE', `/api/v1/websites/${deleted.id}`, { key: owner.key })
    for (const { page } of [suspended, deleted]) {
      expect((await app.call('GET', page)).text).toBe((await app.call('GET', missing.page)).text)
      expectProblem(await app.call('GET', `${page}/badge/visitors.svg`), 'not_found')
    }
  })

  it('is the answer to an ended session from the next request on', async () => {
    const cookie = await app.makeSession(owner.id)
    expect((await app.call('GET', sites[1].page, { cookie })).status).toBe(200)
    await app.call('DELETE', '/api/session', { cookie })
    expect((await app.call('GET', sites[1].page, { cookie })).status).toBe(404)
  })

  it('is the answer as soon as the privacy changes', async () => {
    const site = await make({})
    const set = (privacy: string) =>
      app.call('PATCH', `/api/v1/websites/${site.id}`, { key: owner.key, form: { privacy } })
    expect((await app.call('GET', site.page)).status).toBe(200)
    await set('1')
    expect((await app.call('GET', site.page)).status).toBe(404)
    expectProblem(await app.call('GET', `${site.page}/badge/visitors.svg`), 'not_found')
  })
})

describe('search engines', () => {
  it('may index a page only if the owner allows it and privacy is 0', async () => {
    const [open, closed] = [await make({ indexable: '1' }), await make({ indexable: '1', privacy: '1' })]
    const page = await app.call('GET', open.page)
    expect(page.headers.get('x-robots-tag')).toBeNull()
    expect(page.text).not.toContain('name="robots"')
    const hidden = await app.call('GET', closed.page, CALLERS.owner)
    expect(hidden.status).toBe(200)
    expect(hidden.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(hidden.text).toContain('content="noindex,nofollow"')
    for (const path of ['?embed=1', ...FILES])
      expect((await download(app, open.page + path)).headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })
})
