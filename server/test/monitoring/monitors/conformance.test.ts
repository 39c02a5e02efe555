// One `it` for each line of the tables and rules of the monitoring API, in their order, by key and by session.
import { SCOPES, type Scope } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, CALLER_KINDS, makeCaller, withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'
import { readMail } from '../../support/mail.ts'
import { gatewaySettings, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
const app = await startApp(gatewaySettings(http, smtp.url))

const MONITOR = { friendly_name: 'Shop', url: 'https://shop.example.com/', type: 'http', interval: 60, is_active: true }
const PROVIDERS = {
  email: { provider_type: 'email', recipient_email: 'ops@example.com' },
  slack: { provider_type: 'slack', webhook_url: `${http.url}/services/T0/B0/conformance1` },
  telegram: { provider_type: 'telegram', chat_id: '-100123', token: '123456:conformance-token' },
  sms: { provider_type: 'sms', phone_number: '+15551234567' },
} as const

let caller: Caller
describe.each(CALLER_KINDS)('by %s', (kind) => {
  beforeAll(async () => {
    caller = await makeCaller(app, kind)
  })
  const call: Caller['call'] = (...args) => caller.call(...args)
  const make: Caller['make'] = (...args) => caller.make(...args)
  const makeMonitor = (fields: object = {}) => make('/api/monitors', { ...MONITOR, ...fields })

  describe('API key', () => {
    it('name: string, label of the key', async () => {
      const made = await call('POST', '/api/keys', { name: 'ci', scopes: ['monitors:read'] })
      expect([made.status, made.body.data.name]).toEqual([201, 'ci'])
      expectProblem(await call('POST', '/api/keys', { name: 7, scopes: ['monitors:read'] }), 'validation_failed')
    })

    it('scopes: monitors:read, monitors:write, providers:read, providers:write', async () => {
      const scopes = ['monitors:read', 'monitors:write', 'providers:read', 'providers:write']
      const made = await call('POST', '/api/keys', { name: 'all four', scopes })
      expect([made.status, made.body.data.scopes]).toEqual([201, scopes])
      expectProblem(await call('POST', '/api/keys', { name: 'x', scopes: ['monitors:all'] }), 'validation_failed')
    })
  })

  describe('Monitor', () => {
    it.each([
      ['friendly_name', 'Blog', 12],
      ['url', 'http://blog.example.com/path?q=1', 'ftp://blog.example.com'],
      ['type', 'http', 'gopher'],
      ['type', 'ping', 'icmp'],
      ['interval', 300, '60'],
      ['interval', 86_400, 86_401],
      ['is_active', true, 'yes'],
      ['is_active', false, 0],
    ])('%s takes %j and refuses %j', async (field, good, bad) => {
      const made = await call('POST', '/api/monitors', { ...MONITOR, [field]: good })
      expect(made.status).toBe(201)
      if (field !== 'url' || made.body.data.type === 'http') expect(made.body.data[field]).toBe(good)
      const refused = expectProblem(
        await call('POST', '/api/monitors', { ...MONITOR, [field]: bad }),
        'validation_failed',
      )
      expect(refused.errors?.map((error) => error.field)).toEqual([field])
    })
  })

  describe('Notification provider', () => {
    it.each([
      ['email', ['recipient_email'], []],
      ['slack', ['webhook_url'], ['channel', 'username']],
      ['telegram', ['chat_id', 'token'], []],
      ['sms', ['phone_number'], []],
    ] as const)('%s: requires %j, takes %j', async (type, required, optional) => {
      const full = { ...PROVIDERS[type], ...Object.fromEntries(optional.map((field) => [field, 'ops'])) }
      const made = await call('POST', '/api/providers', full)
      expect(made.status).toBe(201)
      for (const field of optional) expect(made.body.data[field]).toBe('ops')
      for (const field of required) {
        const rest = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field))
        const refused = expectProblem(await call('POST', '/api/providers', rest), 'validation_failed')
        expect(refused.errors).toEqual([{ field, code: 'required', message: `${field} is required.` }])
      }
    })
  })

  it('Assignment: provider_id integer, enabled boolean', async () => {
    const monitor = await makeMonitor()
    const provider_id = await make('/api/providers', PROVIDERS.email)
    const path = `/api/monitors/${monitor}/notifications`
    const made = await call('POST', path, { provider_id, enabled: true })
    expect([made.status, made.body.data.provider_id, made.body.data.enabled]).toEqual([201, provider_id, true])
    expectProblem(await call('POST', path, { provider_id: String(provider_id), enabled: true }), 'validation_failed')
    expectProblem(await call('POST', path, { provider_id, enabled: 'true' }), 'validation_failed')
  })

  it('Incident: belongs to a monitor, read by time window', async () => {
    const monitor = await makeMonitor()
    await insertIncident(app, monitor)
    const list = await call('GET', `/api/monitors/${monitor}/incidents?window=24h`)
    expect([list.status, list.body.data.length, list.body.data[0].monitor_id]).toEqual([200, 1, monitor])
  })

  describe('States', () => {
    it('status values used by the list filter: up, down', async () => {
      const up = await makeMonitor()
      const down = await makeMonitor()
      const set = 'update monitor_state set status = $2 where monitor_id = $1'
      await app.database.admin.query(set, [up, 'up'])
      await app.database.admin.query(set, [down, 'down'])
      const ids = async (status: string) =>
        (await call('GET', `/api/monitors?status=${status}&pageSize=100`)).body.data.map(
          (row: { id: number }) => row.id,
        )
      expect(await ids('up')).toContain(up)
      expect(await ids('up')).not.toContain(down)
      expect(await ids('down')).toEqual([down])
      expectProblem(await call('GET', '/api/monitors?status=paused'), 'validation_failed')
    })

    it('is_active is set through create and update', async () => {
      const id = await makeMonitor({ is_active: false })
      expect((await call('GET', `/api/monitors/${id}`)).body.data).toMatchObject({ is_active: false, status: 'paused' })
      const resumed = await call('PUT', `/api/monitors/${id}`, { is_active: true })
      expect(resumed.body.data).toMatchObject({ is_active: true, status: 'pending' })
      const paused = await call('PUT', `/api/monitors/${id}`, { is_active: false })
      expect(paused.body.data).toMatchObject({ is_active: false, status: 'paused' })
    })
  })

  describe('Endpoints', () => {
    it('POST /api/keys: the created key', async () => {
      const made = await call('POST', '/api/keys', { name: 'made', scopes: ['providers:read'] })
      expect([made.status, made.body.data.object]).toEqual([201, 'api_key'])
      expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/keys/${made.body.data.id}`)
    })

    it('GET /api/keys: list of keys', async () => {
      const list = await call('GET', '/api/keys')
      expect([list.status, list.body.data[0].object]).toEqual([200, 'api_key'])
    })

    it('DELETE /api/keys/:id: result of deletion', async () => {
      const id = await make('/api/keys', { name: 'gone', scopes: ['providers:read'] })
      const deleted = await call('DELETE', `/api/keys/${id}`)
      expect([deleted.status, deleted.body]).toEqual([
        200,
        { data: { object: 'api_key', id, deleted: true, deleted_ids: [id] } },
      ])
      expectProblem(await call('DELETE', `/api/keys/${id}`), 'not_found')
    })

    it('GET /api/monitors: status, type, page, pageSize; list of monitors', async () => {
      const id = await makeMonitor({ type: 'ping', url: 'ping.example.com' })
      const list = await call('GET', '/api/monitors?type=ping&page=1&pageSize=1')
      expect(list.status).toBe(200)
      expect(list.body.data.map((row: { id: number }) => row.id)).toEqual([id])
      expect(list.body.meta).toMatchObject({ current_page: 1, per_page: 1, from: 1, to: 1 })
    })

    it('POST /api/monitors: the created monitor', async () => {
      const made = await call('POST', '/api/monitors', MONITOR)
      expect([made.status, made.body.data]).toMatchObject([201, { object: 'monitor', ...MONITOR }])
      expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/monitors/${made.body.data.id}`)
    })

    it('GET /api/monitors/:id: one monitor', async () => {
      const id = await makeMonitor()
      const shown = await call('GET', `/api/monitors/${id}`)
      expect([shown.status, shown.body.data]).toMatchObject([200, { id, ...MONITOR }])
    })

    it('PUT /api/monitors/:id: the updated monitor, with only the fields sent changed', async () => {
      const id = await makeMonitor()
      const changed = await call('PUT', `/api/monitors/${id}`, { friendly_name: 'New name', is_active: false })
      const expected = { id, ...MONITOR, friendly_name: 'New name', is_active: false }
      expect([changed.status, changed.body.data]).toMatchObject([200, expected])
    })

    it.each(['24h', '30d', '6mo', '1y'])('GET /api/monitors/:id/incidents: window %s', async (window) => {
      const id = await makeMonitor()
      await insertIncident(app, id)
      const list = await call('GET', `/api/monitors/${id}/incidents?window=${window}`)
      expect([list.status, list.body.data.length, list.body.meta.window]).toEqual([200, 1, window])
    })

    it('GET /api/providers: list of providers', async () => {
      const id = await make('/api/providers', PROVIDERS.sms)
      const list = await call('GET', '/api/providers')
      expect([list.status, list.body.data[0]]).toMatchObject([200, { object: 'provider', id, ...PROVIDERS.sms }])
    })

    it.each(['email', 'slack', 'telegram', 'sms'] as const)(
      'POST /api/providers: the created %s provider',
      async (type) => {
        const made = await call('POST', '/api/providers', PROVIDERS[type])
        expect([made.status, made.body.data.object, made.body.data.provider_type]).toEqual([201, 'provider', type])
        expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/providers/${made.body.data.id}`)
      },
    )

    it('GET /api/monitors/:id/notifications: assignments of the monitor', async () => {
      const monitor_id = await makeMonitor()
      const provider_id = await make('/api/providers', PROVIDERS.email)
      await make(`/api/monitors/${monitor_id}/notifications`, { provider_id })
      const list = await call('GET', `/api/monitors/${monitor_id}/notifications`)
      const expected = { object: 'assignment', monitor_id, provider_id, enabled: true }
      expect([list.status, list.body.data.length, list.body.data[0]]).toMatchObject([200, 1, expected])
    })

    it('POST /api/monitors/:id/notifications: the created assignment', async () => {
      const monitor_id = await makeMonitor()
      const provider_id = await make('/api/providers', PROVIDERS.email)
      const made = await call('POST', `/api/monitors/${monitor_id}/notifications`, { provider_id, enabled: false })
      expect([made.status, made.body.data]).toMatchObject([201, { monitor_id, provider_id, enabled: false }])
    })

    it('DELETE /api/monitors/:id/notifications: result of removal', async () => {
      const monitor_id = await makeMonitor()
      const provider_id = await make('/api/providers', PROVIDERS.email)
      const id = await make(`/api/monitors/${monitor_id}/notifications`, { provider_id })
      const deleted = await call('DELETE', `/api/monitors/${monitor_id}/notifications`, { provider_id })
      expect([deleted.status, deleted.body]).toEqual([200, { data: { object: 'assignment', id, deleted: true } }])
    })

    it('POST /api/providers/:id/test: a success message', async () => {
      const provider_id = await make('/api/providers', PROVIDERS.email)
      const sent = await call('POST', `/api/providers/${provider_id}/test`)
      const data = { object: 'provider_test', provider_id, success: true, message: 'Test notification sent.' }
      expect([sent.status, sent.body]).toEqual([200, { data }])
    })

    it('POST /api/providers/:id/test: or an error message', async () => {
      const fields = { ...PROVIDERS.slack, webhook_url: `${http.url}/nowhere` }
      const id = await make('/api/providers', fields)
      const refused = expectProblem(await call('POST', `/api/providers/${id}/test`), 'provider_test_failed')
      expect(refused.detail).toBe('Slack returned 404: no_service')
    })
  })

  describe('Rules', () => {
    it('1: a test starts with its phrase, with an emoji in every channel except SMS', async () => {
      const send = async (fields: object) => {
        const id = await make('/api/providers', fields)
        expect((await call('POST', `/api/providers/${id}/test`)).status).toBe(200)
      }
      const marked = 'Test notification 🔔 from Sitewatch'
      await send({ provider_type: 'email', recipient_email: `${kind}@rule.example` })
      const mail = readMail((await smtp.waitFor(`${kind}@rule.example`)).source)
      expect(mail.headers.get('subject')?.startsWith(marked)).toBe(true)
      expect(mail.text.startsWith(marked)).toBe(true)
      await send({ provider_type: 'slack', webhook_url: `${http.url}/services/rule-1-${kind}` })
      expect(JSON.parse(http.sentTo(`/services/rule-1-${kind}`)[0]?.body ?? '').text.startsWith(marked)).toBe(true)
      await send({ provider_type: 'telegram', chat_id: 7, token: `1:rule-1-${kind}` })
      expect(JSON.parse(http.sentTo(`/bot1:rule-1-${kind}/sendMessage`)[0]?.body ?? '').text.startsWith(marked)).toBe(
        true,
      )
      await send({ provider_type: 'sms', phone_number: '+15557654321' })
      const sms = new URLSearchParams(http.requests.at(-1)?.body).get('Body') ?? ''
      expect(sms.startsWith('Test notification from Sitewatch')).toBe(true)
      expect(sms).toMatch(/^[ -~]+$/)
    })

    it('2: the provider_type of a text message is sms', async () => {
      expect((await call('POST', '/api/providers', PROVIDERS.sms)).body.data.provider_type).toBe('sms')
      for (const provider_type of ['SMS', 'phone', 'telephone']) {
        const refused = await call('POST', '/api/providers', { ...PROVIDERS.sms, provider_type })
        expect(expectProblem(refused, 'validation_failed').errors).toEqual([
          {
            field: 'provider_type',
            code: 'invalid_value',
            message:
              'provider_type must be email, slack, telegram, sms, webhook, discord, pagerduty, apprise, google_chat, matrix, mattermost, ntfy, opsgenie, pushover, teams or web_push.',
          },
        ])
      }
    })

    it('3: a monitor can be deleted, a provider updated and deleted', async () => {
      const monitor = await makeMonitor()
      const provider = await make('/api/providers', PROVIDERS.email)
      const renamed = await call('PUT', `/api/providers/${provider}`, { name: 'On call' })
      expect([renamed.status, renamed.body.data.name]).toEqual([200, 'On call'])
      for (const [path, object] of [
        [`/api/monitors/${monitor}`, 'monitor'],
        [`/api/providers/${provider}`, 'provider'],
      ]) {
        const deleted = await call('DELETE', path ?? '')
        expect([deleted.status, deleted.body.data]).toMatchObject([200, { object, deleted: true }])
        expectProblem(await call('DELETE', path ?? ''), 'not_found')
        expectProblem(await call('GET', path ?? ''), 'not_found')
      }
    })

    it('4: an answer has only data at the top level, and for lists meta and links', async () => {
      const id = await makeMonitor()
      expect(Object.keys((await call('GET', `/api/monitors/${id}`)).body)).toEqual(['data'])
      for (const path of [
        '/api/monitors',
        '/api/providers',
        `/api/monitors/${id}/incidents`,
        `/api/monitors/${id}/notifications`,
      ]) {
        expect(Object.keys((await call('GET', path)).body)).toEqual(['data', 'meta', 'links'])
      }
    })
  })

  describe('Limits', () => {
    it('every answer has the remaining rate limit', async () => {
      const { headers } = await call('GET', '/api/monitors')
      expect(headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=60$/)
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
    })

    it('monitors are paged by page and pageSize: 25 by default, 100 at most', async () => {
      expect((await call('GET', '/api/monitors')).body.meta.per_page).toBe(25)
      expect((await call('GET', '/api/monitors?pageSize=100')).body.meta.per_page).toBe(100)
      for (const query of ['pageSize=101', 'pageSize=0', 'page=0', 'page=x', 'per_page=10']) {
        expectProblem(await call('GET', `/api/monitors?${query}`), 'validation_failed')
      }
    })

    it('the incident window accepts only 24h, 30d, 6mo, 1y', async () => {
      const id = await makeMonitor()
      for (const window of ['7d', '24H', '', '12mo']) {
        expectProblem(await call('GET', `/api/monitors/${id}/incidents?window=${window}`), 'validation_failed')
      }
    })
  })
})

describe('Bodies are JSON', () => {
  it('a form is answered 415 with a key, and 403 with a session', async () => {
    const byKey = await makeCaller(app)
    const form = { friendly_name: 'x', url: 'https://example.com' }
    expectProblem(await app.call('POST', '/api/monitors', { key: byKey.user.key, form }), 'unsupported_media_type')
    const cookie = await app.signIn(byKey.user)
    expectProblem(await app.call('POST', '/api/monitors', { cookie, form }), 'cross_site_request')
  })
})

describe('Authentication', () => {
  it('1: a missing or wrong key is answered 401', async () => {
    for (const path of ['/api/monitors', '/api/providers', '/api/incidents', '/api/monitors/1/notifications']) {
      expectProblem(await app.call('GET', path), 'unauthenticated')
      expectProblem(await app.call('GET', path, { key: 'sw_wrong' }), 'unauthenticated')
    }
  })

  it('2: a session can only write from our own pages', async () => {
    const { user } = await makeCaller(app)
    const cookie = await app.signIn(user)
    const headers = { origin: 'https://evil.example' }
    expectProblem(await app.call('POST', '/api/monitors', { cookie, json: MONITOR, headers }), 'cross_site_request')
    const ownOrigin = { origin: new URL(app.parts.config.BASE_URL).origin }
    expect((await app.call('POST', '/api/monitors', { cookie, json: MONITOR, headers: ownOrigin })).status).toBe(201)
  })

  const NEEDS: [method: string, path: string, scopes: Scope[]][] = [
    ['GET', '/api/monitors', ['monitors:read']],
    ['GET', '/api/monitors/1', ['monitors:read']],
    ['GET', '/api/monitors/1/incidents', ['monitors:read']],
    ['GET', '/api/monitors/1/notifications', ['monitors:read']],
    ['GET', '/api/incidents', ['monitors:read']],
    ['GET', '/api/incidents/1', ['monitors:read']],
    ['POST', '/api/monitors', ['monitors:write']],
    ['PUT', '/api/monitors/1', ['monitors:write']],
    ['PATCH', '/api/monitors/1', ['monitors:write']],
    ['DELETE', '/api/monitors/1', ['monitors:write']],
    ['POST', '/api/incidents/1/acknowledge', ['monitors:write']],
    ['POST', '/api/monitors/1/notifications', ['monitors:write', 'providers:read']],
    ['DELETE', '/api/monitors/1/notifications', ['monitors:write', 'providers:read']],
    ['GET', '/api/providers', ['providers:read']],
    ['GET', '/api/providers/1', ['providers:read']],
    ['POST', '/api/providers', ['providers:write']],
    ['PUT', '/api/providers/1', ['providers:write']],
    ['PATCH', '/api/providers/1', ['providers:write']],
    ['DELETE', '/api/providers/1', ['providers:write']],
    ['POST', '/api/providers/1/test', ['providers:write']],
  ]
  it.each(NEEDS)('4 and 6: %s %s requires %j', async (method, path, needed) => {
    const { id, key } = await app.makeUser(needed)
    expect([404, 422, 200]).toContain(
      (await app.call(method, path, { key, ...(method !== 'GET' && { json: {} }) })).status,
    )
    for (const scope of needed) {
      const otherScopes = await app.makeKey(
        id,
        SCOPES.filter((each) => each !== scope),
      )
      const refused = expectProblem(
        await app.call(method, path, { key: otherScopes.key, ...(method !== 'GET' && { json: {} }) }),
        'insufficient_scope',
      )
      expect(refused.required_scope).toBe(scope)
    }
  })

  it("5: a key sees only its user's data, and another user's record answers byte for byte like a missing one", async () => {
    const one = await makeCaller(app)
    const two = await makeCaller(app)
    const monitor = await one.make('/api/monitors', MONITOR)
    const provider = await one.make('/api/providers', PROVIDERS.email)
    expect((await two.call('GET', '/api/monitors')).body.meta.total).toBe(0)
    expect((await two.call('GET', '/api/providers')).body.meta.total).toBe(0)
    const paths: [string, string, unknown?][] = [
      ['GET', '/api/monitors/:m'],
      ['PUT', '/api/monitors/:m', { friendly_name: 'mine' }],
      ['PATCH', '/api/monitors/:m', { friendly_name: 'mine' }],
      ['DELETE', '/api/monitors/:m'],
      ['GET', '/api/monitors/:m/incidents'],
      ['GET', '/api/monitors/:m/notifications'],
      ['POST', '/api/monitors/:m/notifications', { provider_id: 1 }],
      ['DELETE', '/api/monitors/:m/notifications', { provider_id: 1 }],
      ['GET', '/api/providers/:p'],
      ['PUT', '/api/providers/:p', { name: 'mine' }],
      ['PATCH', '/api/providers/:p', { name: 'mine' }],
      ['DELETE', '/api/providers/:p'],
      ['POST', '/api/providers/:p/test'],
    ]
    for (const [method, path, json] of paths) {
      const foreign = await two.call(method, path.replace(':m', `${monitor}`).replace(':p', `${provider}`), json)
      const missing = await two.call(method, path.replace(':m', '999999').replace(':p', '999999'), json)
      expectProblem(foreign, 'not_found')
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
    }
    expect((await one.call('GET', `/api/monitors/${monitor}`)).body.data.friendly_name).toBe('Shop')
  })

  it('7: key creation shows the key once', async () => {
    const { call } = await makeCaller(app)
    const made = await call('POST', '/api/keys', { name: 'once', scopes: ['monitors:read'] })
    expect(made.body.data.key).toMatch(/^sw_[0-9A-Za-z]{51}$/)
    expect((await call('GET', `/api/keys/${made.body.data.id}`)).text).not.toContain(made.body.data.key)
  })
})
