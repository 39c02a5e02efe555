import { describe, expect, it } from 'vitest'
import { readDataKey } from '../../../src/identity/accounts/index.ts'
import { open } from '../../../src/platform/secrets.ts'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'

const app = await startApp()
const { admin } = app.database
const caller = await makeCaller(app)
const { call } = caller
const make = (fields: object = {}) =>
  caller.make('/api/monitors', { friendly_name: 'Shop', url: 'https://shop.example.com/', ...fields })
const show = async (id: number) => (await call('GET', `/api/monitors/${id}`)).body.data

/** Sets the state that a check would store. */
async function setState(id: number, status: string): Promise<void> {
  await admin.query(
    `update monitor_state set status = $2, unobserved_since = null, last_checked_at = extract(epoch from now()) * 1000,
       last_response_ms = 84.5, last_error = 'The server returned status 503.', tls_expires_at = now() + interval '30 days',
       first_success_at = case when $2 = 'recovering' then 1 end, first_failure_at = case when $2 = 'suspected' then 1 end
     where monitor_id = $1`,
    [id, status],
  )
}

async function openIncident(id: number): Promise<number> {
  const incident_id = await insertIncident(app, id)
  await setState(id, 'down')
  return incident_id
}
const incident = async (id: number) => (await call('GET', `/api/incidents/${id}`)).body.data

describe('PUT and PATCH /api/monitors/:id', () => {
  it('are the same partial update', async () => {
    const before = { interval: 120, timeout_seconds: 20, keyword: 'Welcome', expected_status: ['200'] }
    for (const method of ['PUT', 'PATCH']) {
      const id = await make(before)
      const shown = await show(id)
      const { status, body } = await call(method, `/api/monitors/${id}`, { friendly_name: 'Renamed' })
      expect(status).toBe(200)
      expect(body.data).toEqual({ ...shown, friendly_name: 'Renamed', updated_at: body.data.updated_at })
      expect(body.data.updated_at > shown.updated_at).toBe(true)
    }
  })

  it('change nothing, not even the version, when sent nothing or the current values', async () => {
    const id = await make({
      request_headers: { Authorization: 'Bearer planted-token-1', 'X-Long-Name': 'a-longer-value' },
    })
    const before = await call('GET', `/api/monitors/${id}`)
    const masks = before.body.data.request_headers
    for (const json of [{}, { friendly_name: 'Shop' }, { request_headers: masks }, { is_active: true, interval: 60 }]) {
      const after = await call('PUT', `/api/monitors/${id}`, json)
      expect([after.status, after.body]).toEqual([200, before.body])
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    }
  })

  it('refuse read-only and unknown fields', async () => {
    const id = await make()
    const { errors } = expectProblem(
      await call('PUT', `/api/monitors/${id}`, { status: 'up', colour: 'red' }),
      'validation_failed',
    )
    expect(errors?.map((error) => [error.field, error.code])).toEqual([
      ['status', 'read_only'],
      ['colour', 'unknown_field'],
    ])
  })

  it('honour If-Match', async () => {
    const id = await make()
    const etag = (await call('GET', `/api/monitors/${id}`)).headers.get('etag') ?? ''
    expectProblem(
      await call('PUT', `/api/monitors/${id}`, { friendly_name: 'b' }, { 'if-match': '"other"' }),
      'precondition_failed',
    )
    const changed = await call('PUT', `/api/monitors/${id}`, { friendly_name: 'b' }, { 'if-match': etag })
    expect(changed.status).toBe(200)
    expectProblem(
      await call('PATCH', `/api/monitors/${id}`, { friendly_name: 'c' }, { 'if-match': etag }),
      'precondition_failed',
    )
    expectProblem(await call('DELETE', `/api/monitors/${id}`, undefined, { 'if-match': etag }), 'precondition_failed')
    expect(
      (await call('DELETE', `/api/monitors/${id}`, undefined, { 'if-match': changed.headers.get('etag') ?? '' }))
        .status,
    ).toBe(200)
  })

  it('switch the type: the host stays, fields that do not apply are cleared, and switching back needs a URL', async () => {
    const id = await make({ keyword: 'x', request_headers: { 'x-key': 'planted-header-9' } })
    const ping = await call('PUT', `/api/monitors/${id}`, { type: 'ping' })
    expect([ping.status, ping.body.data]).toMatchObject([
      200,
      { type: 'ping', url: 'shop.example.com', keyword: null, request_headers: null, method: null },
    ])
    expectProblem(await call('PUT', `/api/monitors/${id}`, { type: 'http' }), 'validation_failed')
    const http = await call('PUT', `/api/monitors/${id}`, { type: 'http', url: 'https://shop.example.com' })
    expect([http.status, http.body.data]).toMatchObject([
      200,
      { type: 'http', method: 'GET', keyword: null, request_headers: {}, expected_status: ['200-399'] },
    ])
  })

  it('clear the request body when the method does not allow one', async () => {
    const id = await make({ method: 'POST', request_body: 'ping' })
    const { status, body } = await call('PUT', `/api/monitors/${id}`, { method: 'GET' })
    expect([status, body.data]).toMatchObject([200, { method: 'GET', request_body: null }])
  })
})

