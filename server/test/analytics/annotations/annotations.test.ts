import { Annotation } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { addMember, makeTeam } from '../../support/teams.ts'

const app = await startApp()
type Keyed = Pick<TestUser, 'key'>

async function makeWebsite({ key }: Keyed): Promise<number> {
  const json = { domain: `w${Math.random().toString(36).slice(2)}.example.com` }
  return (await app.call('POST', '/api/v1/websites', { key, json })).body.data.id
}

const pathOf = (website: number): string => `/api/v1/websites/${website}/annotations`
const add = ({ key }: Keyed, website: number, json: object) => app.call('POST', pathOf(website), { key, json })
const texts = async ({ key }: Keyed, website: number, query = ''): Promise<string[]> =>
  (await app.call('GET', `${pathOf(website)}${query}`, { key })).body.data.map(({ text }: Annotation) => text)

describe('/api/v1/websites/:id/annotations', () => {
  it('adds, shows, changes, lists and deletes annotations, with their author', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user)
    const made = await add(user, website, {
      text: 'Newsletter sent',
      happened_at: '2026-02-03T10:00:00+01:00',
      link: 'https://news.example.com/7',
    })
    expect(made.status, made.text).toBe(201)
    expect(Annotation.safeParse(made.body.data).error).toBeUndefined()
    expect(made.body.data).toMatchObject({
      website_id: website,
      happened_at: '2026-02-03T09:00:00.000Z',
      author: expect.stringMatching(/^API key /),
    })
    const path = `/api/v1/annotations/${made.body.data.id}`
    const changed = await app.call('PATCH', path, { key: user.key, json: { text: 'Sent twice', link: null } })
    expect(changed.body.data).toMatchObject({ text: 'Sent twice', link: null, happened_at: '2026-02-03T09:00:00.000Z' })
    expect((await app.call('GET', path, { key: user.key })).body.data).toEqual(changed.body.data)
    expect(await texts(user, website)).toEqual(['Sent twice'])
    expect((await app.call('DELETE', path, { key: user.key })).body.data).toMatchObject({
      object: 'annotation',
      deleted: true,
    })
    expect((await app.call('DELETE', path, { key: user.key })).status).toBe(404)
  })

  it('names the account as author in a session, and uses the current time by default', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user)
    const cookie = await app.makeSession(user.id)
    const { body } = await app.call('POST', pathOf(website), { cookie, json: { text: 'a' } })
    expect(body.data.author).toBe(user.email)
    expect(Math.abs(Date.parse(body.data.happened_at) - Date.now())).toBeLessThan(10_000)
  })

  it('lists the annotations of a period, newest first, in pages that neither repeat nor skip one', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user)
    for (let day = 1; day <= 7; day++)
      await add(user, website, { text: `day ${day}`, happened_at: `2026-02-0${Math.min(day, 5)}T12:00:00Z` })
    expect(await texts(user, website, '?from=2026-02-02T12:00:00Z&to=2026-02-04T12:00:00Z')).toEqual(['day 3', 'day 2'])
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) seen.push(...(await texts(user, website, `?per_page=2&page=${page}`)))
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it("answers 404 for another team's website and annotation as for a missing one", async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    const website = await makeWebsite(two)
    const { id } = (await add(two, website, { text: 'secret' })).body.data
    const pairs: [string, string, string][] = [
      ['GET', pathOf(website), pathOf(999_999_999)],
      ['POST', pathOf(website), pathOf(999_999_999)],
      ['GET', `/api/v1/annotations/${id}`, '/api/v1/annotations/999999999'],
      ['PATCH', `/api/v1/annotations/${id}`, '/api/v1/annotations/999999999'],
      ['DELETE', `/api/v1/annotations/${id}`, '/api/v1/annotations/999999999'],
    ]
    for (const [method, theirs, missing] of pairs) {
      const ask = (path: string) =>
        app.call(method, path, { key: one.key, ...(/P/.test(method) && { json: { text: 'a' } }) })
      const answer = await ask(theirs)
      expectProblem(answer, 'not_found')
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(await ask(missing)))
    }
    expect(await texts(two, website)).toEqual(['secret'])
  })

  it('lets viewers and guests of the website read, and editors write', async () => {
    const owner = await makeTeam(app)
    const [website, other] = [await makeWebsite(owner), await makeWebsite(owner)]
    const [viewer, guest] = [
      await addMember(app, owner.team_id, 'viewer'),
      await addMember(app, owner.team_id, 'guest', [website]),
    ]
    const { id } = (await add(owner, website, { text: 'shown' })).body.data
    const hidden = (await add(owner, other, { text: 'hidden' })).body.data.id
    expect(await texts(viewer, website)).toEqual(['shown'])
    expect(await texts(guest, website)).toEqual(['shown'])
    expect((await app.call('GET', `/api/v1/annotations/${hidden}`, { key: guest.key })).status).toBe(404)
    for (const { key } of [viewer, guest]) {
      expectProblem(await add({ key }, website, { text: 'a' }), 'insufficient_role')
      expectProblem(await app.call('DELETE', `/api/v1/annotations/${id}`, { key }), 'insufficient_role')
    }
    const reader = await app.makeUser(['websites:read'])
    expectProblem(await add(reader, website, { text: 'a' }), 'insufficient_scope')
  })

  it('refuses a text of two lines and a link that is not http or https', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user)
    const field = async (json: object) => (await add(user, website, { text: 'a', ...json })).body.errors?.[0].field
    expect(await field({ text: 'a\nb' })).toBe('text')
    expect(await field({ text: '' })).toBe('text')
    expect(await field({ link: 'javascript:alert(1)' })).toBe('link')
    expect(await field({ happened_at: 'yesterday' })).toBe('happened_at')
  })

  it('keeps 1,000 annotations of a website and refuses the next', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user)
    await app.database.admin.query(
      `insert into annotations (team_id, website_id, happened_at, text, author)
       select $1, $2, now(), 'n' || n, 'a' from generate_series(1, 999) n`,
      [user.id, website],
    )
    expect((await add(user, website, { text: 'the last' })).status).toBe(201)
    expectProblem(await add(user, website, { text: 'one too many' }), 'limit_reached')
  })

  it('does not appear on the public page of the website', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user)
    await add(user, website, { text: 'a secret of the team' })
    const { body } = await app.call('GET', `/api/v1/websites/${website}`, { key: user.key })
    const page = await app.call('GET', `/p/${body.data.tracking_id}`)
    expect(page.text).toContain(body.data.domain)
    expect(page.text).not.toContain('a secret of the team')
  })
})
