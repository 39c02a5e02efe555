// Runs inside the namespace: the real API on a real socket, canaries on every forbidden address, and a DNS server that
// resolves names to them.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { SCOPES } from '@sitewatch/contract'
import { insertUserUnscoped } from '../../../src/identity/accounts/index.ts'
import { readConfig } from '../../../src/config.ts'
import { createAddressReader } from '../../../src/http/client-address.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { insertKey } from '../../../src/identity/keys/index.ts'
import { queryRegistration } from '../../../src/monitoring/registrations/rdap.ts'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { dns as dnsType, tcp, tls } from '../../../src/monitoring/checks/types/index.ts'
import { startApi } from '../../../src/roles/api.ts'
import { openParts, type ProcessParts } from '../../../src/roles/parts.ts'
import { findReachable, startCanaries, startDnsCanaries } from '../../platform/egress/canaries.ts'
import { startDnsServer } from '../../platform/egress/dns-server.ts'
import { NO_INTERFACES, public_ipv4 } from '../../platform/egress/namespace.ts'
import { forbiddenAddresses, forbiddenUrls, someForbiddenUrls } from '../../platform/egress/spellings.ts'

export interface ApiWalkInput {
  readonly database_url: string
  readonly secret: string
}

export interface Tally {
  readonly requests: number
  readonly answers: Record<string, number>
  readonly canary_hits: string[]
}

export interface ApiWalkReport {
  readonly reachable: number
  /** Control: what a program without a guard would send to the DNS canaries. */
  readonly dns_control: string[]
  readonly allowed: number
  readonly tallies: Record<string, Tally>
}

async function serveWith(parts: ProcessParts, key: string) {
  const http = {
    base_url: 'http://localhost',
    log: parts.log,
    metrics: parts.metrics,
    readAddress: createAddressReader([]),
  }
  const server = createHttpServer(http)
  await startApi(parts, server, http)
  const port = await server.listen(0, '127.0.0.1')
  return async (method: string, path: string, body?: object): Promise<{ status: number; code: string; id: number }> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { code?: string; data?: { id?: number } }
    return { status: response.status, code: answer.code ?? 'ok', id: answer.data?.id ?? 0 }
  }
}
type Call = Awaited<ReturnType<typeof serveWith>>

async function makeKey({ postgres, vault }: ProcessParts): Promise<string> {
  const user = await postgres.asRole('auth', (tx) =>
    insertUserUnscoped(tx, vault, {
      email: 'walk@example.com',
      password_hash: 'none',
      is_administrator: false,
      is_verified: true,
    }),
  )
  const scopes = new Set(SCOPES)
  const actor = {
    user_id: user.id,
    team_id: user.id,
    role: 'owner',
    kind: 'session',
    credential_id: 0,
    name: 'owner',
    scopes,
    is_administrator: false,
    expires_at: null,
    lacks_two_factor: false,
    allowed_addresses: [],
    is_limited: false,
  } as const
  const made = await postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, (tx) =>
    insertKey(tx, { actor, input: { name: 'walk', scopes: [...SCOPES] }, quota: undefined }),
  )
  return made.key
}

