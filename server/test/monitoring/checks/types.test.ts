import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { insertLocationUnscoped } from '../../../src/monitoring/checks/remote/locations.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { createAuthority } from '../../platform/egress/certificates.ts'
import { startApp } from '../../support/app.ts'
import { data, startRecordServer } from './record-server.ts'
import { secureSocket, speak, startTalkingServer } from './talking-server.ts'
import { until } from '../../support/until.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-types-'))
const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_DATA_DIR: folder,
})
const prober = await startProberRole(app.parts)
const { key } = await app.makeUser()
afterAll(async () => {
  await prober.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function watch(json: object) {
  const settings = { friendly_name: 'a', interval: 1, timeout_seconds: 1, ...json }
  const made = await app.call('POST', '/api/monitors', { key, json: settings })
  expect([made.status, made.text]).toEqual([201, made.text])
  const { id } = made.body.data
  const read = async () => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data
  const change = (changes: object) => app.call('PATCH', `/api/monitors/${id}`, { key, json: changes })
  const is = (status: string) => until(async () => (await read()).status === status, `it is ${status}`)
  const readIncident = async () => {
    const [incident] = (await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data
    const evidence = (await app.call('GET', `/api/incidents/${incident.id}/evidence`, { key })).body.data
    return { incident, evidence }
  }
  return { id, read, change, is, readIncident }
}

describe.concurrent('a monitor', () => {
  it('of type tcp goes down when the server sends another answer, and up again', async () => {
    let reply = '+PONG\r\n'
    const server = await startTalkingServer((socket, log) =>
      speak({ replies: [[/^PING/, reply, 'close']] })(socket, log),
    )
    const monitor = await watch({ type: 'tcp', url: server.address, send: 'PING\\r\\n', expect: '+PONG' })
    await monitor.is('up')
    expect(await monitor.read()).toMatchObject({ last_error: null, last_response_ms: expect.any(Number) })
    reply = '-LOADING\r\n'
    await monitor.is('down')
    const { incident, evidence } = await monitor.readIncident()
    const message = 'The reply does not contain the expected text.'
    expect(incident.cause).toEqual({ kind: 'response', http_status: null, message })
    expect(evidence).toMatchObject({ status: null, headers: {}, body: '-LOADING' })
    reply = '+PONG\r\n'
    await monitor.is('up')
    await server.close()
  })

  it('of type tls shows when the certificate expires, and goes down with a bad one', async () => {
    const authority = createAuthority()
    const certificate = authority.issueSelfSigned(['DNS:web.test'])
    const server = await startTalkingServer((socket) => void secureSocket(socket, certificate))
    const monitor = await watch({ type: 'tls', url: server.address, server_name: 'web.test' })
    await monitor.is('down')
    const { incident, evidence } = await monitor.readIncident()
    expect(incident.cause).toMatchObject({ kind: 'tls', message: 'The certificate is self-signed.' })
    expect(evidence.headers).toMatchObject({ protocol: 'TLS 1.3', subject: 'self', issuer: 'self', names: 'web.test' })
    const read = await monitor.read()
    expect(Date.parse(read.tls_expires_at)).toBeGreaterThan(Date.now())
    const chain = [{ subject: 'self', issuer: 'self', expires_at: read.tls_expires_at }]
    expect(read).toMatchObject({ tls_issuer: 'self', tls_names: ['web.test'], tls_chain: chain })
    await monitor.change({ url: '127.0.0.1:9', is_active: false })
    expect(await monitor.read()).toMatchObject({
      tls_expires_at: null,
      tls_issuer: null,
      tls_names: null,
      tls_chain: null,
    })
    await server.close()
    authority.remove()
  })

  it('of type dns goes down when a record is missing, and up when it is no longer expected', async () => {
    const server = await startRecordServer({ 'MX web.test': [data.MX(10, 'mail.web.test')] })
    const monitor = await watch({ type: 'dns', url: 'web.test', record_type: 'MX', resolver: server.address })
    await monitor.is('up')
    await monitor.change({ expected_values: ['10 mail.web.test', '20 backup.web.test'] })
    await monitor.is('down')
    const { incident, evidence } = await monitor.readIncident()
    const message = 'MX record not found: 20 backup.web.test'
    expect(incident.cause).toEqual({ kind: 'dns_record', http_status: null, message })
    expect(evidence).toMatchObject({ headers: { type: 'MX' }, body: '10 mail.web.test' })
    await monitor.change({ expected_values: ['10 mail.web.test'] })
    await monitor.is('up')
    await server.close()
  })
})

describe('a remote prober of another release', () => {
  it('does not get checks of types that it does not support', async () => {
    const token = await app.parts.postgres.asRole('admin', (tx) => insertLocationUnscoped(tx, 'old'))
    const headers = { authorization: `Bearer ${token}` }
    const post = (action: string, json: object) => app.call('POST', `/probe/v1/${action}`, { json, headers })
    await watch({ type: 'tcp', url: '127.0.0.1:1', locations: ['old'] })
    await watch({ type: 'dns', url: 'web.test', locations: ['old'] })
    const old = (await post('beat', { prober_id: 0, name: 'old', types: ['http', 'ping'] })).body
    expect(old.types).toEqual([])
    const current = (await post('beat', { prober_id: 0, name: 'new', types: ['http', 'tcp', 'dns', 'gopher'] })).body
    expect(current.types.toSorted()).toEqual(['dns', 'tcp'])
    await app.database.admin.query(`update monitor_state set next_due_at = clock_ms() where location = 'old'`)
    const wanted = [{ type: 'tcp', limit: 10 }]
    const claimed = await post('claim', { prober_id: current.prober_id, wanted, held: [], is_lost: false })
    expect(claimed.body.checks).toMatchObject([
      { type: 'tcp', settings: { url: '127.0.0.1:1', starttls: 'none', send: null, expect: null, verify_tls: true } },
    ])
    const { monitor_id, seen_slot } = claimed.body.checks[0]
    const probe = {
      outcome: { kind: 'failure', cause: { kind: 'response', http_status: null, message: 'Not it.' } },
      timings: { dns_ms: 0, connect_ms: 1, tls_ms: 0, first_byte_ms: 0, total_ms: 1 },
      private_target: true,
      http_status: null,
      tls_expires_at: null,
      certificate: null,
      evidence: { status: null, headers: {}, body: 'hello' },
      jitter_ms: 0,
      loss_percent: 0,
    }
    const result = { monitor_id, seen_slot, ago_ms: 1, anchors: 'not_asked', probe }
    expect((await post('report', { prober_id: current.prober_id, results: [result] })).body).toEqual({ counted: 1 })
  })
})
