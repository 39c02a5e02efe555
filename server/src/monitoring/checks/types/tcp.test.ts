import { MONITOR_TYPES } from '@sitewatch/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type Script,
  speak,
  startTalkingServer,
  type Talk,
  type TalkingServer,
} from '../../../../test/monitoring/checks/talking-server.ts'
import { createAuthority, type Authority, type Certificate } from '../../../../test/platform/egress/certificates.ts'
import { createEgress, type Egress } from '../../../platform/egress/index.ts'
import { readEscapes, tcp } from './tcp.ts'

let authority: Authority
let good: Certificate
let egress: Egress
const opened: TalkingServer[] = []

beforeAll(() => {
  authority = createAuthority()
  good = authority.issue(['IP:127.0.0.1'], 30)
  egress = createEgress({ allowPrivate: ['127.0.0.0/8'], ca: [authority.ca] })
})
afterAll(() => authority.remove())
afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())))

async function open(talk: Talk): Promise<TalkingServer> {
  const server = await startTalkingServer(talk)
  opened.push(server)
  return server
}

type Settings = Parameters<typeof tcp.run>[1]['settings']
const DEFAULTS: Settings = { starttls: 'none', verify_tls: true, expiry_notice_days: [], send: null, expect: null }

const check = (url: string, settings: Partial<Settings> = {}, timeout_ms = 2000) =>
  tcp.run({ egress, makeHeaders: () => ({}) }, { url, timeout_ms, settings: { ...DEFAULTS, ...settings } })

const REDIS: Script = { replies: [[/^PING\r\n$/, '+PONG\r\n']] }

describe('TCP check', () => {
  it('is up when the port accepts a connection, and measures the time', async () => {
    const server = await open(() => undefined)
    const result = await check(server.address)
    expect(result).toMatchObject({ outcome: { kind: 'success' }, private_target: true, tls_expires_at: null })
    expect(result.timings.connect_ms).toBeGreaterThan(0)
    expect(result.timings.total_ms).toBeGreaterThanOrEqual(result.timings.connect_ms)
  })

  it('is down when nothing listens on the port', async () => {
    const server = await startTalkingServer(() => undefined)
    await server.close()
    const cause = { kind: 'connect', http_status: null, message: 'Connection refused.' }
    expect((await check(server.address)).outcome).toEqual({ kind: 'failure', cause })
  })

  it('sends a text and finds the expected one in the reply', async () => {
    const server = await open(speak(REDIS))
    const result = await check(server.address, { send: 'PING\\r\\n', expect: '+PONG\\r\\n' })
    expect(result).toMatchObject({ outcome: { kind: 'success' }, evidence: null })
    expect(server.received).toEqual(['PING\r\n'])
    expect(result.timings.first_byte_ms).toBeGreaterThan(0)
  })

  it('finds the expected text in a greeting that arrives in pieces', async () => {
    const server = await open((socket) => {
      for (const [n, part] of ['SSH', '-2.', '0-Ope', 'nSSH\r\n'].entries())
        // oxlint-disable-next-line no-restricted-globals -- So that they are separate packets; their order does not depend on it.
        setTimeout(() => socket.write(part), 20 * n)
    })
    expect((await check(server.address, { expect: 'SSH-2.0-OpenSSH' })).outcome).toEqual({ kind: 'success' })
  })

  it.each([
    ['closes after it', 'close', 2000],
    ['keeps the connection open', undefined, 500],
  ] as const)('is down and shows the reply when it is unexpected and the server %s', async (_, then, timeout_ms) => {
    const server = await open(speak({ replies: [[/^PING/, '-NOAUTH\u0000Authentication required.\r\n', then]] }))
    const result = await check(server.address, { send: 'PING\\r\\n', expect: '+PONG' }, timeout_ms)
    const message = 'The reply does not contain the expected text.'
    expect(result.outcome).toEqual({ kind: 'failure', cause: { kind: 'response', http_status: null, message } })
    expect(result.evidence).toEqual({ status: null, headers: {}, body: '-NOAUTH Authentication required.' })
  })

  it('is down when the server sends nothing: at once if it closes, at the deadline if it does not', async () => {
    const closing = await open((socket) => void socket.end())
    const silent = await open(() => undefined)
    const [closed, later, timed] = await Promise.all([
      check(closing.address, { expect: 'x' }),
      check(silent.address, { expect: 'x' }, 800),
      check(silent.address, { expect: 'x' }, 400),
    ])
    const message = 'The server closed the connection without a reply.'
    expect(closed.outcome).toMatchObject({ cause: { kind: 'response', message } })
    expect(timed.outcome).toMatchObject({ cause: { kind: 'timeout' } })
    expect(timed.timings.total_ms).toBeLessThan(later.timings.total_ms ?? 0)
  })
})

