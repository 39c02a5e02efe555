import { describe, expect, it } from 'vitest'
import type { TestUser } from '../../support/app.ts'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { makeIncident, makeMonitor, makePage, proveDomain } from './showing.ts'

const BASE_URL = 'https://watch.example.com/base'
const app = await startApp({ BASE_URL })
const OFTEN = { interval: 20 }

/** A page with one monitor, and functions to write incidents on it. */
async function makeWriter(more: object = {}) {
  const user = await app.makeUser()
  const monitor_id = await makeMonitor(app, user, { status: 'up', age_days: 10, friendly_name: 'Shop' })
  const page = await makePage(app, user, { monitors: [{ monitor_id, label: 'Store' }], ...more })
  const path = `/api/status-pages/${page.id}/incidents`
  const call = (method: string, end: string, json?: object) =>
    app.call(method, `${path}${end}`, { key: user.key, ...(json && { json }) })
  const write = async (json: object) => {
    const made = await call('POST', '', { title: 'Slow', body: 'We look into it.', ...json })
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    return made.body.data
  }
  return { user, monitor_id, page, path, call, write }
}

const readPublic = async (slug: string, end = ''): Promise<string> => (await app.call('GET', `/s/${slug}${end}`)).text

const listAnnounced = async (user: TestUser) => {
  const { rows } = await app.database.admin.query<{ update_id: string; monitor_ids: string[]; status_page_id: string }>(
    'select * from status_page_announcements where team_id = $1 order by update_id',
    [user.id],
  )
  return rows.map(({ update_id, monitor_ids, status_page_id }) => ({
    update_id: Number(update_id),
    monitor_ids: monitor_ids.map(Number),
    status_page_id: Number(status_page_id),
  }))
}

