import type { SecureContext } from 'node:tls'
import { parseCidr, type Cidr } from './address.ts'
import { runConnect, type ConnectRequest, type Connection, type ConnectResult } from './connect.ts'
import { Deadline } from './deadline.ts'
import { notAllowed, notUsable, type Failure } from './failure.ts'
import type { OwnAddressOptions } from './own-addresses.ts'
import { runQuery, type QueryRequest, type QueryResult } from './query.ts'
import { createHostResolver, type HostResolver, type Located, type ResolverOptions } from './resolve.ts'
import { runRequest, type EgressRequest, type EgressResult, type Route } from './request.ts'
import { createSharedContext } from './secure.ts'
import { vetEndpoint, vetHost, vetUrl, type VettedEndpoint, type VettedHost, type VettedUrl } from './vet.ts'

export { type CertificateFacts, MAX_CHAIN, MAX_NAME_LENGTH, MAX_NAMES } from './certificate.ts'
export type { Connection, Handshake } from './connect.ts'
export type { Failure, FailureKind } from './failure.ts'
export { formatHostPort, parseHostPort } from './host-port.ts'
export type { RecordType } from './query.ts'
export type { EgressAnswer, EgressFailure, EgressRequest, EgressResult } from './request.ts'
export type { Located, VettedAddress } from './resolve.ts'

export interface EgressOptions {
  /** CIDRs of special-purpose addresses that user-supplied targets may reach. */
  readonly allowPrivate: readonly string[]
  readonly resolver?: ResolverOptions
  /** Name of this server. Its public addresses are refused unless `allowPrivate` lists them. */
  readonly own?: OwnAddressOptions
  /** PEM certificates of CAs trusted in addition to the system CAs. */
  readonly ca?: readonly string[]
}

/** The only way to reach a user-supplied host. Failures are values, even with a hostile server. */
export interface Egress {
  /** Checks syntax, http(s), no userinfo, and IP addresses. Names are not resolved. */
  vetUrl(text: string): VettedUrl
  /** Same as `vetUrl` for a host name, an address or a URL. Returns the host. */
  vetHost(text: string): VettedHost
  /** Same for `host:port`; with a default port, the host alone is enough. */
  vetEndpoint(text: string, default_port?: number): VettedEndpoint
  /** Checks every address. Never rejects. At most 3 s, or `timeout_ms` if less. */
  resolve(host: string, timeout_ms?: number): Promise<Located | Failure>
  /** Returns TXT records, each as one string. Empty if there are none or DNS does not reply within 3 s. */
  resolveTxt(name: string): Promise<string[]>
  request(request: EgressRequest): Promise<EgressResult>
  /** Opens a TCP connection and passes it to `talk`. */
  connect<Value>(
    request: ConnectRequest,
    talk: (connection: Connection) => Promise<Value | Failure>,
  ): Promise<ConnectResult<Value>>
  /** Looks up DNS records of one type, at the DNS servers of this machine or at a named one. */
  query(request: QueryRequest): Promise<QueryResult>
}

declare const publicOnly: unique symbol
/** Reaches no private range, whatever the operator allowed: for targets that somebody without an account can name. */
export type PublicEgress = Egress & { readonly [publicOnly]: true }

export const createPublicEgress = (own: OwnAddressOptions): PublicEgress =>
  createEgress({ allowPrivate: [], own }) as PublicEgress

export function createEgress(options: EgressOptions): Egress {
  const allowed = options.allowPrivate.map(readCidr)
  const resolver = createHostResolver(allowed, options.resolver, options.own)
  const { policy } = resolver
  let context: SecureContext | null = null
  const route: Route = {
    context: () => (context ??= createSharedContext(options.ca)),
    locate: (host, family) => resolver.locate(host, family),
    forget: (host) => resolver.forget(host),
    vet: (url, base) => {
      const vetted = vetUrl(String(url), policy, base)
      if (vetted.ok) return vetted.url
      return vetted.reason === 'malformed' ? notUsable : notAllowed
    },
  }
  return {
    vetUrl: (text) => vetUrl(text, policy),
    vetHost: (text) => vetHost(text, policy),
    vetEndpoint: (text, default_port) => vetEndpoint(text, policy, default_port),
    resolve: (host, timeout_ms) => resolveWithin(resolver.locate(host), timeout_ms),
    resolveTxt: (name) => resolver.findTexts(name),
    request: (request) => runRequest(route, request),
    connect: (request, talk) => runConnect(route, request, talk),
    query: (request) => runQuery({ ...route, allowed, servers: options.resolver?.servers }, request),
  }
}

async function resolveWithin(
  found: ReturnType<HostResolver['locate']>,
  timeout_ms?: number,
): Promise<Located | Failure> {
  if (!(found instanceof Promise) || timeout_ms === undefined) return found
  const deadline = new Deadline(timeout_ms)
  const outcome = await deadline.wait('resolving the host name', found)
  deadline.close()
  return outcome
}

function readCidr(text: string): Cidr {
  const cidr = parseCidr(text)
  if (!cidr) throw new Error(`not an address range: ${text}`)
  return cidr
}
