import { describe, expect, it } from 'vitest'
import { verifyPassword } from '../../../src/identity/accounts/index.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { makeDomain, PATH, registryOf } from './websites.ts'

const app = await startApp()
const limited = await startApp({
  SITEWATCH_MAX_WEBSITES_PER_TEAM: '2',
  SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1',
  BASE_URL: 'https://watch.example.com/under',
})

interface Stored {
  password_hash: string | null
  password_version: number
}

async function readStored(id: number): Promise<Stored> {
  const { rows } = await app.database.admin.query<Stored>(
    'select password_hash, password_version from websites where id = $1',
    [id],
  )
  if (!rows[0]) throw new Error('no such row')
  return rows[0]
}

describe('a domain', () => {
  it('is unique for its owner: a second one is answered 409 already_exists in every spelling', async () => {
    const registry = registryOf(app, await app.makeUser())
    await registry.make({ domain: 'bücher.example' })
    for (const domain of ['bücher.example', 'https://www.BÜCHER.example/shop?x', 'xn--bcher-kva.example.']) {
      const answer = await registry.create({ domain })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'already_exists',
        errors: [{ field: 'domain', code: 'already_exists' }],
      })
    }
    expect((await registry.list()).body.meta.total).toBe(1)
  })

  it('may also belong to another team', async () => {
    const domain = makeDomain()
    for (const user of [await app.makeUser(), await app.makeUser()]) {
      expect((await registryOf(app, user).create({ domain })).status).toBe(201)
    }
  })

  it('is created once by two concurrent requests', async () => {
    const registry = registryOf(app, await app.makeUser())
    const answers = await Promise.all(Array.from({ length: 8 }, () => registry.create({ domain: 'race.example.com' })))
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ])
  })

  it('is free again after a deletion', async () => {
    const registry = registryOf(app, await app.makeUser())
    const first = await registry.make({ domain: 'again.example.com' })
    await registry.remove(first.id)
    const second = await registry.make({ domain: 'again.example.com' })
    expect(second.id).toBeGreaterThan(first.id)
    expect(second.tracking_id).not.toBe(first.tracking_id)
  })
})

