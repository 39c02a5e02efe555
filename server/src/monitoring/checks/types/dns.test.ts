import { MONITOR_TYPES } from '@sitewatch/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { data, type RecordServer, startRecordServer } from '../../../../test/monitoring/checks/record-server.ts'
import { createEgress, type RecordType } from '../../../platform/egress/index.ts'
import { dns, normaliseRecord } from './dns.ts'

const makeHeaders = () => ({})
let server: RecordServer

beforeAll(async () => {
  server = await startRecordServer({
    'A web.test': [data.A('203.0.113.7'), data.A('203.0.113.8')],
    'A inside.test': [data.A('10.0.0.5')],
    'AAAA web.test': [data.AAAA('20010db8000000000000000000000001')],
    'CNAME www.test': [data.CNAME('Web.test')],
    'MX web.test': [data.MX(10, 'mail.web.test'), data.MX(20, 'backup.web.test')],
    'TXT web.test': [data.TXT('v=spf1 include:_spf.example.com ', '-all'), data.TXT('site=1')],
    'TXT long.test': Array.from({ length: 20 }, (_, n) => data.TXT(`${n} ${'x'.repeat(200)}`)),
    'NS web.test': [data.NS('ns1.web.test')],
    'CAA web.test': [data.CAA('issue', 'ca.example')],
    'A gone.test': 'nxdomain',
    'A broken.test': 'servfail',
    'A closed.test': 'refused',
    'A silent.test': 'silent',
  })
})
afterAll(() => server.close())

const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })

type Settings = Parameters<typeof dns.run>[1]['settings']

function check(name: string, settings: Partial<Settings> = {}, timeout_ms = 2000) {
  const all: Settings = {
    record_type: 'A',
    expected_values: [],
    resolver: server.address,
    ...settings,
    expiry_notice_days: [],
  }
  return dns.run({ egress, makeHeaders }, { url: name, timeout_ms, settings: all })
}

describe('DNS check', () => {
  it.each([
    ['A', 'web.test', ['203.0.113.8']],
    ['A', 'web.test', ['203.0.113.8', '203.0.113.7']],
    ['AAAA', 'web.test', ['2001:DB8:0::1']],
    ['CNAME', 'www.test', ['web.test.']],
    ['MX', 'web.test', ['10 MAIL.web.test', '20 backup.web.test']],
    ['TXT', 'web.test', ['v=spf1 include:_spf.example.com -all']],
    ['NS', 'web.test', ['ns1.web.test']],
    ['CAA', 'web.test', ['0 issue "ca.example"']],
    ['MX', 'web.test', []],
  ] as const)('is up when every expected %s record of %s is there: %j', async (record_type, name, expected_values) => {
    const result = await check(name, { record_type, expected_values: [...expected_values] })
    expect(result.outcome).toEqual({ kind: 'success' })
    expect(result).toMatchObject({ private_target: true, evidence: null })
    expect(result.timings.total_ms).toBeGreaterThan(0)
  })

  it('is down and shows the records when an expected one is missing', async () => {
    const result = await check('web.test', { expected_values: ['203.0.113.7', '198.51.100.1'] })
    const message = 'A record not found: 198.51.100.1'
    expect(result.outcome).toEqual({ kind: 'failure', cause: { kind: 'dns_record', http_status: null, message } })
    expect(result.evidence).toEqual({ status: null, headers: { type: 'A' }, body: '203.0.113.7 203.0.113.8' })
  })

  it.each([
    ['www.test', 'dns_record', 'www.test has no A record.'],
    ['gone.test', 'dns', 'The host name does not exist.'],
    ['broken.test', 'dns', 'The DNS servers returned an error.'],
    ['closed.test', 'dns', 'The DNS servers refused the query.'],
  ])('reports %s as down with cause %s: %s', async (name, kind, message) => {
    expect((await check(name)).outcome).toEqual({ kind: 'failure', cause: { kind, http_status: null, message } })
  })

  it('reports a DNS server that does not respond by the deadline as a timeout', async () => {
    const ended: number[] = []
    const checkBy = async (timeout_ms: number): Promise<void> => {
      const { outcome } = await check('silent.test', {}, timeout_ms)
      expect(outcome).toMatchObject({ kind: 'failure', cause: { kind: 'timeout' } })
      ended.push(timeout_ms)
    }
    await Promise.all([checkBy(1200), checkBy(600)])
    expect(ended).toEqual([600, 1200])
  })

  it('repeats the query over TCP if the response does not fit into a datagram', async () => {
    const { outcome } = await check('long.test', { record_type: 'TXT', expected_values: [`19 ${'x'.repeat(200)}`] })
    expect(outcome).toEqual({ kind: 'success' })
    expect(server.questions).toContain('tcp TXT long.test')
  })

  it('sends a new query each time, because a cached response would hide an outage', async () => {
    const count = () => server.questions.filter((question) => question === 'udp NS web.test').length
    const before = count()
    await check('web.test', { record_type: 'NS' })
    await check('web.test', { record_type: 'NS' })
    expect(count()).toBe(before + 2)
  })

  it('does not connect to a DNS server at a forbidden address', async () => {
    const closed = createEgress({ allowPrivate: [] })
    const settings: Settings = {
      record_type: 'A',
      expected_values: [],
      resolver: server.address,
      expiry_notice_days: [],
    }
    const queriesBefore = server.questions.length
    const tools = { egress: closed, makeHeaders }
    const { outcome } = await dns.run(tools, { url: 'web.test', timeout_ms: 1000, settings })
    expect(outcome).toMatchObject({ kind: 'failure', cause: { kind: 'connect' } })
    expect(server.questions.length).toBe(queriesBefore)
  })

  it('does not show what the DNS servers of this machine say about the internal network', async () => {
    const withSystemDns = createEgress({ allowPrivate: ['127.0.0.0/8'], resolver: { servers: [server.address] } })
    const run = (url: string) =>
      dns.run(
        { egress: withSystemDns, makeHeaders },
        {
          url,
          timeout_ms: 1000,
          settings: { record_type: 'A', expected_values: ['1.1.1.1'], resolver: null, expiry_notice_days: [] },
        },
      )
    expect(await run('inside.test')).toMatchObject({ outcome: { cause: { kind: 'connect' } }, evidence: null })
    server.zone['A public.test'] = [data.A('9.9.9.9')]
    expect(await run('public.test')).toMatchObject({
      outcome: { cause: { kind: 'dns_record' } },
      private_target: false,
    })
  })
})

