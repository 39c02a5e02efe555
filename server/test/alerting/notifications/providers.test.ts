import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { CALLER_KINDS, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()
const { admin } = app.database
const caller = await makeCaller(app)
const { call } = caller
const create = (fields: object) => call('POST', '/api/providers', fields)

const WEBHOOK = 'https://hooks.example.com/services/T000/B000/planted-webhook-b81e'
const TOKEN = '123456789:planted-telegram-token-c92f'
const FULL = {
  email: { provider_type: 'email', recipient_email: 'ops@example.com' },
  slack: { provider_type: 'slack', webhook_url: WEBHOOK, channel: '#ops', username: 'watch' },
  telegram: { provider_type: 'telegram', chat_id: '-100200300', token: TOKEN },
  sms: { provider_type: 'sms', phone_number: '+15551234567' },
} as const
type Type = keyof typeof FULL
const TYPES = Object.keys(FULL) as Type[]

describe.each(CALLER_KINDS)('by %s', (kind) => {
  it.each([
    ['email', ['recipient_email'], 'email o…@example.com', { recipient_email: 'ops@example.com' }],
    [
      'slack',
      ['webhook_url', 'channel', 'username'],
      'slack …b81e',
      { webhook_url: '…b81e', channel: '#ops', username: 'watch' },
    ],
    ['telegram', ['chat_id', 'token'], 'telegram …0300', { chat_id: '-100200300', token: '…c92f' }],
    ['sms', ['phone_number'], 'sms …4567', { phone_number: '+15551234567' }],
  ] as const)('the %s record is flat, its secrets masked', async (type, fields, name, shown) => {
    const owner = await makeCaller(app, kind)
    const made = await owner.call('POST', '/api/providers', FULL[type])
    expect(made.status).toBe(201)
    const { data } = made.body
    expect(Object.keys(data)).toEqual([
      'object',
      'id',
      'provider_type',
      'name',
      ...fields,
      'is_default',
      'quiet_hours',
      'last_delivery',
      'created_at',
      'updated_at',
    ])
    expect(data).toMatchObject({ object: 'provider', provider_type: type, name, ...shown, last_delivery: null })
    expect(data.updated_at).toBe(data.created_at)
    const read = await owner.call('GET', `/api/providers/${data.id}`)
    expect([read.status, read.body]).toEqual([200, made.body])
    expect((await owner.call('GET', '/api/providers')).body.data).toEqual([data])
    expect(made.text + read.text).not.toMatch(/planted/)
  })
})

describe('the fields of a provider', () => {
  it.each([
    [
      'email',
      'recipient_email',
      ['a@b', 'ü@exämple.com', "o'neil+tag@example.co.uk"],
      ['nobody', 'a@b@c', 'a b@c', 'a@b\r\nBcc: x@y', '', '<a@b>', 'a@b,c@d', 7],
    ],
    [
      'slack',
      'webhook_url',
      ['https://hooks.example.com/x', 'http://chat.example.com:8065/hooks/abc'],
      ['hooks.example.com/x', 'ftp://example.com/x', 'https://user:pw@example.com/x', '', 7, '…b81e'],
    ],
    ['slack', 'channel', ['#ops', null], ['', 'x'.repeat(201), 7]],
    ['slack', 'username', ['watch', null], ['', 'x'.repeat(201), 7]],
    ['telegram', 'chat_id', ['12345', '-1001234567890', '@channel_name'], ['', 'name', '@x', '1.5', null, true]],
    ['telegram', 'token', ['1:a', TOKEN], ['abc', '123', ':x', '1:a b', '', null, '…c92f', `1:${'x'.repeat(200)}`]],
    [
      'sms',
      'phone_number',
      ['+15551234567', '+4915112345678'],
      ['15551234567', '+0123456789', '+1555', '+1 555 123 4567', '+1234567890123456', '', 7],
    ],
  ] as [Type, string, unknown[], unknown[]][])('%s.%s takes %j and refuses %j', async (type, field, good, bad) => {
    for (const value of good) expect((await create({ ...FULL[type], [field]: value })).status).toBe(201)
    for (const value of bad) {
      const { errors } = expectProblem(await create({ ...FULL[type], [field]: value }), 'validation_failed')
      expect(errors?.map((error) => error.field)).toEqual([field])
    }
  })

  it('chat_id goes in as string or integer and comes out as string', async () => {
    for (const chat_id of [-100_200_300, '-100200300']) {
      expect((await create({ ...FULL.telegram, chat_id })).body.data.chat_id).toBe('-100200300')
    }
  })

  it.each(TYPES.flatMap((type) => TYPES.filter((other) => other !== type).map((other) => [type, other] as const)))(
    'a %s takes no field of a %s',
    async (type, other) => {
      const foreign = Object.entries(FULL[other]).filter(([field]) => field !== 'provider_type')
      const id = await caller.make('/api/providers', FULL[type])
      for (const [field, value] of foreign) {
        for (const answer of [
          await create({ ...FULL[type], [field]: value }),
          await call('PUT', `/api/providers/${id}`, { [field]: value }),
        ]) {
          const { errors } = expectProblem(answer, 'validation_failed')
          expect(errors?.map((error) => [error.field, error.code])).toEqual([[field, 'unknown_field']])
        }
      }
    },
  )

  it('provider_type is required', async () => {
    const { errors } = expectProblem(await create({ recipient_email: 'a@b.example' }), 'validation_failed')
    expect(errors).toEqual([{ field: 'provider_type', code: 'required', message: 'provider_type is required.' }])
  })

  it('name is optional: up to 5,000 characters, null for the default', async () => {
    const id = await caller.make('/api/providers', { ...FULL.sms, name: 'n'.repeat(5000) })
    expect((await call('GET', `/api/providers/${id}`)).body.data.name).toHaveLength(5000)
    expect((await call('PUT', `/api/providers/${id}`, { name: null })).body.data.name).toBe('sms …4567')
    for (const name of ['', '  ', 'n'.repeat(5001), 7]) {
      expectProblem(await create({ ...FULL.sms, name }), 'validation_failed')
    }
  })

  it('a short chat id is not padded in the default name', async () => {
    expect((await create({ ...FULL.telegram, chat_id: 12 })).body.data.name).toBe('telegram …12')
  })
})

describe('PUT and PATCH /api/providers/:id', () => {
  it('PUT and PATCH are the same partial update', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const id = await caller.make('/api/providers', FULL.slack)
      const { status, body } = await call(method, `/api/providers/${id}`, { channel: null, name: 'Chat' })
      expect([status, body.data]).toMatchObject([
        200,
        { name: 'Chat', channel: null, username: 'watch', webhook_url: '…b81e' },
      ])
    }
  })

  it('a masked secret sent back changes neither the secret nor the version', async () => {
    for (const [type, field] of [
      ['slack', 'webhook_url'],
      ['telegram', 'token'],
    ] as const) {
      const id = await caller.make('/api/providers', FULL[type])
      const before = await call('GET', `/api/providers/${id}`)
      const sealed = async () =>
        (await admin.query('select settings, secrets, updated_at from providers where id = $1', [id])).rows
      const rows = await sealed()
      const after = await call('PUT', `/api/providers/${id}`, { [field]: before.body.data[field] })
      expect([after.status, after.body]).toEqual([200, before.body])
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
      expect(await sealed()).toEqual(rows)
      expectProblem(await call('PUT', `/api/providers/${id}`, { [field]: '…0000' }), 'validation_failed')
    }
  })

  it('a new secret replaces the old one', async () => {
    const id = await caller.make('/api/providers', FULL.telegram)
    const changed = await call('PATCH', `/api/providers/${id}`, { token: '987:another-token-a001' })
    expect(changed.body.data.token).toBe('…a001')
  })

  it.each(['provider_type', 'id', 'object', 'last_delivery', 'created_at', 'updated_at'])(
    '%s is read-only',
    async (field) => {
      const id = await caller.make('/api/providers', FULL.email)
      const { errors } = expectProblem(
        await call('PUT', `/api/providers/${id}`, { [field]: 'email' }),
        'validation_failed',
      )
      expect(errors?.map((error) => [error.field, error.code])).toEqual([[field, 'read_only']])
    },
  )

  it('updates honour If-Match; a delivery changes the ETag, but neither updated_at nor the version that If-Match compares', async () => {
    const id = await caller.make('/api/providers', FULL.email)
    const before = await call('GET', `/api/providers/${id}`)
    const etag = before.headers.get('etag') ?? ''
    expectProblem(await call('POST', `/api/providers/${id}/test`), 'provider_test_failed')
    const after = await call('GET', `/api/providers/${id}`)
    expect(after.body.data.last_delivery).toMatchObject({ kind: 'test', outcome: 'failed' })
    expect(after.body.data.updated_at).toBe(before.body.data.updated_at)
    expect(after.headers.get('etag')?.split('_')[0]).toBe(etag.split('_')[0])
    expect(after.headers.get('etag')).not.toBe(etag)
    expect((await call('PUT', `/api/providers/${id}`, { name: 'a' }, { 'if-match': etag })).status).toBe(200)
    expectProblem(await call('PUT', `/api/providers/${id}`, { name: 'b' }, { 'if-match': etag }), 'precondition_failed')
    expectProblem(await call('DELETE', `/api/providers/${id}`, undefined, { 'if-match': etag }), 'precondition_failed')
  })

  it('a webhook to a target that the operator has blocked since can be renamed, but not set', async () => {
    const open = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' }, { database: app.database })
    const { key } = caller.user
    const json = { provider_type: 'slack', webhook_url: 'http://127.0.0.1:9/services/x' }
    const made = await open.call('POST', '/api/providers', { key, json })
    expect(made.status).toBe(201)
    const path = `/api/providers/${made.body.data.id}`
    expect((await call('PUT', path, { name: 'Old' })).status).toBe(200)
    expectProblem(await call('PUT', path, { webhook_url: 'http://127.0.0.1:9/services/y' }), 'target_not_allowed')
    expectProblem(await create(json), 'target_not_allowed')
    expectProblem(await call('POST', `${path}/test`), 'target_not_allowed')
  })
})

