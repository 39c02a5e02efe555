import type { LiveChange } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startCollecting } from '../analytics/collect/collecting.ts'
import type { TestUser } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { insertIncident } from '../support/incidents.ts'
import { addMember, makeTeam } from '../support/teams.ts'
import { expectPromised } from '../support/expect-promised.ts'
import { until } from '../support/until.ts'

const { app, makeSite, post, pageview } = await startCollecting({}, { load: false })

interface Message {
  event: string
  data: Partial<LiveChange>
}

class Stream {
  readonly messages: Message[] = []
  type: string | null = null
  private readonly over = new AbortController()
  isOver = false
  ended: Promise<void> = Promise.resolve()

  async open(credential: Record<string, string>): Promise<this> {
    const response = await fetch(`${app.base}/api/live`, {
      headers: { ...credential, accept: 'text/event-stream' },
      signal: this.over.signal,
    })
    if (!response.ok || !response.body) throw new Error(String(response.status))
    this.type = response.headers.get('content-type')
    this.ended = this.read(response.body)
      .catch((error: unknown) => {
        if (!this.over.signal.aborted) throw error
      })
      .finally(() => (this.isOver = true))
    await this.find(({ event }) => event === 'ready')
    return this
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event !== '') this.messages.push({ event, data: JSON.parse(data) as LiveChange })
      }
    }
  }

  find = (test: (message: Message) => boolean): Promise<boolean> =>
    until(
      () => this.messages.some(test),
      'the message comes',
      () => this.messages,
    )

  findChange = (topic: string, id: number): Promise<boolean> =>
    this.find(({ event, data }) => event === 'change' && data.topic === topic && data.id === id)

  async close(): Promise<void> {
    this.over.abort()
    await this.ended
  }
}

async function follow(user: Pick<TestUser, 'key'>): Promise<Stream> {
  return new Stream().open({ authorization: `Bearer ${user.key}` })
}

/** Waits until the server ends the stream: nothing but the revocation makes it do so. */
async function expectEnd(stream: Stream): Promise<void> {
  const began_ms = performance.now()
  await until(
    () => stream.isOver,
    'the stream ends',
    () => stream.messages,
  )
  expectPromised(performance.now() - began_ms, 2000)
}

async function call(user: TestUser, method: string, path: string, json?: unknown): Promise<number> {
  const answer = await app.call(method, path, { key: user.key, json })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body.data.id as number
}

const MONITOR = { friendly_name: 'm', url: 'https://example.com/', is_active: false }
const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)