async function main(): Promise<void> {
  const input = (await json(process.stdin)) as ApiWalkInput
  const config = readConfig({
    DATABASE_URL: input.database_url,
    SITEWATCH_SECRET: input.secret,
    SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
    SITEWATCH_RATE_TESTS_PER_HOUR: '100000',
    SITEWATCH_LOG_LEVEL: 'silent',
  })
  const dns = await startDnsServer(({ name }) => {
    const [first = '', kind] = name.split('.')
    return { addresses: [kind === 'public' ? public_ipv4 : (forbiddenAddresses[Number(first)] ?? '')], ttl_seconds: 0 }
  })
  const site = createServer((_request, response) => void response.end('ok'))
  const canaries = await startCanaries((_, socket) => site.emit('connection', socket))
  const reachable = (await findReachable(forbiddenAddresses)).length
  // oxlint-disable-next-line no-restricted-globals -- Nothing signals that no packet is under way.
  await new Promise((resolve) => setTimeout(resolve, 200))
  canaries.hits.splice(0)
  const queries = await startDnsCanaries()
  const sender = createSocket('udp4')
  for (const address of ['127.0.0.1', '169.254.169.254', public_ipv4]) sender.send('x', 53, address)
  // oxlint-disable-next-line no-restricted-globals -- Nothing signals that no packet is under way.
  await new Promise((resolve) => setTimeout(resolve, 200))
  const dns_control = queries.splice(0).toSorted()

  const resolver = { servers: [dns.address], hosts_path: '/dev/null' }
  const parts = await openParts(config, createLog('silent'))
  const key = await makeKey(parts)
  const call = await serveWith(
    { ...parts, egress: createEgress({ allowPrivate: [], own: NO_INTERFACES, resolver }) },
    key,
  )
  // Simulates that the operator once allowed every address, and no longer does.
  const open = createEgress({ allowPrivate: ['0.0.0.0/0', '::/0'], resolver })
  const callOpen: Call = await serveWith({ ...parts, egress: open }, key)

  const tallies: Record<string, Tally> = {}
  async function tally(
    name: string,
    work: readonly (() => Promise<{ status: number; code: string }>)[],
  ): Promise<void> {
    const answers: Record<string, number> = {}
    let next = 0
    const worker = async (): Promise<void> => {
      for (let at = next++; at < work.length; at = next++) {
        const { status, code } = (await work[at]?.()) ?? { status: 0, code: 'missing' }
        answers[`${status} ${code}`] = (answers[`${status} ${code}`] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    // oxlint-disable-next-line no-restricted-globals -- Nothing signals that no packet is under way.
    await new Promise((resolve) => setTimeout(resolve, 50))
    tallies[name] = { requests: work.length, answers, canary_hits: [...canaries.hits.splice(0), ...queries.splice(0)] }
  }

  const monitor = await call('POST', '/api/monitors', { friendly_name: 'a', url: 'https://a.public.test' })
  const slack = await call('POST', '/api/providers', {
    provider_type: 'slack',
    webhook_url: 'http://a.public.test/hook',
  })
  await tally('public', [() => call('POST', `/api/providers/${slack.id}/test`)])
  await tally(
    'monitor create',
    forbiddenUrls.map((url) => () => call('POST', '/api/monitors', { friendly_name: 'a', url })),
  )
  await tally(
    'ping create',
    forbiddenUrls.map((url) => () => call('POST', '/api/monitors', { friendly_name: 'a', url, type: 'ping' })),
  )
  await tally(
    'ping create, bare',
    forbiddenAddresses.map((url) => () => call('POST', '/api/monitors', { friendly_name: 'a', url, type: 'ping' })),
  )
  const bracket = (address: string): string => (address.includes(':') ? `[${address}]` : address)
  const create = (fields: object) => call('POST', '/api/monitors', { friendly_name: 'a', ...fields })
  await tally(
    'tcp create',
    forbiddenAddresses.map((address) => () => create({ type: 'tcp', url: `${bracket(address)}:80` })),
  )
  await tally(
    'tls create',
    forbiddenAddresses.map((address) => () => create({ type: 'tls', url: `${bracket(address)}:443` })),
  )
  await tally(
    'dns create',
    forbiddenAddresses.map((resolver) => () => create({ type: 'dns', url: 'a.public.test', resolver })),
  )
  const lookup = await create({ type: 'dns', url: 'a.public.test' })
  await tally(
    'dns update',
    forbiddenAddresses.map((address) => () => {
      return call('PATCH', `/api/monitors/${lookup.id}`, { resolver: `${bracket(address)}:53` })
    }),
  )
  const tools = { egress: createEgress({ allowPrivate: [], own: NO_INTERFACES, resolver }), makeHeaders: () => ({}) }
  const checkAll = (place: string) => {
    const timeout_ms = 1000
    const common = { starttls: 'none' as const, expiry_notice_days: [] }
    const tcpSettings = { ...common, verify_tls: true, send: 'x', expect: 'y' }
    const tlsSettings = { ...common, min_tls_version: '1.2' as const, server_name: '127.0.0.1.nip.test' }
    const dnsSettings = {
      record_type: 'A' as const,
      expected_values: [],
      resolver: `${place}:53`,
      expiry_notice_days: [],
    }
    return [
      () => tcp.run(tools, { url: `${place}:80`, timeout_ms, settings: tcpSettings }),
      () => tls.run(tools, { url: `${place}:443`, timeout_ms, settings: tlsSettings }),
      () => dnsType.run(tools, { url: 'a.public.test', timeout_ms, settings: dnsSettings }),
    ].map((run) => async () => {
      const { outcome } = await run()
      return {
        status: 0,
        code: outcome.kind === 'failure' ? (outcome.cause.message.split(':')[0] ?? '') : outcome.kind,
      }
    })
  }
  await tally(
    'check, by an address',
    forbiddenAddresses.flatMap((address) => checkAll(bracket(address))),
  )
  await tally(
    'check, by a name',
    forbiddenAddresses.flatMap((_, index) => checkAll(`${index}.forbidden.test`)),
  )
  await tally('dns, public', checkAll('a.public.test').slice(2))
  const queryRegistry = (place: string) => async () => {
    const options = { base: `http://${place}/`, domain: 'shop.test', now_ms: Date.now(), timeout_ms: 1000 }
    const result = await queryRegistration(tools.egress, options)
    return { status: 0, code: result.ok ? 'known' : (result.reason.split(':')[0] ?? '') }
  }
  await tally(
    'RDAP',
    forbiddenAddresses.flatMap((address, index) => [
      queryRegistry(bracket(address)),
      queryRegistry(`${index}.forbidden.test`),
    ]),
  )
  await tally(
    'monitor update',
    someForbiddenUrls.map((url) => () => call('PUT', `/api/monitors/${monitor.id}`, { url })),
  )
  await tally(
    'provider create',
    someForbiddenUrls.map(
      (webhook_url) => () => call('POST', '/api/providers', { provider_type: 'slack', webhook_url }),
    ),
  )
  await tally(
    'provider update',
    someForbiddenUrls.map((webhook_url) => () => call('PATCH', `/api/providers/${slack.id}`, { webhook_url })),
  )
  await tally(
    'test, by a name',
    forbiddenAddresses.map((_, index) => async () => {
      const made = await call('POST', '/api/providers', {
        provider_type: 'slack',
        webhook_url: `http://${index}.forbidden.test/`,
      })
      return made.status === 201 ? call('POST', `/api/providers/${made.id}/test`) : made
    }),
  )
  const stored: number[] = []
  for (const webhook_url of someForbiddenUrls) {
    const made = await callOpen('POST', '/api/providers', { provider_type: 'slack', webhook_url })
    if (made.status === 201) stored.push(made.id)
  }
  await tally(
    'test, by an address stored before',
    stored.map((id) => () => call('POST', `/api/providers/${id}/test`)),
  )

  const report: ApiWalkReport = { reachable, dns_control, allowed: stored.length, tallies }
  process.stdout.write(JSON.stringify(report), () => process.exit(0))
}

await main()
