import { X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  secureSocket,
  speak,
  startTalkingServer,
  type Talk,
  type TalkingServer,
} from '../../../../test/monitoring/checks/talking-server.ts'
import { createAuthority, type Authority, type Certificate } from '../../../../test/platform/egress/certificates.ts'
import { createEgress, type Egress } from '../../../platform/egress/index.ts'
import { tls } from './tls.ts'

let authority: Authority
let good: Certificate
let egress: Egress
const opened: TalkingServer[] = []

beforeAll(() => {
  authority = createAuthority()
  good = authority.issue(['DNS:web.test', 'IP:127.0.0.1'], 30)
  egress = createEgress({ allowPrivate: ['127.0.0.0/8'], ca: [authority.ca] })
})
afterAll(() => authority.remove())
afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())))

async function open(talk: Talk): Promise<TalkingServer> {
  const server = await startTalkingServer(talk)
  opened.push(server)
  return server
}
const present = (certificate: Certificate, protocol?: 'TLSv1.2') =>
  open((socket) => void secureSocket(socket, certificate, protocol))

type Settings = Parameters<typeof tls.run>[1]['settings']
const DEFAULTS: Settings = { min_tls_version: '1.2', server_name: null, starttls: 'none', expiry_notice_days: [] }

const check = (url: string, settings: Partial<Settings> = {}, timeout_ms = 2000) =>
  tls.run({ egress, makeHeaders: () => ({}) }, { url, timeout_ms, settings: { ...DEFAULTS, ...settings } })

describe('TLS check', () => {
  it('is up with a valid certificate, and returns when it expires', async () => {
    const result = await check((await present(good)).address)
    expect(result).toMatchObject({ outcome: { kind: 'success' }, evidence: null, private_target: true })
    expect(result.tls_expires_at).toEqual(new X509Certificate(good.cert).validToDate)
    expect(result.timings.tls_ms).toBeGreaterThan(0)
  })

  it('sends the server name and finds it in the certificate', async () => {
    const server = await present(authority.issue(['DNS:web.test'], 30))
    expect((await check(server.address)).outcome).toMatchObject({
      cause: { message: 'The certificate is not valid for this host name.' },
    })
    expect((await check(server.address, { server_name: 'web.test' })).outcome).toEqual({ kind: 'success' })
  })

  it.each([
    ['expired', () => authority.issue(['IP:127.0.0.1'], -1), 'The certificate has expired.'],
    ['self-signed', () => authority.issueSelfSigned(['IP:127.0.0.1']), 'The certificate is self-signed.'],
    [
      'of another host',
      () => authority.issue(['DNS:other.test'], 9),
      'The certificate is not valid for this host name.',
    ],
  ])('is down with a certificate that is %s, and shows it', async (_, issue, message) => {
    const certificate = issue()
    const result = await check((await present(certificate)).address)
    expect(result.outcome).toEqual({ kind: 'failure', cause: { kind: 'tls', http_status: null, message } })
    expect(result.tls_expires_at).toEqual(new X509Certificate(certificate.cert).validToDate)
    expect(result.evidence).toMatchObject({
      status: null,
      headers: { protocol: 'TLS 1.3', issuer: expect.stringMatching(/Test Authority|self/) as string },
    })
  })

  it('is down below the minimum version', async () => {
    const server = await present(good, 'TLSv1.2')
    expect((await check(server.address)).outcome).toEqual({ kind: 'success' })
    const message = 'The server negotiated TLS 1.2; expected TLS 1.3 or newer.'
    expect((await check(server.address, { min_tls_version: '1.3' })).outcome).toEqual({
      kind: 'failure',
      cause: { kind: 'tls', http_status: null, message },
    })
  })

  it('switches to TLS with the STARTTLS of the protocol', async () => {
    const greeting = '220 ready\r\n'
    const replies = [
      [/^EHLO /, '250 STARTTLS\r\n'],
      [/^STARTTLS/, '220 go ahead\r\n', 'upgrade'],
    ] as const
    const server = await open(speak({ greeting, replies }, good))
    expect((await check(server.address, { starttls: 'smtp' })).outcome).toEqual({ kind: 'success' })
  })

  it('is down when the server does not use TLS or closes the connection during the handshake', async () => {
    const plain = await open((socket) => void socket.write('220 mail.test ESMTP\r\n'))
    const leaving = await open((socket) => void socket.once('data', () => socket.destroy()))
    const silent = await open(() => undefined)
    const results = await Promise.all([check(plain.address), check(leaving.address), check(silent.address, {}, 400)])
    expect(results.map(({ outcome }) => outcome)).toMatchObject([
      { cause: { kind: 'tls', message: 'The server does not use TLS on this port.' } },
      { cause: { kind: 'tls', message: 'The server closed the connection during the TLS handshake.' } },
      { cause: { kind: 'timeout' } },
    ])
  })
})

describe('the target of a TLS check', () => {
  it('is a host with a port, 443 by default', () => {
    expect(tls.vet(egress, 'example.com')).toEqual({ ok: true, url: 'example.com:443' })
    expect(tls.vet(egress, '2606:4700::1')).toEqual({ ok: true, url: '[2606:4700::1]:443' })
    expect(tls.vet(egress, 'example.com:8443')).toEqual({ ok: true, url: 'example.com:8443' })
    expect(tls.vet(egress, 'https://example.com/')).toEqual({ ok: false, reason: 'malformed' })
    expect(tls.vet(egress, '169.254.169.254')).toEqual({ ok: false, reason: 'target_not_allowed' })
  })
})
