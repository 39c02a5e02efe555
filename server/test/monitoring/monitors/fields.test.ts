import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'

const app = await startApp()
const caller = await makeCaller(app)
const { call } = caller
const URL_ = 'https://shop.example.com/'
const create = (fields: object) => call('POST', '/api/monitors', { friendly_name: 'Shop', url: URL_, ...fields })
const createPing = (fields: object) => create({ type: 'ping', url: 'shop.example.com', ...fields })

const RECORD = [
  'object',
  'id',
  'friendly_name',
  'url',
  'type',
  'interval',
  'is_active',
  'status',
  'timeout_seconds',
  'slow_ms',
  'record_type',
  'expected_values',
  'resolver',
  'expiry_notice_days',
  'period_seconds',
  'cron',
  'timezone',
  'grace_seconds',
  'method',
  'request_headers',
  'request_body',
  'expected_status',
  'follow_redirects',
  'keyword',
  'keyword_mode',
  'verify_tls',
  'auth_method',
  'auth_username',
  'auth_password',
  'auth_token',
  'ip_version',
  'assertions',
  'starttls',
  'send',
  'expect',
  'min_tls_version',
  'server_name',
  'website_id',
  'website_domain',
  'locations',
  'quorum',
  'tags',
  'depends_on',
  'escalation_policy_id',
  'escalation',
  'provider_ids',
  'alerts_nobody',
  'last_checked_at',
  'last_response_ms',
  'is_slow',
  'last_error',
  'tls_expires_at',
  'tls_issuer',
  'tls_names',
  'tls_chain',
  'domain_expires_at',
  'ping_url',
  'last_ping_at',
  'next_ping_at',
  'uptime',
  'created_at',
  'updated_at',
]