describe('another team’s website', () => {
  it('answers as a missing one does, byte for byte apart from the request id', async () => {
    const owner = registryOf(app, await app.makeUser())
    const { id } = await owner.make()
    const stranger = registryOf(app, await app.makeUser())
    const bytes = (text: string, request_id: string): string => text.replaceAll(request_id, '')
    for (const [method, form] of [
      ['GET', undefined],
      ['PUT', { privacy: '1' }],
      ['PATCH', { privacy: '2' }],
      ['DELETE', undefined],
    ] as const) {
      const options = form ? { form } : {}
      const foreign = await stranger.call(method, `/${id}`, options)
      const missing = await stranger.call(method, '/999999999', options)
      expect(foreign.status).toBe(404)
      expect(bytes(foreign.text, foreign.body.request_id)).toBe(bytes(missing.text, missing.body.request_id))
    }
    expect((await stranger.list('search=example')).body).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await owner.show(id)).body.data.privacy).toBe(0)
  })

  it('is protected by row-level security too', async () => {
    const owner = await app.makeUser()
    const { id } = await registryOf(app, owner).make({ password: 'pass' })
    const stranger = await app.makeUser()
    const entry = { team_id: stranger.id, user_id: stranger.id, system: true } as const
    const touched = await app.parts.postgres.asUser(entry, async (tx) => [
      await tx.query(sql`select id from websites where id = ${id}`),
      await tx.execute(sql`update websites set privacy = 1 where id = ${id}`),
      await tx.execute(sql`delete from websites where id = ${id}`),
    ])
    expect(touched).toEqual([[], 0, 0])
    await expect(
      app.parts.postgres.asUser(entry, (tx) =>
        tx.execute(
          sql`insert into websites (team_id, domain, tracking_id) values (${owner.id}, 'x.y', '0000000000000000')`,
        ),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('shows no password hash to the role of its owner, and neither domain nor tracking id can be changed', async () => {
    const user = await app.makeUser()
    const { id } = await registryOf(app, user).make({ password: 'pass' })
    for (const statement of [
      sql`select password_hash from websites where id = ${id}`,
      sql`update websites set domain = 'other.example.com' where id = ${id}`,
      sql`update websites set tracking_id = '0000000000000000' where id = ${id}`,
    ]) {
      const run = app.parts.postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, (tx) =>
        tx.execute(statement),
      )
      await expect(run).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('the password of a website', () => {
  it('is stored as argon2id, and each new one increases its version', async () => {
    const registry = registryOf(app, await app.makeUser())
    const { id } = await registry.make({ privacy: '2', password: 'first' })
    const first = await readStored(id)
    expect(first.password_hash).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(first.password_hash ?? '', 'first')).toBe(true)
    await registry.update(id, { email: '1', privacy: '0' })
    expect(await readStored(id)).toEqual(first)
    await registry.update(id, { password: 'second' })
    const second = await readStored(id)
    expect(await verifyPassword(second.password_hash ?? '', 'second')).toBe(true)
    expect(await verifyPassword(second.password_hash ?? '', 'first')).toBe(false)
    expect(second.password_version).toBe(first.password_version + 1)
  })

  it('is hashed without holding a connection: with only one connection, a list does not wait for twelve hashes', async () => {
    const narrow = await startApp({}, { poolSize: 1 })
    const registry = registryOf(narrow, await narrow.makeUser())
    const ended: string[] = []
    const creates = Array.from({ length: 12 }, () =>
      registry.create({ domain: makeDomain(), password: 'pass' }).then(({ status }) => ended.push(`create ${status}`)),
    )
    const list = registry.list().then(({ status }) => ended.push(`list ${status}`))
    await Promise.all([...creates, list])
    expect(ended.filter((each) => each === 'create 201')).toHaveLength(12)
    expect(ended.indexOf('list 200')).toBeLessThan(6)
  })
})

describe('validation of a website', () => {
  it('reports all invalid fields at once, each with its name', async () => {
    const answer = await registryOf(app, await app.makeUser()).create({ privacy: '7', email: 'x', colour: 'red' })
    const fields = answer.body.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`)
    expect(fields.sort()).toEqual([
      'colour unknown_field',
      'domain required',
      'email invalid_value',
      'privacy invalid_value',
    ])
  })

  it('reports values that only the service can check, with a short detail', async () => {
    const answer = await registryOf(app, await app.makeUser()).create({
      domain: 'nope',
      privacy: '2',
      timezone: 'x',
      exclude_ips: Array.from({ length: 50 }, (_, n) => `bad${n}`).join('\n'),
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveLength(53)
    expect(answer.body.detail).toMatch(/^domain must have at least two labels.* 50 more errors\.$/)
  })
})

describe('the version of a website', () => {
  it('lets only one of two editors through with If-Match', async () => {
    const registry = registryOf(app, await app.makeUser())
    const { id } = await registry.make()
    const etag = (await registry.show(id)).headers.get('etag') ?? ''
    const headers = { 'if-match': etag }
    const first = await registry.call('PUT', `/${id}`, { form: { email: '1' }, headers })
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).not.toBe(etag)
    for (const [method, form] of [
      ['PUT', { email: '0' }],
      ['PATCH', { email: '0' }],
      ['DELETE', undefined],
    ] as const) {
      const late = await registry.call(method, `/${id}`, { ...(form && { form }), headers })
      expect([late.status, late.body.code]).toEqual([412, 'precondition_failed'])
    }
    const newer = { 'if-match': first.headers.get('etag') ?? '' }
    expect((await registry.call('DELETE', `/${id}`, { headers: newer })).status).toBe(200)
  })

  it('changes only when a setting has changed', async () => {
    const registry = registryOf(app, await app.makeUser())
    const record = await registry.make({ email: '1', exclude_ips: '192.0.2.1' })
    const same = await registry.update(record.id, { email: '1', exclude_ips: '192.0.2.1\r\n', favorite: '0' })
    expect(same.body.data).toEqual(record)
    await app.database.admin.query('update websites set first_event_at = now() where id = $1', [record.id])
    const seen = (await registry.show(record.id)).body.data
    expect(seen.first_event_at).not.toBeNull()
    expect(seen.updated_at).toBe(record.updated_at)
    expect((await registry.update(record.id, { favorite: '1' })).body.data.updated_at > record.updated_at).toBe(true)
  })
})

describe('a POST that is retried', () => {
  it('creates one website and gets the same response', async () => {
    const registry = registryOf(app, await app.makeUser())
    const options = { form: { domain: makeDomain(), password: 'pass' }, headers: { 'idempotency-key': 'once' } }
    const first = await registry.call('POST', '', options)
    const again = await registry.call('POST', '', options)
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await registry.list()).body.meta.total).toBe(1)
  })
})

describe('the monitors of a website', () => {
  it('are listed in its record, and are kept when it is deleted', async () => {
    const user = await app.makeUser()
    const registry = registryOf(app, user)
    const { id } = await registry.make()
    const monitor = async (): Promise<number> => {
      const json = { friendly_name: 'home', url: 'https://example.com/', website_id: id }
      const made = await app.call('POST', '/api/monitors', { key: user.key, json })
      return made.body.data.id
    }
    const ids = [await monitor(), await monitor()]
    expect((await registry.show(id)).body.data.monitor_ids).toEqual(ids)
    expect((await registry.list()).body.data[0].monitor_ids).toEqual(ids)
    await app.call('DELETE', `/api/monitors/${ids[0]}`, { key: user.key })
    expect((await registry.update(id, { email: '1' })).body.data.monitor_ids).toEqual([ids[1]])
    await registry.remove(id)
    const left = await app.call('GET', `/api/monitors/${ids[1]}`, { key: user.key })
    expect(left.body.data.website_id).toBeNull()
  })
})

describe('a setting of the operator', () => {
  it('limits the number of websites: 422 limit_reached beyond it, also for concurrent requests', async () => {
    const registry = registryOf(limited, await limited.makeUser())
    const answers = await Promise.all(Array.from({ length: 6 }, () => registry.create({ domain: makeDomain() })))
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 201, 422, 422, 422, 422])
    const refused = await registry.create({ domain: makeDomain() })
    expect(refused.body.code).toBe('limit_reached')
    await registry.remove((await registry.list()).body.data[0].id)
    expect((await registry.create({ domain: makeDomain() })).status).toBe(201)
  })

  it('allows domains of one label', async () => {
    const registry = registryOf(limited, await limited.makeUser())
    expect((await registry.make({ domain: 'http://NAS:8080/' })).domain).toBe('nas')
  })

  it('puts the path of BASE_URL into every link', async () => {
    const registry = registryOf(limited, await limited.makeUser())
    const answer = await registry.create({ domain: 'nas' })
    const base = `https://watch.example.com/under${PATH}`
    expect(answer.headers.get('location')).toBe(`${base}/${answer.body.data.id}`)
    expect((await registry.list()).body.links.first).toBe(`${base}?page=1`)
  })
})