describe('what the DNS servers of this machine answer', () => {
  const inside = () =>
    createEgress({
      allowPrivate: ['192.168.0.0/16'],
      resolver: { servers: [server.address] },
      own: { listInterfaces: () => ['8.8.4.4'] },
    })
  const zone = {
    'A corp.test': [data.A('10.0.0.5')],
    'A nas.test': [data.A('192.168.1.2')],
    'A out.test': [data.A('9.9.9.9')],
    'A own.test': [data.A('8.8.4.4')],
    'AAAA six.test': [data.AAAA('fd000000000000000000000000000001')],
    'AAAA mixed.test': [data.AAAA('fd000000000000000000000000000001')],
    'A mixed.test': [data.A('9.9.9.9')],
    'TXT corp.test': [data.TXT('the key is under the mat')],
    'MX corp.test': [data.MX(10, 'out.test')],
  }
  const record = (type: RecordType, name: string, ...records: Buffer[]) => ({ type, name, records })
  const REFUSED = [
    record('A', 'a.test', data.A('9.9.9.9'), data.A('10.0.0.5')),
    record('TXT', 'corp.test', data.TXT('the key is under the mat')),
    record('CAA', 'corp.test'),
    record('TXT', 'six.test', data.TXT('x')),
    record('CNAME', 'b.test', data.CNAME('corp.test')),
    record('CNAME', 'c.test', data.CNAME('Corp.Test')),
    record('CNAME', 'd.test', data.CNAME('mixed.test')),
    record('CNAME', 'e.test', data.CNAME('db1.internal')),
    record('CNAME', 'f.test', data.CNAME('db1')),
    record('MX', 'g.test', data.MX(10, 'out.test'), data.MX(20, 'corp.test')),
    record('NS', 'h.test', data.NS('out.test'), data.NS('dc1.office.LOCAL')),
    record('TXT', 'i.test', data.TXT('v=spf1 ip4:10.1.2.0/24 -all')),
    record('TXT', 'j.test', data.TXT('v=spf1 ip6:fd00::/8 -all')),
    record('TXT', 'k.test', data.TXT('proxy=[fe80::1]:3128')),
    record('TXT', 'l.test', data.TXT('see http://wiki.corp/start')),
    record('CAA', 'm.test', data.CAA('iodef', 'mailto:admin@mail.lan')),
    record('TXT', 'db1.internal', data.TXT('x')),
    record('NS', 'printer', data.NS('out.test')),
  ]
  const SHOWN = [
    record('A', 'nas2.test', data.A('192.168.1.2')),
    record('TXT', 'out.test', data.TXT('v=spf1 ip4:9.9.9.9 ip6:2606:4700::/32 include:_spf.example.com -all')),
    record('TXT', 'n.test', data.TXT('Welcome home. It is 12:30:45, and this is 1.2.3')),
    record('CNAME', 'o.test', data.CNAME('nas.test')),
    record('CNAME', 'p.test', data.CNAME('nowhere.test')),
    record('MX', 'q.test', data.MX(0, ''), data.MX(10, 'out.test')),
    record('CAA', 'r.test', data.CAA('issue', 'ca.example')),
    record('NS', 's.test', data.NS('out.test')),
    // The public addresses of this server are no secret: only connections to them are refused.
    record('A', 'own2.test', data.A('8.8.4.4')),
    record('MX', 'own.test', data.MX(10, 'own.test')),
    record('TXT', 'own.test', data.TXT('v=spf1 ip4:8.8.4.4 mx -all')),
  ]

  async function ask({ type, name, records }: ReturnType<typeof record>) {
    Object.assign(server.zone, zone, { [`${type} ${name}`]: records })
    const settings = { record_type: type, expected_values: ['nothing'], resolver: null, expiry_notice_days: [] }
    return dns.run({ egress: inside(), makeHeaders }, { url: name, timeout_ms: 2000, settings })
  }

  it.each(REFUSED)('is refused and not shown: $type $name', async (asked) => {
    expect(await ask(asked)).toMatchObject({ outcome: { cause: { kind: 'connect' } }, evidence: null })
  })

  it.each(SHOWN)('is shown: $type $name', async (asked) => {
    expect(await ask(asked)).toMatchObject({ outcome: { cause: { kind: 'dns_record' } } })
  })
})