describe('the record of a monitor', () => {
  it('has its fields in a fixed order, and every default', async () => {
    const { status, body } = await create({})
    expect(status).toBe(201)
    expect(Object.keys(body.data)).toEqual(RECORD)
    expect(body.data).toMatchObject({
      object: 'monitor',
      friendly_name: 'Shop',
      url: URL_,
      type: 'http',
      interval: 60,
      is_active: true,
      status: 'pending',
      timeout_seconds: 10,
      method: 'GET',
      request_headers: {},
      request_body: null,
      expected_status: ['200-399'],
      follow_redirects: true,
      keyword: null,
      keyword_mode: 'present',
      verify_tls: true,
      website_id: null,
      locations: [],
      quorum: 1,
      last_checked_at: null,
      last_response_ms: null,
      last_error: null,
      tls_expires_at: null,
      uptime: { '24h': null, '30d': null },
    })
    expect(body.data.updated_at).toBe(body.data.created_at)
    expect(body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('of type ping has null for fields of http checks', async () => {
    const { status, body } = await createPing({})
    expect(status).toBe(201)
    expect(Object.keys(body.data)).toEqual(RECORD)
    expect(body.data).toMatchObject({
      type: 'ping',
      url: 'shop.example.com',
      timeout_seconds: 10,
      method: null,
      request_headers: null,
      request_body: null,
      expected_status: null,
      follow_redirects: null,
      keyword: null,
      keyword_mode: null,
      verify_tls: null,
    })
  })
})

const BODY = 'b'.repeat(8192)
/** [field, accepted values, refused values with their code] and other fields that it needs. */
const FIELDS: [field: string, good: unknown[], bad: [unknown, string][], beside?: object][] = [
  [
    'friendly_name',
    ['a', 'n'.repeat(120), '*_[<&|'],
    [
      ['', 'too_short'],
      ['   ', 'too_short'],
      ['n'.repeat(121), 'too_long'],
      [null, 'invalid_type'],
      ['a\0', 'invalid_value'],
    ],
  ],
  [
    'url',
    ['http://example.com', `https://example.com/${'p'.repeat(2028)}`],
    [
      ['', 'too_short'],
      [`https://example.com/${'p'.repeat(2029)}`, 'too_long'],
      ['example.com', 'invalid_format'],
      ['ftp://example.com', 'invalid_format'],
      ['https://u:p@example.com', 'invalid_format'],
      ['javascript:alert(1)', 'invalid_format'],
    ],
  ],
  [
    'type',
    ['http'],
    [
      ['gopher', 'invalid_value'],
      [null, 'invalid_value'],
    ],
  ],
  [
    'interval',
    [30, 86_400],
    [
      [29, 'too_small'],
      [0, 'too_small'],
      [-60, 'too_small'],
      [86_401, 'too_big'],
      [60.5, 'invalid_type'],
      ['60', 'invalid_type'],
    ],
  ],
  [
    'is_active',
    [true, false],
    [
      ['true', 'invalid_type'],
      [1, 'invalid_type'],
    ],
  ],
  [
    'timeout_seconds',
    [1, 60],
    [
      [0, 'too_small'],
      [61, 'too_big'],
      ['10', 'invalid_type'],
    ],
  ],
  [
    'slow_ms',
    [1, 60_000, null],
    [
      [0, 'too_small'],
      [60_001, 'too_big'],
      ['800', 'invalid_type'],
    ],
  ],
  [
    'method',
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    [
      ['get', 'invalid_value'],
      ['TRACE', 'invalid_value'],
    ],
  ],
  [
    'request_body',
    ['', '{"a":1}', BODY, null],
    [
      [`${BODY}b`, 'too_long'],
      ['ß'.repeat(4097), 'too_long'],
      [{}, 'invalid_type'],
    ],
    { method: 'POST' },
  ],
  [
    'expected_status',
    [['200'], ['100-599'], ['200-204', '301', '418']],
    [
      [[], 'too_few'],
      [['600'], 'invalid_value'],
      [['399-200'], 'invalid_value'],
      [['2xx'], 'invalid_value'],
      ['200', 'invalid_type'],
      [Array(21).fill('200'), 'too_many'],
    ],
  ],
  ['follow_redirects', [true, false], [['no', 'invalid_type']]],
  [
    'keyword',
    ['Welcome', 'k'.repeat(500), null],
    [
      ['', 'too_short'],
      ['k'.repeat(501), 'too_long'],
      [7, 'invalid_type'],
    ],
  ],
  [
    'keyword_mode',
    ['present', 'absent'],
    [
      ['contains', 'invalid_value'],
      [null, 'invalid_value'],
    ],
  ],
  ['verify_tls', [true, false], [[0, 'invalid_type']]],
  [
    'expiry_notice_days',
    [[21, 7, 1], [30], []],
    [
      [[0], 'too_small'],
      [[366], 'too_big'],
      [['7'], 'invalid_type'],
      [Array(11).fill(1), 'too_many'],
    ],
  ],
  ['ip_version', ['any', 'ipv4', 'ipv6'], [['ipv5', 'invalid_value']]],
  [
    'assertions',
    [
      [],
      [{ source: 'json', path: '$.ok', operator: 'equals', value: true, name: 'Healthy' }],
      Array.from({ length: 20 }, () => ({
        source: 'status',
        path: null,
        operator: 'less_than',
        value: 300,
        name: null,
      })),
    ],
    [
      [Array.from({ length: 21 }, () => ({ source: 'status', operator: 'equals', value: 200 })), 'too_many'],
      [[{ source: 'status', operator: 'contains', value: 200 }], 'invalid_value'],
      [[{ source: 'json', operator: 'exists' }], 'invalid_value'],
      [[{ source: 'json', path: 'ok', operator: 'exists' }], 'invalid_format'],
      [[{ source: 'body', path: '$', operator: 'contains', value: 'a' }], 'invalid_value'],
      [[{ source: 'body', operator: 'contains' }], 'invalid_value'],
      [[{ source: 'body', operator: 'matches', value: '(' }], 'invalid_format'],
      [[{ source: 'response_time', operator: 'less_than', value: 'fast' }], 'invalid_value'],
      [[{ source: 'header', path: 'a', operator: 'exists', value: 'b' }], 'invalid_value'],
    ],
  ],
  [
    'website_id',
    [null],
    [
      ['1', 'invalid_type'],
      [0, 'too_small'],
      [1.5, 'invalid_type'],
    ],
  ],
  [
    'locations',
    [[], ['default']],
    [
      [['mars'], 'invalid_value'],
      ['default', 'invalid_type'],
      [['default', 'default'], 'invalid_value'],
    ],
  ],
  [
    'quorum',
    [1],
    [
      [0, 'too_small'],
      [2, 'too_big'],
      [21, 'too_big'],
    ],
  ],
]

describe.each(FIELDS)('the field %s', (field, good, bad, beside = {}) => {
  it.each(good.map((value) => [value]))('takes %j', async (value) => {
    const made = await create({ ...beside, [field]: value })
    expect([made.status, made.body.data?.[field]]).toEqual([201, value])
    const changed = await call('PATCH', `/api/monitors/${made.body.data.id}`, { [field]: value })
    expect([changed.status, changed.body.data[field]]).toEqual([200, value])
  })

  it.each(bad)('refuses %j with %s', async (value, code) => {
    const id = await caller.make('/api/monitors', { friendly_name: 'Shop', url: URL_, ...beside })
    for (const answer of [
      await create({ ...beside, [field]: value }),
      await call('PUT', `/api/monitors/${id}`, { [field]: value }),
    ]) {
      const { errors } = expectProblem(answer, 'validation_failed')
      expect(errors?.map((error) => [error.field.split('.')[0], error.code])).toEqual([[field, code]])
    }
  })
})

describe('creating a monitor', () => {
  it.each(['friendly_name', 'url'])('needs %s', async (field) => {
    const body = Object.fromEntries(
      Object.entries({ friendly_name: 'a', url: URL_ }).filter(([name]) => name !== field),
    )
    const { errors } = expectProblem(await call('POST', '/api/monitors', body), 'validation_failed')
    expect(errors).toEqual([{ field, code: 'required', message: `${field} is required.` }])
  })

  it.each([
    'status',
    'id',
    'object',
    'uptime',
    'last_checked_at',
    'last_response_ms',
    'last_error',
    'tls_expires_at',
    'created_at',
    'updated_at',
  ])('refuses %s as read-only', async (field) => {
    const { errors } = expectProblem(await create({ [field]: 1 }), 'validation_failed')
    expect(errors?.map((error) => [error.field, error.code])).toEqual([[field, 'read_only']])
  })

  it('refuses an unknown field, so that a typo is noticed', async () => {
    const { errors } = expectProblem(await create({ intervall: 60 }), 'validation_failed')
    expect(errors?.map((error) => [error.field, error.code])).toEqual([['intervall', 'unknown_field']])
  })

  it('accepts status codes as integers and shows them as text', async () => {
    expect((await create({ expected_status: [200, '300-399'] })).body.data.expected_status).toEqual(['200', '300-399'])
  })

  it('trims the name', async () => {
    expect((await create({ friendly_name: '  Shop \n' })).body.data.friendly_name).toBe('Shop')
  })

  it('accepts a request_body for POST, PUT, PATCH and DELETE only', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await create({ method, request_body: 'x' })).body.data.request_body).toBe('x')
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const { errors } = expectProblem(await create({ method, request_body: 'x' }), 'validation_failed')
      expect(errors).toMatchObject([{ field: 'request_body', code: 'not_applicable' }])
    }
  })

  it('accepts no keyword with HEAD, whose answer has no body', async () => {
    const { errors } = expectProblem(await create({ method: 'HEAD', keyword: 'x' }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'keyword', code: 'not_applicable' }])
    const assertions = [{ source: 'body', operator: 'contains', value: 'x' }]
    const refused = expectProblem(await create({ method: 'HEAD', assertions }), 'validation_failed')
    expect(refused.errors).toMatchObject([{ field: 'assertions', code: 'not_applicable' }])
  })

  it('fills in the defaults of an assertion', async () => {
    const { body } = await create({ assertions: [{ source: 'status', operator: 'equals', value: 200 }] })
    expect(body.data.assertions).toEqual([{ source: 'status', path: null, operator: 'equals', value: 200, name: null }])
  })
})

