import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, CALLER_KINDS, makeCaller, withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()

async function setUp(caller: Caller) {
  const monitor_id = await caller.make('/api/monitors', { friendly_name: 'Shop', url: 'https://shop.example.com' })
  const provider_id = await caller.make('/api/providers', {
    provider_type: 'email',
    recipient_email: 'ops@example.com',
  })
  return { monitor_id, provider_id, path: `/api/monitors/${monitor_id}/notifications` }
}

describe.each(CALLER_KINDS)('assignments of a monitor, by %s', (kind) => {
  it('POST creates an assignment: 201, the record, enabled by default, Location', async () => {
    const caller = await makeCaller(app, kind)
    const { monitor_id, provider_id, path } = await setUp(caller)
    const { status, body, headers } = await caller.call('POST', path, { provider_id })
    expect(status).toBe(201)
    expect(Object.keys(body.data)).toEqual([
      'object',
      'id',
      'monitor_id',
      'provider_id',
      'enabled',
      'source',
      'rule_id',
      'created_at',
      'updated_at',
    ])
    expect(body.data).toMatchObject({
      object: 'assignment',
      monitor_id,
      provider_id,
      enabled: true,
      source: 'manual',
      rule_id: null,
    })
    expect(body.data.updated_at).toBe(body.data.created_at)
    expect(headers.get('location')).toBe(`${app.parts.config.BASE_URL}${path}`)
  })

  it('POST for the same pair updates it: 200, and its version changes only with enabled', async () => {
    const caller = await makeCaller(app, kind)
    const { provider_id, path } = await setUp(caller)
    const made = (await caller.call('POST', path, { provider_id, enabled: true })).body.data
    const off = await caller.call('POST', path, { provider_id, enabled: false })
    expect([off.status, off.body.data.id, off.body.data.enabled]).toEqual([200, made.id, false])
    expect(off.body.data.updated_at > made.updated_at).toBe(true)
    expect(off.headers.get('location')).toBeNull()
    const same = await caller.call('POST', path, { provider_id, enabled: false })
    expect([same.status, same.body]).toEqual([200, off.body])
    const unspecified = await caller.call('POST', path, { provider_id })
    expect([unspecified.status, unspecified.body]).toEqual([200, off.body])
    expect((await caller.call('GET', path)).body).toMatchObject({ data: [off.body.data], meta: { total: 1 } })
  })

  it('DELETE reads provider_id from the body or from the query', async () => {
    const caller = await makeCaller(app, kind)
    const { provider_id, path } = await setUp(caller)
    for (const remove of [
      () => caller.call('DELETE', path, { provider_id }),
      () => caller.call('DELETE', `${path}?provider_id=${provider_id}`),
      () => caller.call('DELETE', `${path}?provider_id=${provider_id}`, {}),
      () => caller.call('DELETE', `${path}?provider_id=${provider_id}`, { provider_id }),
    ]) {
      const id = await caller.make(path, { provider_id })
      const removed = await remove()
      expect([removed.status, removed.body]).toEqual([200, { data: { object: 'assignment', id, deleted: true } }])
      expectProblem(await remove(), 'not_found')
      expect((await caller.call('GET', path)).body.data).toEqual([])
    }
  })
})

describe('an assignment that is not allowed', () => {
  it('is refused with a missing, invalid or unknown field', async () => {
    const caller = await makeCaller(app)
    const { provider_id, path } = await setUp(caller)
    const bad: [unknown, string, string][] = [
      [{}, 'provider_id', 'required'],
      [{ provider_id: 0 }, 'provider_id', 'too_small'],
      [{ provider_id: '7' }, 'provider_id', 'invalid_type'],
      [{ provider_id, enabled: 1 }, 'enabled', 'invalid_type'],
      [{ provider_id, monitor_id: 1 }, 'monitor_id', 'read_only'],
      [{ provider_id, on: true }, 'on', 'unknown_field'],
    ]
    for (const [json, field, code] of bad) {
      const { errors } = expectProblem(await caller.call('POST', path, json), 'validation_failed')
      expect(errors?.map((error) => [error.field, error.code])).toEqual([[field, code]])
    }
    for (const query of ['', '?provider_id=x', '?provider_id=0', `?provider_id=${provider_id}&force=1`]) {
      expectProblem(await caller.call('DELETE', path + query), 'validation_failed')
    }
    for (const [query, json, field, code] of [
      [`?provider_id=${provider_id}`, { provider_id: provider_id + 1 }, 'provider_id', 'invalid_value'],
      [`?force=1`, { provider_id }, 'force', 'unknown_parameter'],
      [`?provider_id=${provider_id}`, { force: 1 }, 'force', 'unknown_field'],
      [`?provider_id=${provider_id}`, [], '', 'invalid_type'],
    ] as const) {
      const { errors } = expectProblem(await caller.call('DELETE', path + query, json), 'validation_failed')
      expect(errors?.map((error) => [error.field, error.code])).toEqual([[field, code]])
    }
  })

  it("to another team's provider or monitor answers 404 byte for byte as for a missing one, and assigns nothing", async () => {
    const [one, two] = [await makeCaller(app), await makeCaller(app)]
    const mine = await setUp(one)
    const theirs = await setUp(two)
    for (const method of ['POST', 'DELETE']) {
      const answers = [
        await one.call(method, mine.path, { provider_id: theirs.provider_id }),
        await one.call(method, mine.path, { provider_id: 999_999 }),
        await one.call(method, theirs.path, { provider_id: mine.provider_id }),
        await one.call(method, '/api/monitors/999999/notifications', { provider_id: mine.provider_id }),
      ]
      for (const answer of answers) expectProblem(answer, 'not_found')
      expect(new Set(answers.map((answer) => JSON.stringify(withoutRequestId(answer)))).size).toBe(1)
    }
    const { rows } = await app.database.admin.query('select 1 from assignments where team_id in ($1, $2)', [
      one.user.id,
      two.user.id,
    ])
    expect(rows).toEqual([])
    expectProblem(await one.call('GET', theirs.path), 'not_found')
  })

  it('to a deleted monitor is refused', async () => {
    const caller = await makeCaller(app)
    const { monitor_id, provider_id, path } = await setUp(caller)
    await caller.call('DELETE', `/api/monitors/${monitor_id}`)
    expectProblem(await caller.call('POST', path, { provider_id }), 'not_found')
    expectProblem(await caller.call('GET', path), 'not_found')
  })
})

it('two concurrent requests create one assignment', async () => {
  const caller = await makeCaller(app)
  const { provider_id, path } = await setUp(caller)
  const answers = await Promise.all(Array.from({ length: 6 }, () => caller.call('POST', path, { provider_id })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 201])
  expect((await caller.call('GET', path)).body.meta.total).toBe(1)
})