describe('the target of a DNS check', () => {
  it('is a host name, or the host of a URL', () => {
    expect(dns.vet(egress, 'Example.COM.')).toEqual({ ok: true, url: 'example.com' })
    expect(dns.vet(egress, '_dmarc.example.com')).toEqual({ ok: true, url: '_dmarc.example.com' })
    expect(dns.vet(egress, 'https://bücher.example/x')).toEqual({ ok: true, url: 'xn--bcher-kva.example' })
    expect(dns.vet(egress, '9.9.9.9')).toEqual({ ok: false, reason: 'malformed' })
    expect(dns.vet(egress, '10.1')).toEqual({ ok: false, reason: 'target_not_allowed' })
  })

  it('may have its own DNS server, which is vetted and stored with its port', () => {
    const settings: Settings = { record_type: 'A', expected_values: [], resolver: null, expiry_notice_days: [] }
    const settle = (resolver: string) => dns.settle?.({ ...settings, resolver }, { resolver }, egress)
    expect(settle('9.9.9.9')).toEqual({ ok: true, settings: { ...settings, resolver: '9.9.9.9:53' } })
    expect(settle('[2606:4700::1]:5353')).toMatchObject({ settings: { resolver: '[2606:4700::1]:5353' } })
    expect(settle('dns.example')).toMatchObject({ settings: { resolver: 'dns.example:53' } })
    expect(settle('169.254.169.254')).toEqual({ ok: false, reason: 'target_not_allowed' })
    for (const bad of ['https://dns.example/', 'dns.example:0', 'dns.example:65536', 'a b', 'user@dns.example'])
      expect(settle(bad)).toMatchObject({ ok: false, field: 'resolver' })
  })

  it('has the record types of the contract', () => {
    expect(MONITOR_TYPES.dns.settings.record_type.options).toEqual(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'CAA'])
    expect(normaliseRecord('TXT', ' Case Kept ')).toBe('Case Kept')
  })
})
