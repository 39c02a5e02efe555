import { methodsOf, type Route, ROUTES } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Entry, RoleChanged, sql, sqlState, type UserTx } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { bodyFor, FIXTURES, recordsOf } from '../../support/fixtures.ts'
import { insertIncident } from '../../support/incidents.ts'
import { addMember, makeTeam } from '../../support/teams.ts'

const app = await startApp()
const { admin } = app.database
const owner = await makeTeam(app)
/** Fixtures create their records in the team with the id of the "user". */
const maker = { ...owner, id: owner.team_id }
const MISSING = 999_999_999_999

const as = (key: string) => (method: string, path: string, json?: unknown) =>
  app.call(method, path, { key, ...(json !== undefined && { json }) })
const byOwner = as(owner.key)
async function make(path: string, json: object): Promise<number> {
  const { status, body, text } = await byOwner('POST', path, json)
  if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`)
  return body.data.id as number
}
const makeMonitor = (website_id: number | null = null): Promise<number> =>
  make('/api/monitors', { friendly_name: 'own', url: 'https://example.com/', is_active: false, website_id })

/** A website with a monitor that is down. */
async function makeShop() {
  const shop = await make('/api/v1/websites', { domain: `shop${++shops}.example.com` })
  const monitor = await makeMonitor(shop)
  return { shop, monitor, incident: await insertIncident(app, monitor) }
}
let shops = 0

interface LimitedKey {
  id: number
  key: string
  entry: Extract<Entry, { key_id: number }>
}
async function makeLimitedKey(limited_to: object, member = owner): Promise<LimitedKey> {
  const { body } = await app.call('POST', '/api/keys', {
    cookie: member.cookie,
    headers: member.headers,
    json: { name: 'limited', scopes: ALL, limited_to },
  })
  const { id, key } = body.data as { id: number; key: string }
  const { id: user_id, team_id, role } = member
  return { id, key, entry: { user_id, team_id, role, key_id: id, is_limited: true } }
}

const ALL = [...new Set(ROUTES.flatMap(({ scope }) => [scope].flat()).filter((scope) => scope.includes(':')))]
const routes = ROUTES.filter(({ scope }) => !['session', 'administrator', 'anonymous'].includes(String(scope)))
const open = routes.filter(({ limitedKeys }) => limitedKeys)
const asCalls = (some: readonly Route[]) =>
  some.flatMap((route) => methodsOf(route).map((method) => ({ route, method })))

/** By the path of the record: one outside of the limits of the key, and one inside. */
const foreign = new Map<string, number>()
const own = new Map<string, number>()
const pathWith = (route: Route, idOf: (record: string) => number | undefined): string =>
  recordsOf(route.path).reduce((path, record) => path.replace(/:\w+/, String(idOf(record))), route.path)

/** A text in every record outside of the limits. */
const MARK = 'outsider'
let limited: LimitedKey
const website = await make('/api/v1/websites', { domain: 'own.example.com' })
const ofWebsite = await makeMonitor(website)

beforeAll(async () => {
  for (const record of Object.keys(FIXTURES.records).filter((path) =>
    open.some((route) => route.path.startsWith(path)),
  )) {
    foreign.set(record, (await FIXTURES.records[record]?.(app, maker)) ?? 0)
  }
  foreign.set('provider', (await FIXTURES.records['/api/providers/:id']?.(app, maker)) ?? 0)
  foreign.set('policy', (await FIXTURES.records['/api/escalation-policies/:id']?.(app, maker)) ?? 0)
  const { team_id } = owner
  await admin.query(
    `update websites set domain = $2 || id || '.example.com', tags = array[$2] where team_id = $1 and id <> $3`,
    [team_id, MARK, website],
  )
  await admin.query(
    'update monitors set friendly_name = $2, url = $3, tags = array[$2] where team_id = $1 and id <> $4',
    [team_id, MARK, `https://${MARK}.example.com/`, ofWebsite],
  )
  await admin.query('update goals set name = $2 || id where team_id = $1', [team_id, MARK])
  await admin.query('update annotations set text = $2 where team_id = $1', [team_id, MARK])
  await admin.query('update incidents set cause_message = $2 where team_id = $1', [team_id, MARK])
  await admin.query('update deliveries set last_error = $2 where team_id = $1', [team_id, MARK])
  await admin.query(
    `update providers set settings = jsonb_build_object('recipient_email', $2 || '@example.com') where team_id = $1`,
    [team_id, MARK],
  )
  await admin.query('update escalation_policies set name = $2 where team_id = $1', [team_id, MARK])
  const alone = await makeMonitor()
  const provider_id = await make('/api/providers', { provider_type: 'email', recipient_email: 'own@example.com' })
  await byOwner('POST', `/api/monitors/${alone}/notifications`, { provider_id })
  const incident = await insertIncident(app, alone)
  const { rows } = await admin.query<{ id: string }>(
    `insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, last_error)
     values ($1, $2, $3, $4, 'opened', 'failed', 'no answer') returning id`,
    [team_id, incident, alone, provider_id],
  )
  own.set('/api/v1/websites/:id', website)
  own.set('/api/monitors/:id', alone)
  own.set('/api/providers/:id', provider_id)
  own.set('/api/incidents/:id', incident)
  own.set('/api/deliveries/:id', Number(rows[0]?.id))
  own.set(
    '/api/v1/goals/:id',
    await make(`/api/v1/websites/${website}/goals`, { name: 'own', kind: 'page', value: '/' }),
  )
  own.set('/api/v1/annotations/:id', await make(`/api/v1/websites/${website}/annotations`, { text: 'own' }))
  limited = await makeLimitedKey({ website_ids: [website], monitor_ids: [alone] })
})