describe('POST /api/status-pages/:id/incidents', () => {
  it('publishes an incident with its first update, and its own page', async () => {
    const { user, monitor_id, page, write } = await makeWriter()
    const components = [{ monitor_id, state: 'partial_outage' }]
    const made = await write({ impact: 'major', components })
    expect(made).toEqual({
      object: 'status_page_incident',
      id: expect.any(Number),
      status_page_id: page.id,
      kind: 'incident',
      title: 'Slow',
      impact: 'major',
      status: 'investigating',
      is_published: true,
      incident_id: null,
      maintenance_window_id: null,
      scheduled_for: null,
      scheduled_until: null,
      url: expect.stringMatching(new RegExp(`^${BASE_URL}/s/${page.slug}/incidents/[0-9a-f]{12}$`)),
      updates: [
        {
          object: 'status_page_update',
          id: expect.any(Number),
          status: 'investigating',
          body: 'We look into it.',
          components: [{ monitor_id, website_id: null, name: 'Store', state: 'partial_outage' }],
          posted_at: expect.any(String),
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
      published_at: expect.any(String),
      resolved_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const own = await app.call('GET', new URL(made.url).pathname)
    expect([own.status, own.headers.get('vary')]).toEqual([200, 'accept-language, accept-encoding'])
    for (const part of ['<h1><bdi>Slow</bdi></h1>', 'We look into it.', 'Partial outage', 'Major impact'])
      expect(own.text).toContain(part)
    expect(await listAnnounced(user)).toEqual([
      { update_id: made.updates[0].id, monitor_ids: [monitor_id], status_page_id: page.id },
    ])
  })

  it('refuses fields that contradict each other', async () => {
    const { monitor_id, call, user } = await makeWriter()
    const other = await makeMonitor(app, user)
    const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
    const wrong: [object, string][] = [
      [{ status: 'scheduled' }, 'status'],
      [{ kind: 'maintenance', status: 'resolved', scheduled_for: at(1), scheduled_until: at(2) }, 'status'],
      [{ kind: 'maintenance' }, 'scheduled_for'],
      [{ kind: 'maintenance', scheduled_for: at(1) }, 'scheduled_until'],
      [{ kind: 'maintenance', scheduled_for: at(2), scheduled_until: at(1) }, 'scheduled_until'],
      [{ scheduled_for: at(1) }, 'scheduled_for'],
      [{ posted_at: at(1) }, 'posted_at'],
      [{ title: 'two\nlines' }, 'title'],
      [{ body: ' ' }, 'body'],
      [{ impact: 'huge' }, 'impact'],
      [{ components: [{ monitor_id: other, state: 'operational' }] }, 'components'],
      [{ components: [{ monitor_id: 999_999, state: 'operational' }] }, 'components'],
      [{ components: [{ state: 'operational' }] }, 'components.0'],
      [{ components: [1, 2].map(() => ({ monitor_id, state: 'operational' })) }, 'components'],
    ]
    for (const [json, field] of wrong) {
      const answer = await call('POST', '', { title: 'Slow', body: 'Text', ...json })
      expectProblem(answer, 'validation_failed')
      expect(
        answer.body.errors.map((each: { field: string }) => each.field),
        JSON.stringify(json),
      ).toContain(field)
    }
  })

  it("answers 404 for a page, an incident and a window of another team's", async () => {
    const [mine, theirs] = [await makeWriter(), await makeWriter()]
    const text = { title: 'Slow', body: 'Text' }
    const other = await theirs.write({})
    const incident_id = await makeIncident(app, theirs.monitor_id, { from: '1 hour' })
    const ask = (path: string, method = 'GET', json?: object) =>
      app.call(method, path, { key: mine.user.key, ...(json && { json }) })
    expectProblem(await ask(theirs.path), 'not_found')
    expectProblem(await ask(theirs.path, 'POST', text), 'not_found')
    expectProblem(await ask(`${theirs.path}/${other.id}`), 'not_found')
    expectProblem(await ask(`${mine.path}/${other.id}`, 'PATCH', { title: 'x' }), 'not_found')
    expectProblem(await ask(`${mine.path}/${other.id}/updates`, 'POST', { body: 'x' }), 'not_found')
    expectProblem(await mine.call('POST', '', { ...text, incident_id }), 'not_found')
    expectProblem(
      await mine.call('POST', '', { ...text, kind: 'maintenance', maintenance_window_id: 999_999 }),
      'not_found',
    )
    expect((await theirs.call('GET', '')).body.data).toHaveLength(1)
  })
})

describe('a draft of a status page incident', () => {
  it('is not public until it is published, and is announced once', async () => {
    const { user, page, call, write } = await makeWriter()
    const draft = await write({ title: 'Secret plan', body: 'Nobody knows', is_published: false, impact: 'critical' })
    await call('POST', `/${draft.id}/updates`, { body: 'Still nobody knows', status: 'identified' })
    const ends = ['', '/feed.atom', '/status.json']
    const files = ['summary', 'status', 'components', 'incidents', 'incidents/unresolved', 'scheduled-maintenances']
    const everything = [...ends, ...files.map((file) => `/api/v2/${file}.json`)]
    for (const end of everything) {
      const text = await readPublic(page.slug, end)
      expect(text, end).not.toMatch(/Secret plan|nobody knows/i)
      expect(text, end).not.toMatch(/critical|Major service outage/)
    }
    const own = new URL(draft.url).pathname
    const missing = await app.call('GET', `/s/${page.slug}/incidents/000000000000`)
    expect([(await app.call('GET', own)).status, missing.status]).toEqual([404, 404])
    expect(await listAnnounced(user)).toEqual([])

    const published = await call('PATCH', `/${draft.id}`, { is_published: true })
    expect(published.body.data).toMatchObject({ is_published: true, status: 'identified' })
    // The page is cached, and a notification clears the cache.
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('Secret plan')
    expect(await readPublic(page.slug)).toContain('Major service outage')
    await expect.poll(async () => (await app.call('GET', own)).status, OFTEN).toBe(200)
    expect(await listAnnounced(user)).toMatchObject([{ update_id: published.body.data.updates[0].id }])
    await call('PATCH', `/${draft.id}`, { is_published: false })
    await expect.poll(() => readPublic(page.slug), OFTEN).not.toContain('Secret plan')
    await call('PATCH', `/${draft.id}`, { is_published: true })
    expect(await listAnnounced(user)).toHaveLength(1)
  })

  it('gets the time of its publication, unless a time was set', async () => {
    const { call, write } = await makeWriter()
    const posted_at = new Date(Date.now() - 7_200_000).toISOString()
    const [plain, dated] = [await write({ is_published: false }), await write({ is_published: false, posted_at })]
    await app.database.admin.query(
      `update status_page_updates set posted_at = posted_at - interval '1 day', created_at = created_at - interval '1 day' where page_incident_id = any($1)`,
      [[plain.id]],
    )
    const publish = async (id: number) =>
      (await call('PATCH', `/${id}`, { is_published: true })).body.data.updates[0].posted_at as string
    expect(Date.now() - Date.parse(await publish(plain.id))).toBeLessThan(60_000)
    expect(await publish(dated.id)).toBe(posted_at)
  })

  it('keeps the times of its updates when it is unpublished and published again', async () => {
    const { call, write } = await makeWriter()
    const made = await write({})
    await app.database.admin.query(
      `update status_page_updates set posted_at = posted_at - interval '1 day', created_at = created_at - interval '1 day' where page_incident_id = $1`,
      [made.id],
    )
    const before = (await call('GET', `/${made.id}`)).body.data.updates[0].posted_at
    await call('PATCH', `/${made.id}`, { is_published: false })
    const after = await call('PATCH', `/${made.id}`, { is_published: true })
    expect(after.body.data.updates[0].posted_at).toBe(before)
  })
})

describe('updates of a status page incident', () => {
  it('change its status, keep its components, and are visible at once', async () => {
    const { page, monitor_id, call, write, user } = await makeWriter()
    const made = await write({ components: [{ monitor_id, state: 'major_outage' }] })
    expect(await readPublic(page.slug)).toContain('Major outage')
    const post = async (json: object) => (await call('POST', `/${made.id}/updates`, json)).body.data
    const second = await post({ body: 'Found it', status: 'identified' })
    expect(second).toMatchObject({ status: 'identified', components: [{ monitor_id, state: 'major_outage' }] })
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('Found it')
    const third = await post({ body: 'Quiet', notify_subscribers: false })
    expect(third.status).toBe('identified')
    const last = await post({ body: 'All good', status: 'resolved' })
    expect(last.components).toEqual([{ monitor_id, website_id: null, name: 'Store', state: 'operational' }])
    const { data } = (await call('GET', `/${made.id}`)).body
    expect(data.updates.map((each: { id: number }) => each.id)).toEqual([
      last.id,
      third.id,
      second.id,
      made.updates[0].id,
    ])
    expect(data).toMatchObject({ status: 'resolved', resolved_at: last.posted_at })
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('All systems operational')
    const html = await readPublic(page.slug)
    expect(html).toContain('Past incidents and maintenance')
    expect(html).not.toContain('Found it')
    expect((await listAnnounced(user)).map(({ update_id }) => update_id)).toEqual([
      made.updates[0].id,
      second.id,
      last.id,
    ])
    const feed = await readPublic(page.slug, '/feed.atom')
    for (const part of ['Resolved: Slow', 'All good', 'Found it', made.url]) expect(feed).toContain(part)
  })

  it('can be edited and deleted, but not the last one', async () => {
    const { call, write, page } = await makeWriter()
    const made = await write({})
    const [first] = made.updates
    expectProblem(await call('DELETE', `/${made.id}/updates/${first.id}`), 'not_possible')
    const { data: second } = (await call('POST', `/${made.id}/updates`, { body: 'Typo', status: 'resolved' })).body
    const edited = await call('PATCH', `/${made.id}/updates/${second.id}`, { body: 'No typo', status: 'monitoring' })
    expect(edited.body.data).toMatchObject({ body: 'No typo', status: 'monitoring', posted_at: second.posted_at })
    expectProblem(await call('PATCH', `/${made.id}/updates/${second.id}`, { status: 'completed' }), 'validation_failed')
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('No typo')
    expect((await call('DELETE', `/${made.id}/updates/${second.id}`)).status).toBe(200)
    expect((await call('GET', `/${made.id}`)).body.data).toMatchObject({ status: 'investigating', resolved_at: null })
    const other = await write({})
    expectProblem(await call('GET', `/${other.id}/updates/${first.id}`), 'not_found')
    expect((await call('DELETE', `/${made.id}`)).status).toBe(200)
    await expect.poll(async () => (await app.call('GET', new URL(made.url).pathname)).status, OFTEN).toBe(404)
  })

  it('of two people at the same time are both kept', async () => {
    const { call, write } = await makeWriter()
    const made = await write({})
    const posts = Array.from({ length: 8 }, (_, n) => call('POST', `/${made.id}/updates`, { body: `Update ${n}` }))
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect((await call('GET', `/${made.id}`)).body.data.updates).toHaveLength(9)
  })
})

describe('maintenance on a status page', () => {
  it('takes the time of its window, which is then not listed twice', async () => {
    const { call, user, monitor_id, page } = await makeWriter()
    const [starts_at, ends_at] = [3, 4].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    const window = await app.call('POST', '/api/maintenance-windows', {
      key: user.key,
      json: { name: 'Internal name', monitor_ids: [monitor_id], starts_at, ends_at },
    })
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('Internal name')
    const made = await call('POST', '', {
      kind: 'maintenance',
      title: 'We move the shop',
      body: 'It is away for an hour.',
      maintenance_window_id: window.body.data.id,
    })
    expect(made.body.data).toMatchObject({
      kind: 'maintenance',
      impact: 'none',
      status: 'scheduled',
      scheduled_for: starts_at,
      scheduled_until: ends_at,
    })
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('We move the shop')
    expect(await readPublic(page.slug)).not.toContain('Internal name')
    const upcoming = await readPublic(page.slug, '/api/v2/scheduled-maintenances/upcoming.json')
    expect(JSON.parse(upcoming).scheduled_maintenances).toMatchObject([{ scheduled_for: starts_at }])
    expectProblem(await call('PATCH', `/${made.body.data.id}`, { scheduled_until: starts_at }), 'validation_failed')
  })

  it('leaves the page 90 days after its scheduled end', async () => {
    const { page, write } = await makeWriter()
    const [scheduled_for, scheduled_until] = [1, 2].map((hours) =>
      new Date(Date.now() + hours * 3_600_000).toISOString(),
    )
    const plan = { kind: 'maintenance', scheduled_for, scheduled_until }
    const [old, recent] = [await write({ ...plan, title: 'Long ago' }), await write({ ...plan, title: 'Last week' })]
    for (const [{ id }, days] of [
      [old, 100],
      [recent, 7],
    ] as const) {
      const { admin } = app.database
      const ago = (column: string): string => `${column} = ${column} - $2 * interval '1 day'`
      await admin.query(
        `update status_page_incidents set ${ago('scheduled_for')}, ${ago('scheduled_until')} where id = $1`,
        [id, days],
      )
      await admin.query(`update status_page_updates set ${ago('posted_at')} where page_incident_id = $1`, [id, days])
    }
    await expect.poll(() => readPublic(page.slug, '/feed.atom'), OFTEN).not.toContain('Long ago')
    expect(await readPublic(page.slug, '/feed.atom')).toContain('Last week')
  })
})

describe('an incident of a monitor', () => {
  it('links to the status page incident about it', async () => {
    const { monitor_id, page, write } = await makeWriter()
    const incident_id = await makeIncident(app, monitor_id, { from: '2 hours', to: '1 hour' })
    const made = await write({ incident_id })
    await expect.poll(() => readPublic(page.slug), OFTEN).toContain('Read the updates')
    await app.database.admin.query('delete from incidents where id = $1', [incident_id])
    expect((await app.call('GET', new URL(made.url).pathname)).status).toBe(200)
  })
})

describe('the feed and JSON of a status page', () => {
  it('can be read by scripts of other sites, and on the domain of the page', async () => {
    const { page, write } = await makeWriter({ domain: 'status.written.example' })
    await proveDomain(app, page.id)
    const made = await write({})
    const get = (path: string) =>
      sendRaw(app.base, `GET ${path} HTTP/1.1\r\nHost: status.written.example\r\nConnection: close\r\n\r\n`)
    expect(made.url).toMatch(/^https:\/\/status\.written\.example\/incidents\//)
    for (const path of ['/api/v2/summary.json', '/api/v2/incidents/unresolved.json']) {
      const { status, headers, body } = await get(path)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(body.incidents).toMatchObject([{ name: 'Slow', shortlink: made.url }])
    }
    expect((await get(new URL(made.url).pathname)).text).toContain('We look into it.')
    expect((await get('/api/v2/other.json')).status).toBe(404)
    const summary = await app.call('GET', `/s/${page.slug}/api/v2/summary.json`)
    expect(summary.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=15, stale-if-error=3600')
    expect(summary.headers.get('access-control-allow-origin')).toBe('*')
    expect(summary.body.page).toMatchObject({ name: 'Acme status', url: `${BASE_URL}/s/${page.slug}` })
  })

  it('are missing when the page is not public', async () => {
    const { page, write } = await makeWriter({ is_public: false })
    const made = await write({})
    for (const end of ['/api/v2/summary.json', `/incidents/${made.url.slice(-12)}`])
      expect((await app.call('GET', `/s/${page.slug}${end}`)).status).toBe(404)
  })
})

describe('templates of status page incidents', () => {
  it('have unique names in a team, and a status that fits their kind', async () => {
    const user = await app.makeUser()
    const path = '/api/status-page-templates'
    const template = { name: 'Slow', title: 'Checkout is slow', body: 'We look into it.' }
    const call = (method: string, end: string, json?: object) =>
      app.call(method, `${path}${end}`, { key: user.key, ...(json && { json }) })
    const made = await call('POST', '', template)
    expect(made.body.data).toMatchObject({ ...template, kind: 'incident', impact: 'minor', status: 'investigating' })
    expectProblem(await call('POST', '', template), 'already_exists')
    expectProblem(await call('PATCH', `/${made.body.data.id}`, { kind: 'maintenance' }), 'validation_failed')
    expectProblem(await call('POST', '', { ...template, name: 'b', status: 'scheduled' }), 'validation_failed')
    expect((await call('GET', '')).body.data).toHaveLength(1)
    expect((await call('DELETE', `/${made.body.data.id}`)).status).toBe(200)
  })
})
