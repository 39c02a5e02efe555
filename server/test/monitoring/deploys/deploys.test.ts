import { Deploy } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { incidentTasks } from '../../../src/monitoring/incidents/index.ts'
import { saveDeploy } from '../../../src/monitoring/deploys/store.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'
import { addMember, makeTeam } from '../../support/teams.ts'

const app = await startApp()
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

type Keyed = Pick<TestUser, 'key'>

const post = ({ key }: Keyed, json: object) => app.call('POST', '/api/deploys', { key, json })
const list = async ({ key }: Keyed, query = '') => (await app.call('GET', `/api/deploys${query}`, { key })).body
const versions = async (user: Keyed, query = ''): Promise<string[]> =>
  (await list(user, query)).data.map(({ version }: Deploy) => version)

async function make({ key }: Keyed, path: string, json: object): Promise<number> {
  const answer = await app.call('POST', path, { key, json })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}

const makeWebsite = (user: Keyed, tags: string[] = []) =>
  make(user, '/api/v1/websites', { domain: `w${Math.random().toString(36).slice(2)}.example.com`, tags })
const makeMonitor = (user: Keyed, json: object = {}) =>
  make(user, '/api/monitors', { friendly_name: 'm', url: 'https://example.com/', is_active: false, ...json })

describe('POST /api/deploys', () => {
  it('records a deploy of the whole team to production now, by default', async () => {
    const user = await app.makeUser()
    const before = Date.now()
    const { status, body, headers } = await post(user, { version: '2.4.1' })
    expect(status).toBe(201)
    expect(Deploy.safeParse(body.data).error).toBeUndefined()
    expect(headers.get('location')).toContain(`/api/deploys/${body.data.id}`)
    expect(body.data).toMatchObject({ environment: 'production', commit: null, link: null, whole_team: true, tags: [] })
    expect(Math.abs(Date.parse(body.data.deployed_at) - before)).toBeLessThan(10_000)
    const shown = await app.call('GET', `/api/deploys/${body.data.id}`, { key: user.key })
    expect(shown.body.data).toEqual(body.data)
  })

  it.each([{ commit: '9fceb02' }, {}])('answers 200 with the first record when it is sent again: %j', async (json) => {
    const user = await app.makeUser()
    const first = await post(user, { version: '1', environment: 'staging', ...json })
    const again = await post(user, { version: '1', environment: 'staging', link: 'https://ci.example.com/2', ...json })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.data).toEqual(first.body.data)
    for (const other of [{ version: '2' }, { environment: 'production' }, { commit: 'abc' }])
      expect((await post(user, { version: '1', environment: 'staging', ...json, ...other })).status).toBe(201)
    expect((await list(user)).meta.total).toBe(4)
    const { body } = await app.call('GET', '/api/audit-log?action=deploy.created', { key: user.key })
    expect(body.meta.total).toBe(4)
  })

  it('creates one of twenty concurrent requests, and answers all of them with it', async () => {
    const user = await app.makeUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(user, { version: '3', commit: 'c0ffee' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })

  it('is scoped to the team: the same version of another team is another deploy', async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    const [mine, theirs] = [await post(one, { version: '1' }), await post(two, { version: '1' })]
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(await versions(one)).toEqual(['1'])
    for (const method of ['GET', 'DELETE']) {
      const foreign = await app.call(method, `/api/deploys/${theirs.body.data.id}`, { key: one.key })
      const missing = await app.call(method, '/api/deploys/999999999', { key: one.key })
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
      expectProblem(foreign, 'not_found')
    }
  })

  it("answers 404 for another team's website or monitor as for a missing one, and stores nothing", async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    const foreign = { website_ids: [await makeWebsite(two)], monitor_ids: [await makeMonitor(two)] }
    for (const name of ['website_ids', 'monitor_ids'] as const) {
      const theirs = await post(one, { version: '1', [name]: foreign[name] })
      const missing = await post(one, { version: '1', [name]: [999_999_999] })
      expectProblem(theirs, 'not_found')
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(missing))
    }
    expect((await list(one)).meta.total).toBe(0)
  })

  it('refuses a link that is not http or https, an empty version, and a time in another year', async () => {
    const user = await app.makeUser()
    const fields = async (json: object) => (await post(user, { version: '1', ...json })).body.errors?.[0].field
    expect(await fields({ link: 'javascript:alert(1)' })).toBe('link')
    expect(await fields({ version: '  ' })).toBe('version')
    expect(await fields({ commit: 'a b' })).toBe('commit')
    expect(await fields({ deployed_at: new Date(Date.now() + 3 * 86_400_000).toISOString() })).toBe('deployed_at')
  })

  it('requires an editor, or a key with monitors:write; viewers can read, guests cannot', async () => {
    const owner = await makeTeam(app)
    const [editor, viewer, guest] = [
      await addMember(app, owner.team_id, 'editor'),
      await addMember(app, owner.team_id, 'viewer'),
      await addMember(app, owner.team_id, 'guest', [await makeWebsite(owner)]),
    ]
    const made = await post(editor, { version: '1' })
    expect(made.status).toBe(201)
    expectProblem(await post(viewer, { version: '2' }), 'insufficient_role')
    expect(await versions(viewer)).toEqual(['1'])
    expectProblem(await app.call('GET', '/api/deploys', { key: guest.key }), 'insufficient_role')
    const reader = await app.makeUser(['monitors:read'])
    expectProblem(await post(reader, { version: '1' }), 'insufficient_scope')
    const path = `/api/deploys/${made.body.data.id}`
    expectProblem(await app.call('DELETE', path, { key: viewer.key }), 'insufficient_role')
    expect((await app.call('DELETE', path, { key: editor.key })).body.data).toMatchObject({
      object: 'deploy',
      deleted: true,
    })
  })
})

