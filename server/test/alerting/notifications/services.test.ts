import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Gateways } from '../../../src/alerting/notifications/channel.ts'
import type { AlertFacts, Message } from '../../../src/alerting/notifications/message.ts'
import { createPushKeys } from '../../../src/alerting/notifications/index.ts'
import { CHANNELS } from '../../../src/alerting/notifications/registry.ts'
import { inLanguage } from '../../../src/platform/text/index.ts'
import { makeAlertFacts } from '../../support/alert-facts.ts'
import { startApp } from '../../support/app.ts'
import type { SinkRequest } from '../../support/sinks.ts'
import { createAuthority } from '../../platform/egress/certificates.ts'
import {
  homeserver,
  MATRIX_ROOM,
  MATRIX_TOKEN,
  opsgenieService,
  pushBrowser,
  SERVICES,
  type Service,
  type ServiceType,
} from './services.ts'

const TYPES = Object.keys(SERVICES) as ServiceType[]
const serviceOf = (type: ServiceType): Service => SERVICES[type]

const seen: SinkRequest[] = []
const server = createServer((incoming, response) => {
  void buffer(incoming).then((bytes) => {
    const [, type = '', how = '', path = ''] = /^\/([^/]+)\/([^/]+)(\/?.*)$/s.exec(incoming.url ?? '') ?? []
    const body = serviceOf(type as ServiceType).decrypt?.(bytes) ?? bytes.toString('utf8')
    const request = { method: incoming.method ?? '', path: path === '' ? '/' : path, headers: incoming.headers, body }
    if (how === 'works') {
      seen.push(request)
      const answer = serviceOf(type as ServiceType).answer(request)
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' }).end(answer.body)
    } else if (how === 'reset') incoming.socket.resetAndDestroy()
    else if (how !== 'hang') response.writeHead(Number(how), { 'retry-after': '7' }).end('{"message":"said why"}')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const authority = createAuthority()
const untrusted = createTlsServer(authority.issueSelfSigned(['IP:127.0.0.1']), (_request, response) =>
  response.end('{}'),
)
untrusted.listen(0, '127.0.0.1')
await once(untrusted, 'listening')
const UNTRUSTED = `https://127.0.0.1:${(untrusted.address() as AddressInfo).port}`
afterAll(() => {
  authority.remove()
  for (const each of [server, untrusted]) {
    each.closeAllConnections()
    each.close()
  }
})

const works = (type: ServiceType): string => `http://127.0.0.1:${port}/${type}/works`
const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_PUSHOVER_API: works('pushover'),
})
const { key } = await app.makeUser()

const ACKNOWLEDGE_URL = 'https://watch.example.com/acknowledge/001-7-1-x'
const alert = makeAlertFacts({ acknowledge_url: ACKNOWLEDGE_URL })
const opened = (changes: Partial<AlertFacts> = {}): Message => ({
  kind: 'opened',
  alert: { ...alert, ...changes },
  possible_repeat: false,
})

function send(type: ServiceType, url: string, message: Message = opened(), repeat_key = 'delivery-1-1') {
  const { fields, setting } = serviceOf(type)
  const config = { ...app.parts.config, ...(setting && { [setting]: url }) }
  const gateways: Gateways = { ...app.parts, config }
  return CHANNELS[type].send(fields(url), message, gateways, repeat_key)
}

/** The text that the service received from that call, in the form that a person reads. */
async function readSent(type: ServiceType, call: () => Promise<unknown>): Promise<string> {
  const before = seen.length
  await call()
  const [first] = seen.slice(before)
  return serviceOf(type).textOf(JSON.parse(first?.body ?? '{}') as Record<string, unknown>)
}

const HOSTILE = {
  markup:
    '*bold* _it_ [link](http://evil.example) <b>&amp;</b> `code` ~gone~ > quote <users/all> @channel @all <!here> &lt;',
  'emoji, right-to-left, combining': '👩‍👩‍👧‍👦 \u202Egnp.exe\u202C e\u0301 𝕏 \u{1F514}',
}
const LONG = { '5,000 characters': 'Ä*_[<&|"\\@ '.repeat(500).slice(0, 4999) + 'E', 'long emoji': '🔔'.repeat(2500) }

describe.each(TYPES)('%s', (type) => {
  it('delivers a test with the headline of every provider, and its secrets read back masked', async () => {
    const json = { provider_type: type, name: 'On call', ...serviceOf(type).fields(works(type)) }
    const made = await app.call('POST', '/api/providers', { key, json })
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    for (const secret of ['planted', 'a'.repeat(30), '01234567-89ab', pushBrowser.p256dh, pushBrowser.auth])
      expect(made.text).not.toContain(secret)
    const shown = await readSent(type, async () => {
      const tested = await app.call('POST', `/api/providers/${made.body.data.id}/test`, { key })
      expect([tested.status, tested.body.detail]).toEqual([200, undefined])
    })
    expect(shown).toContain('Test notification 🔔 from Sitewatch')
    expect(shown).toContain('On call')
  })

  it('has the name, the cause, a link and an acknowledge link in an alert', async () => {
    const shown = await readSent(type, async () => expect(await send(type, works(type))).toEqual({ kind: 'sent' }))
    expect(shown).toContain('Down: Shop')
    expect(shown).toContain('Connection refused.')
    expect(seen.at(-1)?.body).toContain(alert.link)
    expect(seen.at(-1)?.body).toContain(ACKNOWLEDGE_URL)
  })

  it.each(Object.entries(HOSTILE))('keeps a name of %s as it is', async (_, name) => {
    const shown = await readSent(type, async () => {
      expect(await send(type, works(type), opened({ monitor_name: name }))).toEqual({ kind: 'sent' })
    })
    expect(shown).toContain(name)
  })

  it.each(Object.entries(LONG))('cuts a name of %s at the limit of the service, never the link', async (_, name) => {
    const shown = await readSent(type, async () => {
      expect(await send(type, works(type), opened({ monitor_name: name }))).toEqual({ kind: 'sent' })
    })
    expect(shown.includes('…') || shown.includes(name)).toBe(true)
    expect(shown.isWellFormed()).toBe(true)
    expect(seen.at(-1)?.body).toContain(alert.link)
  })

  it('accepts a list of fifty alerts', async () => {
    const entries = Array.from({ length: 50 }, (_, n) => ({
      kind: 'opened' as const,
      alert: { ...alert, incident_id: n + 1, monitor_name: `Shop ${n} ${'ö'.repeat(200)}` },
    }))
    const list: Message = { kind: 'list', why: 'storm', entries, link: alert.link, possible_repeat: true }
    expect(await send(type, works(type), list)).toEqual({ kind: 'sent' })
  })
})

it('every provider type maps its failures to sent, retry or permanent as documented in the guide', async () => {
  const all = TYPES.map(async (type) => {
    const at = (how: string): string => `http://127.0.0.1:${port}/${type}/${how}`
    const places = [...['works', '400', '403', '404', '429', '500', '503', 'hang', 'reset'].map(at), UNTRUSTED]
    const outcomes = await Promise.all(places.map((url) => send(type, url)))
    return { type, outcomes, kinds: outcomes.map(({ kind }) => kind).join(' ') }
  })
  for (const { type, outcomes, kinds } of await Promise.all(all)) {
    const retries = Array.from({ length: 6 }, () => 'retry').join(' ')
    expect([type, kinds]).toEqual([type, `sent permanent permanent permanent ${retries}`])
    expect(outcomes[1]).toMatchObject({ reason: expect.stringContaining('returned 400: said why') })
    expect(outcomes[4]).toMatchObject({ retry_after_seconds: 7 })
    expect(JSON.stringify(outcomes)).not.toContain('planted')
  }
})

describe('Matrix', () => {
  it('stores a repeated alert as one event', async () => {
    const before = homeserver.events.size
    for (const attempt of ['first', 'second']) {
      expect([attempt, await send('matrix', works('matrix'), opened(), 'delivery-repeated')]).toEqual([
        attempt,
        { kind: 'sent' },
      ])
    }
    expect(homeserver.events.size).toBe(before + 1)
  })

  it('waits as long as an older server requests in its body', async () => {
    const busy = createServer((_request, response) =>
      response.writeHead(429).end('{"errcode":"M_LIMIT_EXCEEDED","error":"Too many requests","retry_after_ms":9500}'),
    ).listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
    const settings = { homeserver_url: url, room_id: MATRIX_ROOM, access_token: MATRIX_TOKEN }
    const outcome = await CHANNELS.matrix.send(settings, opened(), app.parts)
    busy.close()
    expect(outcome).toMatchObject({ kind: 'retry', retry_after_seconds: 10 })
  })
})

describe('Opsgenie', () => {
  it('has one alert per incident, closed when it is resolved, and none for a notice', async () => {
    opsgenieService.open.clear()
    await send('opsgenie', works('opsgenie'))
    expect([...opsgenieService.open]).toEqual(['sitewatch-incident-7'])
    const expiry = { expires_at: '2026-12-01T00:00:00.000Z', days_left: 7, domain: null }
    const notice = { ...alert, incident_id: null, expiry }
    await send('opsgenie', works('opsgenie'), { kind: 'expiring', alert: notice, possible_repeat: false })
    expect([...opsgenieService.open]).toEqual(['sitewatch-incident-7'])
    const resolved_at = '2026-11-15T02:51:10.000Z'
    const resolved = { ...alert, resolved_at }
    await send('opsgenie', works('opsgenie'), { kind: 'resolved', alert: resolved, possible_repeat: false })
    expect([...opsgenieService.open]).toEqual([])
  })
})

describe('Apprise', () => {
  it('fails for an address without stored services, so that no message is lost unnoticed', async () => {
    const settings = { webhook_url: `${works('apprise')}/notify/other`, tag: null }
    expect(await CHANNELS.apprise.send(settings, opened(), app.parts)).toMatchObject({ kind: 'permanent' })
  })
})

describe('Web Push', () => {
  const sent = () => seen.at(-1)
  const resolved: Message = {
    kind: 'resolved',
    alert: { ...alert, resolved_at: '2026-11-15T02:51:10.000Z', acknowledge_url: null },
    possible_repeat: false,
  }

  it('signs with the key that browsers subscribe with, the same in every process', async () => {
    const { body } = await app.call('GET', '/api/providers/push-key', { key })
    expect(body.data).toEqual({ object: 'push_key', public_key: expect.stringMatching(/^B[\w-]{86}$/) })
    await send('web_push', works('web_push'))
    expect(sent()?.headers.authorization).toContain(`k=${body.data.public_key}`)
    const other = await startApp({}, { database: app.database })
    const { key: other_key } = await other.makeUser()
    expect((await other.call('GET', '/api/providers/push-key', { key: other_key })).body).toEqual(body)
  })

  it('creates one key, however many processes request it first', async () => {
    const { database, parts } = await startApp()
    const { postgres, vault } = parts
    const keys = await Promise.all(Array.from({ length: 8 }, () => createPushKeys({ postgres, vault }).read()))
    expect(new Set(keys.map(({ public_key }) => public_key)).size).toBe(1)
    const { rows } = await database.admin.query<{ private_key: Buffer }>('select private_key from push_keys')
    const der = keys[0]?.private_key.export({ format: 'der', type: 'pkcs8' })
    expect(rows.map((row) => row.private_key.includes(der?.subarray(-32) ?? ''))).toEqual([false])
  })

  it('replaces the start of an incident by its end, on the screen and at the push service', async () => {
    await send('web_push', works('web_push'))
    const down = sent()
    expect(down?.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: 'monitor-3' })
    expect(JSON.parse(down?.body ?? '')).toEqual({
      title: 'Down: Shop',
      body: 'Cause: Connection refused.\nStarted: 2026-11-15 02:41 UTC\nTarget: https://shop.example.com/',
      tag: 'monitor-3',
      url: alert.link,
      acknowledge: { title: 'Acknowledge', url: ACKNOWLEDGE_URL },
      is_urgent: true,
    })
    await send('web_push', works('web_push'), resolved)
    expect(sent()?.headers).toMatchObject({ urgency: 'normal', topic: 'monitor-3' })
    const up = JSON.parse(sent()?.body ?? '') as Record<string, unknown>
    expect(up).toMatchObject({ title: 'Resolved: Shop, down for 20 s', tag: 'monitor-3', url: alert.link })
    expect(Object.keys(up)).toEqual(['title', 'body', 'tag', 'url'])
  })

  it('gives a notice and a list their own tags', async () => {
    const expiry = { expires_at: '2026-12-01T00:00:00.000Z', days_left: 7, domain: null }
    const notice: Message = { kind: 'expiring', alert: { ...alert, incident_id: null, expiry }, possible_repeat: false }
    await send('web_push', works('web_push'), notice)
    expect(sent()?.headers).toMatchObject({ urgency: 'normal', topic: 'certificate-3' })
    const list: Message = {
      kind: 'list',
      why: 'late',
      entries: [{ kind: 'opened', alert }],
      link: alert.link,
      possible_repeat: false,
    }
    await send('web_push', works('web_push'), list, 'delivery-8-9')
    expect(sent()?.headers.topic).toBeUndefined()
    expect(JSON.parse(sent()?.body ?? '')).toMatchObject({ tag: 'delivery-8-9' })
  })

  it.each(['404', '410'])('explains what to do when a subscription has ended (%s)', async (status) => {
    expect(await send('web_push', `http://127.0.0.1:${port}/web_push/${status}`)).toEqual({
      kind: 'permanent',
      reason: `The browser no longer accepts notifications (the push service returned ${status}). Open this provider in the dashboard, in the browser that should get the notifications, and press “Use this browser”.`,
    })
  })

  it('does not repeat a payload that a push service finds too large', async () => {
    expect(await send('web_push', `http://127.0.0.1:${port}/web_push/413`)).toMatchObject({ kind: 'permanent' })
  })

  it('reports a public key that is not on the curve as a failure, not as an internal error', async () => {
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
    const settings = { endpoint: `${works('web_push')}/push/x`, p256dh, auth: pushBrowser.auth }
    expect(await CHANNELS.web_push.send(settings, opened(), app.parts)).toMatchObject({
      kind: 'permanent',
      reason: expect.stringContaining('The browser’s public key is not valid.'),
    })
    const json = { provider_type: 'web_push', ...settings, p256dh: 'short' }
    const refused = await app.call('POST', '/api/providers', { key, json })
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'p256dh'])
  })

  it('writes in the language of the account', async () => {
    await inLanguage('de', () => send('web_push', works('web_push')))
    expect(JSON.parse(sent()?.body ?? '')).toMatchObject({ acknowledge: { title: 'Bestätigen' } })
  })
})
