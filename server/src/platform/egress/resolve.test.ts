import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDnsServer, type DnsReply, type DnsServer } from '../../../test/platform/egress/dns-server.ts'
import { createEgress, type Egress } from './index.ts'
import { createHostResolver } from './resolve.ts'

let zone: Record<string, DnsReply | ((family: 4 | 6) => DnsReply)> = {}
let server: DnsServer
let folder = ''
let now_ms = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resolve-'))
  writeFileSync(join(folder, 'hosts'), '')
  zone = {}
  now_ms = 0
  server = await startDnsServer(({ name, family }) => {
    const reply = zone[name] ?? 'nxdomain'
    return typeof reply === 'function' ? reply(family) : reply
  })
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Queries are sent again after a third of the time, so tests that count them need much of it on a busy machine. */
function open(allowPrivate: readonly string[] = [], timeout_ms = 6000): Egress {
  const resolver = {
    servers: [server.address],
    hosts_path: join(folder, 'hosts'),
    timeout_ms,
    now_ms: () => now_ms,
  }
  return createEgress({ allowPrivate, resolver })
}

function texts(outcome: Awaited<ReturnType<Egress['resolve']>>): string[] {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.addresses.map((address) => address.text)
}

function countQueries(name: string): number {
  return server.questions.filter((question) => question.name === name && question.family === 4).length
}

