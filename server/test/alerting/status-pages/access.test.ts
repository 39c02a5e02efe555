import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { addMember } from '../../support/teams.ts'
import { makeIncident, makeMonitor, makePage, proveDomain } from './showing.ts'

const app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' })

/** A PNG image of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const ENDS = ['', '/status.json', '/feed.atom', '/logo']

/** A page with secret content in each of its formats. */
async function makeSecretPage(user: TestUser, json: object) {
  const monitor_id = await makeMonitor(app, user, { status: 'down', friendly_name: 'Secret shop' })
  await makeIncident(app, monitor_id, { from: '1 hour' })
  const page = await makePage(app, user, {
    name: 'Secret name',
    description: 'Secret words',
    monitors: [{ monitor_id, label: 'Secret shop', group: 'Secret group' }],
    ...json,
  })
  await app.call('PUT', `/api/status-pages/${page.id}/logo`, { key: user.key, json: { data: PNG } })
  return page
}

const enter = (slug: string, password: string, headers = {}) =>
  app.call('POST', `/s/${slug}/password`, { form: { password }, headers })

const cookieOf = (answer: { headers: Headers }): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

describe('a status page with a password', () => {
  it('shows its password form instead of the page, and no content of the page in any format', async () => {
    const { slug, id } = await makeSecretPage(await app.makeUser(), { visibility: 'password', password: 'open sesame' })
    const form = await app.call('GET', `/s/${slug}`)
    expect([form.status, form.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(form.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(form.text).toContain(`action="/s/${slug}/password"`)
    const missing = withoutRequestId(await app.call('GET', '/s/no-such-page/status.json'))
    for (const end of ENDS.slice(1))
      expect(withoutRequestId(await app.call('GET', `/s/${slug}${end}`))).toEqual(missing)
    const subscribed = await app.call('POST', `/s/${slug}/subscribe`, { form: { email: 'a@example.com' } })
    expectProblem(subscribed, 'not_found')
    const wrong = await enter(slug, 'guess')
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null])
    for (const { text } of [form, wrong, subscribed]) expect(text).not.toMatch(/Secret/)
    const { rows } = await app.database.admin.query('select 1 from status_subscribers where status_page_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('opens in every format to those who entered the password, until the password changes', async () => {
    const user = await app.makeUser()
    const { slug, id } = await makeSecretPage(user, { visibility: 'password', password: 'open sesame' })
    const entered = await enter(slug, 'open sesame')
    expect([entered.status, entered.headers.get('location')]).toEqual([303, `/s/${slug}`])
    expect(entered.headers.get('set-cookie')).toMatch(
      new RegExp(`^sitewatch_viewer=\\d+\\.[\\w-]{43}; Max-Age=2592000; Path=/s/${slug}; HttpOnly; SameSite=Lax$`),
    )
    const cookie = cookieOf(entered)
    for (const end of ENDS) {
      const opened = await app.call('GET', `/s/${slug}${end}`, { cookie })
      expect([end, opened.status, opened.headers.get('cache-control')]).toEqual([end, 200, 'private, no-store'])
      expect(opened.headers.get('access-control-allow-origin')).toBeNull()
      if (end !== '/logo') expect(opened.text).toContain('Secret shop')
    }
    const tampered = cookie.slice(0, -2) + (cookie.endsWith('AA') ? 'BB' : 'AA')
    expect((await app.call('GET', `/s/${slug}`, { cookie: tampered })).text).not.toContain('Secret')
    const other = await makeSecretPage(user, { visibility: 'password', password: 'open sesame' })
    expect((await app.call('GET', `/s/${other.slug}`, { cookie })).text).not.toContain('Secret')
    await app.call('PATCH', `/api/status-pages/${id}`, { key: user.key, json: { password: 'another one' } })
    await expect.poll(async () => (await app.call('GET', `/s/${slug}`, { cookie })).text.includes('Secret')).toBe(false)
    expect((await enter(slug, 'open sesame')).status).toBe(403)
    const again = cookieOf(await enter(slug, 'another one'))
    expect((await app.call('GET', `/s/${slug}`, { cookie: again })).text).toContain('Secret shop')
  })

  it('needs no password from a signed-in member, and accepts none from another site', async () => {
    const user = await app.makeUser()
    const { slug } = await makeSecretPage(user, { visibility: 'password', password: 'open sesame' })
    const own = await app.makeSession(user.id)
    expect((await app.call('GET', `/s/${slug}`, { cookie: own })).text).toContain('Secret shop')
    const stranger = await app.makeSession((await app.makeUser()).id)
    expect((await app.call('GET', `/s/${slug}`, { cookie: stranger })).text).not.toContain('Secret')
    expect((await app.call('GET', `/s/${slug}`, { key: user.key })).text).not.toContain('Secret')
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expectProblem(await enter(slug, 'open sesame', headers), 'cross_site_request')
    expectProblem(await enter('no-such-page', 'x'), 'not_found')
  })

  it('limits guesses from one network', async () => {
    const few = await startApp({ SITEWATCH_RATE_SIGNIN_PER_MINUTE: '2' }, { database: app.database })
    const { slug } = await makeSecretPage(await app.makeUser(), { visibility: 'password', password: 'open sesame' })
    const guess = (password: string) => few.call('POST', `/s/${slug}/password`, { form: { password } })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await guess('no')).status)
    expect(statuses).toEqual([403, 403, 429])
    expect((await guess('open sesame')).status).toBe(429)
  })

  it('requires the password on its own domain, and unlocks only that domain', async () => {
    const page = await makeSecretPage(await app.makeUser(), {
      visibility: 'password',
      password: 'open sesame',
      domain: 'locked.acme.example',
    })
    await proveDomain(app, page.id)
    const host = 'Host: locked.acme.example\r\nConnection: close\r\n'
    const get = (path: string, more = '') => sendRaw(app.base, `GET ${path} HTTP/1.1\r\n${host}${more}\r\n`)
    expect((await get('/')).text).toContain('action="/password"')
    for (const path of ['/status.json', '/feed.atom', '/logo']) expect((await get(path)).status).toBe(404)
    const body = 'password=open+sesame'
    const entered = await sendRaw(
      app.base,
      `POST /password HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(entered.status).toBe(303)
    const [, cookie = '', path = ''] = /^([^;]+);.*?Path=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '') ?? []
    expect(path).toBe('/')
    const opened = await get('/status.json', `Cookie: ${cookie}\r\n`)
    expect([opened.status, opened.text.includes('Secret shop')]).toEqual([200, true])
    expectProblem(await app.call('POST', '/password', { form: { password: 'open sesame' } }), 'not_found')
  })

  it('keeps its password when it becomes public and protected again', async () => {
    const user = await app.makeUser()
    const { slug, id } = await makeSecretPage(user, { visibility: 'password', password: 'open sesame' })
    const set = (json: object) => app.call('PATCH', `/api/status-pages/${id}`, { key: user.key, json })
    expect((await set({ visibility: 'public' })).body.data).toMatchObject({ is_public: true, has_password: true })
    expect((await set({ visibility: 'password' })).body.data).toMatchObject({ is_public: false, has_password: true })
    expect((await enter(slug, 'open sesame')).status).toBe(303)
    const { rows } = await app.database.admin.query<{ changes: unknown }>(
      `select changes from audit_log where record_type = 'status_page' and record_id = $1`,
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain('open sesame')
  })
})

describe('a private status page', () => {
  it('is visible to signed-in members only, and answers everybody else as a missing page', async () => {
    const user = await app.makeUser()
    const { slug } = await makeSecretPage(user, { visibility: 'team' })
    const missing = withoutRequestId(await app.call('GET', '/s/no-such-page'))
    const stranger = await app.makeSession((await app.makeUser()).id)
    const guest = await addMember(app, user.id, 'guest')
    const viewer = await addMember(app, user.id, 'viewer')
    for (const end of ENDS) {
      expect(withoutRequestId(await app.call('GET', `/s/${slug}${end}`))).toEqual(missing)
      expect(withoutRequestId(await app.call('GET', `/s/${slug}${end}`, { cookie: stranger }))).toEqual(missing)
      for (const [member, status] of [
        [guest, 404],
        [viewer, 200],
      ] as const) {
        const cookie = await app.makeSession(member.id)
        expect((await app.call('GET', `/s/${slug}${end}`, { cookie })).status).toBe(status)
      }
    }
    expectProblem(await enter(slug, 'x'), 'not_found')
    const form = { email: 'a@example.com' }
    const cookie = await app.makeSession(viewer.id)
    expectProblem(await app.call('POST', `/s/${slug}/subscribe`, { form, cookie }), 'not_found')
  })

  it('is the same as is_public false', async () => {
    const user = await app.makeUser()
    const page = await makePage(app, user, { is_public: false })
    const read = async () => (await app.call('GET', `/api/status-pages/${page.id}`, { key: user.key })).body.data
    expect(await read()).toMatchObject({ visibility: 'team', is_public: false })
    const set = (is_public: boolean) =>
      app.call('PUT', `/api/status-pages/${page.id}`, { key: user.key, json: { is_public } })
    expect((await set(true)).body.data).toMatchObject({ visibility: 'public', is_public: true })
    expect((await set(false)).body.data).toMatchObject({ visibility: 'team', is_public: false })
  })
})

describe('the logo of a status page', () => {
  it('is stored, shown, served with its own media type, and removed', async () => {
    const user = await app.makeUser()
    const { slug, id } = await makePage(app, user)
    const path = `/api/status-pages/${id}/logo`
    const set = await app.call('PUT', path, { key: user.key, json: { data: PNG } })
    expect(set.body.data.logo).toMatchObject({ type: 'image/png', width: 1, height: 1 })
    const served = await app.call('GET', `/s/${slug}/logo`)
    expect(served.status).toBe(200)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=86400',
    })
    const { search } = new URL(set.body.data.logo.url as string)
    await expect
      .poll(async () => (await app.call('GET', `/s/${slug}`)).text.includes(`src="/s/${slug}/logo${search}"`))
      .toBe(true)
    expect((await app.call('GET', `/s/${slug}`)).headers.get('content-security-policy')).toContain("img-src 'self'")
    expect((await app.call('DELETE', path, { key: user.key })).body.data.logo).toBeNull()
    await expect.poll(async () => (await app.call('GET', `/s/${slug}/logo`)).status).toBe(404)
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PNG with a page behind it', `${Buffer.from(PNG, 'base64').toString('latin1')}<script>alert(1)</script>`],
    ['more than 100 KiB', 'x'.repeat(102_401)],
  ])('%s is refused', async (_name, file) => {
    const user = await app.makeUser()
    const { slug, id } = await makePage(app, user)
    const data = Buffer.from(file, 'latin1').toString('base64')
    const path = `/api/status-pages/${id}/logo`
    const { errors } = expectProblem(
      await app.call('PUT', path, { key: user.key, json: { data } }),
      'validation_failed',
    )
    expect(errors?.[0]?.field).toBe('data')
    expect((await app.call('GET', `/s/${slug}/logo`)).status).toBe(404)
  })
})

describe('the appearance of a status page', () => {
  it('has an accent colour that the content security policy allows by hash, and headings for groups', async () => {
    const user = await app.makeUser()
    const [one, two] = [await makeMonitor(app, user), await makeMonitor(app, user)]
    const website = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'g.example.com' } })
    const { slug, id } = await makePage(app, user, {
      accent_color: '#FFEE00',
      monitors: [
        { monitor_id: one, group: 'Europe' },
        { monitor_id: two, label: 'Alone' },
      ],
      websites: [{ website_id: website.body.data.id, label: 'Blog', group: 'Europe' }],
    })
    const { text, headers } = await app.call('GET', `/s/${slug}`)
    const style = /<style>(:root\{--accent:#[0-9a-f]{6}\}header.*?)<\/style>/.exec(text)?.[1] ?? ''
    expect(headers.get('content-security-policy')).toContain(createHash('sha256').update(style).digest('base64'))
    expect((await app.call('GET', `/s/${slug}/status.json`)).body.data.components).toMatchObject([
      { name: 'Alone', group: null },
      { name: 'Shop', group: 'Europe' },
      { name: 'Blog', group: 'Europe' },
    ])
    const kept = await app.call('PATCH', `/api/status-pages/${id}`, {
      key: user.key,
      json: { website_ids: [website.body.data.id] },
    })
    expect(kept.body.data).toMatchObject({
      accent_color: '#ffee00',
      websites: [{ website_id: website.body.data.id, label: 'Blog', group: 'Europe' }],
    })
  })

  it('is compressed for clients that accept it', async () => {
    const { slug } = await makePage(app, await app.makeUser())
    const get = (more: string) =>
      sendRaw(app.base, `GET /s/${slug} HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n${more}\r\n`)
    expect((await get('Accept-Encoding: br, gzip\r\n')).headers.get('content-encoding')).toBe('gzip')
    expect((await get('Accept-Encoding: gzip;q=0\r\n')).headers.get('content-encoding')).toBeNull()
    expect((await get('')).text).toContain('<!doctype html>')
  })
})
