import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startHttpSink, gatewaySettings } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'
import { expectPromised } from '../../support/expect-promised.ts'

const sink = await startHttpSink()
const smtp = await startSmtpSink()
const app = await startApp({
  ...gatewaySettings(sink, smtp.url),
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})
const target = { status: 200, answers: 0 }
beforeEach(() => {
  target.status = 200
  smtp.mails.length = 0
})
const server = createServer(({ url }, response) => {
  if (url === '/') target.answers += 1
  response.writeHead(url === '/' ? target.status : 503).end('upstream timed out')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const roles = [await startWorkerRole(app.parts), await startProberRole(app.parts)]
afterAll(async () => {
  for (const role of roles) await role.stop()
  server.close()
})

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
  await until(async () => (await shown()) === 'up', 'up')
  target.status = 503
  const wentDownAt = Date.now()
  await until(() => sink.sentTo(path).length > 0, 'told by Slack')
  const first = await smtp.waitFor(email)
  expect(first.source).toContain('Subject: Down: Shop')
  expect(first.source).toMatch(/503/)
  // Three failures a second apart confirm the incident; the rest of the time is alerting.
  expectPromised(Date.now() - wentDownAt, 8000)
  target.status = 200
  await until(() => sink.sentTo(path).length > 1, 'told of the recovery')
  await until(() => smtp.mails.filter(({ to }) => to.includes(email)).length > 1, 'mailed of the recovery')
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
  const make = async (path: string): Promise<number> => {
    const json = { friendly_name: 'Moved', url: `http://127.0.0.1:${port}${path}`, interval: 1 }
    return (await app.call('POST', '/api/monitors', { key, json })).body.data.id
  }
  const [id, failing] = [await make('/'), await make('/failing')]
  await app.call('POST', `/api/monitors/${id}/notifications`, { key, json: { provider_id: slack.body.data.id } })
  const show = async (of = id) => (await app.call('GET', `/api/monitors/${of}`, { key })).body.data
  await until(async () => (await show()).status === 'up', 'up')
  const hour = 3_600_000
  const announced = await app.call('POST', '/api/maintenance-windows', {
    key,
    json: {
      name: 'move',
      monitor_ids: [id, failing],
      starts_at: new Date(Date.now() - hour).toISOString(),
      ends_at: new Date(Date.now() + hour).toISOString(),
    },
  })
  expect(announced.body.data.is_under_way).toBe(true)
  // The prober reads the windows every two seconds. A monitor that fails all the time shows when it has.
  const isInMaintenance = (of: number) => async () => (await show(of)).last_error?.includes('maintenance')
  await until(isInMaintenance(failing), 'the prober knows the window', () => show(failing))
  target.status = 503
  await until(isInMaintenance(id), 'seen failing', show)
  const { answers } = target
  await until(() => target.answers > answers + 3, 'as many checks have failed as confirm an incident')
  expect((await show()).status).toBe('up')
  expect((await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data).toEqual([])
  await app.call('DELETE', `/api/maintenance-windows/${announced.body.data.id}`, { key })
  await until(() => sink.sentTo(path).length > 0, 'told', show)
  expect((await show()).status).toBe('down')
})