describe('authentication of a monitor', () => {
  const basic = { auth_method: 'basic', auth_username: 'ada', auth_password: 'correct-horse' }

  it('is stored encrypted, returned masked, and kept when the mask is sent back', async () => {
    const { id, ...made } = (await create(basic)).body.data
    expect(made).toMatchObject({ ...basic, auth_password: '…orse', auth_token: null })
    const kept = await call('PATCH', `/api/monitors/${id}`, { auth_username: 'bob', auth_password: '…orse' })
    expect(kept.body.data).toMatchObject({ auth_username: 'bob', auth_password: '…orse' })
    const { rows } = await app.database.admin.query(
      'select settings::text || secrets::text as stored from monitors where id = $1',
      [id],
    )
    expect(rows[0].stored).not.toContain('correct')
    const bearer = await call('PATCH', `/api/monitors/${id}`, { auth_method: 'bearer', auth_token: 'token-of-mine' })
    const shown = { auth_method: 'bearer', auth_username: null, auth_password: null, auth_token: '…mine' }
    expect(bearer.body.data).toMatchObject(shown)
  })

  it.each([
    [{ auth_method: 'basic' }, 'auth_username', 'required'],
    [{ ...basic, auth_username: 'a:b' }, 'auth_username', 'invalid_format'],
    [{ auth_method: 'bearer' }, 'auth_token', 'required'],
    [{ ...basic, request_headers: { authorization: 'x' } }, 'auth_method', 'not_applicable'],
  ])('refuses %j', async (fields, field, code) => {
    const { errors } = expectProblem(await create(fields), 'validation_failed')
    expect(errors).toMatchObject([{ field, code }])
  })
})