describe('GET /api/live', () => {
  it('sends records that the API created, changed or deleted within two seconds', async () => {
    const user = await app.makeUser()
    const stream = await follow(user)
    expect(stream.type).toBe('text/event-stream; charset=utf-8')
    expect(stream.messages).toEqual([{ event: 'ready', data: {} }])
    const monitor = await call(user, 'POST', '/api/monitors', MONITOR)
    await stream.findChange('monitor', monitor)
    const website = await call(user, 'POST', '/api/v1/websites', { domain: `l${monitor}.example.com` })
    await stream.findChange('website', website)
    stream.messages.length = 0
    await call(user, 'PATCH', `/api/monitors/${monitor}`, { friendly_name: 'other' })
    await stream.findChange('monitor', monitor)
    const provider = await call(user, 'POST', '/api/providers', {
      provider_type: 'email',
      recipient_email: 'alert@example.com',
    })
    await stream.findChange('provider', provider)
    const assignment = await call(user, 'POST', `/api/monitors/${monitor}/notifications`, { provider_id: provider })
    await stream.findChange('assignment', assignment)
    const window = { name: 'move', starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-01T01:00:00Z' }
    await stream.findChange('maintenance_window', await call(user, 'POST', '/api/maintenance-windows', window))
    const goal = { name: 'signup', kind: 'event', value: 'signup' }
    await stream.findChange('goal', await call(user, 'POST', `/api/v1/websites/${website}/goals`, goal))
    stream.messages.length = 0
    await call(user, 'DELETE', `/api/v1/websites/${website}`)
    await stream.findChange('website', website)
    await stream.close()
  })

  it('sends changes of a status page: created, changed, its contents, a new subscriber, deleted', async () => {
    const user = await app.makeUser()
    const monitor = await call(user, 'POST', '/api/monitors', MONITOR)
    const stream = await follow(user)
    const page = await call(user, 'POST', '/api/status-pages', { name: 'Live status' })
    await stream.findChange('status_page', page)
    const expectMessage = async (change: () => Promise<unknown>): Promise<void> => {
      stream.messages.length = 0
      await change()
      await stream.findChange('status_page', page)
    }
    await expectMessage(() => call(user, 'PATCH', `/api/status-pages/${page}`, { name: 'Other status' }))
    await expectMessage(() => call(user, 'PATCH', `/api/status-pages/${page}`, { monitors: [{ monitor_id: monitor }] }))
    await admin(
      `insert into status_subscribers (team_id, status_page_id, email) values ($1, $2, 'reader@example.com')`,
      [user.id, page],
    )
    await expectMessage(() =>
      admin('update status_subscribers set confirmed_at = now() where status_page_id = $1', [page]),
    )
    await expectMessage(() => admin('delete from status_subscribers where status_page_id = $1', [page]))
    await expectMessage(() => call(user, 'DELETE', `/api/status-pages/${page}`))
    await stream.close()
  })

  it('sends an incident and the status of its monitor, but no check without a change', async () => {
    const user = await app.makeUser()
    const monitor = await call(user, 'POST', '/api/monitors', MONITOR)
    const stream = await follow(user)
    const set = (status: string) =>
      admin(`update monitor_state set status = $2, last_slot = last_slot + 1 where monitor_id = $1`, [monitor, status])
    await set('up')
    await stream.findChange('monitor', monitor)
    stream.messages.length = 0
    await set('up')
    await set('suspected')
    await admin(`update monitor_state set last_checked_at = 1 where monitor_id = $1`, [monitor])
    const incident = await insertIncident(app, monitor)
    await stream.findChange('incident', incident)
    expect(stream.messages).toHaveLength(1)
    await set('down')
    await stream.findChange('monitor', monitor)
    stream.messages.length = 0
    await call(user, 'POST', `/api/incidents/${incident}/acknowledge`)
    await stream.findChange('incident', incident)
    await stream.close()
  })

  it('sends the first event of a website', async () => {
    const site = await makeSite()
    const stream = await follow(site.owner)
    await post(site, [pageview(site)])
    const posted_ms = performance.now()
    await stream.findChange('website', site.id)
    expectPromised(performance.now() - posted_ms, 2000)
    await stream.close()
  })

  it('answers a request without text/event-stream with the list of topics', async () => {
    const user = await app.makeUser()
    const all = await app.call('GET', '/api/live', { key: user.key })
    expect(all.body.data).toMatchObject({ object: 'live', topics: expect.arrayContaining(['provider', 'monitor']) })
    const { key } = await app.makeKey(user.id, ['monitors:read', 'websites:read', 'stats:read'])
    const some = await app.call('GET', '/api/live', { key })
    expect(some.body.data.topics).not.toContain('provider')
    const less = await app.makeKey(user.id, ['monitors:read'])
    expectProblem(await app.call('GET', '/api/live', { key: less.key }), 'insufficient_scope')
  })

  it('answers 429 beyond twenty streams of one user, until one is closed', async () => {
    const user = await app.makeUser()
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(user)))
    expectProblem(await app.call('GET', '/api/live', { key: user.key }), 'rate_limited')
    const other = await follow(await app.makeUser())
    await Promise.all([...streams, other].map((stream) => stream.close()))
    await expect.poll(async () => (await app.call('GET', '/api/live', { key: user.key })).status).toBe(200)
  })
})

describe('tenancy of GET /api/live', () => {
  it('sends no changes of another team', async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    const [mine, theirs] = [await follow(user), await follow(other)]
    const monitor = await call(other, 'POST', '/api/monitors', MONITOR)
    const website = await call(other, 'POST', '/api/v1/websites', { domain: `t${monitor}.example.com` })
    await insertIncident(app, monitor)
    await call(other, 'DELETE', `/api/monitors/${monitor}`)
    await call(other, 'DELETE', `/api/v1/websites/${website}`)
    const last = await call(user, 'POST', '/api/monitors', MONITOR)
    await mine.findChange('monitor', last)
    await theirs.findChange('website', website)
    expect(mine.messages).toEqual([
      { event: 'ready', data: {} },
      { event: 'change', data: { topic: 'monitor', id: last } },
    ])
    expect(theirs.messages.some(({ data }) => data.topic === 'monitor' && data.id === last)).toBe(false)
    await Promise.all([mine.close(), theirs.close()])
  })
})

describe('GET /api/live, when the listening connection is lost,', () => {
  it('reconnects by itself, sends "resync", and then the changes that follow', async () => {
    const user = await app.makeUser()
    const stream = await follow(user)
    const { rowCount } = await admin(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen "changes"' or query ilike 'listen changes'`,
      [],
    )
    expect(rowCount).toBe(1)
    await stream.find(({ event }) => event === 'resync')
    const monitor = await call(user, 'POST', '/api/monitors', MONITOR)
    await stream.findChange('monitor', monitor)
    await stream.close()
  })
})

