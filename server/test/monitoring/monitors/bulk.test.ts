import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { reportFigure } from '../../support/report.ts'
import { addMember } from '../../support/teams.ts'

const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '' })
const PATH = '/api/monitors/bulk'

const newMonitors = (count: number, over: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ friendly_name: `m${n}`, url: `https://m${n}.example/`, ...over }))

const bulk = ({ call }: Caller, request: object) => call('POST', PATH, request)

async function createAll(caller: Caller, count: number, over: object = {}): Promise<number[]> {
  const { status, body, text } = await bulk(caller, { action: 'create', monitors: newMonitors(count, over) })
  expect([status, text]).toEqual([200, expect.any(String)])
  return body.data.ids as number[]
}

const show = async ({ call }: Caller, id: number | undefined) => (await call('GET', `/api/monitors/${id}`)).body.data
const total = async ({ call }: Caller): Promise<number> => (await call('GET', '/api/monitors')).body.meta.total
const entries = async ({
  call,
}: Caller): Promise<{ action: string; record_id: number; changes: { field: string }[] }[]> =>
  (await call('GET', '/api/audit-log?pageSize=100')).body.data

describe('POST /api/monitors/bulk', () => {
  it('creates, pauses, resumes, tags, assigns and deletes 1,000 monitors in one call each', async () => {
    const caller = await makeCaller(app)
    const provider = await caller.make('/api/providers', { provider_type: 'email', recipient_email: 'a@example.com' })
    const timed = async (request: object) => {
      const started = performance.now()
      const { status, body, text } = await bulk(caller, request)
      expect([status, text]).toEqual([200, expect.any(String)])
      return { ...body.data, ms: Math.round(performance.now() - started) }
    }
    const made = await timed({ action: 'create', monitors: newMonitors(1000, { tags: ['a'] }) })
    const { ids } = made
    expect([new Set(ids).size, await total(caller)]).toEqual([1000, 1000])
    expect(await show(caller, ids[41])).toMatchObject({ friendly_name: 'm41', status: 'pending', tags: ['a'] })
    const paused = await timed({ action: 'pause', ids })
    expect(await show(caller, ids[999])).toMatchObject({ is_active: false, status: 'paused' })
    const resumed = await timed({ action: 'resume', ids })
    expect(await show(caller, ids[0])).toMatchObject({ is_active: true, status: 'pending' })
    const tagged = await timed({ action: 'tag', ids, add_tags: ['B'], remove_tags: ['a'] })
    expect(await show(caller, ids[500])).toMatchObject({ tags: ['b'] })
    const assigned = await timed({ action: 'assign', ids, provider_ids: [provider] })
    expect(await show(caller, ids[500])).toMatchObject({ provider_ids: [provider], alerts_nobody: false })
    const deleted = await timed({ action: 'delete', ids })
    expect(await total(caller)).toBe(0)
    const runs = { made, paused, resumed, tagged, assigned, deleted }
    reportFigure(
      `1,000 monitors, ms: ${Object.entries(runs)
        .map(([name, { ms }]) => `${name} ${ms}`)
        .join(', ')}`,
    )
    expect(Object.values(runs).map(({ changed_count }) => changed_count)).toEqual(Array(6).fill(1000))
  })

  it('creates none if one is invalid, and names each invalid one by its index', async () => {
    const caller = await makeCaller(app)
    const monitors = newMonitors(5)
    const wrong = monitors
      .with(1, { friendly_name: 'wrong', url: 'ftp://a.example' })
      .with(3, { friendly_name: 'wrong', url: 'http://127.0.0.1/' })
    const refused = expectProblem(await bulk(caller, { action: 'create', monitors: wrong }), 'validation_failed')
    expect(refused.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['monitors.1.url', 'invalid_format'],
      ['monitors.3.url', 'target_not_allowed'],
    ])
    const malformed = monitors.with(2, { friendly_name: '', url: 'https://a.example' })
    const unread = expectProblem(await bulk(caller, { action: 'create', monitors: malformed }), 'validation_failed')
    expect(unread.errors?.map(({ field }) => field)).toEqual(['monitors.2.friendly_name'])
    const foreign = monitors.with(4, {
      friendly_name: 'wrong',
      url: 'https://a.example',
      website_id: 999_999_999,
    } as never)
    const missing = expectProblem(await bulk(caller, { action: 'create', monitors: foreign }), 'not_found')
    expect(missing.errors?.map(({ field }) => field)).toEqual(['monitors.4'])
    expect(await total(caller)).toBe(0)
  })

  it.each(['pause', 'tag', 'assign', 'delete'])('%s changes none if one does not exist in the team', async (action) => {
    const caller = await makeCaller(app)
    const other = await makeCaller(app)
    const provider = await caller.make('/api/providers', { provider_type: 'email', recipient_email: 'a@example.com' })
    const ids = await createAll(caller, 2)
    const more = { tag: { add_tags: ['x'] }, assign: { provider_ids: [provider] } }[action]
    const [foreign] = await createAll(other, 1)
    for (const id of [foreign, 999_999_999]) {
      const answer = await bulk(caller, { action, ids: [ids[0], id, ids[1]], ...more })
      expect(expectProblem(answer, 'not_found').errors).toMatchObject([{ field: 'ids.1', code: 'not_found' }])
    }
    expect(await show(caller, ids[0])).toMatchObject({ is_active: true, tags: [], provider_ids: [] })
    expect(await show(other, foreign)).toMatchObject({ is_active: true, tags: [] })
  })

  it('respects the quota, and the limit of 20 tags', async () => {
    const caller = await makeCaller(app)
    await app.database.admin.query('update teams set max_monitors = 3 where id = $1', [caller.user.id])
    expectProblem(await bulk(caller, { action: 'create', monitors: newMonitors(4) }), 'limit_reached')
    const ids = await createAll(caller, 3, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })
    const answer = await bulk(caller, { action: 'tag', ids: ids.slice(1), add_tags: ['more'] })
    expect(expectProblem(answer, 'validation_failed').errors).toMatchObject([{ field: 'ids.0' }, { field: 'ids.1' }])
  })

  it('requires an editor, and assigning requires providers:read', async () => {
    const caller = await makeCaller(app)
    const ids = await createAll(caller, 1)
    const viewer = await addMember(app, caller.user.id, 'viewer')
    expectProblem(
      await app.call('POST', PATH, { key: viewer.key, json: { action: 'pause', ids } }),
      'insufficient_role',
    )
    const narrow = await makeCaller(app, 'key', ['monitors:read', 'monitors:write'])
    const created = await createAll(narrow, 1)
    expectProblem(await bulk(narrow, { action: 'assign', ids: created, provider_ids: [1] }), 'insufficient_scope')
    const monitors = newMonitors(1, { provider_ids: [1] })
    expectProblem(await bulk(narrow, { action: 'create', monitors }), 'insufficient_scope')
  })

  it('leaves one entry in the audit log for each monitor that changed', async () => {
    const caller = await makeCaller(app)
    const [first, second] = await createAll(caller, 2)
    await bulk(caller, { action: 'pause', ids: [first] })
    const { body } = await bulk(caller, { action: 'pause', ids: [first, second] })
    expect(body.data.changed_count).toBe(1)
    await bulk(caller, { action: 'delete', ids: [second] })
    const log = (await entries(caller)).filter(({ action }) => action.startsWith('monitor.'))
    expect(log.map(({ action, record_id }) => [action, record_id])).toEqual([
      ['monitor.deleted', second],
      ['monitor.updated', second],
      ['monitor.updated', first],
      ['monitor.created', second],
      ['monitor.created', first],
    ])
    expect(log[2]?.changes).toEqual([{ field: 'is_active', before: true, after: false }])
  })
})