describe('request_headers', () => {
  it('allows 20 headers, and refuses 21', async () => {
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'v']))
    expect((await create({ request_headers: headers(20) })).status).toBe(201)
    const { errors } = expectProblem(await create({ request_headers: headers(21) }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'request_headers', code: 'too_many' }])
  })

  it.each([
    'Host',
    'host',
    'Connection',
    'Keep-Alive',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Upgrade',
    'Proxy-Authorization',
    'Content-Length',
  ])('refuses %s', async (name) => {
    const { errors } = expectProblem(await create({ request_headers: { [name]: 'x' } }), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'request_headers' }])
  })

  it.each([
    [{ 'bad name': 'x' }],
    [{ '': 'x' }],
    [{ 'x-a': 'line\r\nx-b: injected' }],
    [{ 'x-a': 'snö' }],
    [{ 'x-a': 'before…after' }],
    [{ 'x-a': 7 }],
    [{ 'X-A': '1', 'x-a': '2' }],
  ])('refuses %j', async (request_headers) => {
    expectProblem(await create({ request_headers }), 'validation_failed')
  })

  it.each(['constructor', 'toString', 'valueOf'])('takes the name %s as any other', async (name) => {
    const made = await create({ request_headers: { [name]: 'value-of-sixteen' } })
    expect([made.status, Object.entries(made.body.data.request_headers)]).toEqual([201, [[name, '…teen']]])
  })
})

describe('a ping monitor', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    ['https://example.com:8443/path?x=1', 'example.com'],
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700::1111', '2606:4700::1111'],
    ['[2606:4700::1111]', '2606:4700::1111'],
    ['http://[2606:4700::1111]/', '2606:4700::1111'],
    ['müller.example', 'xn--mller-kva.example'],
  ])('takes %s and keeps %s', async (url, host) => {
    expect((await createPing({ url })).body.data).toMatchObject({ type: 'ping', url: host })
  })

  it.each(['example.com/path', 'user@example.com', 'example.com:80', 'ftp://example.com', 'a b', ''])(
    'refuses %j',
    async (url) => {
      expectProblem(await createPing({ url }), 'validation_failed')
    },
  )

  it.each([
    ['method', 'GET'],
    ['request_headers', {}],
    ['request_body', null],
    ['expected_status', ['200']],
    ['follow_redirects', true],
    ['keyword', null],
    ['keyword_mode', 'present'],
    ['verify_tls', true],
    ['assertions', []],
  ])('refuses %s', async (field, value) => {
    const id = await caller.make('/api/monitors', { friendly_name: 'p', type: 'ping', url: 'example.com' })
    for (const answer of [
      await createPing({ [field]: value }),
      await call('PATCH', `/api/monitors/${id}`, { [field]: value }),
    ]) {
      const { errors } = expectProblem(answer, 'validation_failed')
      const types = field === 'verify_tls' ? 'http or tcp' : 'http'
      const message = `${field} is only allowed for type ${types}.`
      expect(errors).toEqual([{ field, code: 'not_applicable', message }])
    }
  })

  it.each([
    ['timeout_seconds', 5],
    ['website_id', null],
    ['locations', ['default']],
    ['quorum', 1],
  ])('takes %s', async (field, value) => {
    expect((await createPing({ [field]: value })).body.data[field]).toEqual(value)
  })
})