describe('masked request headers', () => {
  const SECRET = 'Bearer planted-header-secret-b81e'

  it('are returned masked, and keep their values when the masks are sent back', async () => {
    const id = await make({ request_headers: { Authorization: SECRET, 'X-Short': 'pin' } })
    expect((await show(id)).request_headers).toEqual({ Authorization: '…b81e', 'X-Short': '…' })
    const sealed = `select secrets ->> 'request_headers' as sealed from monitors where id = $1`
    const before = (await admin.query(sealed, [id])).rows
    const json = {
      friendly_name: 'New',
      request_headers: { authorization: '…b81e', 'X-Short': '…', 'X-More': 'a value to add' },
    }
    const { status, body } = await call('PUT', `/api/monitors/${id}`, json)
    expect([status, body.data.request_headers]).toEqual([
      200,
      { authorization: '…b81e', 'X-Short': '…', 'X-More': '… add' },
    ])
    const [row] = (await admin.query<{ sealed: string }>(sealed, [id])).rows
    expect(row).not.toEqual(before[0])
    const { vault, postgres } = app.parts
    const owner = { team_id: caller.user.id, user_id: caller.user.id, system: true } as const
    const key = await postgres.asUser(owner, (tx) => readDataKey(tx, vault, owner.team_id))
    expect(
      JSON.parse(
        open(key, Buffer.from(row?.sealed ?? '', 'base64'), `monitors.request_headers/${id}`)?.toString() ?? '',
      ),
    ).toEqual({
      authorization: SECRET,
      'X-Short': 'pin',
      'X-More': 'a value to add',
    })
    const twice = await call('PUT', `/api/monitors/${id}`, { request_headers: body.data.request_headers })
    expect(twice.body).toEqual(body)
  })

  it('are refused when they are not the mask of the stored value', async () => {
    const id = await make({ request_headers: { Authorization: SECRET } })
    for (const request_headers of [{ Authorization: '…0000' }, { Authorization: '…b81e', Other: '…b81e' }]) {
      expectProblem(await call('PUT', `/api/monitors/${id}`, { request_headers }), 'validation_failed')
    }
    const create = { friendly_name: 'a', url: 'https://a.example', request_headers: { Authorization: '…b81e' } }
    expectProblem(await call('POST', '/api/monitors', create), 'validation_failed')
  })

  it('are cleared by an empty object', async () => {
    const id = await make({ request_headers: { Authorization: SECRET } })
    expect((await call('PUT', `/api/monitors/${id}`, { request_headers: {} })).body.data.request_headers).toEqual({})
    const { rows } = await admin.query('select secrets from monitors where id = $1', [id])
    expect(rows).toEqual([{ secrets: null }])
  })
})

