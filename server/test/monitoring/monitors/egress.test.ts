import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNamespace, type Namespace } from '../../platform/egress/namespace.ts'
import { forbiddenAddresses, forbiddenUrls, someForbiddenUrls } from '../../platform/egress/spellings.ts'
import { cloneDatabase } from '../../support/database.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { sized } from '../../support/size.ts'
import type { ApiWalkReport } from './inside-egress.ts'

const database = await cloneDatabase()
let namespace: Namespace
let report: ApiWalkReport

/** The database runs outside of the namespace, but its Unix socket can be reached from inside. */
async function socketUrl(): Promise<string> {
  const { rows } = await database.admin.query<{ folder: string; port: string }>(
    `select current_setting('unix_socket_directories') as folder, current_setting('port') as port`,
  )
  const [row] = rows
  return `postgres://postgres@${encodeURIComponent(row?.folder ?? '')}:${row?.port}/${database.name}`
}

beforeAll(async () => {
  namespace = createNamespace(forbiddenAddresses)
  report = (await namespace.run(new URL('inside-egress.ts', import.meta.url), {
    database_url: await socketUrl(),
    secret: TEST_SECRET,
  })) as ApiWalkReport
})

afterAll(() => namespace.remove())

it('the canaries can be reached without a guard, and a public target answers', () => {
  expect(forbiddenUrls.length).toBeGreaterThanOrEqual(200)
  expect(report.reachable).toBeGreaterThan(50)
  expect(report.tallies['public']).toEqual({ requests: 1, answers: { '200 ok': 1 }, canary_hits: [] })
})

it.each([
  ['monitor create', forbiddenUrls],
  ['monitor update', someForbiddenUrls],
  ['provider create', someForbiddenUrls],
  ['provider update', someForbiddenUrls],
])('%s refuses the spellings of a forbidden address, and no socket opens', (name, { length }) => {
  expect(report.tallies[name]).toEqual({
    requests: length,
    answers: { '422 target_not_allowed': length },
    canary_hits: [],
  })
})

it('ping create refuses every spelling too; without "//" eight of them are neither a URL nor a host', () => {
  const { length } = forbiddenUrls
  const answers = { '422 target_not_allowed': length - 8, '422 validation_failed': 8 }
  expect(report.tallies['ping create']).toEqual({ requests: length, answers, canary_hits: [] })
})

it('ping create refuses every forbidden address without a URL around it', () => {
  const { length } = forbiddenAddresses
  expect(report.tallies['ping create, bare']).toEqual({
    requests: length,
    answers: { '422 target_not_allowed': length },
    canary_hits: [],
  })
})

it('the DNS canaries receive every datagram, and a public DNS server is queried', () => {
  expect(report.dns_control).toEqual(['public', 'udp', 'udp'])
  expect(report.tallies['dns, public']?.canary_hits).toContain('public')
})

it.each(['tcp create', 'tls create', 'dns create', 'dns update'])(
  '%s refuses every forbidden address, that of a DNS server included, and no socket opens',
  (name) => {
    const { length } = forbiddenAddresses
    const answers = { '422 target_not_allowed': length }
    expect(report.tallies[name]).toEqual({ requests: length, answers, canary_hits: [] })
  },
)

it.each(['check, by an address', 'check, by a name'])(
  'a tcp, tls or dns %s does not connect to a forbidden address, and sends no datagram',
  (name) => {
    const requests = 3 * forbiddenAddresses.length
    const answers = { '0 The target is not allowed': requests }
    expect(report.tallies[name]).toEqual({ requests, answers, canary_hits: [] })
  },
)

it('an RDAP server is not queried at a forbidden address, nor by a name that resolves to one', () => {
  const requests = 2 * forbiddenAddresses.length
  const answers = { '0 The target is not allowed': requests }
  expect(report.tallies['RDAP']).toEqual({ requests, answers, canary_hits: [] })
})

it('a provider test refuses every name that resolves to a forbidden address, and no socket opens', () => {
  const { length } = forbiddenAddresses
  expect(report.tallies['test, by a name']).toEqual({
    requests: length,
    answers: { '422 target_not_allowed': length },
    canary_hits: [],
  })
})

it('a provider test refuses every forbidden address that was stored while it was still allowed', () => {
  expect(report.allowed).toBeGreaterThanOrEqual(sized(40, 200))
  expect(report.tallies['test, by an address stored before']).toEqual({
    requests: report.allowed,
    answers: { '422 target_not_allowed': report.allowed },
    canary_hits: [],
  })
})