describe('GET /api/deploys', () => {
  it('pages newest first without repeating or skipping one, also among those of the same moment', async () => {
    const user = await app.makeUser()
    const deployed_at = ago(5)
    for (let n = 0; n < 7; n++) await post(user, { version: `v${n}`, ...(n > 2 && { deployed_at }) })
    const listed: string[] = []
    for (let page = 1; page <= 4; page++) listed.push(...(await versions(user, `?page=${page}&pageSize=2`)))
    expect(listed).toHaveLength(7)
    expect(new Set(listed).size).toBe(7)
    expect(listed.slice(0, 3).toSorted()).toEqual(['v0', 'v1', 'v2'])
  })

  it('filters by environment, tag and time', async () => {
    const user = await app.makeUser()
    await post(user, { version: 'old', deployed_at: ago(600) })
    await post(user, { version: 'new', environment: 'staging', tags: ['Shop'] })
    expect(await versions(user, '?environment=staging')).toEqual(['new'])
    expect(await versions(user, '?tag=shop')).toEqual(['new'])
    expect(await versions(user, `?to=${ago(60)}`)).toEqual(['old'])
    expect(await versions(user, `?from=${ago(60)}`)).toEqual(['new'])
  })

  it('finds the deploys of a website and a monitor: of the whole team, themselves, each other, or a tag of either', async () => {
    const user = await app.makeUser()
    const website = await makeWebsite(user, ['shop'])
    const monitor = await makeMonitor(user, { website_id: website, tags: ['eu'] })
    const [apart, alone] = [await makeWebsite(user, ['blog']), await makeMonitor(user, { tags: ['us'] })]
    await post(user, { version: 'all' })
    await post(user, { version: 'website', website_ids: [website, apart] })
    await post(user, { version: 'monitor', monitor_ids: [monitor] })
    await post(user, { version: 'website tag', tags: ['shop'] })
    await post(user, { version: 'monitor tag', tags: ['eu'] })
    await post(user, { version: 'other', website_ids: [apart], monitor_ids: [alone], tags: ['blog', 'us'] })
    const both = ['all', 'monitor', 'monitor tag', 'website', 'website tag']
    expect((await versions(user, `?website_id=${website}`)).toSorted()).toEqual(both)
    expect((await versions(user, `?monitor_id=${monitor}`)).toSorted()).toEqual(both)
    expect((await versions(user, `?website_id=${apart}`)).toSorted()).toEqual(['all', 'other', 'website'])
    expect((await versions(user, `?monitor_id=${alone}`)).toSorted()).toEqual(['all', 'other'])
  })

  it('does not treat a deploy as one of the whole team once its only website is deleted', async () => {
    const user = await app.makeUser()
    const [website, other] = [await makeWebsite(user), await makeWebsite(user)]
    await post(user, { version: '1', website_ids: [website] })
    await app.call('DELETE', `/api/v1/websites/${website}`, { key: user.key })
    expect((await list(user)).data).toMatchObject([{ version: '1', whole_team: false, website_ids: [] }])
    expect(await versions(user, `?website_id=${other}`)).toEqual([])
  })
})