describe('a check result', () => {
  it('is shown and changes the ETag, but neither updated_at nor the version that If-Match compares', async () => {
    const id = await make()
    const before = await call('GET', `/api/monitors/${id}`)
    await setState(id, 'up')
    const after = await call('GET', `/api/monitors/${id}`)
    expect(after.body.data).toMatchObject({
      status: 'up',
      last_response_ms: 84.5,
      last_error: 'The server returned status 503.',
    })
    expect(after.body.data.last_checked_at).toMatch(/Z$/)
    expect(after.body.data.tls_expires_at).toMatch(/Z$/)
    expect(after.body.data.updated_at).toBe(before.body.data.updated_at)
    const [was = '', is = ''] = [before.headers.get('etag'), after.headers.get('etag')].map((tag) => tag ?? '')
    expect(is.split('_')[0]).toBe(was.split('_')[0])
    expect(is).not.toBe(was)
    const poll = await call('GET', `/api/monitors/${id}`, undefined, { 'if-none-match': was })
    expect([poll.status, poll.body.data.status]).toEqual([200, 'up'])
    const again = await call('GET', `/api/monitors/${id}`, undefined, { 'if-none-match': is })
    expect(again.status).toBe(304)
  })

  it.each([
    ['pending', 'pending'],
    ['up', 'up'],
    ['suspected', 'up'],
    ['down', 'down'],
    ['recovering', 'down'],
  ])('with the internal status %s shows as %s, and is found by that filter alone', async (inside, shown) => {
    const id = await make({ friendly_name: `state ${inside}` })
    await setState(id, inside)
    expect((await show(id)).status).toBe(shown)
    for (const status of ['up', 'down']) {
      const { meta } = (await call('GET', `/api/monitors?status=${status}&search=state%20${inside}`)).body
      expect(meta.total).toBe(status === shown ? 1 : 0)
    }
  })

  it('that is unknown keeps the last status and gives the reason in last_error', async () => {
    const id = await make()
    await setState(id, 'up')
    await admin.query(`update monitor_state set unknown = 'offline' where monitor_id = $1`, [id])
    expect(await show(id)).toMatchObject({ status: 'up', last_error: expect.stringContaining('no network connection') })
  })
})

describe('the open incident of a monitor', () => {
  it.each([
    ['pausing', { is_active: false }, 'paused', 'paused'],
    ['another url', { url: 'https://other.example.com/' }, 'changed', 'pending'],
    ['another type', { type: 'ping' }, 'changed', 'pending'],
  ])('is resolved by %s', async (_, changes, resolution, status) => {
    const id = await make()
    const incident_id = await openIncident(id)
    const changed = await call('PUT', `/api/monitors/${id}`, changes)
    expect([changed.status, changed.body.data.status]).toEqual([200, status])
    expect(await incident(incident_id)).toMatchObject({ status: 'resolved', resolution })
  })

  it('is resolved when the monitor is deleted, and stays readable', async () => {
    const id = await make()
    const incident_id = await openIncident(id)
    expect((await call('DELETE', `/api/monitors/${id}`)).body.data).toEqual({ object: 'monitor', id, deleted: true })
    expect(await incident(incident_id)).toMatchObject({ monitor_id: id, status: 'resolved', resolution: 'deleted' })
    expectProblem(await call('GET', `/api/monitors/${id}/incidents`), 'not_found')
    expect((await call('GET', `/api/incidents?monitor_id=${id}`)).body.meta.total).toBe(1)
  })

  it.each([
    ['a name', { friendly_name: 'Renamed' }],
    ['an interval', { interval: 600 }],
    ['a method', { method: 'POST' }],
    ['a timeout', { timeout_seconds: 5 }],
  ])('stays open when only %s changes', async (_, changes) => {
    const id = await make()
    const incident_id = await openIncident(id)
    const changed = await call('PUT', `/api/monitors/${id}`, changes)
    expect([changed.status, changed.body.data.status]).toEqual([200, 'down'])
    expect(await incident(incident_id)).toMatchObject({ status: 'open', resolution: null })
  })
})

