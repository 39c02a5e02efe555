import { describe, expect, it } from 'vitest'
import { type Answer, startApp } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { until } from '../../support/until.ts'
import { makeIncident, makeMonitor, makePage, proveDomain } from './showing.ts'

const BASE_URL = 'https://watch.example.com/base'
const app = await startApp({ BASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' })
/** Another process on the same database, with an empty cache. */
const restart = () => startApp({ BASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' }, { database: app.database })

const get = (host: string, path: string, method = 'GET') =>
  sendRaw(app.base, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

describe('GET /s/:slug', () => {
  it('shows the status of the monitors on the page, and nothing of others', async () => {
    const user = await app.makeUser()
    const secret = { friendly_name: 'Hidden one', url: 'https://hidden.example.com/?token=hunter2' }
    const shown = await makeMonitor(app, user, { status: 'up', age_days: 200, friendly_name: 'Website' })
    const down = await makeMonitor(app, user, { ...secret, status: 'down', age_days: 200 })
    const hidden = await makeMonitor(app, user, { ...secret, status: 'down', age_days: 200 })
    await makeIncident(app, shown, { from: '50 hours', to: '49 hours' })
    await makeIncident(app, down, { from: '2 hours', kind: 'http_status' })
    await makeIncident(app, hidden, { from: '2 hours', kind: 'dns' })
    const { slug } = await makePage(app, user, {
      description: 'What we run',
      monitors: [{ monitor_id: shown }, { monitor_id: down, label: 'The <b>API</b>' }],
    })
    for (const prefix of ['', '/base']) {
      const { status, headers, text } = await app.call('GET', `${prefix}/s/${slug}`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=15, stale-if-error=3600')
      expect(headers.get('vary')).toBe('accept-language, accept-encoding')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      const parts = ['1 of 2 is down', 'What we run', 'Website', 'The &lt;b&gt;API&lt;/b&gt;', 'Resolved', 'Down now']
      for (const part of [...parts, 'error response', '123 ms', `action="/base/s/${slug}/subscribe"`]) {
        expect(text).toContain(part)
      }
      expect(text).toMatch(/99\.95 %/)
      expect(text).not.toMatch(/hunter2|Hidden one|hidden\.example|could not be resolved/)
    }
    const german = await app.call('GET', `/s/${slug}`, { headers: { 'accept-language': 'de-AT, en;q=0.5' } })
    expect(german.text).toContain('<html lang="de">')
    expect((await app.call('GET', `/s/${slug}`)).text).toContain('<html lang="en">')
    const json = await app.call('GET', `/s/${slug}/status.json`)
    expect(json.headers.get('access-control-allow-origin')).toBe('*')
    expect(json.body.data).toMatchObject({
      object: 'status',
      url: `${BASE_URL}/s/${slug}`,
      status: 'down',
      components: [
        { name: 'Website', status: 'up', uptime_percent: expect.closeTo(99.953, 2), response_ms: 123 },
        { name: 'The <b>API</b>', status: 'down', response_ms: null },
      ],
      incidents: [
        { component: 'The <b>API</b>', cause: 'error response', resolved_at: null },
        { component: 'Website', duration_seconds: 3600 },
      ],
    })
    const feed = await app.call('GET', `/s/${slug}/feed.atom`)
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(feed.text.match(/<entry>/g)).toHaveLength(2)
    expect(feed.text).toContain(`<link rel="self" type="application/atom+xml" href="${BASE_URL}/s/${slug}/feed.atom"/>`)
    for (const text of [json.text, feed.text]) expect(text).not.toMatch(/hunter2|Hidden|hidden/)
  })

  it('answers 404 for a private page, byte for byte as for a missing one', async () => {
    const user = await app.makeUser()
    const { slug, id } = await makePage(app, user, { is_public: false })
    const missing = withoutRequestId(await app.call('GET', '/s/no-such-page'))
    expect(missing).toMatchObject({ status: 404, type: 'application/problem+json; charset=utf-8' })
    for (const end of ['', '/status.json', '/feed.atom']) {
      expect(withoutRequestId(await app.call('GET', `/s/${slug}${end}`))).toEqual(missing)
    }
    const form = { email: 'a@example.com' }
    expect(withoutRequestId(await app.call('POST', `/s/${slug}/subscribe`, { form }))).toEqual(missing)
    expect(withoutRequestId(await app.call('POST', '/s/no-such-page/subscribe', { form }))).toEqual(missing)
    expectProblem(await app.call('GET', '/s/NOT_A_SLUG'), 'not_found')
    await app.call('PATCH', `/api/status-pages/${id}`, { key: user.key, json: { is_public: true } })
    const other = await restart()
    expect((await other.call('GET', `/s/${slug}`)).status).toBe(200)
    await app.database.admin.query('update users set is_suspended = true where id = $1', [user.id])
    expect((await (await restart()).call('GET', `/s/${slug}`)).status).toBe(404)
  })

  it('shows websites by domain, with figures only where statistics are public', async () => {
    const user = await app.makeUser()
    const make = async (domain: string, privacy: number) =>
      (await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain, privacy } })).body.data.id as number
    const [open, closed] = [await make('open.example.com', 0), await make('closed.example.com', 1)]
    await makeMonitor(app, user, { website_id: open, status: 'up', age_days: 100, friendly_name: 'secret name' })
    await makeMonitor(app, user, { website_id: closed, status: 'down', age_days: 100, friendly_name: 'secret name' })
    const { slug } = await makePage(app, user, { website_ids: [open, closed] })
    expect((await app.call('GET', `/s/${slug}/status.json`)).body.data.components).toEqual([
      {
        name: 'open.example.com',
        group: null,
        status: 'up',
        uptime_percent: 100,
        monitored_days: 90,
        response_ms: 123,
      },
      {
        name: 'closed.example.com',
        group: null,
        status: 'down',
        uptime_percent: null,
        monitored_days: null,
        response_ms: null,
      },
    ])
    expect((await app.call('GET', `/s/${slug}`)).text).not.toContain('secret name')
  })

  it('announces maintenance of its components: in progress, scheduled and recurring', async () => {
    const user = await app.makeUser()
    const [shown, other] = [await makeMonitor(app, user, { status: 'up' }), await makeMonitor(app, user)]
    const hour = 3_600_000
    const now = Date.now()
    const at = (hours: number): string => new Date(now + hours * hour).toISOString()
    const announce = (name: string, more: object) =>
      app.call('POST', '/api/maintenance-windows', { key: user.key, json: { name, monitor_ids: [shown], ...more } })
    await announce('move', { starts_at: at(-1), ends_at: at(1) })
    await announce('later', { starts_at: at(48), ends_at: at(49), monitor_ids: [] })
    await announce('daily', { starts_at: at(-100), ends_at: at(-99), repeat: 'daily' })
    await announce('over', { starts_at: at(-3), ends_at: at(-2) })
    await announce('far', { starts_at: at(24 * 30), ends_at: at(24 * 30 + 1) })
    await announce('of another', { starts_at: at(1), ends_at: at(2), monitor_ids: [other] })
    const { slug } = await makePage(app, user, { monitors: [{ monitor_id: shown }] })
    const { data } = (await app.call('GET', `/s/${slug}/status.json`)).body
    expect(data.summary).toBe('Maintenance in progress')
    expect(
      data.maintenance.map((each: { name: string; is_under_way: boolean }) => [each.name, each.is_under_way]),
    ).toEqual([
      ['move', true],
      ['daily', false],
      ['later', false],
    ])
    const daily = data.maintenance[1] as { starts_at: string; ends_at: string }
    expect((Date.parse(daily.starts_at) - Date.now()) / hour).toBeCloseTo(20, 1)
    expect(Date.parse(daily.ends_at) - Date.parse(daily.starts_at)).toBe(hour)
  })

  it('renders a page once for many requests', async () => {
    const user = await app.makeUser()
    const { slug } = await makePage(app, user, { monitors: [{ monitor_id: await makeMonitor(app, user) }] })
    const request = () => Promise.all(Array.from({ length: 200 }, () => app.call('GET', `/s/${slug}`)))
    // Creating the page sends a notification, which clears the cache of rendered pages.
    const isOne = (answers: Answer[]): boolean => new Set(answers.map(({ text }) => text)).size === 1
    const [first] = await until(async () => {
      const answers = await request()
      return isOne(answers) && answers
    }, 'the same page is the answer to 200 requests')
    // The page contains the time of its rendering, to the millisecond.
    expect(first?.text).toMatch(/datetime="[\d-]+T[\d:]+\.\d{3}Z"/)
  })

  it('limits the rate of requests from one address', async () => {
    const few = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '5' }, { database: app.database })
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await few.call('GET', '/s/no-such-page'))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 429])
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('a status page on its own domain', () => {
  it('is at /, with links to that host, and no other page is served there', async () => {
    const user = await app.makeUser()
    const monitor_id = await makeMonitor(app, user, { status: 'up' })
    const page = await makePage(app, user, {
      name: 'On its own',
      domain: 'status.acme.example',
      monitors: [{ monitor_id }],
    })
    await proveDomain(app, page.id)
    for (const host of [
      'status.acme.example',
      'STATUS.acme.example:8443',
      'www.status.acme.example',
      'status.acme.example.',
    ]) {
      const { status, text } = await get(host, '/')
      expect([host, status]).toEqual([host, 200])
      expect(text).toContain('On its own')
      expect([...text.matchAll(/(?:href|action)="((?!\/base\/fonts)[^"]*)"/g)].map(([, url]) => url)).toEqual([
        '/feed.atom',
        '/subscribe',
        '/subscribe',
        '/feed.atom',
        '/status.json',
      ])
      expect(text).not.toContain('watch.example.com')
    }
    expect((await get('status.acme.example', '/feed.atom')).text).toContain('<id>https://status.acme.example/</id>')
    expect((await get('status.acme.example', '/status.json')).text).toContain('"object":"status"')
    expect((await get('status.acme.example', '/', 'HEAD')).status).toBe(200)
    expect((await get('status.acme.example', '/healthz')).status).toBe(200)
    expect((await get('other.example', '/')).text).not.toContain('On its own')
    for (const host of ['other.example', 'watch.example.com', '192.0.2.1', 'a b', '']) {
      expect((await get(host, '/status.json')).status, host).toBe(404)
    }
  })

  it('is not served when it is private', async () => {
    const user = await app.makeUser()
    const page = await makePage(app, user, { domain: 'private.acme.example', is_public: false })
    await proveDomain(app, page.id)
    expect((await get('private.acme.example', '/status.json')).status).toBe(404)
    const home = async (host: string) => (await get(host, '/')).text.replaceAll(/nonce="[^"]*"/g, '')
    expect(await home('private.acme.example')).toBe(await home('never.example'))
  })
})