describe('a stream whose credential ends', () => {
  const followSession = async (user: TestUser) => {
    const cookie = await app.makeSession(user.id)
    return { cookie, stream: await new Stream().open({ cookie }) }
  }
  const findSessions = async (cookie: string): Promise<{ id: number; is_current: boolean }[]> =>
    (await app.call('GET', '/api/sessions', { cookie })).body.data

  it('ends within two seconds of a sign-out elsewhere; other sessions and keys continue', async () => {
    const user = await app.makeUser()
    const [revoked, kept, key] = [await followSession(user), await followSession(user), await follow(user)]
    const { id } = (await findSessions(revoked.cookie)).find((each) => each.is_current) ?? { id: 0 }
    const ended = expectEnd(revoked.stream)
    expect((await app.call('DELETE', `/api/sessions/${id}`, { cookie: kept.cookie })).status).toBe(200)
    await ended
    const monitor = await call(user, 'POST', '/api/monitors', MONITOR)
    await Promise.all([kept.stream.findChange('monitor', monitor), key.findChange('monitor', monitor)])
    expect(revoked.stream.messages).toEqual([{ event: 'ready', data: {} }])
    await Promise.all([kept.stream.close(), key.close()])
  })

  it('ends when the password changes, except for the session that changed it', async () => {
    const user = await app.makeUser()
    const [other, own] = [await followSession(user), await followSession(user)]
    const ended = expectEnd(other.stream)
    const json = { current_password: user.password, password: 'another horse battery' }
    const changed = await app.call('PUT', '/api/account/password', { cookie: own.cookie, json })
    expect(changed.status, changed.text).toBe(200)
    await ended
    await own.stream.close()
  })

  it('ends when the key is deleted, and so do those of the keys that it minted', async () => {
    const user = await app.makeUser()
    const json = { name: 'child', scopes: ['monitors:read', 'websites:read', 'stats:read'] }
    const child = await app.call('POST', '/api/keys', { key: user.key, json })
    const streams = [await follow(user), await follow({ key: child.body.data.key })]
    const ended = Promise.all(streams.map(expectEnd))
    expect((await app.call('DELETE', `/api/keys/${user.key_id}`, { key: user.key })).status).toBe(200)
    await ended
  })

  it('ends when the administrator suspends or deletes the user, for every kind of credential', async () => {
    const { cookie } = await app.makeAdministrator()
    const acts = [
      (id: number) => app.call('PATCH', `/api/users/${id}`, { cookie, json: { is_suspended: true } }),
      (id: number) => app.call('DELETE', `/api/users/${id}`, { cookie }),
    ]
    for (const act of acts) {
      const user = await app.makeUser()
      const ended = Promise.all([(await followSession(user)).stream, await follow(user)].map(expectEnd))
      const done = await act(user.id)
      expect(done.status, done.text).toBe(200)
      await ended
    }
  })

  it.each([
    ['is removed from the team', 'delete from memberships where team_id = $1 and user_id = $2'],
    ['gets another role', `update memberships set role = 'admin' where team_id = $1 and user_id = $2`],
  ])(
    'ends when the member %s, for every kind of credential, and not in the personal team',
    async (_what, statement) => {
      const owner = await makeTeam(app)
      const member = await addMember(app, owner.team_id, 'viewer')
      const byKey = await new Stream().open({ authorization: `Bearer ${member.key}` })
      const bySession = await new Stream().open({ cookie: member.cookie, ...member.headers })
      const personal = await new Stream().open({ cookie: member.cookie })
      const ends = [expectEnd(byKey), expectEnd(bySession)]
      await admin(statement, [owner.team_id, member.id])
      await Promise.all(ends)
      const monitor = await app.call('POST', '/api/monitors', { cookie: member.cookie, json: MONITOR })
      await personal.findChange('monitor', monitor.body.data.id)
      await personal.close()
    },
  )

  it('sends a guest the changes of the chosen websites only', async () => {
    const owner = await makeTeam(app)
    const add = async (path: string, json: object): Promise<number> =>
      (await app.call('POST', path, { key: owner.key, json })).body.data.id as number
    const shown = await add('/api/v1/websites', { domain: 'shown.example.com' })
    const hidden = await add('/api/v1/websites', { domain: 'hidden.example.com' })
    const guest = await addMember(app, owner.team_id, 'guest', [shown])
    const stream = await new Stream().open({ authorization: `Bearer ${guest.key}` })
    for (const id of [hidden, shown]) {
      await app.call('PATCH', `/api/v1/websites/${id}`, { key: owner.key, json: { timezone: 'Asia/Tokyo' } })
    }
    await stream.findChange('website', shown)
    expect(stream.messages.filter(({ data }) => data.id === hidden)).toEqual([])
    await stream.close()
  })

  it('ends when the key expires', async () => {
    const user = await app.makeUser()
    const json = { name: 'brief', scopes: ['monitors:read', 'websites:read', 'stats:read'] }
    const expires_ms = Date.now() + 3000
    const expires_at = new Date(expires_ms).toISOString()
    const { body } = await app.call('POST', '/api/keys', { key: user.key, json: { ...json, expires_at } })
    await expectEnd(await follow({ key: body.data.key }))
    expect(Date.now()).toBeGreaterThanOrEqual(expires_ms)
  })

  it('ends as soon as the server listens again when it missed the revocation', async () => {
    const user = await app.makeUser()
    const stream = await follow(user)
    await admin('alter table api_keys disable trigger api_keys_revoked', [])
    await admin('delete from api_keys where id = $1', [user.key_id])
    await admin('alter table api_keys enable trigger api_keys_revoked', [])
    await admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen "changes"'`,
      [],
    )
    await stream.ended
    expect(stream.messages).toEqual([{ event: 'ready', data: {} }])
  })
})
