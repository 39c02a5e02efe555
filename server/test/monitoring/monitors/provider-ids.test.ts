import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()

let made = 0
const makeProvider = (caller: Caller, fields: object = {}): Promise<number> =>
  caller.make('/api/providers', {
    provider_type: 'email',
    recipient_email: `ops${(made += 1)}@example.com`,
    ...fields,
  })

const MONITOR = { friendly_name: 'Shop', url: 'https://shop.example.com/', is_active: false }
const create = (caller: Caller, fields: object = {}) => caller.call('POST', '/api/monitors', { ...MONITOR, ...fields })

async function listAssigned(caller: Caller, monitor_id: number): Promise<[number, boolean][]> {
  const { body } = await caller.call('GET', `/api/monitors/${monitor_id}/notifications`)
  return body.data
    .map((each: { provider_id: number; enabled: boolean }) => [each.provider_id, each.enabled])
    .sort((a: number[], b: number[]) => Number(a[0]) - Number(b[0]))
}

describe('is_default of a provider', () => {
  it('is false unless it is sent, and can be changed', async () => {
    const caller = await makeCaller(app)
    const id = await makeProvider(caller)
    const before = (await caller.call('GET', `/api/providers/${id}`)).body.data
    expect(before.is_default).toBe(false)
    const changed = (await caller.call('PATCH', `/api/providers/${id}`, { is_default: true })).body.data
    expect(changed).toMatchObject({ is_default: true, recipient_email: before.recipient_email })
    expect(changed.updated_at > before.updated_at).toBe(true)
    const renamed = (await caller.call('PATCH', `/api/providers/${id}`, { name: 'Night shift' })).body.data
    expect(renamed.is_default).toBe(true)
    const refused = await caller.call('PATCH', `/api/providers/${id}`, { is_default: 'yes' })
    expect(expectProblem(refused, 'validation_failed')).toMatchObject({
      errors: [{ field: 'is_default', code: 'invalid_type' }],
    })
  })
})

describe('POST /api/monitors without provider_ids', () => {
  it('assigns the default providers and no others', async () => {
    const caller = await makeCaller(app)
    const [first, second] = [
      await makeProvider(caller, { is_default: true }),
      await makeProvider(caller, { is_default: true }),
    ]
    await makeProvider(caller)
    const { status, body } = await create(caller)
    expect([status, body.data.provider_ids, body.data.alerts_nobody]).toEqual([201, [first, second], false])
    expect(await listAssigned(caller, body.data.id)).toEqual([
      [first, true],
      [second, true],
    ])
  })

  it('assigns nothing when there is no default provider, because assigning is an explicit step', async () => {
    const caller = await makeCaller(app)
    await makeProvider(caller)
    const { body } = await create(caller)
    expect([body.data.provider_ids, body.data.alerts_nobody]).toEqual([[], true])
    expect(await listAssigned(caller, body.data.id)).toEqual([])
  })

  it('works for a key that may not read providers', async () => {
    const caller = await makeCaller(app)
    const provider_id = await makeProvider(caller, { is_default: true })
    const minted = await caller.call('POST', '/api/keys', { name: 'ci', scopes: ['monitors:write', 'monitors:read'] })
    const answer = await app.call('POST', '/api/monitors', { key: minted.body.data.key, json: MONITOR })
    expect([answer.status, answer.body.data.provider_ids]).toEqual([201, [provider_id]])
  })

  it('does not change a removed or disabled assignment when another provider becomes a default', async () => {
    const caller = await makeCaller(app)
    const [gone, off] = [
      await makeProvider(caller, { is_default: true }),
      await makeProvider(caller, { is_default: true }),
    ]
    const { id } = (await create(caller)).body.data
    const path = `/api/monitors/${id}/notifications`
    await caller.call('DELETE', path, { provider_id: gone })
    await caller.call('POST', path, { provider_id: off, enabled: false })
    const later = await makeProvider(caller, { is_default: true })
    await caller.call('PATCH', `/api/providers/${gone}`, { is_default: false })
    await caller.call('PATCH', `/api/providers/${gone}`, { is_default: true })
    await caller.call('PATCH', `/api/monitors/${id}`, { is_active: true, friendly_name: 'Renamed' })
    expect(later).toBeGreaterThan(off)
    expect(await listAssigned(caller, id)).toEqual([[off, false]])
    const { provider_ids, alerts_nobody } = (await caller.call('GET', `/api/monitors/${id}`)).body.data
    expect([provider_ids, alerts_nobody]).toEqual([[], true])
  })
})

