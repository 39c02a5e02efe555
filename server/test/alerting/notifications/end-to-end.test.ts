import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startHttpSink, gatewaySettings } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { promisedMs } from '../../support/promised.ts'

const sink = await startHttpSink()
const smtp = await startSmtpSink()
const app = await startApp({
  ...gatewaySettings(sink, smtp.url),
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})
const target = { status: 200 }
beforeEach(() => {
  target.status = 200
  smtp.mails.length = 0
})
const server = createServer((_request, response) => response.writeHead(target.status).end('upstream timed out'))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const roles = [await startWorkerRole(app.parts), await startProberRole(app.parts)]
afterAll(async () => {
  for (const role of roles) await role.stop()
  server.close()
})

async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it('a failing target is alerted by mail and Slack, and so is its recovery', async () => {
  const { key, email } = await app.makeUser()
  const path = `/services/T0/B0/${key.slice(-8)}`
  const slack = await app.call('POST', '/api/providers', {
    key,
    json: { provider_type: 'slack', webhook_url: sink.url + path },
  })
  const mail = await app.call('POST', '/api/providers', {
    key,
    json: { provider_type: 'email', recipient_email: email },
  })
  const made = await app.call('POST', '/api/monitors', {
    key,
    json: { friendly_name: 'Shop', url: `http://127.0.0.1:${port}/`, interval: 1 },
  })
  const { id } = made.body.data
  for (const provider of [slack, mail]) {
    await app.call('POST', `/api/monitors/${id}/notifications`, { key, json: { provider_id: provider.body.data.id } })
  }
  const shown = async () => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data.status as string
  await until('up', async () => ((await shown()) === 'up' ? true : undefined))
  target.status = 503
  const wentDownAt = Date.now()
  await until('told by Slack', () => (sink.sentTo(path).length > 0 ? true : undefined))
  const first = await smtp.waitFor(email)
  expect(first.source).toContain('Subject: Down: Shop')
  expect(first.source).toMatch(/503/)
  // Three failures a second apart confirm the incident; the rest of the time is alerting.
  expect(Date.now() - wentDownAt).toBeLessThan(3000 + promisedMs(5000))
  target.status = 200
  await until('told of the recovery', () => (sink.sentTo(path).length > 1 ? true : undefined))
  await until('mailed of the recovery', () =>
    smtp.mails.filter(({ to }) => to.includes(email)).length > 1 ? true : undefined,
  )
  expect(await shown()).toBe('up')
  expect(
    sink.sentTo(path).map(({ body }) => (JSON.parse(body) as { text: string }).text.split(',')[0]?.split('\n')[0]),
  ).toEqual(['Down: Shop', 'Resolved: Shop'])
  const countSent = async () => (await app.call('GET', '/api/deliveries?status=sent', { key })).body.meta.total
  await expect.poll(countSent).toBe(4)
  const incidents = await app.call('GET', `/api/monitors/${id}/incidents`, { key })
  expect(incidents.body.data).toMatchObject([
    { status: 'resolved', resolution: 'recovered', cause: { kind: 'http_status', http_status: 503 } },
  ])
})

it('a failure during maintenance opens no incident, and one that outlasts it is alerted', async () => {
  const { key } = await app.makeUser()
  const path = `/services/T0/B0/${key.slice(-8)}`
  const slack = await app.call('POST', '/api/providers', {
    key,
    json: { provider_type: 'slack', webhook_url: sink.url + path },
  })
  const made = await app.call('POST', '/api/monitors', {
    key,
    json: { friendly_name: 'Moved', url: `http://127.0.0.1:${port}/`, interval: 1 },
  })
  const { id } = made.body.data
  await app.call('POST', `/api/monitors/${id}/notifications`, { key, json: { provider_id: slack.body.data.id } })
  const show = async () => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data
  await until('up', async () => ((await show()).status === 'up' ? true : undefined))
  const hour = 3_600_000
  const announced = await app.call('POST', '/api/maintenance-windows', {
    key,
    json: {
      name: 'move',
      monitor_ids: [id],
      starts_at: new Date(Date.now() - hour).toISOString(),
      ends_at: new Date(Date.now() + hour).toISOString(),
    },
  })
  expect(announced.body.data.is_under_way).toBe(true)
  // The probers poll every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  target.status = 503
  await until('seen failing', async () => ((await show()).last_error?.includes('maintenance') ? true : undefined))
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect((await show()).status).toBe('up')
  expect((await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data).toEqual([])
  await app.call('DELETE', `/api/maintenance-windows/${announced.body.data.id}`, { key })
  await until('told', () => (sink.sentTo(path).length > 0 ? true : undefined))
  expect((await show()).status).toBe('down')
})