describe('resolve', () => {
  it('returns both families interleaved, IPv4 first', async () => {
    zone['a.test'] = { addresses: ['2606:4700::1', '2606:4700::2', '1.1.1.1', '1.1.1.2', '1.1.1.3'], ttl_seconds: 60 }
    expect(texts(await open().resolve('a.test'))).toEqual([
      '1.1.1.1',
      '2606:4700::1',
      '1.1.1.2',
      '2606:4700::2',
      '1.1.1.3',
    ])
  })

  it('queries only the requested family, and waits for it', async () => {
    zone['a.test'] = (family) =>
      family === 6 ? { addresses: ['2606:4700::1'], ttl_seconds: 60 } : { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    zone['four.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    const options = {
      servers: [server.address],
      hosts_path: join(folder, 'hosts'),
      timeout_ms: 6000,
      now_ms: () => now_ms,
    }
    const resolver = createHostResolver([], options)
    const textsOf = async (host: string, family: 4 | 6) => texts(await resolver.locate(host, family))
    expect(await textsOf('a.test', 6)).toEqual(['2606:4700::1'])
    expect(server.questions.map(({ family }) => family)).toEqual([6])
    expect(await textsOf('a.test', 4)).toEqual(['1.1.1.1'])
    expect(await textsOf('1.1.1.1', 4)).toEqual(['1.1.1.1'])
    for (const host of ['four.test', '1.1.1.1'])
      expect(await resolver.locate(host, 6)).toMatchObject({ ok: false, kind: 'dns' })
  })

  it('refuses a name if any of its addresses is forbidden, in any family and position', async () => {
    const many = Array.from({ length: 20 }, (_, i) => `1.1.1.${i + 1}`)
    zone['mixed.test'] = { addresses: ['1.1.1.1', '10.0.0.1'], ttl_seconds: 60 }
    zone['six.test'] = { addresses: ['1.1.1.1', 'fd00::1'], ttl_seconds: 60 }
    zone['mapped.test'] = { addresses: ['::ffff:8.8.8.8'], ttl_seconds: 60 }
    zone['last.test'] = { addresses: [...many, '127.0.0.1'], ttl_seconds: 60 }
    zone['fine.test'] = { addresses: many, ttl_seconds: 60 }
    const egress = open()
    for (const name of ['mixed.test', 'six.test', 'mapped.test', 'last.test'])
      expect(await egress.resolve(name)).toMatchObject({
        ok: false,
        kind: 'not_allowed',
        message:
          'The target is not allowed: it is a private address or an address of this server. Your administrator can allow it.',
      })
    expect(texts(await egress.resolve('fine.test'))).toEqual(many.slice(0, 8))
  })

  it('marks addresses in ranges that the operator allowed', async () => {
    zone['inner.test'] = { addresses: ['10.0.0.1', '1.1.1.1'], ttl_seconds: 60 }
    zone['outer.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    const egress = open(['10.0.0.0/8'])
    expect(await egress.resolve('inner.test')).toMatchObject({ ok: true, isPrivateAllowed: true })
    expect(await egress.resolve('outer.test')).toMatchObject({ ok: true, isPrivateAllowed: false })
  })

  it('checks literal addresses without DNS', async () => {
    const egress = open()
    expect(texts(await egress.resolve('8.8.4.4'))).toEqual(['8.8.4.4'])
    expect(await egress.resolve('127.0.0.1')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(server.questions).toEqual([])
  })

  it('never queries DNS for localhost, and returns only its allowed addresses', async () => {
    zone['localhost'] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    expect(await open().resolve('localhost')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(texts(await open(['127.0.0.0/8']).resolve('a.LocalHost.'))).toEqual(['127.0.0.1'])
    expect(texts(await open(['::1', '127.0.0.0/8']).resolve('localhost'))).toEqual(['127.0.0.1', '::1'])
    expect(server.questions).toEqual([])
  })

  it('prefers the hosts file, and checks its addresses too', async () => {
    writeFileSync(
      join(folder, 'hosts'),
      '1.2.3.4 listed.test\n10.0.0.1 inner.test\nfe80::1%lo zoned.test\n1.2.3.4 zoned.test\n',
    )
    zone['listed.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    const egress = open()
    expect(texts(await egress.resolve('LISTED.test.'))).toEqual(['1.2.3.4'])
    expect(await egress.resolve('inner.test')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(await egress.resolve('zoned.test')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(server.questions).toEqual([])
  })
})

describe('DNS cache', () => {
  it('caches a response for its lowest TTL', async () => {
    zone['a.test'] = (family) => ({ addresses: ['1.1.1.1', '2606:4700::1'], ttl_seconds: family === 4 ? 100 : 10 })
    const egress = open()
    await egress.resolve('a.test')
    now_ms = 9_999
    expect(texts(await egress.resolve('A.test.'))).toHaveLength(2)
    expect(countQueries('a.test')).toBe(1)
    now_ms = 10_000
    await egress.resolve('a.test')
    expect(countQueries('a.test')).toBe(2)
  })

  it('caches nothing with a TTL of 0, and nothing longer than 300 s', async () => {
    zone['zero.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 0 }
    zone['long.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 86_400 }
    const egress = open()
    for (const name of ['zero.test', 'zero.test', 'long.test', 'long.test']) await egress.resolve(name)
    expect([countQueries('zero.test'), countQueries('long.test')]).toEqual([2, 1])
    now_ms = 300_000
    await egress.resolve('long.test')
    expect(countQueries('long.test')).toBe(2)
  })

  it('detects a name that becomes private once its TTL expires', async () => {
    zone['turn.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 1 }
    const egress = open()
    expect((await egress.resolve('turn.test')).ok).toBe(true)
    zone['turn.test'] = { addresses: ['127.0.0.1'], ttl_seconds: 1 }
    now_ms = 1_000
    expect(await egress.resolve('turn.test')).toMatchObject({ ok: false, kind: 'not_allowed' })
  })

  it('sends one query for a hundred concurrent callers', async () => {
    zone['a.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 0 }
    const egress = open()
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => egress.resolve('a.test')))
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
    expect(countQueries('a.test')).toBe(1)
  })

  it('does not cache failures', async () => {
    const egress = open()
    await egress.resolve('late.test')
    zone['late.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    expect((await egress.resolve('late.test')).ok).toBe(true)
  })

  it('caches as many names as it may and evicts the oldest', async () => {
    const resolver = createHostResolver([], {
      servers: [server.address],
      hosts_path: join(folder, 'hosts'),
      now_ms: () => 0,
      max_names: 3,
    })
    for (const name of ['n0.test', 'n1.test', 'n2.test', 'n3.test']) {
      zone[name] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
      expect((await resolver.locate(name)).ok).toBe(true)
    }
    expect(resolver.locate('n3.test')).not.toBeInstanceOf(Promise)
    expect(resolver.locate('n1.test')).not.toBeInstanceOf(Promise)
    expect(resolver.locate('n0.test')).toBeInstanceOf(Promise)
    await resolver.locate('n0.test')
  })

  it('removes a name from the cache on request', async () => {
    zone['a.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 60 }
    const resolver = createHostResolver([], { servers: [server.address], hosts_path: join(folder, 'hosts') })
    await resolver.locate('a.test')
    resolver.forget('A.test.')
    await resolver.locate('a.test')
    expect(countQueries('a.test')).toBe(2)
  })
})

describe('DNS server failure', () => {
  it.each([
    ['nxdomain', 'The host name does not exist.'],
    ['servfail', 'The DNS servers returned an error.'],
    ['silent', 'The DNS servers did not respond in time.'],
  ] as const)('reports a DNS lookup that ends with %s', async (reply, message) => {
    zone['a.test'] = reply
    expect(await open([], 600).resolve('a.test')).toEqual({ ok: false, kind: 'dns', message })
  })

  it('reports a name without an address', async () => {
    zone['a.test'] = { addresses: [], ttl_seconds: 60 }
    expect(await open().resolve('a.test')).toEqual({
      ok: false,
      kind: 'dns',
      message: 'The host name has no IP address.',
    })
  })

  it('reports the more specific of two failures', async () => {
    zone['a.test'] = (family) => (family === 4 ? { addresses: [], ttl_seconds: 0 } : 'servfail')
    expect(await open().resolve('a.test')).toMatchObject({ message: 'The DNS servers returned an error.' })
  })

  it.each([4, 6] as const)('uses one family when only IPv%i queries are answered', async (answering) => {
    zone['a.test'] = (family) =>
      family === answering ? { addresses: ['1.1.1.1', '2606:4700::1'], ttl_seconds: 60 } : 'silent'
    zone['b.test'] = (family) =>
      family === answering ? { addresses: ['1.1.1.1', '2606:4700::1'], ttl_seconds: 60 } : 'servfail'
    const expected = [answering === 4 ? '1.1.1.1' : '2606:4700::1']
    expect(texts(await open([], 600).resolve('a.test'))).toEqual(expected)
    expect(texts(await open().resolve('b.test'))).toEqual(expected)
  })

  it("ends a lookup at the caller's deadline if that comes first", async () => {
    zone['a.test'] = 'silent'
    expect(await open().resolve('a.test', 100)).toMatchObject({ ok: false, kind: 'timeout' })
  })

  it('reports a local failure when the DNS server is unreachable', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    socket.close()
    const egress = createEgress({
      allowPrivate: [],
      resolver: { servers: [`127.0.0.1:${port}`], hosts_path: join(folder, 'hosts') },
    })
    expect(await egress.resolve('a.test')).toMatchObject({ ok: false, kind: 'local' })
  })
})
