import { createHmac } from 'node:crypto'
import { AlertWebhook } from '@sitewatch/contract'
import { verifyWebhook } from '../../../../sdk/src/index.ts'
import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../../../src/alerting/notifications/registry.ts'
import { makeAlertFacts } from '../../support/alert-facts.ts'
import { startApp } from '../../support/app.ts'
import { startHttpSink } from '../../support/sinks.ts'

const sink = await startHttpSink()
const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_PAGERDUTY_API: sink.url })
const { key } = await app.makeUser()
const secret = `whsec_${Buffer.from('a secret of twenty-four bytes at least').toString('base64')}`

async function makeProvider(fields: Record<string, string>): Promise<number> {
  const { status, body } = await app.call('POST', '/api/providers', { key, json: fields })
  expect([status, body.code]).toEqual([201, undefined])
  return body.data.id
}

const alert = makeAlertFacts({ monitor_name: '*_[<@everyone>](x) `code`' })

describe('a signed webhook', () => {
  it('has a signature that the receiver can verify, and its secret reads back masked', async () => {
    const path = '/hooks/signed'
    sink.on(path, () => ({ status: 204, body: '' }))
    const id = await makeProvider({ provider_type: 'webhook', webhook_url: sink.url + path, signing_secret: secret })
    const tested = await app.call('POST', `/api/providers/${id}/test`, { key })
    expect(tested.status).toBe(200)
    const [request] = sink.sentTo(path)
    const received = { body: request?.body ?? '', headers: request?.headers ?? {}, secret }
    const { 'webhook-id': hook, 'webhook-timestamp': at, 'webhook-signature': signature } = received.headers
    const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${String(hook)}.${String(at)}.${received.body}`)
      .digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    const payload = await verifyWebhook(received)
    expect(AlertWebhook.parse(payload)).toEqual(payload)
    expect(payload.type).toBe('test')
    const shown = await app.call('GET', `/api/providers/${id}`, { key })
    expect(shown.body.data.signing_secret).toMatch(/^….{4}$/)
    expect(shown.text).not.toContain(secret)
  })

  it('has the facts of an incident, and the same id when it is repeated', async () => {
    const path = '/hooks/facts'
    sink.on(path, () => ({ status: 200, body: '' }))
    const settings = { webhook_url: sink.url + path, signing_secret: secret }
    for (const possible_repeat of [false, true]) {
      await CHANNELS.webhook.send(settings, { kind: 'opened', alert, possible_repeat }, app.parts, 'delivery-1-1')
    }
    const [first, second] = sink.sentTo(path)
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
    const payload = await verifyWebhook({ body: first?.body ?? '', headers: first?.headers ?? {}, secret })
    expect(AlertWebhook.parse(payload)).toMatchObject({
      type: 'incident.opened',
      data: {
        possible_repeat: false,
        events: [{ type: 'incident.opened', incident: { incident_id: 7, monitor: { name: alert.monitor_name } } }],
      },
    })
  })

  it('is refused without a valid signing secret', async () => {
    const { status, body } = await app.call('POST', '/api/providers', {
      key,
      json: { provider_type: 'webhook', webhook_url: sink.url, signing_secret: 'short' },
    })
    expect([status, body.errors[0].field]).toEqual([422, 'signing_secret'])
  })
})

describe('Discord', () => {
  it('gets a message of escaped text that mentions nobody', async () => {
    const path = '/discord?with_components=true'
    sink.on(path, () => ({ status: 204, body: '' }))
    const outcome = await CHANNELS.discord.send(
      { webhook_url: `${sink.url}/discord` },
      { kind: 'opened', alert, possible_repeat: false },
      app.parts,
    )
    expect(outcome).toEqual({ kind: 'sent' })
    const { content, allowed_mentions } = JSON.parse(sink.sentTo(path)[0]?.body ?? '') as {
      content: string
      allowed_mentions: object
    }
    expect(allowed_mentions).toEqual({ parse: [] })
    expect(content).toContain('\\*\\_\\[\\<\\@everyone\\>\\]\\(x\\) \\`code\\`')
    expect(content.endsWith('<https://watch.example.com/incidents/7>')).toBe(true)
    expect(content.length).toBeLessThanOrEqual(2000)
  })
})

describe('PagerDuty', () => {
  it('gets one alert per incident, opened and resolved under the same key', async () => {
    sink.on('/v2/enqueue', () => ({ status: 202, body: '{"status":"success"}' }))
    const settings = { routing_key: 'R'.repeat(32) }
    const entries = [
      { kind: 'opened' as const, alert },
      { kind: 'resolved' as const, alert: { ...alert, resolved_at: '2026-11-15T02:51:10.000Z' } },
    ]
    await CHANNELS.pagerduty.send(
      settings,
      { kind: 'list', why: 'late', entries, link: alert.link, possible_repeat: false },
      app.parts,
    )
    const events = sink
      .sentTo('/v2/enqueue')
      .map(({ body }) => JSON.parse(body) as { event_action: string; dedup_key: string })
    expect(events.map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual([
      ['trigger', 'sitewatch-incident-7'],
      ['resolve', 'sitewatch-incident-7'],
    ])
  })

  it('has its answer reported when it refuses an event', async () => {
    sink.on('/v2/enqueue', () => ({ status: 400, body: '{"message":"Event object is invalid"}' }))
    const id = await makeProvider({ provider_type: 'pagerduty', routing_key: 'k'.repeat(32) })
    const { status, body } = await app.call('POST', `/api/providers/${id}/test`, { key })
    expect([status, body.code]).toEqual([422, 'provider_test_failed'])
    expect(body.detail).toContain('Event object is invalid')
  })
})
