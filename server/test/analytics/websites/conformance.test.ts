import { Website } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startApp } from '../../support/app.ts'
import { expectInvalid, makeDomain, PATH, type Registry, registryOf } from './websites.ts'

/** The specification of the websites API, row by row. */
const app = await startApp()
let registry: Registry

beforeAll(async () => {
  registry = registryOf(app, await app.makeUser())
})

const makeWebsite = (form: Record<string, string> = {}): Promise<Answer['body']> => registry.make(form)

describe('Resource: website. Fields', () => {
  describe('domain | string | create | required', () => {
    it('is required on create', async () => {
      expectInvalid(await registry.create({}), 'domain', 'required')
      expectInvalid(await registry.create({ domain: '' }), 'domain', 'required')
      expectInvalid(await registry.create({ domain: 'https://' }), 'domain', 'required')
    })
    it('is a domain name', async () => {
      const domain = makeDomain()
      expect((await makeWebsite({ domain })).domain).toBe(domain)
    })
    it('refuses a text that is not a domain name', async () => {
      expectInvalid(await registry.create({ domain: 'not a domain' }), 'domain', 'invalid_format')
      expectInvalid(await registry.call('POST', '', { json: { domain: 7 } }), 'domain', 'invalid_type')
    })
    it('is not accepted on update', async () => {
      const { id, domain } = await makeWebsite()
      for (const method of ['PUT', 'PATCH']) {
        expectInvalid(await registry.update(id, { domain: makeDomain() }, method), 'domain', 'read_only')
      }
      expect((await registry.show(id)).body.data.domain).toBe(domain)
    })
  })

  describe('privacy | integer | create, update | default 0', () => {
    it('is 0 by default', async () => expect((await makeWebsite()).privacy).toBe(0))
    it.each([0, 1, 2])('takes %i on create', async (privacy) => {
      expect((await makeWebsite({ privacy: String(privacy), password: 'pass' })).privacy).toBe(privacy)
    })
    it.each([0, 1, 2])('takes %i on update', async (privacy) => {
      const { id } = await makeWebsite({ privacy: privacy === 0 ? '1' : '0', password: 'pass' })
      expect((await registry.update(id, { privacy: String(privacy) })).body.data.privacy).toBe(privacy)
    })
    it.each(['3', '-1', '1.0', 'public', '', 'true'])('refuses %j', async (privacy) => {
      expectInvalid(await registry.create({ domain: makeDomain(), privacy }), 'privacy')
      expectInvalid(await registry.update((await makeWebsite()).id, { privacy }), 'privacy')
    })
  })

  describe('password | string | create, update | takes effect only when privacy is 2', () => {
    it('is not set by default', async () => expect((await makeWebsite()).has_password).toBe(false))
    it('is accepted on create and kept whatever privacy is', async () => {
      for (const privacy of ['0', '1', '2']) {
        expect(await makeWebsite({ privacy, password: 'open sesame' })).toMatchObject({ has_password: true })
      }
    })
    it('is accepted on update', async () => {
      const { id } = await makeWebsite()
      expect((await registry.update(id, { password: 'open sesame' })).body.data).toMatchObject({
        privacy: 0,
        has_password: true,
      })
    })
    it('is never returned', async () => {
      const created = await registry.create({ domain: makeDomain(), password: 'open sesame', privacy: '2' })
      const { id } = created.body.data
      const updated = await registry.update(id, { password: 'open sesame' })
      const answers = [created, updated, await registry.show(id), await registry.list()]
      for (const { text } of answers) {
        expect(text).not.toContain('open sesame')
        expect(text).not.toContain('argon2')
      }
    })
    it('is required for privacy 2: sent, or stored before', async () => {
      expectInvalid(await registry.create({ domain: makeDomain(), privacy: '2' }), 'password', 'required')
      const { id } = await makeWebsite()
      expectInvalid(await registry.update(id, { privacy: '2' }), 'password', 'required')
      expect((await registry.update(id, { privacy: '2', password: 'a' })).status).toBe(200)
      expect((await registry.update(id, { privacy: '0' })).status).toBe(200)
      expect((await registry.update(id, { privacy: '2' })).body.data).toMatchObject({ privacy: 2, has_password: true })
    })
    it('refuses an empty password and one longer than 200 characters', async () => {
      expectInvalid(await registry.create({ domain: makeDomain(), password: '' }), 'password', 'too_short')
      expectInvalid(await registry.create({ domain: makeDomain(), password: 'x'.repeat(201) }), 'password', 'too_long')
    })
  })

  describe('email | integer | create, update | default 0', () => {
    it('is 0 by default', async () => expect((await makeWebsite()).email).toBe(0))
    it.each([0, 1])('takes %i on create', async (email) => {
      expect((await makeWebsite({ email: String(email) })).email).toBe(email)
    })
    it.each([0, 1])('takes %i on update', async (email) => {
      const { id } = await makeWebsite({ email: String(1 - email) })
      expect((await registry.update(id, { email: String(email) })).body.data.email).toBe(email)
    })
    it.each(['2', 'true', 'me@example.com', ''])('refuses %j', async (email) => {
      expectInvalid(await registry.create({ domain: makeDomain(), email }), 'email')
      expectInvalid(await registry.update((await makeWebsite()).id, { email }), 'email')
    })
  })

  describe('exclude_bots | integer | create, update | default 1', () => {
    it('is 1 by default', async () => expect((await makeWebsite()).exclude_bots).toBe(1))
    it.each([0, 1])('takes %i on create', async (exclude_bots) => {
      expect((await makeWebsite({ exclude_bots: String(exclude_bots) })).exclude_bots).toBe(exclude_bots)
    })
    it.each([0, 1])('takes %i on update', async (exclude_bots) => {
      const { id } = await makeWebsite({ exclude_bots: String(1 - exclude_bots) })
      const updated = await registry.update(id, { exclude_bots: String(exclude_bots) })
      expect(updated.body.data.exclude_bots).toBe(exclude_bots)
    })
    it.each(['2', 'false', ''])('refuses %j', async (exclude_bots) => {
      expectInvalid(await registry.create({ domain: makeDomain(), exclude_bots }), 'exclude_bots')
      expectInvalid(await registry.update((await makeWebsite()).id, { exclude_bots }), 'exclude_bots')
    })
  })

  describe('exclude_params | string | create, update | one per line', () => {
    it('is none by default', async () => expect((await makeWebsite()).exclude_params).toBeNull())
    it('is accepted on create and on update', async () => {
      const { id, exclude_params } = await makeWebsite({ exclude_params: 'utm_source\r\n\r\ngclid\r\n' })
      expect(exclude_params).toBe('utm_source\ngclid')
      expect((await registry.update(id, { exclude_params: '*' })).body.data.exclude_params).toBe('*')
    })
    it('is cleared by an empty string', async () => {
      const { id } = await makeWebsite({ exclude_params: 'q' })
      expect((await registry.update(id, { exclude_params: '' })).body.data.exclude_params).toBeNull()
    })
    it('refuses a line that is not a name, and reports which', async () => {
      const answer = await registry.create({ domain: makeDomain(), exclude_params: 'q\na=b' })
      expectInvalid(answer, 'exclude_params', 'invalid_line')
      expect(answer.body.errors[0].message).toContain('line 2')
    })
  })

  describe('exclude_ips | string | create, update | one per line', () => {
    it('is none by default', async () => expect((await makeWebsite()).exclude_ips).toBeNull())
    it('takes addresses and ranges, IPv4 and IPv6, on create and on update', async () => {
      const { id, exclude_ips } = await makeWebsite({ exclude_ips: '192.0.2.1\r\n2001:db8::/32\n' })
      expect(exclude_ips).toBe('192.0.2.1\n2001:db8::/32')
      expect((await registry.update(id, { exclude_ips: '198.51.100.0/24' })).body.data.exclude_ips).toBe(
        '198.51.100.0/24',
      )
    })
    it('is cleared by an empty string', async () => {
      const { id } = await makeWebsite({ exclude_ips: '192.0.2.1' })
      expect((await registry.update(id, { exclude_ips: '\r\n' })).body.data.exclude_ips).toBeNull()
    })
    it('refuses each line that is not an address, with its number', async () => {
      const answer = await registry.create({ domain: makeDomain(), exclude_ips: 'x\n192.0.2.1\n\n192.0.2.0/99' })
      expectInvalid(answer, 'exclude_ips', 'invalid_line')
      expect(answer.body.errors.map((error: { message: string }) => error.message.match(/line \d+/)?.[0])).toEqual([
        'line 1',
        'line 4',
      ])
    })
  })

  describe('favorite | boolean | update; list filter', () => {
    it('is false by default', async () => expect((await makeWebsite()).favorite).toBe(false))
    it('is unknown on create', async () => {
      expectInvalid(await registry.create({ domain: makeDomain(), favorite: 'true' }), 'favorite', 'unknown_field')
    })
    it.each([
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ])('takes %s on update', async (favorite, value) => {
      const { id } = await makeWebsite()
      await registry.update(id, { favorite: value ? '0' : '1' })
      expect((await registry.update(id, { favorite })).body.data.favorite).toBe(value)
    })
    it.each(['yes', '2', 'TRUE', ''])('refuses %j', async (favorite) => {
      expectInvalid(await registry.update((await makeWebsite()).id, { favorite }), 'favorite')
    })
  })

  describe('additional fields of this service', () => {
    it('timezone: an IANA name, UTC by default', async () => {
      const { id, timezone } = await makeWebsite()
      expect(timezone).toBe('UTC')
      expect((await makeWebsite({ timezone: 'Asia/Kolkata' })).timezone).toBe('Asia/Kolkata')
      expect((await registry.update(id, { timezone: 'Europe/Berlin' })).body.data.timezone).toBe('Europe/Berlin')
      expectInvalid(await registry.update(id, { timezone: 'Mars/Olympus' }), 'timezone', 'invalid_value')
      expectInvalid(await registry.create({ domain: makeDomain(), timezone: '+02:00' }), 'timezone', 'invalid_value')
    })
    it('retention_days: 1 to 3650, or null, the default', async () => {
      const { id, retention_days } = await makeWebsite()
      expect(retention_days).toBeNull()
      for (const days of [1, 3650]) {
        expect((await registry.update(id, { retention_days: String(days) })).body.data.retention_days).toBe(days)
      }
      expect((await registry.update(id, { retention_days: '' })).body.data.retention_days).toBeNull()
      for (const days of ['0', '3651', '1.5', 'null']) {
        expectInvalid(await registry.update(id, { retention_days: days }), 'retention_days')
      }
      expect((await makeWebsite({ retention_days: '30' })).retention_days).toBe(30)
    })
    it('honor_dnt: true or false, false by default', async () => {
      const { id, honor_dnt } = await makeWebsite()
      expect(honor_dnt).toBe(false)
      expect((await registry.update(id, { honor_dnt: 'true' })).body.data.honor_dnt).toBe(true)
      expect((await registry.update(id, { honor_dnt: '0' })).body.data.honor_dnt).toBe(false)
      expect((await makeWebsite({ honor_dnt: '1' })).honor_dnt).toBe(true)
      expectInvalid(await registry.update(id, { honor_dnt: 'perhaps' }), 'honor_dnt')
    })
    it('indexable: true or false, false by default', async () => {
      const { id, indexable } = await makeWebsite()
      expect(indexable).toBe(false)
      expect((await registry.update(id, { indexable: 'true' })).body.data.indexable).toBe(true)
      expect((await makeWebsite({ indexable: '1' })).indexable).toBe(true)
      expectInvalid(await registry.update(id, { indexable: 'perhaps' }), 'indexable')
    })
    it.each([
      'object',
      'id',
      'has_password',
      'tracking_id',
      'first_event_at',
      'monitor_ids',
      'created_at',
      'updated_at',
    ])('%s cannot be set', async (field) => {
      expectInvalid(await registry.create({ domain: makeDomain(), [field]: '1' }), field, 'read_only')
      expectInvalid(await registry.update((await makeWebsite()).id, { [field]: '1' }), field, 'read_only')
    })
    it('an unknown field is refused', async () => {
      expectInvalid(await registry.create({ domain: makeDomain(), favourite: '1' }), 'favourite', 'unknown_field')
      expectInvalid(await registry.update((await makeWebsite()).id, { privcy: '1' }), 'privcy', 'unknown_field')
    })
  })

  it('the record has these fields, in this order, and matches its schema', async () => {
    const record = await makeWebsite()
    expect(Object.keys(record)).toEqual([
      'object',
      'id',
      'domain',
      'privacy',
      'has_password',
      'email',
      'exclude_bots',
      'exclude_params',
      'exclude_ips',
      'favorite',
      'tracking_id',
      'timezone',
      'retention_days',
      'honor_dnt',
      'indexable',
      'tags',
      'first_event_at',
      'monitor_ids',
      'traffic_alerts',
      'created_at',
      'updated_at',
    ])
    expect(Website.parse(record)).toEqual(record)
    expect(record).toMatchObject({ object: 'website', first_event_at: null, monitor_ids: [] })
    expect(record.tracking_id).toMatch(/^00[0-9A-Za-z]{14}$/)
  })
})