describe('POST /api/monitors with provider_ids', () => {
  it('assigns exactly these providers, and an empty list assigns none', async () => {
    const caller = await makeCaller(app)
    await makeProvider(caller, { is_default: true })
    const chosen = await makeProvider(caller)
    const some = (await create(caller, { provider_ids: [chosen] })).body.data
    expect([some.provider_ids, some.alerts_nobody]).toEqual([[chosen], false])
    const none = (await create(caller, { provider_ids: [] })).body.data
    expect([none.provider_ids, none.alerts_nobody]).toEqual([[], true])
  })

  it('requires providers:read', async () => {
    const caller = await makeCaller(app)
    const provider_id = await makeProvider(caller)
    const minted = await caller.call('POST', '/api/keys', { name: 'ci', scopes: ['monitors:write', 'monitors:read'] })
    for (const provider_ids of [[provider_id], []]) {
      const json = { ...MONITOR, provider_ids }
      const answer = await app.call('POST', '/api/monitors', { key: minted.body.data.key, json })
      expect(expectProblem(answer, 'insufficient_scope')).toMatchObject({ required_scope: 'providers:read' })
    }
    expect((await caller.call('GET', '/api/monitors')).body.data).toEqual([])
  })

  it('answers 404 for a foreign provider as for a missing one, and creates nothing', async () => {
    const [caller, other] = [await makeCaller(app), await makeCaller(app)]
    const ownProvider = await makeProvider(caller)
    const foreign = await makeProvider(other)
    for (const id of [foreign, 999_999_999]) {
      expectProblem(await create(caller, { provider_ids: [ownProvider, id] }), 'not_found')
    }
    expect((await caller.call('GET', '/api/monitors')).body.data).toEqual([])
  })

  it('refuses a list with duplicate or invalid ids, and an update', async () => {
    const caller = await makeCaller(app)
    const id = await makeProvider(caller)
    for (const provider_ids of [[id, id], id, ['1'], [0], null]) {
      expectProblem(await create(caller, { provider_ids }), 'validation_failed')
    }
    const monitor = (await create(caller)).body.data
    const update = await caller.call('PATCH', `/api/monitors/${monitor.id}`, { provider_ids: [id] })
    expect(expectProblem(update, 'validation_failed')).toMatchObject({
      errors: [{ field: 'provider_ids', code: 'read_only' }],
    })
  })
})

describe('alerts_nobody', () => {
  it('filters the list, and follows changes of assignments', async () => {
    const caller = await makeCaller(app)
    const provider_id = await makeProvider(caller)
    const silent = (await create(caller)).body.data.id
    const loud = (await create(caller, { provider_ids: [provider_id] })).body.data.id
    const list = async (value: boolean): Promise<number[]> => {
      const { body } = await caller.call('GET', `/api/monitors?alerts_nobody=${value}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map((each: { id: number }) => each.id)
    }
    expect([await list(true), await list(false)]).toEqual([[silent], [loud]])
    await caller.call('POST', `/api/monitors/${silent}/notifications`, { provider_id })
    await caller.call('POST', `/api/monitors/${loud}/notifications`, { provider_id, enabled: false })
    expect([await list(true), await list(false)]).toEqual([[loud], [silent]])
  })

  it('does not count a provider whose recipient has not confirmed', async () => {
    const caller = await makeCaller(app)
    const provider_id = await makeProvider(caller)
    await app.database.admin.query('update providers set confirmed_at = null where id = $1', [provider_id])
    const { provider_ids, alerts_nobody } = (await create(caller, { provider_ids: [provider_id] })).body.data
    expect([provider_ids, alerts_nobody]).toEqual([[provider_id], true])
  })

  it('counts an escalation policy that alerts somebody, unless its assignment was disabled for the monitor', async () => {
    const caller = await makeCaller(app)
    const provider_id = await makeProvider(caller)
    const { id } = (await create(caller)).body.data
    const isSilent = async (): Promise<boolean> =>
      (await caller.call('GET', `/api/monitors/${id}`)).body.data.alerts_nobody
    expect(await isSilent()).toBe(true)
    const policy = { name: 'Everything', is_default: true, steps: [{ after_minutes: 0, provider_ids: [provider_id] }] }
    expect((await caller.call('POST', '/api/escalation-policies', policy)).status).toBe(201)
    expect(await isSilent()).toBe(false)
    await caller.call('POST', `/api/monitors/${id}/notifications`, { provider_id, enabled: false })
    expect(await isSilent()).toBe(true)
    await caller.call('DELETE', `/api/monitors/${id}/notifications/${provider_id}`)
    expect(await isSilent()).toBe(true)
  })
})