const SCRIPTS: Record<Exclude<Settings['starttls'], 'none'>, Script> = {
  smtp: {
    greeting: '220-mail.test\r\n220 ready\r\n',
    replies: [
      [/^EHLO /, '250-mail.test\r\n250-STARTTLS\r\n250 OK\r\n'],
      [/^STARTTLS/, '220 go ahead\r\n', 'upgrade'],
      [/^NOOP/, '250 fine\r\n'],
    ],
  },
  imap: {
    greeting: '* OK ready\r\n',
    replies: [
      [/^a1 STARTTLS/, '* note\r\na1 OK begin\r\n', 'upgrade'],
      [/^NOOP/, '250 fine\r\n'],
    ],
  },
  pop3: {
    greeting: '+OK ready\r\n',
    replies: [
      [/^STLS/, '+OK begin\r\n', 'upgrade'],
      [/^NOOP/, '250 fine\r\n'],
    ],
  },
  ftp: {
    greeting: '220 ready\r\n',
    replies: [
      [/^AUTH TLS/, '234 begin\r\n', 'upgrade'],
      [/^NOOP/, '250 fine\r\n'],
    ],
  },
  postgres: {
    replies: [
      [/^\0\0\0\x08\x04\xd2\x16\x2f$/, 'S', 'upgrade'],
      [/^NOOP/, '250 fine\r\n'],
    ],
  },
}

describe('TCP check with STARTTLS', () => {
  it.each(Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[])('continues over TLS for %s', async (starttls) => {
    const server = await open(speak(SCRIPTS[starttls], good))
    const result = await check(server.address, { starttls, send: 'NOOP\\r\\n', expect: '250 fine' })
    expect(result.outcome).toEqual({ kind: 'success' })
    expect(result.tls_expires_at).toBeInstanceOf(Date)
    expect(result.timings.tls_ms).toBeGreaterThan(0)
  })

  it('supports every protocol of the contract', () => {
    expect(MONITOR_TYPES.tcp.settings.starttls.options).toEqual(['none', ...Object.keys(SCRIPTS)])
  })

  it('is down and shows the reply when the server does not offer it', async () => {
    const refusing: Script = { greeting: '220 ready\r\n', replies: [[/^(EHLO|STARTTLS)/, '502 not here\r\n']] }
    const result = await check((await open(speak(refusing))).address, { starttls: 'smtp' })
    expect(result.outcome).toMatchObject({
      cause: { kind: 'response', message: 'The server did not accept STARTTLS.' },
    })
    expect(result.evidence?.body).toBe('502 not here')
    const plain = await check((await open(speak({ replies: [[/^/s, 'N']] }))).address, { starttls: 'postgres' })
    expect(plain.outcome).toMatchObject({ cause: { kind: 'response' } })
  })

  it('is down for a certificate of another name, unless verification is off', async () => {
    const server = await open(speak(SCRIPTS.smtp, authority.issue(['DNS:other.test'], 30)))
    const strict = await check(server.address, { starttls: 'smtp' })
    const message = 'The certificate is not valid for this host name.'
    expect(strict.outcome).toMatchObject({ cause: { kind: 'tls', message } })
    expect((await check(server.address, { starttls: 'smtp', verify_tls: false })).outcome).toEqual({ kind: 'success' })
  })
})

describe('the settings of a TCP check', () => {
  it('accept escapes for characters that cannot be typed', () => {
    const { send } = MONITOR_TYPES.tcp.settings
    const text = 'a\\r\\n\\t\\0\\x1bü\\\\n'
    expect(send.safeParse(text).success).toBe(true)
    expect(readEscapes(text)).toEqual(Buffer.from('a\r\n\t\0\u001bü\\n'))
    for (const bad of ['', 'a\\', '\\q', '\\x1', 'x'.repeat(1025)]) expect(send.safeParse(bad).success).toBe(false)
  })

  it('require a host and a port', () => {
    expect(tcp.vet(egress, 'Mail.example.com:25')).toEqual({ ok: true, url: 'mail.example.com:25' })
    expect(tcp.vet(egress, '[2606:4700::1]:443')).toEqual({ ok: true, url: '[2606:4700::1]:443' })
    for (const bad of [
      'mail.example.com',
      'a:0',
      'a:65536',
      'http://a:80',
      'a:80/x',
      '2606:4700::1',
      'u@a:80',
      ':80',
      '',
    ])
      expect(tcp.vet(egress, bad)).toEqual({ ok: false, reason: 'malformed' })
    for (const refused of ['10.0.0.1:80', '0xa.1:22', '[::ffff:127.0.0.1]:80', '[fe80::1]:80'])
      expect(tcp.vet(egress, refused)).toEqual({ ok: false, reason: 'target_not_allowed' })
  })
})