describe('Endpoints', () => {
  it('List | GET | /websites | a list of websites', async () => {
    const { id } = await makeWebsite()
    const answer = await registry.list()
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['data', 'meta', 'links'])
    expect(answer.body.data[0].id).toBe(id)
  })

  it('Show | GET | /websites/{id} | one website', async () => {
    const record = await makeWebsite()
    const answer = await registry.show(record.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: record })
    expect(answer.headers.get('etag')).toMatch(/^"\w+"$/)
  })

  it('Store | POST | /websites | the created website, 201 and Location', async () => {
    const domain = makeDomain()
    const answer = await registry.create({
      domain,
      privacy: '2',
      password: 'pass',
      email: '1',
      exclude_bots: '0',
      exclude_params: 'q',
      exclude_ips: '192.0.2.1',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${app.parts.config.BASE_URL}${PATH}/${answer.body.data.id}`)
    expect(answer.body.data).toMatchObject({
      domain,
      privacy: 2,
      has_password: true,
      email: 1,
      exclude_bots: 0,
      exclude_params: 'q',
      exclude_ips: '192.0.2.1',
    })
    expect((await registry.show(answer.body.data.id)).body).toEqual(answer.body)
  })

  it.each(['PUT', 'PATCH'])(
    'Update | %s | /websites/{id} | the updated website: only what was sent',
    async (method) => {
      const record = await makeWebsite({ email: '1', exclude_ips: '192.0.2.1', password: 'pass' })
      const changes = { privacy: '1', exclude_bots: '0', exclude_params: 'a', favorite: 'true' }
      const answer = await registry.update(record.id, changes, method)
      expect(answer.status).toBe(200)
      const { updated_at } = answer.body.data
      expect(answer.body.data).toEqual({
        ...record,
        privacy: 1,
        exclude_bots: 0,
        exclude_params: 'a',
        favorite: true,
        updated_at,
      })
      expect(updated_at > record.updated_at).toBe(true)
    },
  )

  it('Update | all optional: nothing sent changes nothing', async () => {
    const record = await makeWebsite({ email: '1' })
    const answer = await registry.update(record.id, {})
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual(record)
  })

  it('Delete | DELETE | /websites/{id} | the result of the deletion; a second one is 404', async () => {
    const { id } = await makeWebsite()
    const answer = await registry.remove(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { object: 'website', id, deleted: true } })
    expect((await registry.show(id)).status).toBe(404)
    expect((await registry.remove(id)).status).toBe(404)
  })

  it.each(['abc', '0', '-1', '1.5', '9007199254740993', '999999999999'])(
    'an unknown or invalid id is 404: %s',
    async (id) => {
      for (const [method, form] of [
        ['GET', undefined],
        ['PUT', { privacy: '1' }],
        ['PATCH', { privacy: '1' }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await registry.call(method, `/${id}`, form ? { form } : {})
        expect(answer.status).toBe(404)
        expect(answer.body.code).toBe('not_found')
      }
    },
  )

  it('an unsupported method is answered 405 with Allow', async () => {
    const answer = await registry.call('DELETE', '')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })
})

describe('List query parameters', () => {
  let own: Registry
  let ids: number[]

  beforeAll(async () => {
    own = registryOf(app, await app.makeUser())
    ids = []
    for (const name of ['delta', 'alpha', 'charlie', 'bravo'])
      ids.push((await own.make({ domain: `${name}.example.com` })).id)
    for (let n = 0; n < 28; n += 1) await own.make({ domain: `filler${n}.example.org` })
    await own.make({ domain: 'münchen.example.net' })
    await own.update(ids[1] ?? 0, { favorite: '1' })
    await own.update(ids[2] ?? 0, { favorite: '1' })
  })

  const domains = (answer: Answer): string[] => answer.body.data.map((row: { domain: string }) => row.domain)

  describe('search | optional string', () => {
    it('finds a part of the domain, in any case', async () => {
      expect(domains(await own.list('search=LPH'))).toEqual(['alpha.example.com'])
      expect((await own.list('search=EXAMPLE.COM')).body.meta.total).toBe(4)
    })
    it('matches every character literally', async () => {
      for (const search of ['%25', '_', 'alpha%25com', '\\', '.*']) {
        expect([search, (await own.list(`search=${search}`)).body.meta.total]).toEqual([search, 0])
      }
    })
    it('finds a name in another script', async () => {
      expect(domains(await own.list(`search=${encodeURIComponent('MÜNCHEN.example')}`))).toEqual([
        'xn--mnchen-3ya.example.net',
      ])
    })
    it('does not filter when empty', async () => {
      expect((await own.list('search=')).body.meta.total).toBe((await own.list()).body.meta.total)
    })
    it('refuses a text longer than a domain can be', async () => {
      expectInvalid(await own.list(`search=${'x'.repeat(254)}`), 'search', 'too_long')
    })
  })

  describe('search_by | domain | default domain', () => {
    it('takes domain', async () => {
      expect(domains(await own.list('search=alpha&search_by=domain'))).toEqual(['alpha.example.com'])
    })
    it('refuses anything else', async () => expectInvalid(await own.list('search_by=id'), 'search_by', 'invalid_value'))
  })

  describe('favorite | optional boolean', () => {
    it.each(['true', '1'])('takes %s', async (favorite) => {
      expect(domains(await own.list(`favorite=${favorite}`))).toEqual(['charlie.example.com', 'alpha.example.com'])
    })
    it.each(['false', '0'])('takes %s', async (favorite) => {
      const answer = await own.list(`favorite=${favorite}&per_page=100`)
      expect(domains(answer)).not.toContain('alpha.example.com')
      expect(domains(answer)).toContain('delta.example.com')
    })
    it('can be combined with a search', async () => {
      expect(domains(await own.list('favorite=true&search=alp'))).toEqual(['alpha.example.com'])
    })
    it.each(['yes', ''])('refuses %j', async (favorite) =>
      expectInvalid(await own.list(`favorite=${favorite}`), 'favorite'),
    )
  })

  describe('sort_by | id, domain | default id; sort | desc, asc | default desc', () => {
    const query = 'search=example.com&'
    it('is by id, the newest first, by default', async () => {
      const order = ['bravo', 'charlie', 'alpha', 'delta'].map((name) => `${name}.example.com`)
      expect(domains(await own.list(query))).toEqual(order)
      expect(domains(await own.list(`${query}sort_by=id`))).toEqual(order)
      expect(domains(await own.list(`${query}sort=desc`))).toEqual(order)
      expect(domains(await own.list(`${query}sort_by=id&sort=asc`))).toEqual(order.toReversed())
    })
    it('takes domain', async () => {
      const order = ['delta', 'charlie', 'bravo', 'alpha'].map((name) => `${name}.example.com`)
      expect(domains(await own.list(`${query}sort_by=domain`))).toEqual(order)
      expect(domains(await own.list(`${query}sort_by=domain&sort=asc`))).toEqual(order.toReversed())
    })
    it('refuses anything else', async () => {
      expectInvalid(await own.list('sort_by=created_at'), 'sort_by', 'invalid_value')
      expectInvalid(await own.list('sort=up'), 'sort', 'invalid_value')
      expectInvalid(await own.list('sort=DESC'), 'sort', 'invalid_value')
    })
  })

  describe('per_page | 10, 25, 50, 100 | default 10', () => {
    it('is 10 by default', async () => {
      const answer = await own.list()
      expect(answer.body.data).toHaveLength(10)
      expect(answer.body.meta.per_page).toBe(10)
    })
    it.each([10, 25, 50, 100])('takes %i', async (size) => {
      const { data, meta } = (await own.list(`per_page=${size}`)).body
      expect(meta.per_page).toBe(size)
      expect(data).toHaveLength(Math.min(size, meta.total))
    })
    it.each(['0', '11', '1000', '-10', 'all', '10.0', ''])('refuses %j', async (size) => {
      expectInvalid(await own.list(`per_page=${size}`), 'per_page')
    })
  })

  describe('page', () => {
    it('returns the current page and its links', async () => {
      const { meta, links } = (await own.list('page=2&sort_by=domain')).body
      expect(meta).toEqual({ current_page: 2, per_page: 10, from: 11, to: 20, last_page: 4, total: 33 })
      const base = `${app.parts.config.BASE_URL}${PATH}?page=`
      expect(links).toMatchObject({
        first: `${base}1&sort_by=domain`,
        last: `${base}4&sort_by=domain`,
        prev: `${base}1&sort_by=domain`,
      })
      expect(links.next.startsWith(`${base}3&sort_by=domain&after=`)).toBe(true)
    })
    it('returns the same links in the Link header', async () => {
      const answer = await own.list()
      expect(answer.headers.get('link')).toBe(
        `<${answer.body.links.first}>; rel="first", <${answer.body.links.last}>; rel="last", <${answer.body.links.next}>; rel="next"`,
      )
    })
    it('is empty past the end, not an error', async () => {
      const answer = await own.list('page=99')
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ data: [], meta: { from: null, to: null, total: 33 }, links: { next: null } })
      expect((await own.list('page=99&search=alpha')).body).toMatchObject({ data: [], meta: { total: 1 } })
    })
    it.each(['0', '-1', 'x', ''])('refuses %j', async (page) => expectInvalid(await own.list(`page=${page}`), 'page'))
    it('accepts only the value of a next link for after', async () => {
      expectInvalid(await own.list('after=x'), 'after', 'invalid_value')
      expect((await own.list('sort_by=domain&after=x')).status).toBe(200)
    })
  })

  it('an unknown parameter, or one given twice, is refused', async () => {
    expectInvalid(await own.list('pageSize=10'), 'pageSize', 'unknown_parameter')
    expectInvalid(await own.list('sort=asc&sort=desc'), 'sort', 'repeated')
    expectInvalid(await own.call('GET', `/${ids[0]}?x=1`), 'x', 'unknown_parameter')
  })
})

describe('Bodies and callers', () => {
  it('accepts a form with a key', async () => {
    expect((await registry.create({ domain: makeDomain() })).status).toBe(201)
  })

  it('accepts JSON with a key', async () => {
    const json = { domain: makeDomain(), privacy: 1, email: 1, exclude_bots: 0, honor_dnt: true, retention_days: null }
    const answer = await registry.call('POST', '', { json })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject(json)
    const updated = await registry.call('PATCH', `/${answer.body.data.id}`, {
      json: { favorite: 1, exclude_ips: null },
    })
    expect(updated.body.data).toMatchObject({ favorite: true, exclude_ips: null })
  })

  it('accepts only a JSON integer for an integer, not a string or a boolean', async () => {
    for (const value of ['1', true, 1.5, null, [1]]) {
      expectInvalid(await registry.call('POST', '', { json: { domain: makeDomain(), privacy: value } }), 'privacy')
    }
  })

  it('accepts JSON with a session, and refuses a form with a session before the body is read', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const byJson = await app.call('POST', PATH, { cookie, json: { domain: 'session.example.com' } })
    expect(byJson.status).toBe(201)
    const path = `${PATH}/${byJson.body.data.id}`
    expect((await app.call('PATCH', path, { cookie, json: { favorite: true } })).body.data.favorite).toBe(true)
    for (const [method, where, form] of [
      ['POST', PATH, { domain: 'form.example.com' }],
      ['PUT', path, { privacy: '1' }],
      ['PATCH', path, { nonsense: '1' }],
    ] as const) {
      const byForm = await app.call(method, where, { cookie, form })
      expect(byForm.status).toBe(403)
      expect(byForm.body.code).toBe('cross_site_request')
    }
    expect((await app.call('GET', PATH, { cookie })).body.meta.total).toBe(1)
    expect((await app.call('DELETE', path, { cookie })).status).toBe(200)
  })

  it('refuses another media type, and a body that cannot be read', async () => {
    const plain = await registry.call('POST', '', { raw: { type: 'text/plain', body: 'domain=example.com' } })
    expect([plain.status, plain.body.code]).toEqual([415, 'unsupported_media_type'])
    const broken = await registry.call('POST', '', { raw: { type: 'application/json', body: '{"domain":' } })
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_body'])
  })

  it('reads UTF-8, plus signs and escapes of a form as a browser writes them', async () => {
    const type = 'application/x-www-form-urlencoded; charset=UTF-8'
    const body = `domain=${encodeURIComponent('bücher.example')}&exclude_params=a+b%0D%0Ac`
    const answer = await registry.call('POST', '', { raw: { type, body } })
    expect(answer.body.data).toMatchObject({ domain: 'xn--bcher-kva.example', exclude_params: 'a b\nc' })
  })

  it('Authorization: Bearer <API_KEY>, with the scope of the operation', async () => {
    expect((await app.call('GET', PATH)).status).toBe(401)
    const reader = await app.makeUser(['websites:read'])
    expect((await app.call('GET', PATH, { key: reader.key })).status).toBe(200)
    const refused = await app.call('POST', PATH, { key: reader.key, form: { domain: makeDomain() } })
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', required_scope: 'websites:write' })
    const writer = await app.makeUser(['websites:write'])
    expect((await app.call('GET', PATH, { key: writer.key })).body.required_scope).toBe('websites:read')
  })
})
