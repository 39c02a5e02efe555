import { methodsOf, ROUTES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import type { TestUser } from '../support/app.ts'
import { makeClock, startAlerting } from '../alerting/notifications/alerting.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { FIXTURES, recordsOf } from '../support/fixtures.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, deliver, titles } = await startAlerting()
const { admin } = app.database

const rowsOf = async (id: number, table: 'monitors' | 'providers'): Promise<unknown> =>
  (await admin.query(`select settings, secrets from ${table} where id = $1`, [id])).rows[0]

const rename = (user: TestUser): Promise<unknown> =>
  Promise.all([
    admin.query(`update monitors set type = 'gopher' where team_id = $1`, [user.id]),
    admin.query(`update providers set provider_type = 'pager2' where team_id = $1`, [user.id]),
    admin.query(`update remote_alerts set provider_type = 'pager2' where team_id = $1`, [user.id]),
  ])

/** A monitor and its provider, with secrets, of types that only a newer release knows. */
async function makeUnknown() {
  const user = await app.makeUser()
  const { id: provider_id, path } = await makeSlack(user)
  const monitor_id = await makeMonitor(user, provider_id)
  const json = { request_headers: { authorization: 'Bearer abcdefghijkl' } }
  expect((await app.call('PATCH', `/api/monitors/${monitor_id}`, { key: user.key, json })).status).toBe(200)
  await rename(user)
  const call = (method: string, route: string, body?: object) =>
    app.call(method, route, { key: user.key, ...(body && { json: body }) })
  return { user, provider_id, monitor_id, path, call }
}

/** A rolling upgrade or a rollback: the other release has types that this one does not know. */
describe('a monitor and a provider of unknown types', () => {
  it('are listed, shown and exported without the settings of their types', async () => {
    const { call, provider_id, monitor_id } = await makeUnknown()
    const provider = { id: provider_id, provider_type: 'pager2', name: expect.stringMatching(/^pager2 /) }
    const monitor = { id: monitor_id, type: 'gopher', friendly_name: 'Shop', url: 'http://127.0.0.1:9/' }
    expect((await call('GET', '/api/providers')).body.data).toMatchObject([provider])
    expect((await call('GET', `/api/providers/${provider_id}`)).body.data).toMatchObject(provider)
    expect((await call('GET', '/api/monitors')).body.data).toMatchObject([monitor])
    expect((await call('GET', `/api/monitors/${monitor_id}`)).body.data).toMatchObject(monitor)
    const { text, status } = await call('GET', '/api/config/export')
    expect(status).toBe(200)
    expect(text).toContain('pager2')
    expect(text).toContain('gopher')
  })

  it('break no route that reads', async () => {
    const { call, user } = await makeUnknown()
    const ids = new Map<string, number>()
    for (const [record, make] of Object.entries(FIXTURES.records)) ids.set(record, await make(app, user))
    await rename(user)
    const failed: string[] = []
    for (const route of ROUTES.filter((each) => methodsOf(each).includes('GET') && !each.outsideEffect)) {
      const records = recordsOf(route.path).map((record) => ids.get(record))
      const path = records.reduce<string>((left, id) => left.replace(/:\w+/, String(id)), route.path)
      const { status, text } = await call('GET', path)
      // The history store does not run here.
      if (status >= 500 && status !== 503) failed.push(`${route.id}: ${status} ${text}`)
    }
    expect(failed).toEqual([])
  })

  it('keep their settings and secrets when something else is changed', async () => {
    const { call, provider_id, monitor_id } = await makeUnknown()
    const before = [await rowsOf(provider_id, 'providers'), await rowsOf(monitor_id, 'monitors')]
    const changed = await call('PATCH', `/api/providers/${provider_id}`, { name: 'On call', is_default: true })
    expect(changed.body.data).toMatchObject({ name: 'On call', is_default: true })
    for (const action of ['pause', 'resume', 'tag']) {
      const tags = action === 'tag' && { add_tags: ['shop'] }
      expect((await call('POST', '/api/monitors/bulk', { action, ids: [monitor_id], ...tags })).status).toBe(200)
    }
    expect([await rowsOf(provider_id, 'providers'), await rowsOf(monitor_id, 'monitors')]).toEqual(before)
  })

  it('refuse changes that need their type, and say why', async () => {
    const { call, provider_id, monitor_id } = await makeUnknown()
    const before = [await rowsOf(provider_id, 'providers'), await rowsOf(monitor_id, 'monitors')]
    const settings = await call('PATCH', `/api/providers/${provider_id}`, { webhook_url: 'https://example.com/' })
    expectProblem(settings, 'validation_failed')
    for (const json of [{ friendly_name: 'b' }, { url: 'https://example.com/' }, { type: 'http' }]) {
      const { detail } = expectProblem(await call('PATCH', `/api/monitors/${monitor_id}`, json), 'validation_failed')
      expect(detail).toContain('does not know the monitor type gopher')
    }
    const tested = expectProblem(await call('POST', `/api/providers/${provider_id}/test`), 'provider_test_failed')
    expect(tested.detail).toContain('does not know the provider type pager2')
    expect([await rowsOf(provider_id, 'providers'), await rowsOf(monitor_id, 'monitors')]).toEqual(before)
  })

  it('can be deleted', async () => {
    const { call, provider_id, monitor_id } = await makeUnknown()
    expect((await call('DELETE', `/api/providers/${provider_id}`)).status).toBe(200)
    expect((await call('DELETE', `/api/monitors/${monitor_id}`)).status).toBe(200)
  })

  it('keep their alerts pending until a process sends them that knows the type', async () => {
    const { provider_id, monitor_id, path } = await makeUnknown()
    await openIncident(monitor_id)
    const clock = makeClock()
    const at = await deliver(provider_id, clock)
    expect(at).toBeGreaterThan(clock.at)
    await admin.query(`update providers set provider_type = 'slack' where id = $1`, [provider_id])
    clock.at = at ?? 0
    expect(await deliver(provider_id, clock)).toBeNull()
    expect(titles(path)).toEqual(['Down: Shop'])
    expect(sink.sentTo(path)).toHaveLength(1)
  })
})
