import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DnsReply, type DnsServer, startDnsServer } from '../../../test/platform/egress/dns-server.ts'
import { createEgress, type Egress } from './index.ts'

const OWN_IPV4 = '5.9.1.1'
const OWN_IPV6 = '2a01:4f8:1:2::1'

let server: DnsServer
let zone: Record<string, DnsReply>
let interfaces: string[]
let now_ms: number

beforeEach(async () => {
  zone = {}
  interfaces = [OWN_IPV4, `${OWN_IPV6}%eth0`]
  now_ms = 0
  server = await startDnsServer(({ name }) => zone[name] ?? 'nxdomain')
})
afterEach(() => server.close())

const open = (allowPrivate: readonly string[] = [], base_url?: string): Egress =>
  createEgress({
    allowPrivate,
    resolver: { servers: [server.address], hosts_path: '/absent', timeout_ms: 6000, now_ms: () => now_ms },
    own: { listInterfaces: () => interfaces, ...(base_url !== undefined && { base_url }) },
  })

const refused = { ok: false, reason: 'target_not_allowed' }

describe("public addresses of this machine's interfaces", () => {
  it('refuses own addresses as literals, in every notation, and as the result of a name lookup', async () => {
    const egress = open()
    for (const url of [`http://${OWN_IPV4}/`, 'http://0x05090101/', `https://[${OWN_IPV6}]:8443/`]) {
      expect(egress.vetUrl(url)).toEqual(refused)
    }
    expect(egress.vetHost(OWN_IPV4)).toEqual(refused)
    zone['sneaky.test'] = { addresses: ['1.1.1.1', OWN_IPV4], ttl_seconds: 60 }
    expect(await egress.resolve('sneaky.test')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(egress.vetUrl('http://5.9.1.2/').ok).toBe(true)
  })

  it('allows own addresses that the operator lists', async () => {
    const egress = open([`${OWN_IPV4}/32`])
    expect(egress.vetUrl(`http://${OWN_IPV4}/`).ok).toBe(true)
    zone['mine.test'] = { addresses: [OWN_IPV4], ttl_seconds: 60 }
    expect(await egress.resolve('mine.test')).toMatchObject({ ok: true, isPrivateAllowed: true })
    expect(egress.vetUrl(`http://[${OWN_IPV6}]/`)).toEqual(refused)
  })

  it('reads the interfaces again after five seconds', () => {
    const egress = open()
    expect(egress.vetUrl('http://5.9.1.7/').ok).toBe(true)
    interfaces = ['5.9.1.7']
    now_ms = 5_001
    expect(egress.vetUrl('http://5.9.1.7/')).toEqual(refused)
    expect(egress.vetUrl(`http://${OWN_IPV4}/`).ok).toBe(true)
  })

  it('reads the real interfaces by default', () => {
    const [first] = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    expect(first).toBeDefined()
    const host = first?.family === 'IPv6' ? `[${first.address}]` : first?.address
    expect(createEgress({ allowPrivate: [] }).vetUrl(`http://${host}/`)).toEqual(refused)
  })
})

describe('addresses of BASE_URL', () => {
  const BASE = 'https://watch.example.test/path'

  it('refuses BASE_URL addresses that no interface has, from the first lookup on', async () => {
    zone['watch.example.test'] = { addresses: ['9.1.1.1', '2606:4700::9'], ttl_seconds: 60 }
    zone['alias.test'] = { addresses: ['9.1.1.1'], ttl_seconds: 60 }
    const egress = open([], BASE)
    expect(await egress.resolve('alias.test')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(await egress.resolve('watch.example.test')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(egress.vetUrl('http://9.1.1.1/')).toEqual(refused)
    expect(egress.vetUrl('http://[2606:4700::9]/')).toEqual(refused)
  })

  it('allows BASE_URL addresses that the operator lists', async () => {
    zone['watch.example.test'] = { addresses: ['9.1.1.1'], ttl_seconds: 60 }
    const egress = open(['9.1.1.1/32'], BASE)
    expect(await egress.resolve('watch.example.test')).toMatchObject({ ok: true, isPrivateAllowed: true })
  })

  it('looks up BASE_URL once a minute, and keeps the addresses while DNS does not reply', async () => {
    zone['watch.example.test'] = { addresses: ['9.1.1.1'], ttl_seconds: 60 }
    zone['a.test'] = { addresses: ['1.1.1.1'], ttl_seconds: 0 }
    const egress = open([], BASE)
    const countQueries = () =>
      server.questions.filter(({ name, family }) => name === 'watch.example.test' && family === 4).length
    for (let n = 0; n < 20; n++) expect((await egress.resolve('a.test')).ok).toBe(true)
    expect(countQueries()).toBe(1)
    zone['watch.example.test'] = 'nxdomain'
    now_ms = 60_001
    for (let n = 0; n < 20; n++) expect((await egress.resolve('a.test')).ok).toBe(true)
    await expect.poll(countQueries).toBe(2)
    expect(egress.vetUrl('http://9.1.1.1/')).toEqual(refused)
  })

  it('needs no DNS for a BASE_URL with an IP address', () => {
    expect(open([], 'http://9.1.1.1:8080').vetUrl('http://9.1.1.1/')).toEqual(refused)
  })
})