describe('the next check of a monitor', () => {
  const due = async (id: number): Promise<number | null> => {
    const { rows } = await admin.query<{ in_ms: string | null }>(
      `select next_due_at - extract(epoch from clock_timestamp()) * 1000 as in_ms from monitor_state where monitor_id = $1`,
      [id],
    )
    return rows[0]?.in_ms == null ? null : Number(rows[0].in_ms)
  }
  const later = `update monitor_state set next_due_at = extract(epoch from now()) * 1000 + 3000000, status = 'up' where monitor_id = $1`

  it('is due within 5 s of its creation', async () => {
    expect(await due(await make({ interval: 3600 }))).toBeLessThan(5000)
  })

  it.each([
    ['url', { url: 'https://new.example.com' }],
    ['type', { type: 'ping' }],
    ['method', { method: 'HEAD' }],
  ])('is due within 5 s of a change of %s', async (_, changes) => {
    const id = await make({ interval: 3600 })
    await admin.query(later, [id])
    expect((await call('PUT', `/api/monitors/${id}`, changes)).status).toBe(200)
    expect(await due(id)).toBeLessThan(5000)
  })

  it('is never due while it is paused, and within 5 s of resuming', async () => {
    const id = await make({ interval: 3600, is_active: false })
    expect(await due(id)).toBeNull()
    await call('PUT', `/api/monitors/${id}`, { is_active: true })
    expect(await due(id)).toBeLessThan(5000)
  })

  it('does not come sooner because of a new name', async () => {
    const id = await make({ interval: 3600 })
    await admin.query(later, [id])
    await call('PUT', `/api/monitors/${id}`, { friendly_name: 'x' })
    expect(await due(id)).toBeGreaterThan(1_000_000)
  })
})

describe('DELETE /api/monitors/:id', () => {
  it('removes it from every list and deletes its secrets, body and keyword', async () => {
    const id = await make({
      friendly_name: 'To be deleted',
      method: 'POST',
      request_body: 'planted-body',
      keyword: 'planted-keyword',
      request_headers: { authorization: 'planted-header-value' },
    })
    const provider_id = await caller.make('/api/providers', {
      provider_type: 'email',
      recipient_email: 'a@example.com',
    })
    await caller.make(`/api/monitors/${id}/notifications`, { provider_id })
    expect((await call('DELETE', `/api/monitors/${id}`)).status).toBe(200)
    expectProblem(await call('DELETE', `/api/monitors/${id}`), 'not_found')
    expect((await call('GET', '/api/monitors?search=to%20be%20deleted')).body.meta.total).toBe(0)
    const { rows } = await admin.query('select * from monitors where id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain('planted')
    expect(rows).toMatchObject([
      {
        settings: {},
        secrets: null,
      },
    ])
    const left = await admin.query(
      'select 1 from monitor_state where monitor_id = $1 union all select 1 from assignments where monitor_id = $1',
      [id],
    )
    expect(left.rowCount).toBe(0)
  })

  it('frees its place in the quota', async () => {
    const tight = await startApp(
      { SITEWATCH_MAX_MONITORS_PER_TEAM: '1', SITEWATCH_MAX_PROVIDERS_PER_TEAM: '1' },
      { database: app.database },
    )
    const owner = await makeCaller(tight)
    const json = { friendly_name: 'a', url: 'https://a.example' }
    const id = await owner.make('/api/monitors', json)
    expectProblem(await owner.call('POST', '/api/monitors', json), 'limit_reached')
    await owner.call('DELETE', `/api/monitors/${id}`)
    expect((await owner.call('POST', '/api/monitors', json)).status).toBe(201)
    const provider = { provider_type: 'email', recipient_email: 'a@example.com' }
    await owner.make('/api/providers', provider)
    expectProblem(await owner.call('POST', '/api/providers', provider), 'limit_reached')
  })
})

describe('website_id', () => {
  it("accepts the caller's own website; another team's and a missing one get the same answer", async () => {
    const other = await makeCaller(app)
    const own = await caller.make('/api/v1/websites', { domain: 'own.example.com' })
    const foreign = await other.make('/api/v1/websites', { domain: 'foreign.example.com' })
    const id = await make({ website_id: own })
    expect((await show(id)).website_id).toBe(own)
    const answers = await Promise.all(
      [foreign, 999_999].flatMap((website_id) => [
        call('POST', '/api/monitors', { friendly_name: 'a', url: 'https://a.example', website_id }),
        call('PUT', `/api/monitors/${id}`, { website_id }),
      ]),
    )
    const texts = answers.map((answer) => {
      expectProblem(answer, 'not_found')
      return answer.text.replaceAll(/req_[0-9A-Z]{26}/g, '')
    })
    expect(new Set(texts).size).toBe(1)
    await call('DELETE', `/api/v1/websites/${own}`)
    expect((await show(id)).website_id).toBeNull()
  })
})