describe('tcp, tls and dns monitors', () => {
  it.each([
    ['tcp', 'Mail.example.com:25', 'mail.example.com:25', { send: 'PING\\r\\n', expect: '+PONG', starttls: 'smtp' }],
    ['tls', 'example.com', 'example.com:443', { min_tls_version: '1.3', server_name: 'a.example', starttls: 'imap' }],
    ['dns', 'Example.com', 'example.com', { record_type: 'MX', expected_values: ['10 a b'], resolver: '9.9.9.9:53' }],
  ])('%s takes %s as %s, with its fields', async (type, url, stored, fields) => {
    const made = await create({ type, url, ...fields })
    expect([made.status, Object.keys(made.body.data)]).toEqual([201, RECORD])
    expect(made.body.data).toMatchObject({ type, url: stored, method: null, ...fields })
    const ids = (await call('GET', `/api/monitors?type=${type}`)).body.data.map(({ id }: { id: number }) => id)
    expect(ids).toContain(made.body.data.id)
  })

  it.each([
    [{ type: 'tcp', url: 'example.com' }, 'url', 'invalid_format'],
    [{ type: 'tcp', url: 'https://example.com:443' }, 'url', 'invalid_format'],
    [{ type: 'tcp', url: 'example.com:25', send: 'a\\q' }, 'send', 'invalid_format'],
    [{ type: 'tcp', url: 'example.com:25', starttls: 'gopher' }, 'starttls', 'invalid_value'],
    [{ type: 'tls', url: 'example.com:443', min_tls_version: '1.1' }, 'min_tls_version', 'invalid_value'],
    [{ type: 'tls', url: 'example.com:443', server_name: '10.0.0.1' }, 'server_name', 'invalid_format'],
    [{ type: 'dns', url: '8.8.8.8' }, 'url', 'invalid_format'],
    [{ type: 'dns', url: 'example.com', record_type: 'ANY' }, 'record_type', 'invalid_value'],
    [{ type: 'dns', url: 'example.com', resolver: 'https://dns.example/' }, 'resolver', 'invalid_format'],
    [{ type: 'dns', url: 'example.com', expected_values: Array(21).fill('a') }, 'expected_values', 'too_many'],
    [{ type: 'dns', url: 'example.com', send: 'x' }, 'send', 'not_applicable'],
  ])('refuse %j', async (fields, field, code) => {
    const { errors } = expectProblem(await create(fields), 'validation_failed')
    expect(errors).toMatchObject([{ field, code }])
  })

  it.each([
    { type: 'tcp', url: '127.0.0.1:22' },
    { type: 'tls', url: '[::1]:443' },
    { type: 'dns', url: 'localhost' },
    { type: 'dns', url: 'example.com', resolver: '10.0.0.1' },
  ])('refuse the forbidden address of %j', async (fields) => {
    expectProblem(await create(fields), 'target_not_allowed')
  })

  it('check a DNS server on update, too, and keep it when it is not sent', async () => {
    const id = await caller.make('/api/monitors', { friendly_name: 'd', type: 'dns', url: 'example.com' })
    const set = (resolver: string | null) => call('PATCH', `/api/monitors/${id}`, { resolver })
    expectProblem(await set('169.254.169.254'), 'target_not_allowed')
    expect((await set('9.9.9.9')).body.data.resolver).toBe('9.9.9.9:53')
    expect((await call('PATCH', `/api/monitors/${id}`, { record_type: 'NS' })).body.data.resolver).toBe('9.9.9.9:53')
    expect((await set(null)).body.data.resolver).toBeNull()
  })
})

describe('a target address', () => {
  it.each([
    'http://127.0.0.1/',
    'http://10.0.0.1:8080/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://localhost/',
  ])('is refused at once if it is forbidden: %s', async (url) => {
    expectProblem(await create({ url }), 'target_not_allowed')
    expectProblem(await createPing({ url }), 'target_not_allowed')
  })

  it('may be a host name that does not resolve yet', async () => {
    expect((await create({ url: 'https://does-not-exist.invalid/' })).status).toBe(201)
  })
})

describe('the minimum interval of the operator', () => {
  it('can be set lower than 30', async () => {
    const low = await startApp({ SITEWATCH_MIN_INTERVAL_SECONDS: '1' }, { database: app.database })
    const { user } = caller
    const json = { friendly_name: 'a', url: URL_, interval: 1 }
    expect((await low.call('POST', '/api/monitors', { key: user.key, json })).body.data.interval).toBe(1)
  })

  it('is also the default if raised, and does not change stored intervals until they are edited', async () => {
    const stored = await caller.make('/api/monitors', { friendly_name: 'a', url: URL_, interval: 30 })
    const high = await startApp({ SITEWATCH_MIN_INTERVAL_SECONDS: '300' }, { database: app.database })
    const { key } = caller.user
    const made = await high.call('POST', '/api/monitors', { key, json: { friendly_name: 'a', url: URL_ } })
    expect([made.status, made.body.data.interval]).toEqual([201, 300])
    const renamed = await high.call('PUT', `/api/monitors/${stored}`, { key, json: { friendly_name: 'b' } })
    expect([renamed.status, renamed.body.data.interval]).toEqual([200, 30])
    expectProblem(
      await high.call('PUT', `/api/monitors/${stored}`, { key, json: { interval: 60 } }),
      'validation_failed',
    )
  })
})
