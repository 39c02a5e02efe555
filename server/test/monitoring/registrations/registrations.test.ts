import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { createBootstrap, parseBootstrap } from '../../../src/monitoring/registrations/bootstrap.ts'
import { checkRegistrations } from '../../../src/monitoring/registrations/tasks.ts'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import type { TestUser } from '../../support/app.ts'
import { startAlerting } from '../../alerting/notifications/alerting.ts'

const { app, makeSlack, titles, deliver, sink } = await startAlerting()
const { admin } = app.database
const log = createLog('silent')

/** An RDAP server, with an expiry date or another answer for each domain. */
const dates = new Map<string, number>()
const answers = new Map<string, (response: ServerResponse) => void>()
const requested: string[] = []
const registry = createServer((request, response) => {
  const domain = (request.url ?? '').replace('/rdap/domain/', '')
  requested.push(domain)
  const answer = answers.get(domain)
  const expires_ms = dates.get(domain)
  if (answer) answer(response)
  else if (expires_ms === undefined) response.writeHead(404).end()
  else {
    const events = [{ eventAction: 'expiration', eventDate: new Date(expires_ms).toISOString() }]
    response.setHeader('content-type', 'application/rdap+json')
    response.end(JSON.stringify({ objectClassName: 'domain', ldhName: domain.toUpperCase(), events }))
  }
})
await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  registry.closeAllConnections()
  registry.close()
})
const base = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/rdap/`
const file = JSON.stringify({ version: '1.0', services: [[['com', 'org'], [base]]] })
const bootstrap = parseBootstrap(file) ?? new Map<string, string>()

let now_ms = Math.floor(Date.now() / 1000) * 1000
const setClock = async (at_ms: number): Promise<void> => {
  now_ms = at_ms
  await admin.query(`create or replace function checks_clock() returns timestamptz language sql volatile
    as $$ select timestamptz '${new Date(at_ms).toISOString()}' $$`)
}
const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })
const check = () =>
  checkRegistrations({ config: app.parts.config, postgres: app.parts.postgres, egress, log }, bootstrap)
const announce = () => app.parts.postgres.asRole('worker', (tx) => tx.query(sql`select announce_expiry()`))

beforeEach(async () => {
  await admin.query('update monitors set is_active = false')
  requested.length = 0
  await setClock(now_ms + DAY_MS)
})

async function add(user: TestUser, json: object): Promise<number> {
  const made = await app.call('POST', '/api/monitors', { key: user.key, json: { friendly_name: 'm', ...json } })
  expect([made.status, made.text]).toEqual([201, made.text])
  return made.body.data.id
}
const show = async (user: TestUser, id: number) =>
  (await app.call('GET', `/api/monitors/${id}`, { key: user.key })).body.data

describe('the registration of a domain', () => {
  it('is queried once a day, whatever the number of its monitors, and shown by each of them', async () => {
    const user = await app.makeUser()
    dates.set('orchard.com', now_ms + 90 * DAY_MS)
    const ids = [
      await add(user, { url: 'https://www.orchard.com/shop' }),
      await add(user, { type: 'ping', url: 'orchard.com' }),
      await add(user, { type: 'tcp', url: 'mail.orchard.com:25' }),
      await add(user, { type: 'tls', url: 'orchard.com:443' }),
      await add(user, { type: 'dns', url: 'orchard.com' }),
    ]
    const other = await add(await app.makeUser(), { url: 'https://orchard.com/' })
    expect(other).toBeGreaterThan(0)
    await Promise.all([check(), check()])
    await check()
    expect(requested).toEqual(['orchard.com'])
    const expires_at = new Date(now_ms + 90 * DAY_MS).toISOString()
    for (const id of ids) expect((await show(user, id)).domain_expires_at).toBe(expires_at)
    await setClock(now_ms + DAY_MS)
    await check()
    expect(requested).toEqual(['orchard.com', 'orchard.com'])
  })

  it('is not queried while the monitor is paused, nor for an IP address, a local name or a suffix without a server', async () => {
    const user = await app.makeUser()
    await add(user, { url: 'https://paused.com/', is_active: false })
    await add(user, { url: 'http://127.0.0.1:9/' })
    await add(user, { type: 'ping', url: 'nas.local' })
    const unknown = await add(user, { url: 'https://shop.example.de/' })
    await check()
    expect(requested).toEqual([])
    expect((await show(user, unknown)).domain_expires_at).toBeNull()
  })

  it('follows the URL of the monitor, and is deleted with it', async () => {
    const user = await app.makeUser()
    dates.set('pear.com', now_ms + 50 * DAY_MS)
    dates.set('plum.com', now_ms + 60 * DAY_MS)
    const id = await add(user, { url: 'https://pear.com/' })
    await check()
    await app.call('PATCH', `/api/monitors/${id}`, { key: user.key, json: { url: 'https://plum.com/' } })
    expect((await show(user, id)).domain_expires_at).toBeNull()
    await check()
    expect((await show(user, id)).domain_expires_at).toBe(new Date(now_ms + 60 * DAY_MS).toISOString())
    await app.call('DELETE', `/api/monitors/${id}`, { key: user.key })
    await check()
    const { rows } = await admin.query(
      `select domain from domain_registrations where domain in ('pear.com', 'plum.com')`,
    )
    expect(rows).toEqual([])
  })

  it('is announced once for all its monitors, through the providers of each, and so is its renewal', async () => {
    const user = await app.makeUser()
    const [first, second] = [await makeSlack(user), await makeSlack(user)]
    await add(user, { url: 'https://a.grape.com/', provider_ids: [first.id] })
    await add(user, { url: 'https://b.grape.com/', provider_ids: [first.id, second.id] })
    dates.set('grape.com', now_ms + 30 * DAY_MS)
    const start_ms = now_ms
    for (const days of [0, 9, 10, 23, 24, 29]) {
      await setClock(start_ms + days * DAY_MS)
      await check()
      await announce()
      await announce()
    }
    dates.set('grape.com', start_ms + 395 * DAY_MS)
    await setClock(start_ms + 30 * DAY_MS)
    await check()
    await announce()
    await announce()
    for (const { id, path: sent } of [first, second]) {
      await deliver(id)
      expect(titles(sent)).toEqual([
        expect.stringMatching(/^Domain expires in \d+ days: grape\.com$/),
        expect.stringMatching(/^Domain expires in \d+ days: grape\.com$/),
        expect.stringMatching(/^Domain expires in \d+ days: grape\.com$/),
        'Domain renewed: grape.com',
      ])
      expect(sink.sentTo(sent)[0]?.body).toContain('/monitors/')
    }
    const { data } = (await app.call('GET', '/api/incidents', { key: user.key })).body
    expect(data).toEqual([])
  })

  it('stays unknown, without an incident, when the registry sends invalid answers; a known date is kept', async () => {
    const user = await app.makeUser()
    const answerWith = (body: string) => (response: ServerResponse) => void response.end(body)
    answers.set('html.org', answerWith('<html>'))
    answers.set('other.org', answerWith('{"objectClassName":"domain","ldhName":"else.org"}'))
    answers.set(
      'elsewhere.org',
      (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    answers.set('reset.org', (response) => void response.destroy())
    const ids = []
    for (const domain of answers.keys()) ids.push(await add(user, { url: `https://${domain}/` }))
    await check()
    expect(requested.toSorted()).toEqual([...answers.keys()].toSorted())
    for (const id of ids) expect((await show(user, id)).domain_expires_at).toBeNull()
    const { rows } = await admin.query<{ last_error: string }>(
      'select last_error from domain_registrations where domain like $1',
      ['%.org'],
    )
    expect(rows.every(({ last_error }) => last_error.length > 0)).toBe(true)

    dates.set('kiwi.org', now_ms + 40 * DAY_MS)
    const kiwi = await add(user, { url: 'https://kiwi.org/' })
    await check()
    const { domain_expires_at } = await show(user, kiwi)
    expect(domain_expires_at).not.toBeNull()
    // Only some hours off: the same registration.
    for (const answer of [
      undefined,
      answerWith('nothing'),
      (response: ServerResponse) => void response.writeHead(500).end(),
    ]) {
      if (answer) answers.set('kiwi.org', answer)
      dates.set('kiwi.org', now_ms + 39 * DAY_MS + 7200_000)
      await setClock(now_ms + DAY_MS)
      await check()
      expect((await show(user, kiwi)).domain_expires_at).toBe(domain_expires_at)
    }
  })
})

describe('the RDAP bootstrap file', () => {
  it('is fetched through the egress guard, not from a private address', async () => {
    const server = createServer((_, response) => response.end(file))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns.json`
    const findCom = async (allowPrivate: string[]) =>
      (await createBootstrap({ source, egress: createEgress({ allowPrivate }), log })())?.get('com')
    expect([await findCom(['127.0.0.0/8']), await findCom([])]).toEqual([base, 'https://rdap.verisign.com/com/v1/'])
    server.closeAllConnections()
    server.close()
  })
})
