import { describe, expect, it } from 'vitest'
import type { TestUser } from '../../support/app.ts'
import { gatewaySettings } from '../../support/sinks.ts'
import { startAlerting } from './alerting.ts'

const alerting = await startAlerting((sink) => gatewaySettings(sink, 'smtp://127.0.0.1:9'))
const { app, sink, makeSlack, makeMonitor, openIncident, closeIncident, titles, deliver } = alerting
const LINK = /(\/acknowledge\/[0-9A-Za-z-]+)/

const assign = (user: TestUser, monitor_id: number, provider_id: number, enabled = true) =>
  app.call('POST', `/api/monitors/${monitor_id}/notifications`, { key: user.key, json: { provider_id, enabled } })

const acknowledge = (incident_id: number, credential: { key: string } | { cookie: string }, json: object = {}) =>
  app.call('POST', `/api/incidents/${incident_id}/acknowledge`, { ...credential, json })

interface Scene {
  user: TestUser
  incident_id: number
  monitor_id: number
  first: { id: number; path: string }
  second: { id: number; path: string }
}

/** Two providers that were alerted of the same incident. */
async function alertTwo(): Promise<Scene> {
  const user = await app.makeUser()
  const [first, second] = [await makeSlack(user), await makeSlack(user)]
  const monitor_id = await makeMonitor(user, first.id)
  await assign(user, monitor_id, second.id)
  const incident_id = await openIncident(monitor_id)
  await deliver(first.id)
  await deliver(second.id)
  return { user, incident_id, monitor_id, first, second }
}

async function makeProvider(user: TestUser, json: object): Promise<number> {
  const { body } = await app.call('POST', '/api/providers', { key: user.key, json })
  return body.data.id
}

const kindsOf = async (user: TestUser, provider_id: number): Promise<string[]> => {
  const { body } = await app.call('GET', `/api/deliveries?provider_id=${provider_id}`, { key: user.key })
  return body.data.map(({ kind }: { kind: string }) => kind).toReversed()
}

describe('an acknowledgement', () => {
  it('is announced once to every provider that was alerted, with the person and the note', async () => {
    const { user, incident_id, first, second } = await alertTwo()
    const by = { by: 'Mina', note: 'Restarting the proxy' }
    const [one, other] = await Promise.all([
      acknowledge(incident_id, user, by),
      acknowledge(incident_id, user, { by: 'Somebody else' }),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    const { acknowledged_by } = one.body.data as { acknowledged_by: string }
    await acknowledge(incident_id, user)
    for (const { id, path } of [first, second]) {
      await deliver(id)
      await deliver(id)
      expect(titles(path)).toEqual(['Down: Shop', `Acknowledged by ${acknowledged_by}: Shop`])
      expect(sink.sentTo(path)[1]?.body).not.toContain('/acknowledge/')
    }
    if (acknowledged_by === 'Mina') expect(sink.sentTo(first.path)[1]?.body).toContain('Restarting the proxy')
  })

  it('through the link in a message is announced to the other providers only', async () => {
    const { user, first, second } = await alertTwo()
    const [, path = ''] = LINK.exec(sink.sentTo(first.path)[0]?.body ?? '') ?? []
    expect((await app.call('POST', path)).status).toBe(200)
    expect(await kindsOf(user, first.id)).toEqual(['opened'])
    expect(await kindsOf(user, second.id)).toEqual(['opened', 'acknowledged'])
    await deliver(second.id)
    expect(titles(second.path)[1]).toMatch(/^Acknowledged by slack .*: Shop$/)
  })

  it('is not announced to disabled assignments, providers without the alert, by SMS, or to the person themselves', async () => {
    const { user, incident_id, monitor_id, first, second } = await alertTwo()
    await assign(user, monitor_id, second.id, false)
    const late = await makeSlack(user)
    await assign(user, monitor_id, late.id)
    const other = await alertTwo()
    const sms = await makeProvider(other.user, { provider_type: 'sms', phone_number: '+4915112345678' })
    const own = await makeProvider(other.user, { provider_type: 'email', recipient_email: other.user.email })
    const mail = await makeProvider(other.user, { provider_type: 'email', recipient_email: 'ops@example.com' })
    for (const id of [sms, own, mail]) await assign(other.user, other.monitor_id, id)
    await app.database.admin.query(`select announce_incident($1, 'opened')`, [other.incident_id])
    await acknowledge(incident_id, user)
    expect(await kindsOf(user, first.id)).toEqual(['opened', 'acknowledged'])
    expect(await kindsOf(user, second.id)).toEqual(['opened'])
    expect(await kindsOf(user, late.id)).toEqual([])
    await acknowledge(other.incident_id, { cookie: await app.makeSession(other.user.id) })
    expect(await kindsOf(other.user, sms)).toEqual(['opened'])
    expect(await kindsOf(other.user, own)).toEqual(['opened'])
    expect(await kindsOf(other.user, mail)).toEqual(['opened', 'acknowledged'])
  })

  it('is sent after an alert that is still pending, and before the recovery', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const incident_id = await openIncident(await makeMonitor(user, provider.id))
    await acknowledge(incident_id, user, { by: 'Mina' })
    await closeIncident(incident_id)
    await deliver(provider.id)
    expect(titles(provider.path)).toEqual([
      'Down: Shop',
      'Acknowledged by Mina: Shop',
      expect.stringMatching(/^Resolved: Shop, down for 2\d s$/),
    ])
  })

  it('of a resolved incident announces nothing', async () => {
    const { user, incident_id, first } = await alertTwo()
    await closeIncident(incident_id)
    expect((await acknowledge(incident_id, user)).status).toBe(422)
    expect(await kindsOf(user, first.id)).toEqual(['opened', 'resolved'])
  })

  it('acknowledges the alert at PagerDuty and Opsgenie', async () => {
    const user = await app.makeUser()
    const events: string[] = []
    const alerts = '/genie/v2/alerts'
    sink.on('/v2/enqueue', ({ body }) => {
      events.push((JSON.parse(body) as { event_action: string }).event_action)
      return { status: 202, body: '{"status":"success"}' }
    })
    sink.on(alerts, () => ({ status: 202, body: '{}' }))
    const pagerduty = await makeProvider(user, { provider_type: 'pagerduty', routing_key: 'k'.repeat(32) })
    const opsgenie = await makeProvider(user, {
      provider_type: 'opsgenie',
      api_key: '01234567-89ab-cdef-0123-456789abcdef',
      api_url: `${sink.url}/genie`,
    })
    const monitor_id = await makeMonitor(user, pagerduty)
    await assign(user, monitor_id, opsgenie)
    const incident_id = await openIncident(monitor_id)
    const closing = `${alerts}/sitewatch-incident-${incident_id}/acknowledge?identifierType=alias`
    sink.on(closing, () => ({ status: 202, body: '{}' }))
    await acknowledge(incident_id, user, { by: 'Mina' })
    for (const id of [pagerduty, opsgenie]) await deliver(id)
    expect(events).toEqual(['trigger', 'acknowledge'])
    expect(sink.sentTo(closing).map(({ body }) => JSON.parse(body))).toEqual([
      { source: 'Sitewatch', note: 'Acknowledged in Sitewatch by Mina' },
    ])
  })
})