/** A checksum of everything of the team but its keys, whose last use is written, and the audit log. */
async function takeSnapshot(): Promise<unknown> {
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
     where c.relnamespace = 'sitewatch'::regnamespace and c.relkind = 'r' and relname not in ('api_keys', 'audit_log')`,
  )
  const sums = rows.map(
    ({ name }) => `select '${name}', count(*), sum(hashtextextended(to_jsonb(t)::text, 0)) from ${name} t`,
  )
  return (await admin.query(sums.join(' union all '))).rows
}

describe('a limited key', () => {
  it('is refused with 403 by every route that does not support it', async () => {
    const closed = asCalls(routes.filter(({ limitedKeys }) => !limitedKeys))
    expect(closed.length).toBeGreaterThan(50)
    const call = as(limited.key)
    for (const { route, method } of closed) {
      const path = pathWith(route, () => (route.path.startsWith('/api/teams/:id') ? owner.team_id : MISSING))
      const answer = await call(method, path, method === 'GET' ? undefined : {})
      expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual([403, 'key_limited'])
    }
  })

  it('gets the same answer for a record outside of its limits as for a missing one, and changes nothing', async () => {
    const call = as(limited.key)
    const before = await takeSnapshot()
    const named = asCalls(open.filter(({ path }) => path.includes(':')))
    const bodies = new Map<string, unknown>()
    // The samples of bodies create records, so they come first.
    for (const { route } of named) bodies.set(route.id, await bodyFor(app, route, maker))
    const settled = await takeSnapshot()
    expect(settled).not.toEqual(before)
    for (const { route, method } of named) {
      const json = bodies.get(route.id)
      const theirs = await call(
        method,
        pathWith(route, (record) => foreign.get(record)),
        json,
      )
      const missing = await call(
        method,
        pathWith(route, () => MISSING),
        json,
      )
      expect(withoutRequestId(theirs), `${method} ${route.path}`).toEqual(withoutRequestId(missing))
      expect(theirs.status, `${method} ${route.path}`).toBe(404)
    }
    expect(await takeSnapshot()).toEqual(settled)
  })

  it('reads its own records by every route that supports it, and nothing of the others', async () => {
    const call = as(limited.key)
    // live.show is a stream, and a test of its own.
    for (const route of open.filter(({ method, id }) => method === 'GET' && id !== 'live.show')) {
      const path = pathWith(route, (record) => own.get(record))
      const answer = await call('GET', `${path}${QUERIES[route.id] ?? ''}`)
      expect(answer.status, `${path}: ${answer.text}`).toBe(200)
      expect(answer.text, path).not.toContain(MARK)
    }
    const idsOf = async (path: string) =>
      (await call('GET', path)).body.data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
    expect(await idsOf('/api/v1/websites')).toEqual([website])
    expect(await idsOf('/api/monitors')).toEqual([ofWebsite, own.get('/api/monitors/:id')])
    expect(await idsOf('/api/incidents')).toEqual([own.get('/api/incidents/:id')])
    expect(await idsOf('/api/deliveries')).toEqual([own.get('/api/deliveries/:id')])
  })

  it('sees nothing of other websites and monitors in any table of the database', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = 'sitewatch'::regnamespace and relkind = 'r'
         and has_table_privilege('sitewatch_user', oid, 'select')
         and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname in ('team_id', 'user_id'))`,
    )
    expect(rows.length).toBeGreaterThan(50)
    const websites = [website]
    const monitors = [ofWebsite, own.get('/api/monitors/:id')]
    for (const { name } of rows) {
      const seen = await app.parts.postgres.asUser(limited.entry, (tx) =>
        tx.query({ text: `select to_jsonb(t) as row from ${name} t`, values: [] }),
      )
      for (const { row } of seen as { row: Record<string, unknown> }[]) {
        expect(JSON.stringify(row), name).not.toContain(MARK)
        if (typeof row['website_id'] === 'number') expect(websites, name).toContain(row['website_id'])
        if (typeof row['monitor_id'] === 'number') expect(monitors, name).toContain(row['monitor_id'])
      }
    }
  })

  it('changes its own records', async () => {
    const call = as(limited.key)
    const at = (record: string): string => record.replace(':id', String(own.get(record)))
    const changes = [
      ['PATCH', at('/api/v1/websites/:id'), { timezone: 'Asia/Tokyo', favorite: true, tags: ['shop'] }],
      ['PATCH', at('/api/monitors/:id'), { friendly_name: 'own too', is_active: true, website_id: website }],
      ['PATCH', at('/api/monitors/:id'), { website_id: null, is_active: false }],
      ['POST', '/api/monitors/bulk', { action: 'tag', ids: [own.get('/api/monitors/:id')], add_tags: ['a'] }],
      ['PATCH', at('/api/v1/goals/:id'), { name: 'own too' }],
      ['PATCH', at('/api/v1/annotations/:id'), { text: 'own too' }],
      ['POST', `${at('/api/v1/websites/:id')}/goals`, { name: 'new', kind: 'page', value: '/new' }],
      ['POST', `${at('/api/incidents/:id')}/acknowledge`, {}],
      ['POST', `${at('/api/deliveries/:id')}/retry`, {}],
      ['POST', `/api/monitors/${ofWebsite}/notifications`, { provider_id: own.get('/api/providers/:id') }],
      [
        'POST',
        '/api/v1/events',
        { ...((await FIXTURES.bodies['events.send']?.(app, maker)) as object), website_id: website },
      ],
    ] as const
    for (const [method, path, json] of changes) {
      const { status, text } = await call(method, path, json)
      expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    }
    expect((await call('GET', at('/api/incidents/:id'))).body.data.acknowledged_by).toBe('API key limited')
  })

  it('cannot name records outside of its limits in a body', async () => {
    const call = as(limited.key)
    const monitor = `/api/monitors/${own.get('/api/monitors/:id')}`
    const bodies = (id: (record: string) => number | undefined) =>
      [
        ['PATCH', monitor, { website_id: id('/api/v1/websites/:id') }],
        ['PATCH', monitor, { escalation_policy_id: id('policy') }],
        ['PATCH', monitor, { depends_on: [id('/api/monitors/:id')] }],
        ['POST', `${monitor}/notifications`, { provider_id: id('provider') }],
        ['POST', '/api/monitors/bulk', { action: 'pause', ids: [id('/api/monitors/:id')] }],
        [
          'POST',
          '/api/monitors/bulk',
          { action: 'assign', ids: [own.get('/api/monitors/:id')], provider_ids: [id('provider')] },
        ],
      ] as const
    const theirs = bodies((name) => foreign.get(name))
    const missing = bodies(() => MISSING)
    for (const [n, [method, path, json]] of theirs.entries()) {
      const answer = await call(method, path, json)
      expect(withoutRequestId(answer), JSON.stringify(json)).toEqual(
        withoutRequestId(await call(method, path, missing[n]?.[2])),
      )
      expect(answer.status, JSON.stringify(json)).toBe(404)
    }
  })

  it('cannot make its monitors depend on each other in a circle that leads through others, which would silence all of them', async () => {
    const hidden = await makeMonitor()
    const alone = own.get('/api/monitors/:id')
    await byOwner('PATCH', `/api/monitors/${alone}`, { depends_on: [hidden] })
    await byOwner('PATCH', `/api/monitors/${hidden}`, { depends_on: [ofWebsite] })
    const answer = await as(limited.key)('PATCH', `/api/monitors/${ofWebsite}`, { depends_on: [alone] })
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'cycle'])
  })

  it('neither deletes its monitors nor moves them out of its limits, also by the way of the bulk route', async () => {
    const call = as(limited.key)
    const monitor = { friendly_name: 'new', url: 'https://example.com/', is_active: false, website_id: website }
    const refused = [
      ['PATCH', `/api/monitors/${ofWebsite}`, { website_id: null }],
      ['POST', '/api/monitors/bulk', { action: 'delete', ids: [ofWebsite] }],
      ['POST', '/api/monitors/bulk', { action: 'create', monitors: [monitor] }],
    ] as const
    for (const [method, path, json] of refused) expectProblem(await call(method, path, json), 'key_limited')
    expect((await byOwner('GET', `/api/monitors/${ofWebsite}`)).body.data.website_id).toBe(website)
  })

  it('is refused by Postgres what no route allows it', async () => {
    const refusal = (statement: Parameters<UserTx['execute']>[0]): Promise<unknown> =>
      app.parts.postgres
        .asUser(limited.entry, (tx) => tx.execute(statement))
        .catch((error: unknown) => sqlState(error) ?? error)
    const { team_id, id: user_id } = owner
    expect(
      await refusal(
        sql`insert into websites (team_id, domain, tracking_id) values (${team_id}, 'new.example.com', '0123456789abcdef')`,
      ),
    ).toBe('42501')
    expect(
      await refusal(sql`
        insert into api_keys (team_id, user_id, name, scopes, prefix, token_hash) values (${team_id}, ${user_id}, 'a', '{stats:read}', 'sw_12345678', '')`),
    ).toBe('42501')
    expect(await refusal(sql`update api_keys set expires_at = null`)).toBe('42501')
    for (const statement of [
      sql`delete from websites`,
      sql`delete from monitors`,
      sql`delete from memberships`,
      sql`update teams set name = 'mine'`,
      sql`select from list_members()`,
    ])
      expect(await refusal(statement), statement.text).toBe(0)
    expect(await refusal(sql`select close_team()`)).toBe('42501')
  })

  it('gets live only its own changes, and the tools of an assistant that it can call', async () => {
    const { body } = await as(limited.key)('GET', '/api/live')
    expect(body.data.topics).toEqual(['website', 'monitor', 'incident', 'goal', 'annotation'])
    const listed = await as(limited.key)('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const names = listed.body.result.tools.map(({ name }: { name: string }) => name) as string[]
    expect(names).toContain('monitors_list')
    expect(names).not.toContain('providers_list')
  })

  it('sees nothing of the traffic of a website that it does not see in the incidents of its monitor', async () => {
    const { shop, monitor, incident } = await makeShop()
    await admin.query('update incidents set impact = $2, second_opinion = $3 where id = $1', [
      incident,
      { visitors_lost: 71, goals: [{ name: 'Bought' }] },
      { decision: 'waited', visits: 71 },
    ])
    const show = async (limited_to: object) =>
      (await as((await makeLimitedKey(limited_to)).key)('GET', `/api/incidents/${incident}`)).body.data
    expect(await show({ monitor_ids: [monitor] })).toMatchObject({ id: incident, impact: null, second_opinion: null })
    const seen = { impact: { visitors_lost: 71 }, second_opinion: { visits: 71 } }
    expect(await show({ website_ids: [shop] })).toMatchObject(seen)
    expect((await byOwner('GET', `/api/incidents/${incident}`)).body.data).toMatchObject(seen)
  })

  it('of a monitor alone finds it in the overview, although it does not see its website', async () => {
    const { shop, monitor, incident } = await makeShop()
    const show = async (limited_to: object) =>
      (await as((await makeLimitedKey(limited_to)).key)('GET', '/api/overview')).body.data
    const ofMonitor = await show({ monitor_ids: [monitor] })
    expect(ofMonitor).toMatchObject({ websites: [], monitors: [{ id: monitor }], open_incidents: [{ id: incident }] })
    expect(await show({ website_ids: [shop] })).toMatchObject({ websites: [{ id: shop }], monitors: [] })
  })

  it('of a guest sees only what both the limits and the guest’s websites allow', async () => {
    const guest = await addMember(app, owner.team_id, 'guest', [website])
    const hidden = foreign.get('/api/v1/websites/:id')
    const json = { name: 'a', scopes: ALL, limited_to: { website_ids: [hidden] } }
    const asGuest = { cookie: guest.cookie, headers: guest.headers }
    expectProblem(await app.call('POST', '/api/keys', { ...asGuest, json }), 'not_found')
    const key = await makeLimitedKey({ monitor_ids: [ofWebsite] }, guest)
    const call = as(key.key)
    expect((await call('GET', '/api/v1/websites')).body.meta.total).toBe(0)
    expect((await call('GET', '/api/monitors')).body.data).toMatchObject([{ id: ofWebsite }])
    // The limits stay when the member can see everything.
    await admin.query(`update memberships set role = 'admin' where team_id = $1 and user_id = $2`, [
      owner.team_id,
      guest.id,
    ])
    expect((await call('GET', '/api/monitors')).body.data).toMatchObject([{ id: ofWebsite }])
  })

  it('has to run by the database role whose policies limit it, and no other key may', async () => {
    const enter = (entry: Entry): Promise<unknown> => app.parts.postgres.asUser(entry, (tx) => tx.query(sql`select 1`))
    const { entry } = limited
    await expect(enter({ ...entry, is_limited: false })).rejects.toBeInstanceOf(RoleChanged)
    await expect(enter({ ...entry, key_id: owner.key_id })).rejects.toBeInstanceOf(RoleChanged)
  })
})