describe('GET /api/incidents/:id/deploys', () => {
  it('lists the deploys of the monitor in the hour before the first failed check, newest first', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(user)
    const otherMonitor = await makeMonitor(user)
    const started = Date.now() - 10 * MINUTE_MS
    const before = (minutes: number): string => new Date(started - minutes * MINUTE_MS).toISOString()
    for (const [version, minutes] of [
      ['too early', 60],
      ['first', 59.9],
      ['second', 12],
      ['at once', 0],
      ['repair', -1],
    ] as const)
      await post(user, { version, deployed_at: before(minutes) })
    await post(user, { version: 'elsewhere', deployed_at: before(5), monitor_ids: [otherMonitor] })
    const incident = await insertIncident(app, monitor, { from: started })
    const path = `/api/incidents/${incident}/deploys`
    const { body } = await app.call('GET', path, { key: user.key })
    expect(body.data.map(({ version }: Deploy) => version)).toEqual(['at once', 'second', 'first'])
    expect(body.meta.total).toBe(3)
    const stranger = await app.makeUser()
    expectProblem(await app.call('GET', path, { key: stranger.key }), 'not_found')
  })
})

describe('a deploy is kept', () => {
  it('as long as incidents, and deleted by the same task', async () => {
    const user = await app.makeUser()
    await post(user, { version: 'kept' })
    const { id } = (await post(user, { version: 'old' })).body.data
    await app.database.admin.query(`update deploys set deployed_at = now() - interval '4000 days' where id = $1`, [id])
    const [task] = incidentTasks({ ...app.parts, clock: { now: () => new Date() } })
    await task?.run({} as never)
    expect(await versions(user)).toEqual(['kept'])
  })

  it('up to 10,000 per team: then the oldest is deleted, so that a pipeline does not fail', async () => {
    const user = await app.makeUser()
    await app.database.admin.query(
      `insert into deploys (team_id, version, environment, whole_team, deployed_at)
       select $1, 'v' || n, 'production', true, now() - n * interval '1 minute' from generate_series(1, 10000) n`,
      [user.id],
    )
    expect((await post(user, { version: 'newest' })).status).toBe(201)
    const { data, meta } = await list(user, '?pageSize=1')
    expect([data[0].version, meta.total]).toEqual(['newest', 10_000])
    const backfilled = await post(user, { version: 'ancient', deployed_at: ago(60 * 24 * 300) })
    expect([backfilled.status, (await list(user)).meta.total]).toEqual([201, 10_000])
  })
})

it('a transaction that is rolled back leaves no deploy behind', async () => {
  const user = await app.makeUser()
  const input = {
    version: '1',
    environment: 'production',
    commit: null,
    link: null,
    website_ids: [],
    monitor_ids: [],
    tags: [],
  }
  const failed = app.parts.postgres.asUser({ user_id: user.id, team_id: user.id, system: true }, async (tx) => {
    await saveDeploy(tx, input, Date.now())
    throw new Error('the connection broke')
  })
  await expect(failed).rejects.toThrow('the connection broke')
  expect((await post(user, { version: '1' })).status).toBe(201)
})
