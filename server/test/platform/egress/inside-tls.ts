// Runs inside the namespace: one public address that serves several names over TLS, each with its own certificate.
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { json } from 'node:stream/consumers'
import { createSecureContext, type TLSSocket } from 'node:tls'
import { createEgress, type EgressRequest, type EgressResult } from '../../../src/platform/egress/index.ts'
import { startCanaries } from './canaries.ts'
import type { Certificate } from './certificates.ts'
import { startDnsServer } from './dns-server.ts'
import { NO_INTERFACES, dead_ipv4, public_ipv4, public_ipv6 } from './namespace.ts'

export interface TlsInput {
  readonly ca: string
  /** By server name; the empty name for clients that send none. */
  readonly certificates: Record<string, Certificate>
  readonly requests: readonly EgressRequest[]
}

export interface TlsOutcome {
  readonly answer: string
  readonly body: string
  readonly peer_address: string
  readonly private_target: boolean
  readonly tls_expires_at: string | null
  readonly final_url: string
  readonly connect_ms: number
  readonly tls_ms: number
  readonly total_ms: number
}

function describe(result: EgressResult): TlsOutcome {
  const { connect_ms, tls_ms, total_ms } = result.timings
  return {
    answer: result.ok ? String(result.status) : `${result.kind}: ${result.message}`,
    body: result.ok ? result.body.toString() : '',
    peer_address: result.ok ? result.peer_address : '',
    private_target: result.private_target,
    tls_expires_at: result.ok ? (result.tls_expires_at?.toISOString() ?? null) : null,
    final_url: result.ok ? result.final_url : '',
    connect_ms,
    tls_ms,
    total_ms,
  }
}

async function main(): Promise<void> {
  const input = (await json(process.stdin)) as TlsInput
  const contexts = new Map(Object.entries(input.certificates).map(([name, pair]) => [name, createSecureContext(pair)]))
  const secured = createHttpsServer(
    { ...input.certificates[''], SNICallback: (name, done) => done(null, contexts.get(name) ?? contexts.get('')) },
    (request, response) => {
      const { servername } = request.socket as TLSSocket
      response.end(JSON.stringify({ host: request.headers.host, sni: servername, path: request.url }))
    },
  )
  const plain = createHttpServer((request, response) => {
    response.writeHead(301, { location: `https://${request.headers.host}${request.url}` }).end()
  })
  await startCanaries((port, socket) => (port === 80 ? plain : secured).emit('connection', socket))
  const server = await startDnsServer(({ name }) => {
    if (name.startsWith('half-dead')) return { addresses: [dead_ipv4, public_ipv4], ttl_seconds: 60 }
    if (name.startsWith('dead')) return { addresses: [dead_ipv4], ttl_seconds: 60 }
    if (name.startsWith('six')) return { addresses: [public_ipv6], ttl_seconds: 60 }
    return { addresses: [public_ipv4, public_ipv6], ttl_seconds: 60 }
  })
  const resolver = { servers: [server.address], hosts_path: '/dev/null' }
  const egress = createEgress({ allowPrivate: [], own: NO_INTERFACES, ca: [input.ca], resolver })
  const outcomes = await Promise.all(input.requests.map(async (request) => describe(await egress.request(request))))
  process.stdout.write(JSON.stringify(outcomes), () => process.exit(0))
}

await main()