/** Query parameters that a route needs in addition to its path. */
const QUERIES: Readonly<Record<string, string>> = {
  'stats.funnel': `?steps=${encodeURIComponent('["page:/","page:/new"]')}`,
}

describe('the limits of a key', () => {
  it('are shown, kept when the key is rotated, and must name records of the team', async () => {
    const other = await makeTeam(app)
    const theirs = (await as(other.key)('POST', '/api/v1/websites', { domain: 'a.example.com' })).body.data.id as number
    const create = (limited_to: unknown) =>
      byOwner('POST', '/api/keys', { name: 'a', scopes: ['stats:read'], limited_to })
    expectProblem(await create({ website_ids: [theirs] }), 'not_found')
    expectProblem(await create({ monitor_ids: [MISSING] }), 'not_found')
    expectProblem(await create({}), 'validation_failed')
    expect((await create(null)).body.data.limited_to).toBeNull()
    const made = (await create({ website_ids: [website], monitor_ids: [ofWebsite] })).body.data
    const limited_to = { website_ids: [website], monitor_ids: [ofWebsite] }
    expect(made.limited_to).toEqual(limited_to)
    expect((await byOwner('GET', `/api/keys/${made.id}`)).body.data.limited_to).toEqual(limited_to)
    const ofTeam = await byOwner('GET', `/api/teams/${owner.team_id}/keys`)
    expect(ofTeam.body.data.find(({ id }: { id: number }) => id === made.id).limited_to).toEqual(limited_to)
    const rotated = await byOwner('POST', `/api/keys/${made.id}/rotate`, {})
    expect(rotated.body.data.limited_to).toEqual(limited_to)
  })

  it('lose what is deleted, and then show nothing rather than everything', async () => {
    const gone = {
      website: await make('/api/v1/websites', { domain: 'gone.example.com' }),
      monitor: await makeMonitor(),
    }
    const { id, key } = await makeLimitedKey({ website_ids: [gone.website], monitor_ids: [gone.monitor] })
    const count = async (path: string): Promise<number> => (await as(key)('GET', path)).body.meta.total
    expect([await count('/api/v1/websites'), await count('/api/monitors')]).toEqual([1, 1])
    await byOwner('DELETE', `/api/v1/websites/${gone.website}`)
    await byOwner('DELETE', `/api/monitors/${gone.monitor}`)
    expect((await byOwner('GET', `/api/keys/${id}`)).body.data.limited_to).toEqual({ website_ids: [], monitor_ids: [] })
    expect([await count('/api/v1/websites'), await count('/api/monitors')]).toEqual([0, 0])
    const session = { cookie: owner.cookie, headers: owner.headers }
    const rotated = await app.call('POST', `/api/keys/${id}/rotate`, { ...session, json: {} })
    expect((await as(rotated.body.data.key)('GET', '/api/monitors')).body.meta.total).toBe(0)
  })
})