describe('GET /api/providers', () => {
  it('providers are listed newest first, in pages', async () => {
    const owner = await makeCaller(app)
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.unshift(await owner.make('/api/providers', FULL.sms))
    const { body } = await owner.call('GET', '/api/providers?pageSize=2&page=2')
    expect([body.data.map((row: { id: number }) => row.id), body.meta.total]).toEqual([ids.slice(2), 3])
    expectProblem(await owner.call('GET', '/api/providers?provider_type=sms'), 'validation_failed')
  })
})

describe('DELETE /api/providers/:id', () => {
  it('deleting a provider names the monitors left without any', async () => {
    const monitor = (name: string) => caller.make('/api/monitors', { friendly_name: name, url: 'https://a.example' })
    const [alone, both, none] = [await monitor('alone'), await monitor('both'), await monitor('none')]
    const [gone, stays] = [
      await caller.make('/api/providers', FULL.email),
      await caller.make('/api/providers', FULL.sms),
    ]
    await caller.make(`/api/monitors/${alone}/notifications`, { provider_id: gone })
    await caller.make(`/api/monitors/${both}/notifications`, { provider_id: gone })
    await caller.make(`/api/monitors/${both}/notifications`, { provider_id: stays })
    const { status, body } = await call('DELETE', `/api/providers/${gone}`)
    const data = { object: 'provider', id: gone, deleted: true, unassigned_monitor_ids: [alone] }
    expect([status, body]).toEqual([200, { data }])
    expectProblem(await call('DELETE', `/api/providers/${gone}`), 'not_found')
    expect((await call('GET', `/api/monitors/${alone}/notifications`)).body.data).toEqual([])
    expect((await call('GET', `/api/monitors/${both}/notifications`)).body.data).toMatchObject([{ provider_id: stays }])
    expect((await call('GET', `/api/monitors/${none}`)).status).toBe(200)
  })

  it('deleting a provider leaves no assignment that is created at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const monitor = await caller.make('/api/monitors', { friendly_name: 'race', url: 'https://a.example' })
      const provider_id = await caller.make('/api/providers', FULL.email)
      const [deleted, assigned] = await Promise.all([
        call('DELETE', `/api/providers/${provider_id}`),
        call('POST', `/api/monitors/${monitor}/notifications`, { provider_id }),
      ])
      expect(deleted.status).toBe(200)
      const unassigned = deleted.body.data.unassigned_monitor_ids
      expect([assigned.status, unassigned]).toEqual(assigned.status === 201 ? [201, [monitor]] : [404, []])
      expect((await call('GET', `/api/monitors/${monitor}/notifications`)).body.data).toEqual([])
    }
  })
})
