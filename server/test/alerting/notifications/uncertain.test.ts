import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AlertWebhook } from '@sitewatch/contract'
import { verifyWebhook } from '../../../../sdk/src/index.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { deliverToProvider } from '../../../src/alerting/notifications/deliver.ts'
import type { TestUser } from '../../support/app.ts'
import { makeClock, startAlerting } from './alerting.ts'

const ANSWERS = {
  late: () => undefined,
  reset: (response) => response.socket?.resetAndDestroy(),
  half: (response) => response.socket?.end('HTTP/1.1 200 O'),
  garbled: (response) => response.socket?.end('\0\0\0'),
  unreadable: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('nope'),
  refused: (response) => response.writeHead(500).end('no'),
  taken: (response) => response.end('ok'),
} as const satisfies Record<string, (response: ServerResponse) => unknown>
type Answer = keyof typeof ANSWERS

interface Received {
  id: unknown
  marked: boolean
  types: string[]
}

/** Paths are `/<name>`; each request of a name gets the next of its answers, and the last one from then on. */
const answers = new Map<string, Answer[]>()
const received = new Map<string, Received[]>()
const newest = new Map<string, { body: string; headers: IncomingHttpHeaders }>()
const SECRET = `whsec_${'a'.repeat(32)}`
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const name = request.url ?? ''
    const { data } = JSON.parse(body) as { data?: { possible_repeat: boolean; events: { type: string }[] } }
    const one = {
      id: request.headers['webhook-id'],
      marked: data?.possible_repeat ?? false,
      types: (data?.events ?? []).map(({ type }) => type),
    }
    received.set(name, [...(received.get(name) ?? []), one])
    newest.set(name, { body, headers: request.headers })
    const left = answers.get(name) ?? []
    ANSWERS[(left.length > 1 ? left.shift() : left[0]) ?? 'taken'](response)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close().closeAllConnections())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
answers.set('/v2/enqueue', ['reset', 'reset', 'reset', 'taken'])

const { app, makeMonitor, openIncident, closeIncident } = await startAlerting(() => ({ SITEWATCH_PAGERDUTY_API: url }))
const { egress } = app.parts
/** The deadline is shortened, so that a service that never answers does not take 15 s. */
const hasty: typeof egress = { ...egress, request: (request) => egress.request({ ...request, timeout_ms: 500 }) }

async function makeProvider(user: TestUser, fields: object): Promise<number> {
  return (await app.call('POST', '/api/providers', { key: user.key, json: fields })).body.data.id
}

/** Runs the job at each time it asks for, until nothing is left. */
async function deliverAll(provider_id: number): Promise<number[]> {
  const { config, postgres, vault } = app.parts
  const clock = makeClock()
  const waits: number[] = []
  for (;;) {
    const at = await deliverToProvider(
      { config, postgres, vault, gateways: { ...app.parts, egress: hasty }, clock },
      provider_id,
    )
    if (at === null) return waits
    waits.push((at - clock.at) / 1000)
    clock.at = at
  }
}

async function makeOutage(given: Answer[]) {
  const user = await app.makeUser()
  const name = `/${crypto.randomUUID()}`
  answers.set(name, given)
  const fields = { provider_type: 'webhook', webhook_url: url + name, signing_secret: SECRET }
  const provider_id = await makeProvider(user, fields)
  const incident = await openIncident(await makeMonitor(user, provider_id))
  const list = async () => (await app.call('GET', '/api/deliveries', { key: user.key })).body.data
  const verify = () => verifyWebhook({ ...(newest.get(name) ?? { body: '', headers: {} }), secret: SECRET })
  return { provider_id, incident, list, verify, seen: () => received.get(name) ?? [] }
}

describe('an alert that the service may have taken', () => {
  it.each(['late', 'reset', 'half', 'garbled'] as const)(
    'is sent once more after a minute, marked, and then fails: the answer is %s',
    async (answer) => {
      const { provider_id, list, seen } = await makeOutage([answer])
      const waits = await deliverAll(provider_id)
      expect(waits).toEqual([60])
      expect(seen().map(({ marked }) => marked)).toEqual([false, true])
      expect(new Set(seen().map(({ id }) => id)).size).toBe(1)
      const [delivery] = await list()
      expect(delivery).toMatchObject({ status: 'failed', attempts: 2, possible_repeat: true })
      expect(delivery.last_error).toMatch(
        /^Sent twice without confirmation; it may have arrived.* The webhook did not confirm the message: /,
      )
    },
  )

  it('is sent when the status says so, although the body cannot be read', async () => {
    const { provider_id, list, seen, verify } = await makeOutage(['unreadable'])
    expect(await deliverAll(provider_id)).toEqual([])
    expect(seen()).toHaveLength(1)
    const payload = await verify()
    expect(AlertWebhook.parse(payload)).toEqual(payload)
    expect((await list())[0]).toMatchObject({ status: 'sent', possible_repeat: false })
  })

  it('is retried, marked, for as long as the service says that it did not take the repeat', async () => {
    const { provider_id, list, seen } = await makeOutage(['reset', 'refused', 'refused', 'taken'])
    await deliverAll(provider_id)
    expect(seen().map(({ marked }) => marked)).toEqual([false, true, true, true])
    expect((await list())[0]).toMatchObject({ status: 'sent', attempts: 4, possible_repeat: true })
  })

  it('is repeated alone and with the same id; what came meanwhile follows, unmarked', async () => {
    const { provider_id, incident, seen } = await makeOutage(['reset', 'taken'])
    const { config, postgres, vault } = app.parts
    const clock = makeClock()
    await deliverToProvider({ config, postgres, vault, gateways: app.parts, clock }, provider_id)
    await closeIncident(incident)
    await deliverAll(provider_id)
    const [first] = seen()
    expect(seen()).toEqual([
      { id: first?.id, marked: false, types: ['incident.opened'] },
      { id: first?.id, marked: true, types: ['incident.opened'] },
      { id: expect.not.stringMatching(String(first?.id)), marked: false, types: ['incident.resolved'] },
    ])
  })

  it('waits its minute although another alert comes meanwhile', async () => {
    const { provider_id, incident, seen } = await makeOutage(['reset', 'taken'])
    const { config, postgres, vault } = app.parts
    const clock = makeClock()
    const deliver = () => deliverToProvider({ config, postgres, vault, gateways: app.parts, clock }, provider_id)
    const first = clock.at
    await deliver()
    await closeIncident(incident)
    clock.at = first + 59_000
    expect(await deliver()).toBe(first + 60_000)
    expect(seen()).toHaveLength(1)
    clock.at = first + 60_000
    await deliver()
    expect(seen().map(({ types }) => types)).toEqual([['incident.opened'], ['incident.opened'], ['incident.resolved']])
  })

  it('is retried like any other where the service recognises repeats', async () => {
    const user = await app.makeUser()
    const provider_id = await makeProvider(user, { provider_type: 'pagerduty', routing_key: 'a'.repeat(32) })
    await openIncident(await makeMonitor(user, provider_id))
    await deliverAll(provider_id)
    expect(received.get('/v2/enqueue')).toHaveLength(4)
    const [delivery] = (await app.call('GET', '/api/deliveries', { key: user.key })).body.data
    expect(delivery).toMatchObject({ status: 'sent', attempts: 4 })
  })
})
